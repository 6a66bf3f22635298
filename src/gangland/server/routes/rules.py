"""The pages with the rules."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.server.routes.visits import Visitor
from gangland.web.rules_page import boxes_with_rules, rules_values

router = APIRouter()


@router.get("/rules")
@router.get("/rules/{rulebook}")
def rules(visit: Visitor, rulebook: str = "") -> Response:
    """The rules of a rulebook; the first one's if none is named."""
    boxes = boxes_with_rules(visit.words)
    found = next((box for box in boxes if box.rulebook == (rulebook or box.rulebook)), None)
    if not found:
        raise NotFound(mark("There is no such page."))
    return visit.page("rules.html", rules_values(found, visit.words) | {"boxes": boxes})
