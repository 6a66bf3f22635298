"""Keeps drawings that several viewers share."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future

from gangland.web.pov import Pov
from gangland.web.table_page import Drawing, draw_table

MOST_KEPT = 64  # drawings; each has about 100 KB


class Drawings:
    """Draws tables. Watchers with equal points of view share one drawing, and wait for it if it is being made."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Pov, Future[Drawing]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, pov: Pov) -> Drawing:
        """The drawing of a table. A drawing for somebody who sits there is made anew and not kept."""
        if not pov.is_watcher:
            return draw_table(pov)
        with self._lock:
            shared = self._kept.get(pov)
            is_first = shared is None
            if shared is None:
                shared = self._kept[pov] = Future()
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        if is_first:
            self._draw(pov, shared)
        return shared.result()

    def _draw(self, pov: Pov, shared: Future[Drawing]) -> None:
        try:
            shared.set_result(draw_table(pov))
        except BaseException as error:
            shared.set_exception(error)
            with self._lock:
                self._kept.pop(pov, None)
