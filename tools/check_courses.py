"""Holds the courses against the rules: positions, moves, refusals, sentences, clauses, translations (`make check`).

Whatever does not hold is told with its file and its entry. What is called best is looked at by tests/learn.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import singledispatch
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from course_sentences import template
from gangland.core.errors import GanglandError
from gangland.core.game import Move
from gangland.core.position import Position
from gangland.core.words import COURSE_DOMAIN, LANGUAGES, LOCALES
from gangland.famiglia.cards import unpack
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.gangs.cards import GANGS
from gangland.gangs.cards import unpack as unpack_gangs
from gangland.gangs.position import GangsPosition
from gangland.learn import SEAT, Attempt, Course, Task, begin, courses
from gangland.learn.course import BrokenCourse, Line, messages
from gangland.learn.playing import consequence
from gangland.learn.terms import sentence_of
from gangland.registry import load_game

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
LONGEST = {"title": 40, "about": 200, "teach": 330, "goal": 100, "hint": 170, "success": 230, "otherwise": 190}
LONGEST_ANSWER = 240
RAW_CODE = re.compile(r"\b([FABM][0-4]|[a-f][1-6])\b")
AVOID = ("!", "greedy", "obviously", "simply", "just ", "of course", "easy", "discard pile", "token", "tableau", "meld")


class Mismatch(Exception):
    """A course says something that is not so."""


def require(holds: object, what: str) -> None:
    """Raise Mismatch unless something holds."""
    if not holds:
        raise Mismatch(what)


# Could a position have come up in a game?


@singledispatch
def check_could_happen(position: Position) -> None:
    """Check what every real game keeps, as far as that can be counted."""


@check_could_happen.register
def check_famiglia(position: DuelPosition) -> None:
    """Everybody owns their 0s, each card above 0 has cost one, and sweeps and refills drew the others."""
    owned = [unpack(position.hand[seat]) + unpack(position.display[seat]) for seat in range(2)]
    for seat in range(2):
        zeros = {card.family for card in owned[seat] if card.rank == 0}
        require(zeros == set("FABM"), f"seat {seat} does not own a 0 of each family (F1.1)")
        spent = len(unpack(position.display[seat]))
        if seat and isinstance(position, SoloPosition):
            require(not spent, "the robot spends nothing (F10.2)")
            turns = len(owned[1]) - 4 - (position.first == 1)  # it takes a card every turn
            require(len(owned[0]) - 4 <= turns, "the person has had more turns than the robot")
        else:
            require(spent >= sum(card.rank > 0 for card in owned[seat]), f"seat {seat} has spent too little (F6.3)")
    discard = unpack(position.discard)
    require(all(card.rank for card in discard), "a 0 lies on the discard, and a 0 is never swept (F3.1)")
    if position.pile != 1:
        require(all(card.rank for card in unpack(position.bag)), "a 0 lies in the second pile (F8.1)")
        return
    drawn = position.street_size + sum(map(len, owned)) - 8 + len(discard)
    extra = drawn - 6 - sum(card.rank for card in discard)
    require(extra >= 0 and extra % 6 == 0, f"sweeps and refills do not give {drawn} cards (F3.2, F7.1)")


@check_could_happen.register
def check_gangs(position: GangsPosition) -> None:
    """Bosses, members, influence, reveals and whose turn it is agree with what has happened."""
    board = [GANGS[gang] for gang in position.board if gang >= 0]
    expelled, discard = unpack_gangs(position.expelled), unpack_gangs(position.discard)
    players, under_way = position.players, position.gap >= 0
    turned = len(board) + len(expelled)
    require(len(expelled) == len(discard), "every expulsion spends one influence card (G4.1)")
    held = sum(position.influence_size[:players]) + len(discard)
    require(held == (4 if players == 4 else 5) * players, f"{held} influence cards (G1.3)")
    require(position.bosses_size == max(0, 15 - turned), f"{position.bosses_size} bosses below the top (G1.4)")
    top = [GANGS[position.top]] if position.top >= 0 else []
    seen, left = Counter([*board, *expelled, *top]), Counter(unpack_gangs(position.bosses))
    for gang in GANGS:
        require(
            seen[gang] + left[gang] == 2 if turned < 16 else seen[gang] >= 2, f"the bosses of {gang} do not fit (G1.4)"
        )
    members = Counter(unpack_gangs(position.members)) + Counter(discard)
    for seat in range(players):
        members += Counter(unpack_gangs(position.influence[seat]))
        members += Counter(GANGS[gang] for gang in position.alliance[3 * seat : 3 * seat + 3])
    require(all(members[gang] <= 6 for gang in GANGS), "more than six members of a gang (G0.1)")
    if not position.crowned and not under_way and not position.reveals:
        deeds = turned - 6
        require(position.turn == (position.first + deeds) % players, f"it is another seat's turn after {deeds} turns")


# Tasks


def decisions(course: Course, task: Task) -> Iterator[Attempt]:
    """Every attempt in which the person decides, on all ways through the accepted lines; then the solved ones."""
    found = [begin(course.game, task)]
    while found:
        attempt = found.pop()
        yield attempt
        if not attempt.is_done:
            require(attempt.accepted, f"after {list(attempt.moves)} nothing legal fits an accepted line")
            found += [after for after in map(attempt.after, attempt.accepted) if after]


def check_task(course: Course, task: Task) -> None:
    """Check a task: it can be solved, has the answers that it claims, and answers whatever is legal."""
    game = load_game(course.game, task.options)
    position = game.position(task.position)
    require(game.position(str(position)) == position, "the position does not read back as itself")
    require(position.turn == SEAT and game.outcome(position) is None, "the person is not asked")
    check_could_happen(position)
    attempts = list(decisions(course, task))
    open_ones = {attempt.moves: attempt for attempt in attempts if not attempt.is_done}
    for attempt in attempts:
        require(attempt.is_done == all(not line for line in attempt.lines), "one line goes on where another ends")
        if attempt.is_done:
            check_end(task, attempt)
    played = [attempt.moves for attempt in attempts if attempt.is_done]
    for accepted in task.accept:
        require(any(fits(accepted, moves) for moves in played), f"nobody can play {list(accepted)} to its end")
    first = begin(course.game, task).shown()
    reached = dict(line.split(":", 1) for line in str(first.position).splitlines() if ":" in line)
    for line in task.after.strip().splitlines():
        key, _, value = line.partition(":")
        require(reached[key].strip() == value.strip(), f"in the end {key} is “{reached[key].strip()}”")
    answered: set[tuple[tuple[str, ...], str]] = set()
    for wrong in task.wrong:
        require(wrong.at in open_ones, f"“{wrong.move}”: nobody decides after {list(wrong.at)}")
        check_wrong(open_ones[wrong.at], wrong.move, wrong.clause)
    for poor in task.poor:
        require(poor.at in open_ones, f"“{poor.move}”: nobody decides after {list(poor.at)}")
        attempt = open_ones[poor.at]
        move = legal_move(attempt, poor.move)
        require(move not in attempt.accepted, f"“{poor.move}” is accepted")
        require(not poor.shows or consequence(attempt, move, poor), f"“{poor.move}”: what it shows cannot be drawn")
        answered.add((poor.at, poor.move))
    others = [
        str(move)
        for attempt in open_ones.values()
        for move in game.legal_moves(attempt.position)
        if move not in attempt.accepted and (attempt.moves, str(move)) not in answered
    ]
    require(not others or task.otherwise, f"there is no answer to {others[:3]}")
    require(others or not task.otherwise, "“otherwise” can never be said")


def fits(line: Line, moves: Line) -> bool:
    """Whether moves are those of an accepted line."""
    return len(line) == len(moves) and all(map(fnmatchcase, moves, line))


def check_wrong(attempt: Attempt, move: str, clause: str) -> None:
    """Check that a move is refused, and by which clause."""
    game = attempt.game
    try:
        trouble: GanglandError | None = game.why_illegal(attempt.position, game.move_type.parse(move))
    except GanglandError as error:
        trouble = error
    require(trouble, f"“{move}” is legal")
    assert trouble
    require(trouble.clause == clause, f"“{move}” is refused by {trouble.clause}, not {clause}")


def legal_move(attempt: Attempt, text: str) -> Move:
    """A legal move by its notation."""
    found = [move for move in attempt.game.legal_moves(attempt.position) if str(move) == text]
    require(found, f"“{text}” is not legal after {list(attempt.moves)}")
    return found[0]


def check_end(task: Task, attempt: Attempt) -> None:
    """Check what a task says of the end of its lines."""
    position = attempt.position
    outcome = attempt.game.outcome(position)
    require((outcome is None) == (task.outcome is None), f"whether the game is over after {list(attempt.moves)}")
    if outcome and task.outcome:
        real = (outcome.scores, outcome.winners, str(outcome.reason))
        require(real == (task.outcome.scores, task.outcome.winners, task.outcome.reason), f"the outcome is {real}")
        require(task.ranking in (None, attempt.game.ranking_score(outcome)), "the ranking score")
    require(task.points in (None, attempt.game.standing(position)[SEAT]), "the points")


# Sentences, clauses, names


def check_sentence(course: Course, entry: str, text: str) -> None:
    """Check the length, the words and the placeholders of a sentence."""
    key = entry.split(" ")[1] if " " in entry else ""
    most = LONGEST.get(key, LONGEST_ANSWER)
    require(text == text.strip() and "  " not in text and "\n" not in text, "blanks")
    require(len(text) <= most, f"{len(text)} characters, at most {most}")
    require(key == "title" or text[-1] in ".?", "it does not end as a sentence")
    bare = "".join(literal for literal, *_ in Formatter().parse(text))
    require(not RAW_CODE.search(bare), "a code that players never see")
    require(not any(word in bare.lower() for word in AVOID), "a word to avoid")
    sentence_of(load_game(course.game), text, count=2)


def rule_clauses() -> list[str]:
    """The numbered clauses of the rules, and the sections that have none."""
    found: list[str] = []
    for page in (RULES / "famiglia.md", RULES / "gangs.md"):
        for section in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            found += re.findall(r"^- ([FG]\d+\.\d+) ", section, flags=re.MULTILINE) or [section.split()[0]]
    return found


def check_clauses() -> None:
    """Check that each clause is taught by a task, or else stands in the list of the untaught with a reason."""
    tasks = [task for course in courses() for lesson in course.lesson for task in lesson.task]
    taught = {clause for task in tasks for clause in task.clauses}
    untaught = {entry.clause for course in courses() for entry in course.untaught if entry.reason}
    known = set(rule_clauses())
    cited = {wrong.clause for task in tasks for wrong in task.wrong}
    require(taught | untaught | cited <= known, f"there is no clause {sorted((taught | untaught | cited) - known)}")
    require(not taught & untaught, f"taught and in the list of the untaught: {sorted(taught & untaught)}")
    require(
        taught | untaught == known,
        f"neither taught nor in the list of the untaught: {sorted(known - taught - untaught)}",
    )


def check_names(course: Course) -> None:
    """Check that no id comes twice, and that tips and advice lead to lessons there are."""
    tasks = [task.id for lesson in course.lesson for task in lesson.task]
    ids = [*tasks, *(each.id for kind in (course.lesson, course.trigger, course.advice) for each in kind)]
    require(len(set(ids)) == len(ids), f"twice: {[name for name, count in Counter(ids).items() if count > 1]}")
    lessons = {lesson.id for each in courses() for lesson in each.lesson}
    for lesson in course.lesson:
        require(2 <= len(lesson.task) <= 5, f"{lesson.id} has {len(lesson.task)} tasks")
        require(
            all(task.id.startswith(f"{lesson.id}-") for task in lesson.task), f"{lesson.id}: a task of another name"
        )
        require(all(len(task.id) <= 16 for task in lesson.task), f"{lesson.id}: a name too long to be kept")
    told = [(entry.id, entry.lesson) for entry in course.trigger] + [
        (entry.id, entry.lesson) for entry in course.advice
    ]
    for name, wanted in told:
        require(wanted in lessons, f"{name}: there is no lesson {wanted}")


def check_translations(language: str) -> Iterator[str]:
    """What is missing in the catalogue of a language."""
    file = LOCALES / language / "LC_MESSAGES" / f"{COURSE_DOMAIN}.po"
    name = file.relative_to(ROOT)
    with file.open("rb") as opened:
        found = {str(said.id): said for said in read_po(opened, language) if said.id}
    for said in template():
        if not said.id:
            continue
        where = f"{name} {', '.join(said.auto_comments)}"
        known = found.get(str(said.id))
        string = known.string if known else ""
        forms = [string] if isinstance(string, str) else list(string or ())
        if not forms or not all(forms):
            yield f"{where}: no translation of “{said.id}”"


def failures() -> Iterator[str]:
    """Everything that does not hold, with its file and its entry."""
    try:
        every = courses()
    except BrokenCourse as error:
        yield str(error)
        return
    for course in every:
        yield from attempted(f"{course.id}.toml", check_names, course)
        for lesson in course.lesson:
            for task in lesson.task:
                yield from attempted(f"{course.id}.toml {task.id}", check_task, course, task)
        for said in messages(course):
            for text in {said.text, said.many or said.text}:
                yield from attempted(f"{course.id}.toml {said.entry}", check_sentence, course, said.entry, text)
    yield from attempted("clauses", check_clauses)
    for language in LANGUAGES[1:]:
        yield from check_translations(language)


def attempted(where: str, check: object, *values: object) -> Iterator[str]:
    """What a check says, if it does not hold."""
    try:
        check(*values)  # type: ignore[operator]
    except (Mismatch, GanglandError, AssertionError, ValueError, KeyError) as error:
        yield f"{where}: {error}"


if __name__ == "__main__":
    found = list(failures())
    print("\n".join(found) or "The courses hold.")
    sys.exit(bool(found))
