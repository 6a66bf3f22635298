"""Records: every sample replays, every forgery is found and named."""

import bz2
import gzip
import json
import lzma
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import DATA
from gangland.core.errors import CorruptRecord
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Record
from playing import games, played, seeds

SAMPLES = (DATA / "samples.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_sample(number: int) -> None:
    record = Record.loads(SAMPLES[number])
    match = record.verify()
    assert match.outcome == record.outcome
    assert json.loads(record.dumps()) == json.loads(SAMPLES[number])


def test_there_are_104_samples_of_all_games() -> None:
    assert len(SAMPLES) == 104
    assert {json.loads(sample)["game"] for sample in SAMPLES} == {"famiglia-duel", "famiglia-solo", "gangs"}


def data_of(match: Match) -> dict[str, Any]:
    return dict(json.loads(match.record().dumps()))


def with_reshuffle(game: Game) -> dict[str, Any]:
    """A finished game in which the cards were reshuffled."""
    for seed in range(200):
        data = data_of(played(game, seed))
        if any("chance" in entry for entry in data["log"]):
            return data
    raise AssertionError("no game with a reshuffle")


def trouble_of(data: dict[str, Any]) -> str:
    with pytest.raises(CorruptRecord) as caught:
        Record.loads(json.dumps(data)).verify()
    return str(caught.value)


def test_the_shape_of_a_record() -> None:
    data = data_of(played(Solo(2, robot_starts=True), 5))
    assert list(data)[:8] == ["format", "game", "rules", "seats", "first", "setup", "log", "outcome"]
    assert data["rules"] == {"joker_with_pair": False, "level": 2}
    assert data["first"] == 1
    assert data_of(Match.new(Gangs(3), seed=1))["rules"] == {"players": 3}


def test_a_wrong_move_is_named_with_its_entry_and_clause() -> None:
    data = data_of(played(Duel(), 3))
    data["log"][4]["move"] = "take F4"
    assert trouble_of(data) == "Log entry 4: F4 is not free: it needs a pair. (F6.1)"


def test_an_unreadable_move_is_named() -> None:
    data = data_of(played(Duel(), 3))
    data["log"][2]["move"] = "steal F4"
    assert trouble_of(data) == "Log entry 2: “steal F4” is not a move of Famiglia. (F11)"


def test_a_move_by_the_wrong_seat() -> None:
    data = data_of(played(Gangs(3), 3))
    data["log"][0]["seat"] = (data["log"][0]["seat"] + 1) % 3
    assert trouble_of(data).startswith("Log entry 0: It is not seat")


def test_a_move_after_the_end() -> None:
    data = data_of(played(Gangs(2), 3))
    data["log"].append({"seat": 0, "move": "pass"})
    assert trouble_of(data).startswith(f"Log entry {len(data['log']) - 1}:")


@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(4)])
def test_chance_entries_stand_where_they_must(game: Game) -> None:
    data = with_reshuffle(game)
    at = next(number for number, entry in enumerate(data["log"]) if "chance" in entry)
    without = {**data, "log": data["log"][:at] + data["log"][at + 1 :]}
    assert trouble_of(without) == f"Log entry {at - 1}: The reshuffle that happened here is missing."
    early = {**data, "log": [*data["log"][:1], data["log"][at], *data["log"][1:at], *data["log"][at + 1 :]]}
    assert trouble_of(early) == "Log entry 1: No reshuffle happened here."
    twice = {**data, "log": [*data["log"][: at + 1], *data["log"][at:]]}
    assert trouble_of(twice) == f"Log entry {at + 1}: No reshuffle happened here."
    cut = {**data, "log": data["log"][:at], "outcome": None}
    assert trouble_of(cut) == f"Log entry {at - 1}: The reshuffle that happened here is missing."
    other = json.loads(json.dumps(data))
    other["log"][at]["cards"] = other["log"][at]["cards"][1:]
    assert trouble_of(other) == f"Log entry {at - 1}: The reshuffled cards are not those of the discard."


