"""Takes pictures of every page and state into docs/screenshots. `make screenshots` runs it; it needs Chromium.

make screenshots ARGS="WORD..."           only the pictures with one of these words in their names
make screenshots ARGS="--in hu WORD..."   in another language, into a folder of its own
make screenshots ARGS="--into FOLDER"     into another folder than docs/screenshots
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from browsing import chromium, complaints, visit
from gallery import MANY_TABLES, SIZES, Company, scenes, show
from gangland.core.words import LANGUAGES
from gangland.server.settings import Settings
from serving import serving

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
WINDOWS = {**SIZES, "tablet": (768, 1024), "phone-wide": (844, 390), "screen": (1920, 1080)}
DARK = ("desk", "phone")  # the windows that are shown by night too


@dataclass(frozen=True)
class Shot:
    """One picture: a scene, its address, the theme, the window and the language."""

    scene: str
    address: str
    theme: str
    size: str
    language: str
    folder: Path

    @property
    def name(self) -> str:
        """The name of the picture's file, without its ending."""
        return f"{self.scene}-{self.size}" + ("-dark" if self.theme == "dark" else "")

    @property
    def file(self) -> Path:
        """Where the picture is kept: pictures in English are those that the documents show."""
        return (self.folder if self.language == "en" else self.folder / self.language) / f"{self.name}.png"


def take(browser: Browser, base: str, company: Company, shot: Shot) -> None:
    """Take one picture, and print what is wrong with the page."""
    size = WINDOWS[shot.size]
    context, page = visit(
        browser, base, company.services, company.me, size=size, theme=shot.theme, language=shot.language
    )
    problems = complaints(page)
    show(page, shot.scene, shot.address)
    page.wait_for_timeout(400)  # the stream opens, and movements end
    page.screenshot(path=shot.file)
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > size[0]:
        problems.append(f"{wide} px wide")
    if problems:
        print(shot.name, problems)
    context.close()


def main() -> None:
    """Take the pictures whose names contain one of the words given, or without words all."""
    parser = argparse.ArgumentParser(description="Take pictures of every page and state.")
    parser.add_argument("words", nargs="*", help="only the pictures with one of these words in their names")
    parser.add_argument("--in", dest="language", default="en", choices=LANGUAGES, help="the language of the pages")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER", help="where the pictures are kept")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        settings = Settings(  # no opponent moves
            f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False, quotas=MANY_TABLES
        )
        with serving(settings) as (base, services):
            company = Company(services)
            found = scenes(company)
            services.people.set_preferences(company.me, asked.language)
            for name, address in found.items():
                for size in WINDOWS:
                    for theme in ("light", "dark") if size in DARK else ("light",):
                        shot = Shot(name, address, theme, size, asked.language, asked.into)
                        if not asked.words or any(word in shot.name for word in asked.words):
                            take(browser, base, company, shot)


if __name__ == "__main__":
    main()
