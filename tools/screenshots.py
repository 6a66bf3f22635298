"""Takes pictures of every page and state into docs/screenshots. `make screenshots` runs it; it needs Chromium.

make screenshots ARGS="WORD..."    only the scenes with one of these words in their names
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from browsing import chromium, complaints, visit
from gallery import MANY_TABLES, SIZES, Company, scenes, show
from gangland.server.settings import Settings
from serving import serving

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"


@dataclass(frozen=True)
class Shot:
    """One picture: a scene, its address, the theme and the size of the window."""

    scene: str
    address: str
    theme: str = "light"
    size: str = "desk"

    @property
    def name(self) -> str:
        """The name of the picture's file, without its ending."""
        return f"{self.scene}-{self.size}" + ("-dark" if self.theme == "dark" else "")


def take(browser: Browser, base: str, company: Company, shot: Shot) -> None:
    """Take one picture, and print what is wrong with the page."""
    context, page = visit(browser, base, company.services, company.me, size=SIZES[shot.size], theme=shot.theme)
    problems = complaints(page)
    show(page, shot.scene, shot.address)
    page.wait_for_timeout(400)  # the stream opens, and movements end
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > SIZES[shot.size][0]:
        problems.append(f"{wide} px wide")
    if problems:
        print(shot.name, problems)
    context.close()


def main(wanted: list[str]) -> None:
    """Take the pictures whose names contain one of these words, or without words all."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        settings = Settings(  # no opponent moves
            f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False, quotas=MANY_TABLES
        )
        with serving(settings) as (base, services):
            company = Company(services)
            for name, address in scenes(company).items():
                for size, theme in (("desk", "light"), ("desk", "dark"), ("phone", "light"), ("phone", "dark")):
                    shot = Shot(name, address, theme, size)
                    if not wanted or any(word in shot.name for word in wanted):
                        take(browser, base, company, shot)


if __name__ == "__main__":
    main(sys.argv[1:])
