"""Players of earlier versions, so that today's can be measured against them.

A version is today's search with its settings and nets of then. Moves that the version itself chose are kept in the
tests: whoever changes the search in a way that they notice keeps the old way as a setting.
"""

from __future__ import annotations

from gangland.bots.analysis import Limit, SearchSettings

VERSIONS = {"0.1": SearchSettings(fair=False, piles=False, habits=False, nets_of="0.1")}
USUAL_LIMIT = Limit(seconds=1.0, cpu=True)  # of the strongest opponent then
