"""Whole games on a server, played again where whatever a viewer cannot see is permuted: every byte is the same.

Everything that is sent to every seat and to a watcher is recorded: pages, also with a first click made, JSON, both
streams, a bot's own stream, records, refusals, chat, moves that are taken back. Another world is made at several
moments of a game; from then on it goes the same way until the viewer sees a difference, as a card that was hidden
comes up.
"""

import asyncio
import gc
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType

import pytest
from starlette.types import ASGIApp, Message, Scope

from conftest import PLAIN, clause, long_only
from gangland.core.chance import Random as Dice
from gangland.core.errors import IllegalMove
from gangland.core.game import Game, View
from gangland.core.position import Position
from gangland.core.words import Language
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs, GangsView
from gangland.play import Deal, Match, Reshuffled
from gangland.server.app import create_app
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.routes import variations
from gangland.server.routes.table import Place, look
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.undo import moves_to_take_back
from gangland.web.drawings import table_values
from gangland.web.table_view import TableView
from playing import come_to, played
from serving import Time, person, sit
from waiting import complete
from worlds import another_pile, another_world

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="what is sent is the same, only slower"),
]
KINDS: list[Game] = [Duel(), Solo(3), Gangs(2), Gangs(3), Gangs(4)]
NAMES = ["Anna", "Ben", "Carl", "Dora"]
LOG = re.compile(r'<ol[^>]*id="log".*?</ol>', re.DOTALL)
FACTS = re.compile(r'<div class="pane" id="pane-table".*?</aside>', re.DOTALL)
PARTS = 2  # so often another world is made in a game
PAGES = 3  # moves between two pages of one viewer; the streams tell everything at every move
BEYOND = 3  # moves that another world is followed after its making, if it looks the same for so long
SELDOM = 16  # moves between two looks at what hardly changes
ANSWERS = 2  # cards that are asked what they are, with each page
ASKING = re.compile(r'form="about"\s+name="card"\s+value="([^"]+)"')
LEADS_TO = re.compile(r"\(b'location', b'(/try\?[^']*)'\)")
KEPT_AT = re.compile(r"\(b'location', b'(/v/[^']*)'\)")
FIRST_CLICK = re.compile(r'href="(/t/[^"]*pick=(?!hint|undo)[^"]*)"')