def test_a_reshuffle_against_the_commitment_is_found() -> None:
    data = with_reshuffle(Solo(3))
    at = next(number for number, entry in enumerate(data["log"]) if "chance" in entry)
    cards = data["log"][at]["cards"]
    swapped = next(i for i in range(1, len(cards)) if cards[i] != cards[0])
    cards[0], cards[swapped] = cards[swapped], cards[0]
    assert trouble_of(data) == f"Log entry {at - 1}: The reshuffle is not the one that was committed to."


def test_without_a_commitment_any_order_is_a_reshuffle() -> None:
    sample = json.loads(next(sample for sample in SAMPLES if '"chance"' in sample))
    assert "deal" not in sample
    Record.loads(json.dumps(sample)).verify()


@pytest.mark.parametrize("key", ["salt", "tickets", "commitment"])
def test_a_forged_deal_is_found(key: str) -> None:
    data = data_of(played(Duel(), 3))
    value = data["deal"][key]
    data["deal"][key] = value[::-1]
    assert trouble_of(data) == "The deal is not the one that was committed to."


@pytest.mark.parametrize("salt", ["a", "", "0" * 63, "0" * 65, "x" * 64, "0" * 63 + "\n", "٠" * 64])
def test_a_weak_salt_is_refused_though_it_was_committed_to(salt: str) -> None:
    match = played(Duel(), 3)
    data = data_of(match)
    data["deal"]["salt"] = salt
    sealed = {key: data[key] for key in ("game", "rules", "first", "setup")}
    sealed |= {"deal": "gangland-deal/1", "tickets": data["deal"]["tickets"], "salt": salt}
    text = json.dumps(sealed, sort_keys=True, separators=(",", ":"))
    data["deal"]["commitment"] = sha256(text.encode()).hexdigest()
    assert trouble_of(data) == "The salt of a deal is 64 hexadecimal digits."


def test_a_changed_setup_is_found() -> None:
    data = data_of(Match.new(Duel(), seed=3))
    pile = data["setup"]["pile"]
    swap = next(i for i in range(40) if pile[i] != pile[51])
    pile[swap], pile[51] = pile[51], pile[swap]
    assert trouble_of(data) == "The deal is not the one that was committed to."


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        ({"format": "gangland-record/2"}, "This is not a record of the format gangland-record/1."),
        (
            {"game": "chess"},
            "There is no game “chess”; there are famiglia-duel, famiglia-solo, gangs, famiglia-small, gangs-small.",
        ),
        ({"game": ["gangs"]}, "There is no game"),
        ({"rules": {"joker_with_pair": 1}}, "The option joker_with_pair cannot be 1; it is one of: False, True."),
        ({"rules": []}, "The record has no “rules”."),
        ({"seats": ["one"]}, "Wrong number of seats: there must be 2."),
        ({"seats": ["one", 2]}, "Wrong number of seats: there must be 2."),
        ({"first": 2}, "There is no seat 2: they are numbered from 0 to 1."),
        ({"first": True}, "There is no seat True: they are numbered from 0 to 1."),
        ({"setup": {"pile": ["F0"]}}, "The pile of the setup is not the 52 cards it must be. (F1.2)"),
        ({"setup": {"pile": None}}, "The pile of the setup is not the 52 cards it must be. (F1.2)"),
        ({"setup": []}, "The record has no “setup”."),
        ({"log": {}}, "The record has no “log”."),
        ({"log": [{"seat": 0}]}, "Log entry 0: It is neither a move nor a reshuffle."),
        ({"log": [{"seat": "0", "move": "pass"}]}, "Log entry 0: It is neither a move nor a reshuffle."),
        ({"log": [{"chance": "dice", "cards": []}]}, "Log entry 0: It is neither a move nor a reshuffle."),
        ({"log": [7]}, "Log entry 0: It is neither a move nor a reshuffle."),
        ({"outcome": {}}, "The outcome must have scores, winners and a reason."),
        ({"outcome": {"scores": [1, 1], "winners": [9], "reason": "pile"}}, "The outcome must have"),
        ({"outcome": {"scores": [0, 0], "winners": [0], "reason": "pile"}}, "The outcome does not fit"),
        ({"deal": {"version": "gangland-deal/9"}}, "The deal must have the version gangland-deal/1"),
        ({"deal": None}, "The deal must have the version gangland-deal/1"),
    ],
)
def test_bad_records_get_one_clear_sentence(change: dict[str, Any], trouble: str) -> None:
    data = data_of(Match.new(Duel(), seed=3))
    assert trouble_of(data | change).startswith(trouble)


