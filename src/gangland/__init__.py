"""Famiglia and Gangs of New York: the rules, matches and records, opponents and tables."""

from gangland.core import kernel

__version__ = "0.1.0"

kernel.choose()
