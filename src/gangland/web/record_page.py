"""The page of a record: who played, what was checked and how to check it elsewhere, and what happened."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from gangland.core.letters import visible
from gangland.core.sentence import shortened
from gangland.core.words import Language
from gangland.play import Match, Record, Reshuffled
from gangland.sentences import event_of, narrate, narrate_outcome
from gangland.web.boxes import box_of
from gangland.web.lists import title_of
from gangland.web.sentences import HTML

SCRIPT = """\
import hashlib, json
record = json.load(open("FILE", encoding="utf-8"))
sealed = {"deal": "gangland-deal/1", "tickets": record["deal"]["tickets"], "salt": record["deal"]["salt"]}
sealed |= {key: record[key] for key in ("game", "rules", "first", "setup")}
text = json.dumps(sealed, sort_keys=True, separators=(",", ":"))
print(hashlib.sha256(text.encode()).hexdigest() == record["deal"]["commitment"])
"""


def record_page(record: Record, file: str, words: Language) -> dict[str, Any]:
    """What the template of a record needs. `file` is the address of its download. Raises CorruptRecord.

    If the game is not over, nothing that its players hide is told, and there is no download.
    """
    match = record.verify()
    names = [shortened(visible(name)) for name in record.seats]
    name = f"gangland-{file.split('/')[2]}.json"
    return {
        "box": box_of(record.game, words),
        "title": title_of(record.game, words),
        "names": names,
        "checks": checks_of(record, match, words),
        "file": file if match.outcome else "",
        "file_name": name,
        "command": f"gangland verify {name}",
        "script": SCRIPT.replace("FILE", name) if record.commitment else "",
        "log": log_of(match, names, words),
        "ends": [
            HTML.say(sentence, words)
            for sentence in (narrate_outcome(match.outcome, names, record.game) if match.outcome else ())
        ],
    }


def checks_of(record: Record, match: Match, words: Language) -> list[tuple[str, str]]:
    """Every step of the check, with what it found. A record that fails one of them has no page."""
    say = words.say
    reshuffles = sum(isinstance(entry, Reshuffled) for entry in match.log)
    moves = len(match.log) - reshuffles
    setup = short(record.setup) if match.outcome else ""
    checks = [(say("The cards at the start are a possible deal of this game."), setup)]
    if record.commitment:
        checks.append((say("The SHA-256 of the deal is the fingerprint that was shown."), record.commitment))
    else:
        checks.append((say("There is no fingerprint: this record comes from elsewhere."), ""))
    checks.append(
        (words.say_many("{count} move is legal, in its turn.", "{count} moves are legal, each in its turn.", moves), "")
    )
    if reshuffles and record.commitment:
        checks.append((say("The reshuffle follows the order that was fixed with the deal."), ""))
    if match.outcome:
        scores = "\u202f:\u202f".join(map(str, match.outcome.scores))
        checks.append((say("The result follows from the last position."), scores))
    else:
        checks.append((say("The game is not over: there is no result to check."), ""))
    return checks


def short(setup: dict[str, Any]) -> str:
    """The beginning of a setup as text."""
    return shortened(json.dumps(setup, separators=(",", ":")))


def log_of(match: Match, names: list[str], words: Language) -> list[Markup]:
    """What happened, entry by entry."""
    events = (event_of(step.entry, step.before.view(None), step.after.view(None)) for step in match.history())
    return [HTML.say(narrate(event, names), words) for event in events]