@pytest.mark.parametrize("key", ["format", "game", "rules", "seats", "first", "setup", "log", "outcome"])
def test_no_key_may_be_missing(key: str) -> None:
    data = data_of(Match.new(Duel(), seed=3))
    del data[key]
    trouble_of(data)


@pytest.mark.parametrize(("game", "key"), [(Solo(3), "level"), (Gangs(3), "players")])
def test_level_and_players_may_not_be_left_out(game: Game, key: str) -> None:
    data = data_of(Match.new(game, seed=3))
    del data["rules"][key]
    assert trouble_of(data) == f"The rules do not say “{key}”."


def test_the_joker_option_may_be_left_out() -> None:
    sample = json.loads(next(line for line in SAMPLES if '"joker_with_pair":false' in line))
    del sample["rules"]["joker_with_pair"]
    Record.loads(json.dumps(sample)).verify()


def test_what_a_reader_does_not_know_is_ignored_and_kept() -> None:
    data = data_of(played(Duel(), 3)) | {"server": "somewhere", "clock": [1, 2]}
    record = Record.loads(json.dumps(data))
    record.verify()
    assert json.loads(record.dumps())["clock"] == [1, 2]


@pytest.mark.parametrize("reason", ["resigned", "time"])
def test_a_game_given_up(reason: str) -> None:
    match = played(Duel(), 3, 10)
    match.give_up(0, reason)
    assert match.outcome
    assert match.outcome.winners == (1,)
    assert not match.legal_moves
    record = Record.loads(match.record().dumps())
    assert record.verify().outcome == match.outcome
    wrong = replace(record, outcome=replace(match.outcome, scores=(99, 0)))
    with pytest.raises(CorruptRecord):
        wrong.verify()
    both = replace(record, outcome=replace(match.outcome, winners=(0, 1)))
    with pytest.raises(CorruptRecord):
        both.verify()


def test_a_running_record_may_stop_after_any_move() -> None:
    data = data_of(played(Solo(4, robot_starts=True), 3))
    for end in range(len(data["log"])):
        if "chance" not in data["log"][end]:
            Record.loads(json.dumps({**data, "log": data["log"][:end], "outcome": None})).verify()


def test_save_and_load(tmp_path: Path) -> None:
    match = played(Gangs(4), 9, 30)
    match.record().save(tmp_path / "game.json")
    record = Record.load(tmp_path / "game.json")
    assert record == match.record()
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]
    assert str(record.match(at=12).legal_moves) == str(Record.loads(match.record().dumps()).match(at=12).legal_moves)


# Many records in one file

PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes, "gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress,
}  # fmt: skip
MANY = "".join(line + "\n" for line in SAMPLES).encode()
packed = pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS)
compressed = pytest.mark.parametrize("pack", list(PACKINGS.values())[1:], ids=list(PACKINGS)[1:])


