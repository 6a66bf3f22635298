"""Settings, as the environment and the command say them."""

from pathlib import Path

import pytest

from gangland.cli import main
from gangland.core.errors import GanglandError
from gangland.server.limits import Caps
from gangland.server.settings import read_settings


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("GANGLAND_THINKERS", "x"), ("GANGLAND_THINKERS", "-1"), ("GANGLAND_THINKERS", "1.5"),
        ("GANGLAND_PAUSE", "-1"), ("GANGLAND_PAUSE", "nan"), ("GANGLAND_PAUSE", "inf"), ("GANGLAND_STREAMS", "0"),
        ("GANGLAND_PATIENCE", "0"), ("GANGLAND_CONNECTIONS", "9" * 5000),
        ("GANGLAND_PROXY", "proxy"), ("GANGLAND_PROXY", "10.0.0.0/99"),
        ("GANGLAND_PUBLIC_URL", "club.example"), ("GANGLAND_PUBLIC_URL", "https://club.example/tables"),
        ("GANGLAND_PUBLIC_URL", "ftp://club.example"), ("GANGLAND_PUBLIC_URL", "https://a@club.example"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_meant_are_refused(name: str, text: str) -> None:
    with pytest.raises(GanglandError, match="not"):
        read_settings({"GANGLAND_DB": "sqlite://", name: text})


def test_settings_are_read_from_the_environment() -> None:
    environ = {
        "GANGLAND_DB": "sqlite://", "GANGLAND_THINKERS": "0", "GANGLAND_PAUSE": "0", "GANGLAND_STREAMS": "7",
        "GANGLAND_PROXY": "127.0.0.1, 10.0.0.0/8 ::1", "GANGLAND_PUBLIC_URL": "https://Club.example:8443/",
    }  # fmt: skip
    settings = read_settings(environ)
    assert (settings.bot_workers, settings.pause, settings.caps) == (0, 0, Caps(streams=7))
    assert settings.proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert settings.public_url == "https://club.example:8443"


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
    for name in ("pause", "thinkers", "proxy", "public_url", *Caps.__dataclass_fields__):
        assert f"`GANGLAND_{name.upper()}`" in page, name


@pytest.fixture
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` leaves its settings there for its processes."""
    for name in ("DB", "HOST", "THINKERS", "PROXY", "PUBLIC_URL"):
        monkeypatch.setenv(f"GANGLAND_{name}", "")


@pytest.mark.parametrize(
    "options",
    [["--port", "70000"], ["--port", "-1"], ["--proxy", "x"], ["--public-url", "x"], ["--workers", "0"]],
)
def test_bad_options_are_one_sentence(
    options: list[str], sqlite: str, capsys: pytest.CaptureFixture[str], own_environment: None
) -> None:
    assert main(["serve", "--db", sqlite, *options]) == 2
    assert capsys.readouterr().err.count("\n") == 1
