"""The pages with the rules."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.server.routes.visits import Visitor
from gangland.web.boxes import all_boxes

router = APIRouter()


@router.get("/rules")
@router.get("/rules/{rulebook}")
def rules(visit: Visitor, rulebook: str = "") -> Response:
    """The rules of a rulebook; the first one's if none is named."""
    every = all_boxes(visit.words)
    boxes = [box for box in every if box.rules and box.rulebook == (rulebook or box.rulebook)]
    if not boxes:
        raise NotFound(mark("There is no such page."))
    return visit.page(boxes[0].rules, {"box": boxes[0], "boxes": every})
