"""`gangland serve`: the server as a command."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

import platformdirs
import uvicorn
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from gangland.game import Trouble, mark
from gangland.server.store import Store

APP = "gangland.server.app:from_environment"
KEEP_ALIVE = 75  # seconds: between two moves of a person
GRACE = 2  # seconds that open streams get when the server stops


def serve(
    host: str, port: int, db: str | None, data: Path | None, workers: int, browser: bool, say: Callable[..., str]
) -> int:
    """Serve until stopped; raises Trouble if it cannot begin."""
    url = db or sqlite_url(data)
    if workers < 1:
        raise Trouble(mark("There must be at least one worker."))
    prepare(url, workers)
    port = free_port(host, port)
    os.environ["GANGLAND_DB"] = url
    os.environ.setdefault("GANGLAND_THINKERS", str(max(1, (os.cpu_count() or 2) // 2 // workers)))
    address = f"http://{shown_host(host)}:{port}/"
    print(say("The tables are open at {address} (stop with Ctrl-C).", address=address), flush=True)
    if browser:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    uvicorn.run(
        APP, factory=True, host=host, port=port, workers=workers, log_level="warning", access_log=False,
        timeout_graceful_shutdown=GRACE, timeout_keep_alive=KEEP_ALIVE, server_header=False,
    )  # fmt: skip
    return 0


def sqlite_url(data: Path | None) -> str:
    folder = data or Path(os.environ.get("GANGLAND_DATA") or platformdirs.user_data_dir("gangland"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{(folder / 'tables.db').resolve()}"


def prepare(url: str, workers: int) -> None:
    """Bring the database up to date before anybody asks for it."""
    try:
        store = Store(url)
        if store.is_sqlite and workers > 1:
            raise Trouble(mark("Several workers need PostgreSQL: SQLite is for one process."))
        store.migrate()
        store.close()
    except (ArgumentError, SQLAlchemyError, ModuleNotFoundError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise Trouble(mark("The database cannot be used: {reason}"), reason=reason) from None


def free_port(host: str, port: int) -> int:
    """The port itself; 0 stands for any free one."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            return int(trial.getsockname()[1])
    except OSError as error:
        raise Trouble(
            mark("The address {host}:{port} cannot be used: {reason}. Choose another one with --port or --host."),
            host=host, port=port, reason=error.strerror,
        ) from None  # fmt: skip


def shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def open_browser(address: str) -> None:
    """When the server answers, if there is a browser."""
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
