"""Extras: packages that only some rooms need. Rules, records and bots need none.

A room whose packages are missing raises MissingExtra. Its sentence says what to install.
"""

from importlib.util import find_spec

from gangland.core.errors import GanglandError
from gangland.core.words import mark

__all__ = ["MissingExtra", "require"]

PACKAGES = {  # the packages to import, by extra; pyproject.toml has the versions
    "cli": ("platformdirs", "tqdm"),
    "web": (
        "alembic", "argon2", "confusable_homoglyphs", "fastapi", "httptools", "itsdangerous", "jinja2", "openskill",
        "platformdirs", "python_multipart", "segno", "sqlalchemy", "starlette", "uvicorn",
    ),
    "postgres": ("psycopg",),
    "arena": ("openskill",),
    "env": ("gymnasium", "numpy", "pettingzoo"),
    "openspiel": ("numpy", "pyspiel"),
    "cluster": ("ray",),
}  # fmt: skip


class MissingExtra(GanglandError, ImportError):
    """A package is not installed. The sentence names the extra that installs it."""


def require(extra: str) -> None:
    """Raises MissingExtra unless all packages of an extra are installed."""
    for package in PACKAGES[extra]:
        if find_spec(package) is None:
            raise MissingExtra(
                mark("The package {package} is missing: pip install 'gangland[{extra}]'"), package=package, extra=extra
            )
