"""The clauses of the rules, as the pages in docs/rules number them and the sources cite them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def clauses() -> set[str]:
    """The numbered clauses, and the sections that have none."""
    found = set()
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        for section in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            numbered = re.findall(r"^- ([FG]\d+\.\d+) ", section, flags=re.MULTILINE)
            found |= set(numbered or [section.split()[0]])
    return found


def cited_in_sources() -> set[str]:
    """The clauses that errors and sentences of the package name."""
    sources = (ROOT / "src").rglob("*.py")
    named = set(re.findall(r'"([FG]\d+(?:\.\d+)?)"', " ".join(path.read_text("utf-8") for path in sources)))
    return named - {f"F{rank}" for rank in range(5)}  # those are cards