@pytest.mark.slow
@packed
def test_all_records_of_a_file_compressed_or_not(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """The first bytes tell how a file is compressed, not its name; files that were put together are one."""
    file = tmp_path / "games"
    file.write_bytes(pack(MANY))
    assert [record.dumps() for record in Record.load_all(file)] == SAMPLES
    file.write_bytes(pack(MANY) + pack(b"\n" + MANY))
    assert [record.dumps() for record in Record.load_all(file)] == SAMPLES * 2
    over_lines = json.dumps(json.loads(SAMPLES[0]), indent=1, ensure_ascii=False).encode()
    file.write_bytes(pack(over_lines))
    assert [record.dumps() for record in Record.load_all(file)] == SAMPLES[:1]


@packed
def test_records_are_read_as_they_are_asked_for(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Whatever is wrong further on, the records before it come; the sentence names the file and the line."""
    file = tmp_path / "games"
    file.write_bytes(pack(f"{SAMPLES[0]}\n\n{SAMPLES[1]}\n{{}}\n{SAMPLES[2]}\n".encode()))
    records = Record.load_all(file)
    assert [next(records).dumps(), next(records).dumps()] == SAMPLES[:2]
    with pytest.raises(CorruptRecord) as raised:
        next(records)
    assert str(raised.value) == f"{file}, line 4: This is not a record of the format gangland-record/1."


@pytest.mark.slow
@compressed
def test_a_compressed_file_that_was_cut_short_anywhere(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file, whole = tmp_path / "games", pack(MANY)
    for end in [*range(8, 40), *range(40, len(whole), len(whole) // 40), len(whole) - 1]:
        file.write_bytes(whole[:end])
        with pytest.raises(CorruptRecord) as raised:
            list(Record.load_all(file))
        assert str(raised.value) == f"{file} is compressed and damaged."


@compressed
def test_a_compressed_file_with_any_byte_changed(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """It is read as it was (a name or a time in the header), or it is corrupt. Nothing else is raised."""
    file, whole = tmp_path / "games", pack("".join(line + "\n" for line in SAMPLES[:4]).encode())
    corrupt = 0
    for place in [*range(40), *range(40, len(whole), 97), *range(len(whole) - 20, len(whole))]:
        changed = bytearray(whole)
        changed[place] ^= 0x55
        file.write_bytes(changed)
        try:
            assert [record.dumps() for record in Record.load_all(file)] == SAMPLES[:4]
        except CorruptRecord as trouble:
            assert str(file) in str(trouble)
            corrupt += 1
    assert corrupt > 40


@packed
def test_records_that_are_no_text(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_bytes(pack(SAMPLES[0].encode() + b"\n" + SAMPLES[1].encode().replace(b"seats", b"se\xff\xfets", 1)))
    with pytest.raises(CorruptRecord) as raised:
        list(Record.load_all(file))
    assert str(raised.value) == f"{file} is not text."


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python knows zstd")
def test_a_compression_that_this_python_does_not_know(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(b"\x28\xb5\x2f\xfd" + bytes(20))
    with pytest.raises(CorruptRecord, match=r"compressed in a way that this Python does not know: compression\.zstd"):
        list(Record.load_all(tmp_path / "games"))


@packed
def test_a_file_without_records(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(pack(b""))
    with pytest.raises(CorruptRecord, match=r"games is empty\.$"):
        list(Record.load_all(tmp_path / "games"))
    with pytest.raises(FileNotFoundError):
        list(Record.load_all(tmp_path / "nowhere"))
    with pytest.raises(IsADirectoryError):
        list(Record.load_all(tmp_path))


def test_names_of_all_kinds_survive() -> None:
    match = Match.new(Duel(), seed=1, seats=["Żółć \U0001f600", '"\\\n'])
    assert Record.loads(match.record().dumps()).seats == match.seats
    assert "\n" not in match.record().dumps()


@given(st.text())
def test_any_text_is_a_record_or_corrupt(text: str) -> None:
    with pytest.raises(CorruptRecord):
        Record.loads(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(games, seeds, st.data())
def test_a_record_with_anything_changed_is_read_or_corrupt(game: Game, seed: int, data: st.DataObject) -> None:
    record = data_of(played(game, seed, 15))
    target: Any = record
    while True:
        keys = list(target) if isinstance(target, dict) else list(range(len(target)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(target[key], dict | list) and data.draw(st.booleans()):
            target = target[key]
            continue
        target[key] = data.draw(JSON)
        break
    try:
        Record.loads(json.dumps(record)).verify()
    except CorruptRecord as trouble:
        assert str(trouble)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(CorruptRecord):
        Record.loads("[" * 100_000)
