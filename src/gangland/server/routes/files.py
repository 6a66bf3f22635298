"""The routes of style, script and pictures."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.web.assets import address_of, assets

router = APIRouter()
FOR_EVER = "public, max-age=31536000, immutable"


ROBOTS = "User-agent: *\nDisallow: /t/\nDisallow: /api/\n"  # a table is for those who have its link


@router.get("/favicon.ico")
def favicon() -> Response:
    """The icon, for whoever asks for it at its old address."""
    return RedirectResponse(address_of("icon.svg"))


@router.get("/robots.txt")
def robots() -> Response:
    """What machines that read the web are asked to leave alone."""
    return PlainTextResponse(ROBOTS)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a browser needs to put the site on a home screen."""
    icon = {"src": address_of("icon.svg"), "type": "image/svg+xml", "sizes": "any"}
    facts = {"name": "gangland", "start_url": "/", "display": "standalone", "icons": [icon]}
    return JSONResponse(facts, media_type="application/manifest+json")


@router.get("/static/{digest}/{name}")
def static(request: Request, digest: str, name: str) -> Response:
    """A static file. Under the digest of its content it never changes."""
    asset = assets().get(name)
    if asset is None:
        raise NotFound(mark("There is no such page."))
    kept = FOR_EVER if digest == asset.digest else "no-cache"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(asset.content, media_type=asset.type, headers=headers)
    return Response(asset.packed, media_type=asset.type, headers=headers | {"Content-Encoding": "gzip"})
