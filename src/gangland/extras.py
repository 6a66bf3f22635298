"""Extras: packages that only some rooms need. Rules, records and bots need none.

Whoever comes to such a room without its packages hears in one sentence what to install.
"""

from importlib.util import find_spec

from gangland.errors import GanglandError
from gangland.words import mark

PACKAGES = {  # by extra: what is imported of it; pyproject.toml has the versions
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
    """A package is not installed; the sentence names the extra that brings it."""


def require(extra: str) -> None:
    """Raise MissingExtra unless everything that an extra brings is installed."""
    for package in PACKAGES[extra]:
        if find_spec(package) is None:
            raise MissingExtra(
                mark("The package {package} is missing: pip install 'gangland[{extra}]'"), package=package, extra=extra
            )
