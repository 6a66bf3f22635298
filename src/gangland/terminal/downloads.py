"""Records of tables on a server, by their address."""

from __future__ import annotations

import json
import re
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from gangland.core.errors import GanglandError
from gangland.core.letters import visible
from gangland.core.words import Language, mark

TABLE = re.compile(r"(?P<site>https?://[^/?#\s][^?#\s]*?)/(?:t|api/tables)/(?P<table>[0-9a-f]{10})(?:[/?#].*)?")
PATIENCE = 20.0  # seconds
LONGEST = 2**21  # bytes; the longest record has a tenth of that


def is_address(text: str) -> bool:
    """Whether this is the address of a page, and not the name of a file."""
    return text.startswith(("http://", "https://"))


def download_record(address: str, words: Language) -> str:
    """The record of a table, by the address of its page, of its replay or of its record. Raises GanglandError."""
    found = TABLE.fullmatch(address)
    if not found:
        raise GanglandError(mark("{address} is not the address of a table."), address=address)
    record = f"{found['site']}/api/tables/{found['table']}/record"
    try:
        request = Request(record, headers={"Accept-Language": words.code})
        with urlopen(request, timeout=PATIENCE) as answer:
            content: bytes = answer.read(LONGEST + 1)
    except HTTPError as refusal:
        raise GanglandError(mark("{address}: {reason}"), address=address, reason=reason_of(refusal)) from None
    except (OSError, HTTPException, ValueError):
        raise GanglandError(mark("{address} cannot be reached."), address=address) from None
    if len(content) > LONGEST:
        raise GanglandError(mark("{address}: this is too long for a record."), address=address)
    return content.decode("utf-8", "replace")


def reason_of(refusal: HTTPError) -> str:
    """The sentence with which a server refuses, or its status."""
    try:
        return visible(json.loads(refusal.read(LONGEST))["error"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return str(refusal.code)