@dataclass
class Ear:
    """One viewer of a table: asks as a browser and as a program does, and listens to the streams."""

    app: ASGIApp
    table: str
    cookie: str | None
    streams: list[list[str]] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def call(
        self, method: str, path: str, heard: list[str], wish: dict[str, object] | None = None, form: str = ""
    ) -> None:
        path, _, query = path.partition("?")
        body = json.dumps(wish).encode() if wish else form.encode()
        headers = {
            "host": "localhost",
            "origin": "http://localhost",
            "content-type": "application/x-www-form-urlencoded" if form else "application/json",
            "accept-language": "en",
        }
        headers |= {"cookie": f"gangland={self.cookie}"} if self.cookie else {}
        headers |= {"hx-request": "true"} if path.endswith("/about") else {}  # without the page around it
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "method": method, "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "server": ("localhost", 80), "client": ("there", 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if asked:  # nobody hangs up
                await asyncio.Event().wait()
            asked = True
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                heard.append(told(message))
            elif message.get("body"):
                heard.append(message["body"].decode())

        await self.app(scope, receive, send)

    def listen(self) -> None:
        paths = [f"/t/{self.table}/events?page=open", f"/api/tables/{self.table}/stream"]
        for path in (*paths, "/api/stream") if self.cookie else paths:
            self.streams.append([])
            self.tasks.append(asyncio.create_task(self.call("GET", path, self.streams[-1])))

    async def hear(self, at: TableView, number: int, asks: bool) -> list[str]:
        """All that there is to hear after so many moves; the page, which takes longest to make, if the viewer asks."""
        marks = (f'data-version="{at.version}"', f'"version":{at.version},', f'"entries":{at.number},')
        async with asyncio.timeout(60):
            while not all(mark in latest(stream) for mark, stream in zip(marks, self.streams, strict=False)):
                await asyncio.sleep(0.001)
        heard: list[str] = []
        if asks or number % SELDOM == 0:
            await self.call("GET", f"/t/{self.table}", heard)
            page = "".join(heard)
            for link in FIRST_CLICK.findall(page)[:1]:
                await self.call("GET", unescape(link), heard)
            resting = ASKING.findall(page)
            for place in range(ANSWERS if resting else 0):  # others each time
                piece = resting[(7 * number + place) % len(resting)]
                await self.call("GET", f"/t/{self.table}/about?card={piece}", heard)
        if number % SELDOM == 0:
            for path in ("", "?seat=0", "?seat=1", "/record"):
                await self.call("GET", f"/api/tables/{self.table}{path}", heard)
            for path in ("?as=0", "?as=1", "/record", "/about?card=influence-0&as=1", "/about?card=ally-1-0"):
                await self.call("GET", f"/t/{self.table}{path}", heard)
            if number % (2 * SELDOM) == 0:
                await self.look_again(at, number, heard)
            for move in ("fill a1", "take F0", "expel a1 by a2 with P", "nonsense"):
                wish: dict[str, object] = {"number": at.number, "move": move, "seat": 3}
                await self.call("POST", f"/api/tables/{self.table}/moves", heard, wish)
        return [*heard, *map(latest, self.streams)]

    async def look_again(self, at: TableView, number: int, heard: list[str]) -> None:
        """The replay of the game so far and its picture, and what may be tried from there and kept."""
        home = f"/t/{self.table}"
        paths = [f"{home}/replay", f"{home}/replay?at={number}", f"{home}/replay.svg?at={number}"]
        if not at.outcome:  # when the game is over, everybody may ask for what was hidden
            pages = ("replay", "replay.svg", "try")
            paths += [f"{home}/{page}?as={eye}" for page in pages for eye in ("0", "1", "all")]
            paths += [f"{home}/fair", f"{home}/try?at={number}", f"{home}/try?at={number // 2}&as=nobody"]
        for path in paths:
            before = len(heard)
            await self.call("GET", path, heard)
            if led := LEADS_TO.search(heard[before]):
                await self.call("GET", led[1], heard)


def latest(stream: list[str]) -> str:
    """The newest that a stream told of the table; when it tells who comes and goes, chance decides.

    The log of a board is left out, as it has only what is new since the stream began, and so are the facts about the
    table, which are sent once; pages have both whole.
    """
    newest = next((text for text in reversed(stream) if text.startswith(("event: board", "{"))), "")
    return FACTS.sub("", LOG.sub("", newest))


def told(start: Message) -> str:
    """Status and headers; a new guest's cookie is new, and a length says less than the body."""
    headers = [(name, value) for name, value in start["headers"] if name not in (b"set-cookie", b"content-length")]
    return f"{start['status']} {headers}"


@dataclass
class Told:
    """What each viewer was told by the number of moves made, and what they saw then."""

    heard: dict[tuple[int | None, int], list[str]] = field(default_factory=dict)
    views: dict[tuple[int | None, int], View] = field(default_factory=dict)


@asynccontextmanager
async def house_at(folder: Path) -> AsyncIterator[tuple[ASGIApp, Services]]:
    app = create_app(Settings(f"sqlite:///{folder / 'tables.db'}", now=Time(), bot_workers=0, limits=False))
    services = app.state.services
    services.tables.present = lambda table, person: True  # who is looking is for everybody to know
    async with services.running():
        yield app, services


def seat_all(services: Services, match: Match) -> tuple[str, list[Person]]:
    if not isinstance(match.game, Solo):
        return sit(services, match, NAMES[: match.game.seats])
    who = person(services, NAMES[0])
    return services.tables.open(who, NewTable(match.game, (NewSeat("me"),)), match.deal), [who]


