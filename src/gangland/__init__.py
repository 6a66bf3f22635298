"""Famiglia and Gangs of New York: the rules, matches and records, opponents and tables."""

from gangland.core import kernel
from gangland.core.version import VERSION

__version__ = VERSION

kernel.choose()
