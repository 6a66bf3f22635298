"""Writes the template of the courses' catalogues: every sentence with the entry that says it (`make catalogues`)."""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from gangland.learn.course import courses, messages


def template() -> Catalog:
    """All sentences of all courses; a comment tells translators where each is said."""
    catalogue = Catalog()
    for course in courses():
        for said in messages(course):
            catalogue.add((said.text, said.many) if said.many else said.text, auto_comments=[said.entry])
    return catalogue


if __name__ == "__main__":
    with Path(sys.argv[1]).open("wb") as file:
        write_po(file, template(), width=0, omit_header=True)