async def tell_game(
    app: ASGIApp, services: Services, match: Match, viewers: list[int | None], start: int, stop: int
) -> Told:
    """Play the moves of a match up to `stop`, and record from `start` on what is sent to these viewers."""
    table, people = seat_all(services, match)
    ears = {
        seat: Ear(app, table, None if seat is None else services.people.cookie(people[seat]))
        for seat in viewers
        if seat is None or seat < len(people)
    }
    found = Told()
    moves = match.moves
    twin = Match(match.game, match.deal)

    async def tell_all() -> None:
        if number < start:
            return
        for seat, ear in ears.items():
            asks = (number + (seat or 0)) % PAGES == 0 or bool(twin.outcome)  # every page is somebody's
            heard = await ear.hear(services.tables.view(table, None), number, asks)
            found.heard.setdefault((seat, number), []).extend(plain(text, table, match) for text in heard)
            found.views[seat, number] = twin.view(seat)

    def move_on(move: str) -> None:
        t = services.tables.view(table, None)
        assert t.turn is not None
        if t.turn < len(people):
            services.tables.move(table, people[t.turn], t.number, move)
        else:
            services.tables.bot_move(table, t.number, move)

    for number in range(stop + 1):
        if number == start:
            for ear in ears.values():
                ear.listen()
        await tell_all()
        if number % SELDOM == SELDOM // 2 and not twin.outcome:
            services.tables.chat(table, people[0], f"After {number} moves.")
            await tell_all()
            if len(people) > 1:
                back = await take_back(services, table, people, twin, tell_all)
                for again in moves[number - back : number]:
                    move_on(str(again))
        if number < stop:
            move_on(str(moves[number]))
            twin.push(moves[number])
    tasks = [task for ear in ears.values() for task in ear.tasks]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


async def take_back(
    services: Services, table: str, people: list[Person], match: Match, tell: Callable[[], Awaitable[None]]
) -> int:
    """Whoever is not to move asks for their last move, first in vain, then all agree; so many moves are gone."""
    asker = next(seat for seat in range(len(people)) if seat != match.turn and moves_to_take_back(match, seat))
    for agree in (False, True):
        services.tables.undo(table, people[asker], services.tables.view(table, None).number)
        await tell()
        for other, who in enumerate(people):
            at = services.tables.view(table, None)
            if other != asker and at.undo.asked_by is not None:
                services.tables.answer_undo(table, who, at.number, agree)
        await tell()
    return moves_to_take_back(match, asker)


def plain(text: str, table: str, match: Match) -> str:
    """Less what names the table, and less the deal, which everybody gets when the game is over."""
    text = text.replace(table, "TABLE").replace(match.commitment, "COMMITMENT")
    state = json.loads(text) if text.startswith("{") else {}
    if "deal" in state:
        return "a record"
    return json.dumps({**state, "record": "a record"}) if state.get("record") else text


def up_to(match: Match, moves: int) -> Match:
    twin = Match(match.game, match.deal)
    for move in match.moves[:moves]:
        twin.push(move)
    return twin


def elsewhere(match: Match, cut: int, seat: int | None, random: Random) -> Match:
    """Another world that looks the same to the seat until the cut, played on as long as the moves are legal there."""
    begun = up_to(match, cut)
    twin = another_world(begun, seat, random) if isinstance(match.game, Gangs) else another_pile(begun, random)
    differs = (twin.deal.setup, twin.pile) != (begun.deal.setup, begun.pile)
    assert differs or begun.outcome  # at the end of Famiglia nothing is hidden any more
    try:
        for move in match.moves[cut:]:
            twin.push(move)
    except IllegalMove:
        pass
    return twin


