"""Runs the command `gangland` as `python -m gangland`."""

from gangland.cli import main

raise SystemExit(main())
