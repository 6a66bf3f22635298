"""How much of the server one client may use."""

import time
from contextlib import suppress

import pytest

from gangland.server import limits
from gangland.server.errors import NoRoom, TooManyRequests
from gangland.server.limits import Limits, Places, Rate, household
from serving import Time


def test_limits_fill_up_again_and_never_hold_a_debt() -> None:
    clock, rate = Time(), Rate(3, 0.5)
    guarded = Limits(now=clock)

    def left() -> int:
        taken = 0
        with suppress(TooManyRequests):
            while True:
                guarded.take("Anna", rate)
                taken += 1
        return taken

    assert left() == 3
    assert left() == 0
    clock.pass_by(4)
    assert left() == 2
    clock.pass_by(1000)
    assert left() == 3
    with pytest.raises(TooManyRequests) as refused:
        guarded.take("Anna", rate)
    assert refused.value.wait == pytest.approx(2)
    clock.pass_by(-3600)  # as no monotonic clock does
    assert left() == 0
    assert Limits().now is time.monotonic


def test_nobody_is_forgotten_for_the_sake_of_throw_away_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEPT", 100)
    guarded, rate = Limits(now=Time()), Rate(3, 0.5)
    for _ in range(3):
        guarded.take("Anna", rate)
    for number in range(1000):
        guarded.take(str(number), rate)
    with pytest.raises(TooManyRequests):
        guarded.take("Anna", rate)
    assert len(guarded._full) <= 100


def test_places_are_given_back() -> None:
    places = Places(3)
    with places.held({"a": 1}), places.held({"b": 2}):
        with pytest.raises(TooManyRequests):
            places.take({"b": 2, "a": 1})
        with places.held({"b": 2}), pytest.raises(NoRoom):
            places.take({"c": 9})
    assert (places.count, places._held) == (0, {})


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("x" * 100, "x" * 64),
    ],
)
def test_addresses_are_counted_by_household(address: str, counted: str) -> None:
    assert household(address) == counted
