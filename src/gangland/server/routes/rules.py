"""The pages with the rules."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.words import mark
from gangland.rulebook import has_book
from gangland.server.errors import NotFound
from gangland.server.routes.visits import Visitor
from gangland.web.boxes import all_boxes
from gangland.web.rules_page import rules_values

router = APIRouter()


@router.get("/rules")
@router.get("/rules/{rulebook}")
def rules(visit: Visitor, rulebook: str = "") -> Response:
    """The rules of a rulebook; the first one's if none is named."""
    boxes = [box for box in all_boxes(visit.words) if has_book(box.rulebook)]
    found = next((box for box in boxes if box.rulebook == (rulebook or box.rulebook)), None)
    if not found:
        raise NotFound(mark("There is no such page."))
    return visit.page("rules.html", rules_values(found, visit.words) | {"boxes": boxes})
