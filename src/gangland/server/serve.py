"""The command `gangland serve`."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from gangland.core.errors import GanglandError
from gangland.core.words import mark
from gangland.server.connections import Connection
from gangland.server.health import reason_of
from gangland.server.limits import Caps
from gangland.server.settings import Settings, read_settings
from gangland.server.store import Store, close_to_others

log = logging.getLogger("gangland")
APP = "gangland.server.app:from_environment"
KEEP_ALIVE = 75  # seconds that an idle connection stays open, as between two moves of a person
GRACE = 2  # seconds that open streams get when the server stops
FILES = 65_536  # open files that we ask the system for
OWN_FILES = 100  # open files that are not connections


def serve(
    host: str,
    port: int,
    db: str | None,
    data: Path | None,
    workers: int,
    proxies: Sequence[str],
    public_url: str | None,
    browser: bool,
    say: Callable[..., str],
) -> int:
    """Serve until stopped. Raises GanglandError if it cannot begin."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        log.warning("the server runs as root: an account of its own would be safer")
    if workers < 1:
        raise GanglandError(mark("There must be at least one worker."))
    if not 0 <= port < 65_536:
        raise GanglandError(
            mark("There is no port {port}: choose one from 1 to 65535, or 0 for any free one."), port=port
        )
    url = db or (None if data else os.environ.get("GANGLAND_DB")) or sqlite_url(data)
    os.environ |= {"GANGLAND_DB": url, "GANGLAND_HOST": host}
    os.environ.setdefault("GANGLAND_THINKERS", str(max(1, (os.cpu_count() or 2) // 2 // workers)))
    if proxies:
        os.environ["GANGLAND_PROXY"] = " ".join(proxies)
    if public_url:
        os.environ["GANGLAND_PUBLIC_URL"] = public_url
    settings = read_settings(os.environ)
    with alone_with(url):
        prepare(url, workers)
        port = free_port(host, port)
        fit_connections(settings.caps, say)
        address = f"http://{shown_host(host)}:{port}/"
        print(say("The tables are open at {address} (stop with Ctrl-C).", address=address), flush=True)
        if browser:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        uvicorn.run(
            APP, factory=True, host=host, port=port, workers=workers, log_level="warning",
            timeout_graceful_shutdown=GRACE, **http(settings),
        )  # fmt: skip
    return 0


def http(settings: Settings) -> dict[str, Any]:
    """The settings of HTTP for uvicorn."""
    return {
        "http": Connection,
        "ws": "none",
        "timeout_keep_alive": KEEP_ALIVE,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "server_header": False,
        "access_log": False,
    }


def sqlite_url(data: Path | None) -> str:
    """The database in a data folder, which is made if it is not there."""
    folder = data or Path(os.environ.get("GANGLAND_DATA") or platformdirs.user_data_dir("gangland"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if all(file.name.startswith("tables.db") for file in folder.iterdir()):
        close_to_others(folder, 0o700)
    elif folder.stat().st_mode & 0o077:
        log.warning("%s is open to other users of this machine, and stays so: there is more in it", folder)
    return f"sqlite:///{(folder / 'tables.db').resolve()}"


@contextmanager
def alone_with(url: str) -> Iterator[None]:
    """Keep other servers from an SQLite file meanwhile, as live news do not cross from one to another there.

    The system takes the lock from whoever ends, however that comes about.
    """
    file = sqlite_file(url)
    if file is None or sys.platform == "win32":  # not checked on Windows
        yield
        return
    import fcntl

    try:
        lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable(error.strerror) from None
    try:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise GanglandError(mark("Another server has opened {file}; several need PostgreSQL."), file=file) from None
        yield
    finally:
        os.close(lock)


def sqlite_file(url: str) -> str | None:
    """The file of an SQLite database; None for any other."""
    try:
        parts = make_url(url)
    except ArgumentError as error:
        raise unusable(error) from None
    is_file = parts.get_backend_name() == "sqlite" and parts.database not in (None, "", ":memory:")
    return parts.database if is_file else None


def prepare(url: str, workers: int) -> None:
    """Check the database and bring its schema up to date. Raises GanglandError."""
    try:
        with closing(Store(url)) as store:
            if store.is_sqlite and workers > 1:
                raise GanglandError(mark("Several workers need PostgreSQL: SQLite is for one process."))
            store.check()
            store.migrate()
    except (ArgumentError, SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(reason_of(error)) from None


def unusable(reason: object) -> GanglandError:
    """The error for a database that cannot be used."""
    return GanglandError(mark("The database cannot be used: {reason}"), reason=str(reason).strip().splitlines()[0])


def free_port(host: str, port: int) -> int:
    """A port that can be listened on; 0 asks for any."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            return int(trial.getsockname()[1])
    except OSError as error:
        raise GanglandError(
            mark("The address {host}:{port} cannot be used: {reason}. Choose another one with --port or --host."),
            host=host, port=port, reason=error.strerror,
        ) from None  # fmt: skip


def fit_connections(caps: Caps, say: Callable[..., str]) -> None:
    """Ask the system for more open files. If there are too few, allow fewer connections."""
    files = raise_file_limit()
    if caps.connections > files - OWN_FILES:
        most = max(1, files - OWN_FILES)
        told = say(
            "The system allows {files} open files, so no more than {count} connections.", files=files, count=most
        )
        print(told, file=sys.stderr)
        os.environ["GANGLAND_CONNECTIONS"] = str(most)
        os.environ["GANGLAND_STREAMS"] = str(max(1, min(caps.streams, most * 4 // 5)))  # the rest is for requests


def raise_file_limit() -> int:
    """Ask the system for more open files; returns how many there may be."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = (
        FILES if limit == resource.RLIM_INFINITY else limit for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    files = max(soft, min(FILES, hard))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    except (OSError, ValueError):  # some systems have another limit
        return soft
    return files


def shown_host(host: str) -> str:
    """A host as one types it into a browser."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def open_browser(address: str) -> None:
    """Open a browser when the server answers, if there is one."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}health", timeout=1).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
