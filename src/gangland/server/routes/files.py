"""The routes of style, script and pictures."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.web.assets import assets

router = APIRouter()
FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/static/{digest}/{name}")
def static(digest: str, name: str) -> Response:
    """A static file. Under the digest of its content it never changes."""
    asset = assets().get(name)
    if asset is None:
        raise NotFound(mark("There is no such page."))
    kept = FOR_EVER if digest == asset.digest else "no-cache"
    return Response(asset.content, media_type=asset.type, headers={"Cache-Control": kept})