@clause("F1.5", "G1.2", "G1.4", "G8")
@pytest.mark.parametrize(
    "game",
    [Gangs(2), *(pytest.param(game, marks=long_only) for game in (Duel(), Solo(3), Gangs(3), Gangs(4)))],
    ids=str,
)
def test_no_byte_of_a_whole_game_tells_what_is_hidden(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variations, "new_chance", lambda: Dice(7))  # so that two tries of one position are the same
    match = played(game, 5)
    assert match.outcome
    viewers: list[int | None] = [*range(game.seats), None]
    cuts = [len(match.moves) * part // PARTS for part in range(PARTS + 1)]

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            truth = await tell_game(app, services, match, viewers, 0, len(match.moves))
            for seat in (seat for seat in viewers if (seat, 0) in truth.heard):
                for start, cut in pairwise(cuts):
                    twin = elsewhere(match, cut, seat, Random(cut))
                    stop = min(len(twin.moves), cut + BEYOND)
                    tale = await tell_game(app, services, up_to(twin, stop), [seat], start, stop)
                    for key, view in tale.views.items():
                        if view != truth.views[key]:
                            assert key[1] > cut
                            break
                        assert tale.heard[key] == truth.heard[key], key
        assert any("stage trying" in text for heard in truth.heard.values() for text in heard)
        told = {tuple(heard) for (_, number), heard in truth.heard.items() if number == cuts[1]}
        assert len(told) == len(truth.heard) / (len(match.moves) + 1)  # everybody was told something else

    complete(compare())


@clause("F1.5", "G8")
@pytest.mark.parametrize("game", [Duel(), Gangs(2), pytest.param(Gangs(4), marks=long_only)], ids=str)
def test_no_byte_of_a_record_that_is_not_over_tells_what_is_hidden(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gets the address of such a record sees what a watcher saw: on its pages, in pictures, files and tries."""
    monkeypatch.setattr(variations, "new_chance", lambda: Dice(7))
    match = played(game, 5, 40)
    twin = elsewhere(match, 40, None, Random(5))

    async def tell(app: ASGIApp, services: Services, world: Match) -> dict[str, str]:
        id = services.uploads.keep(world.record().dumps())
        pages = [f"{page}?at={at}&as={eye}" for page in ("", ".svg", "/try") for at in (0, 40) for eye in EYES]
        return {page: told.replace(id, "RECORD") for page, told in (await read_below(app, f"/r/{id}", pages)).items()}

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            found, other = [await tell(app, services, world) for world in (match, twin)]
            finished = services.uploads.keep(played(game, 5).record().dumps())
            over = await read_below(app, f"/r/{finished}", ["?as=all"])
        for page, text in found.items():
            assert text.replace(match.commitment, "") == other[page].replace(twin.commitment, ""), page
        for page in ("?at=40&as=0", "?at=40&as=1", "?at=40&as=all", ".svg?at=40&as=0", "/try?at=40&as=1"):
            assert found[page].startswith("422"), page
        shown = ("", "?at=40&as=nobody", ".svg?at=40&as=nobody", "/fair")
        assert [found[page][:3] for page in (*shown, "/record")] == ["200"] * 4 + ["403"]
        assert {text[:3] for text in over.values()} == {"200"}

    complete(compare())


EYES = ("nobody", "0", "1", "all")


async def read_below(app: ASGIApp, home: str, pages: list[str]) -> dict[str, str]:
    """What a stranger is told below an address, page by page, and where it leads."""
    found: dict[str, str] = {}
    for page in ("", ".svg", "/fair", "/record", *pages):
        heard: list[str] = []
        ear = Ear(app, "", None)
        await ear.call("GET", f"{home}{page}", heard)
        if led := LEADS_TO.search(heard[0]):
            await ear.call("GET", led[1], heard)
        found[page] = "".join(heard)
    return found


@clause("G8")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_no_byte_of_a_kept_variation_tells_what_is_hidden(
    seat: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A branch of a running game tells its own seat what that seat has seen, and everybody else nothing."""
    monkeypatch.setattr(variations, "new_chance", lambda: Dice(7))
    match = played(Gangs(2), 5, 40)
    twin = another_world(match, seat, Random(5))

    async def tell(app: ASGIApp, services: Services, world: Match) -> list[str]:
        """What the seat or a watcher is told of the variation that each seat has kept."""
        table, people = sit(services, world, NAMES[:2])
        for number, move in enumerate(world.moves):
            services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
        viewer = Ear(app, table, None if seat is None else services.people.cookie(people[seat]))
        told = []
        for keeper in (0, 1):
            heard: list[str] = []
            ear = Ear(app, table, services.people.cookie(people[keeper]))
            await ear.call("GET", f"/t/{table}/try?at=30&as={keeper}", heard)
            led = LEADS_TO.search(heard[0])
            assert led
            await ear.call("POST", "/try/keep", heard, form=f"{led[1].partition('?')[2]}&name=Mine")
            kept = KEPT_AT.search(heard[-1])
            assert kept
            page: list[str] = []
            await viewer.call("GET", kept[1], page)
            told.append(plain("".join(page), table, world).replace(kept[1], "/v/KEPT"))
        return told

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            found, other = [await tell(app, services, world) for world in (match, twin)]
        assert found == other
        assert ["stage trying" in page for page in found] == [seat == 0, seat == 1]
        assert [page[0] for page in found] == ["2" if seat == keeper else "4" for keeper in (0, 1)]

    complete(compare())


@clause("G8")
@pytest.mark.parametrize("seat", [None, 0])
def test_a_hint_tells_others_nothing_and_its_seat_only_what_it_has_seen(seat: int | None, tmp_path: Path) -> None:
    """To a watcher it is the same whatever the hint is; to its seat, whatever others hide."""
    match = come_to(Gangs(2), 5, lambda match: len(match.moves) > 20 and match.turn == 0 and len(match.legal_moves) > 3)
    twin = another_world(match, seat, Random(5))

    async def tell_hint(app: ASGIApp, services: Services, world: Match, advised: str) -> list[str]:
        who = person(services, NAMES[0])
        wanted = NewTable(world.game, (NewSeat("me"), NewSeat("level", 1)))
        table = services.tables.open(who, wanted, world.deal)
        for move in world.moves:
            t = services.tables.view(table, None)
            if t.turn == 0:
                services.tables.move(table, who, t.number, str(move))
            else:
                services.tables.bot_move(table, t.number, str(move))
        number = len(world.moves)
        ear = Ear(app, table, services.people.cookie(who if seat == 0 else person(services, "Wim")))
        heard: list[str] = []
        services.tables.hint(table, who, number)
        for step in ("thinking", "shown"):
            if step == "shown":
                services.tables.give_hint(table, number, advised)
            for path in ("", f"?at={number}&pick=hint", f"?as=0&at={number}&pick=hint"):
                await ear.call("GET", f"/t/{table}{path}", heard)
            for path in ("", "?seat=0"):
                await ear.call("GET", f"/api/tables/{table}{path}", heard)
            await ear.call("POST", f"/api/tables/{table}/hint", heard, {"number": number, "seat": 0})
        assert services.tables.view(table, who).hints.move == advised
        return [plain(text, table, world) for text in heard]

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            moves = [str(world.legal_moves[-1 if seat is None and world is twin else 0]) for world in (match, twin)]
            told = [
                await tell_hint(app, services, world, move) for world, move in zip((match, twin), moves, strict=True)
            ]
        assert told[0] == told[1]
        assert (moves[0] == moves[1]) == (seat == 0)
        assert any('"hints":{"offered":true' in text for text in told[0]) == (seat == 0)

    assert seat is None or match.seen(0) == twin.seen(0)  # all that the search is given
    complete(compare())


@clause("G8")
@pytest.mark.parametrize("seat", [None, 0])
def test_a_tip_is_for_its_seat_alone_and_tells_only_what_it_has_seen(seat: int | None, tmp_path: Path) -> None:
    match = come_to(Gangs(2), 5, lambda match: len(match.moves) > 20 and match.turn == 0)
    twin = another_world(match, seat, Random(5))

    async def tell_tip(app: ASGIApp, services: Services, world: Match) -> list[str]:
        who = person(services, NAMES[0])
        wanted = NewTable(world.game, (NewSeat("me"), NewSeat("level", 1)), guided=True)
        table = services.tables.open(who, wanted, world.deal)
        for move in world.moves:
            t = services.tables.view(table, None)
            if t.turn == 0:
                services.tables.move(table, who, t.number, str(move))
            else:
                services.tables.bot_move(table, t.number, str(move))
        ear = Ear(app, table, services.people.cookie(who if seat == 0 else person(services, "Wim")))
        heard: list[str] = []
        await ear.call("GET", f"/t/{table}", heard)
        return [plain(text, table, world) for text in heard]

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            told = [await tell_tip(app, services, world) for world in (match, twin)]
        assert told[0] == told[1]
        assert any('class="guide"' in text for text in told[0]) == (seat == 0)

    complete(compare())


@clause("G8")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_at_a_shared_screen_no_page_tells_of_more_than_one_seat(seat: int | None, tmp_path: Path) -> None:
    """The curtain tells what a watcher may know, and whoever lifts it sees no more than a seat of their own would."""
    match = played(Gangs(2), 5)
    cut = len(match.moves) // 2
    twin = another_world(up_to(match, cut), seat, Random(cut))

    async def compare() -> None:
        async with house_at(tmp_path) as (app, services):
            truth, tale = [await tell_shared(app, services, up_to(world, cut)) for world in (match, twin)]
        for number, pages in enumerate(truth):
            assert pages[seat] == tale[number][seat], number
        others = [other for other in (0, 1) if other != seat]
        assert all(any(pages[other] != tale[number][other] for number, pages in enumerate(truth)) for other in others)

    complete(compare())


async def tell_shared(app: ASGIApp, services: Services, match: Match) -> list[dict[int | None, str]]:
    """After each move the page as it comes, and as either of the two at the screen asks for it."""
    who = person(services, NAMES[0])
    seats = (NewSeat("me"), NewSeat("here", name=NAMES[1]))
    table = services.tables.open(who, NewTable(match.game, seats), match.deal)
    ear = Ear(app, table, services.people.cookie(who))
    pages: list[dict[int | None, str]] = []
    for number in range(len(match.moves) + 1):
        pages.append({})
        for seat, query in ((None, ""), (0, "?as=0"), (1, "?as=1")):
            heard: list[str] = []
            await ear.call("GET", f"/t/{table}{query}", heard)
            pages[-1][seat] = plain("".join(heard), table, match)
        if number < len(match.moves):
            services.tables.move(table, who, number, str(match.moves[number]))
    return pages


@clause("G7.1", "G8")
def test_the_end_reveals_alliances_and_nothing_else(tmp_path: Path) -> None:
    match = played(Gangs(3), 5)
    services = Services(Settings(f"sqlite:///{tmp_path / 'tables.db'}", now=Time(), limits=False))
    services.store.migrate()
    table, people = seat_all(services, match)
    for number, move in enumerate(match.moves):
        turn = services.tables.view(table, None).turn
        assert turn is not None
        services.tables.move(table, people[turn], number, str(move))
    seen = services.tables.view(table, people[0]).view
    assert isinstance(seen, GangsView)
    alliances = [tuple(map(str, player.alliances)) for player in seen.players]
    assert alliances == [tuple(own) for own in match.deal.setup["alliances"]]
    assert [player.influence is None for player in seen.players] == [False, True, True]
    services.store.close()


@pytest.mark.parametrize("game", KINDS, ids=str)
def test_nothing_that_a_page_is_made_from_leads_to_what_is_hidden(game: Game, tmp_path: Path) -> None:
    """Follow every reference from what a page and its template get: no match, no deal, no position, no order."""
    services = Services(Settings(f"sqlite:///{tmp_path / 'tables.db'}", now=Time(), limits=False))
    services.store.migrate()
    match = played(game, 5, 75)
    table, people = seat_all(services, match)
    for number, move in enumerate(match.moves):
        turn = services.tables.view(table, None).turn
        assert turn is not None
        if turn < len(people):
            services.tables.move(table, people[turn], number, str(move))
        else:
            services.tables.bot_move(table, number, str(move))
    pov = look(services, people[0], Language("en"), "http://here", Place(table), "")
    reached = reachable([pov, table_values(pov)])
    assert any(isinstance(thing, View) for thing in reached)  # the walk goes deep enough
    assert [thing for thing in reached if isinstance(thing, Match | Deal | Position)] == []
    assert [thing for thing in reached if isinstance(thing, Reshuffled) and thing.cards] == []
    services.store.close()


def reachable(start: object) -> list[object]:
    """All that can be reached without going into code, where everything can be."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | ModuleType | Language):
            continue
        found[id(thing)] = thing
        waiting += list(thing.__closure__ or ()) if isinstance(thing, FunctionType) else gc.get_referents(thing)
    return list(found.values())
