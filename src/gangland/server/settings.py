"""The settings of a server, and how the environment sets them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from ipaddress import ip_address, ip_network
from math import isfinite
from typing import Any, TypeVar

from gangland.core.errors import GanglandError
from gangland.core.words import mark
from gangland.server.limits import Caps
from gangland.server.new_tables import Quotas
from gangland.server.thinking import worker_processes
from gangland.server.uptime import LATE

Number = TypeVar("Number", int, float)
Told = TypeVar("Told", Caps, Quotas)


@dataclass(frozen=True)
class Settings:
    """The settings of a server, with their defaults."""

    db: str  # a URL of SQLAlchemy
    pause: float = 0.7  # the least seconds for a move of an opponent, if a person sits there or watches
    bot_workers: int = 1  # workers for slow opponents, besides one for quick ones; 0 means that no opponent moves
    workers: Callable[[int], Executor] = worker_processes
    limits: bool = True
    caps: Caps = field(default_factory=Caps)
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For is believed
    public_url: str = ""  # the address of the server on the Internet, if it has one
    host: str = ""  # the address that it listens at
    quotas: Quotas = field(default_factory=Quotas)
    now: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    late: float = LATE


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that the environment says; raises GanglandError if it says nonsense."""
    return Settings(
        environ["GANGLAND_DB"],
        pause=read_number(environ, "GANGLAND_PAUSE", Settings.pause),
        bot_workers=read_number(environ, "GANGLAND_THINKERS", Settings.bot_workers),
        caps=read_numbers(environ, Caps(), "GANGLAND_", least=1),
        quotas=read_numbers(environ, Quotas(), "GANGLAND_QUOTA_"),
        proxies=tuple(read_network(text) for text in environ.get("GANGLAND_PROXY", "").replace(",", " ").split()),
        public_url=read_public_url(environ.get("GANGLAND_PUBLIC_URL", "")),
        host=environ.get("GANGLAND_HOST", ""),
    )  # fmt: skip


def read_numbers(environ: Mapping[str, str], usual: Told, prefix: str, least: int = 0) -> Told:
    """These numbers, changed where the environment says so by a prefix and their names."""
    numbers: dict[str, Any] = asdict(usual)
    told = {key: read_number(environ, prefix + key.upper(), number, least) for key, number in numbers.items()}
    return replace(usual, **told)


def read_number(environ: Mapping[str, str], name: str, otherwise: Number, least: int = 0) -> Number:
    """A number of the environment, or the usual one, which also says of which kind it is."""
    text = environ.get(name)
    if not text:
        return otherwise
    try:
        number = type(otherwise)(text)
    except ValueError:
        number = type(otherwise)(-1)
    if number >= least and isfinite(number):
        return number
    if isinstance(otherwise, int):
        sentence = mark("{name} must be a whole number, at least {least}, and not “{text}”.")
    else:
        sentence = mark("{name} must be a number, at least {least}, and not “{text}”.")
    raise GanglandError(sentence, name=name, least=least, text=text)


def read_network(text: str) -> str:
    """An address or a network; raises GanglandError."""
    try:
        return str(ip_network(text, strict=False) if "/" in text else ip_address(text))
    except ValueError:
        raise GanglandError(
            mark("A proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, and not “{text}”."), text=text
        ) from None


def read_public_url(text: str) -> str:
    """The public address without a path, as links are put behind it."""
    url = text.rstrip("/")
    if text and not re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", url, re.ASCII):
        raise GanglandError(mark("A public address looks like https://example.org, and not like “{text}”."), text=text)
    return url.lower()
