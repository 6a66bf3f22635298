"""Every page and state that there is to see: for tests of how they look, and for pictures of them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from gangland.bots.simple import choose_greedily
from gangland.core.game import Action, Game, Pass, View
from gangland.famiglia import Card, Duel, FamigliaView, PlayAccountant, PlayBrute, Solo, Swap, Sweep
from gangland.gangs import Expel, Fill, Gangs, GangsView, Reveal
from gangland.play import Match, deal
from gangland.server.new_tables import NewSeat, NewTable, Quotas
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.web.clicks import clicks
from gangland.web.clock import Clock
from gangland.web.pov import HINT
from gangland.web.table_view import TableView
from playing import come_to

MANY_TABLES = Quotas(listed=1000)
HOUR = Clock(3599, 5)  # longer than a run of all tests
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
Stop = Callable[[Match, View], bool]


def wish(game: Game, seats: tuple[NewSeat, ...], clock: Clock | None) -> NewTable:
    """A public table for these seats."""
    return NewTable(game, seats, clock=clock or Clock(), public=True)


class Company:
    """People and tables for the pictures."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.me = services.people.rename(services.people.new_guest(), "Ada")

    def table(self, game: Game, seed: int, seats: tuple[NewSeat, ...], clock: Clock | None = None) -> str:
        """Open a table with the deal of a seed. Returns its id."""
        return self.services.tables.open(self.me, wish(game, seats, clock), deal(game, seed, 0))

    def reach(
        self, game: Game, seed: int, seats: tuple[NewSeat, ...], stop: Stop, clock: Clock | None = None
    ) -> TableView:
        """A table at which greedy players have come to what is to be seen: the first such deal from a seed on."""
        match = come_to(game, seed, lambda match: stop(match, match.view(0)))
        return self.played(self.services.tables.open(self.me, wish(game, seats, clock), match.deal), match)

    def played(self, id: str, match: Match) -> TableView:
        """Make the moves of a match at a table. Returns what I see of it then."""
        for number, move in enumerate(match.moves):
            t = self.services.tables.view(id, self.me)
            if t.turn in t.mine:
                self.services.tables.move(id, self.me, number, str(move))
            else:
                self.services.tables.bot_move(id, number, str(move))
        return self.services.tables.view(id, self.me)


HOUSE = NewSeat("level", 3)


def has(action: type[Action] | Action, after: int = 0) -> Stop:
    """After so many moves, an action of this kind, or just this one, is legal."""

    def is_there(match: Match, view: View) -> bool:
        legal = [move.action for move in view.legal_moves]
        kinds = [type(other) for other in legal]
        return len(match.moves) >= after and (action in legal or action in kinds)

    return is_there


def picked(t: TableView, *picks: str) -> str:
    """The address of a table with these picks."""
    query = "&".join([f"at={t.number}", *(f"pick={pick}" for pick in picks)])
    return f"/t/{t.id}?{query}"


def first_pick(t: TableView, kind: str, depth: int = 1) -> str:
    """An address on which something that begins so has been picked, and so many picks in all."""
    assert t.view
    made: tuple[str, ...] = ()
    for _ in range(depth):
        found = clicks(t.view, made)
        wanted = [click for thing, click in found.alive.items() if not click.move and click.verb and not click.soft
                  and (made or thing.startswith(kind))]  # fmt: skip
        made = wanted[0].picks
    return picked(t, *made)


def scenes(company: Company) -> dict[str, str]:
    """Each address by its name."""
    me, services = company.me, company.services
    duel = (NewSeat("me"), HOUSE)
    found: dict[str, str] = {"home": "/", "new-duel": "/new", "new-solo": "/new?game=famiglia-solo"}
    found |= {
        "new-clock": "/new",
        "new-gangs": "/new?game=gangs&players=4&rival=link",
        "me": "/me",
        "games": "/games",
        "ranking": "/ranking",
        "ratings": "/ranking/gangs",
        "rules-famiglia": "/rules",
        "rules-gangs": "/rules/gangs",
        "opponents": "/opponents",
        "opponents-gangs": "/opponents?game=gangs&players=4",
        "learn": "/learn",
        "lesson-famiglia": "/learn/famiglia/f4?task=1&tried=take+F3+with+F2+M2",
        "lesson-gangs": "/learn/gangs/g5?task=2",
        "bring": "/replay",
        "lost": "/nowhere",
    }

    def chooser(match: Match, view: View) -> bool:
        return len(match.moves) > 35 and bool(view.legal_moves) and any(
            not click.move and click.verb == "take" for click in clicks(view, ()).alive.values()
        )  # fmt: skip

    t = company.reach(Duel(), 54, duel, chooser, HOUR)
    services.tables.chat(t.id, me, "Good luck!")
    found |= {
        "famiglia-turn": f"/t/{t.id}",
        "famiglia-chooser": first_pick(t, "street"),
        "famiglia-pile": f"/t/{t.id}#pile",
        "famiglia-card": f"/t/{t.id}/about?card=street-1",
    }
    t = company.reach(Duel(), 5, duel, has(PlayBrute, 30))
    found["famiglia-brute"] = next_brute(t)
    t = company.reach(Duel(), 5, duel, has(PlayAccountant(Card.parse("A2")), 20))
    company.services.tables.move(t.id, me, t.number, "play A2")
    t = services.tables.view(t.id, me)
    found |= {
        "famiglia-exchange": f"/t/{t.id}",
        "famiglia-exchange-picked": first_pick(t, "hand"),
        "famiglia-exchange-back": first_pick(t, "display"),
    }
    t = company.reach(Duel(), 5, duel, has(PlayAccountant(Card.parse("A2")), 20))
    company.services.tables.move(t.id, me, t.number, "play A2")
    t = services.tables.view(t.id, me)
    assert t.view
    swap = next(move for move in t.view.legal_moves if isinstance(move.action, Swap))
    services.tables.move(t.id, me, t.number, str(swap))
    found["famiglia-exchange-second"] = f"/t/{t.id}"
    t = company.reach(Duel(), 9, duel, lambda match, view: len(match.moves) > 30 and view.turn == 1)
    found["famiglia-wait"] = f"/t/{t.id}"
    t = company.reach(Duel(), 12, duel, has_ended)
    found |= {
        "famiglia-end": f"/t/{t.id}",
        "famiglia-replay": f"/t/{t.id}/replay?at=30",
        "famiglia-replay-open": f"/t/{t.id}/replay?at=12&as=all",
        "famiglia-share": f"/t/{t.id}/replay?at=20#share",
        "famiglia-fair": f"/t/{t.id}/fair",
        "famiglia-try": f"/t/{t.id}/try?at=12",
    }
    t = company.reach(Solo(2), 4, (NewSeat("me"),), lambda match, view: len(match.moves) > 45 and view.turn == 0)
    found["solo-turn"] = f"/t/{t.id}"
    t = company.reach(Solo(1), 4, (NewSeat("me"),), has_ended)
    found["solo-end"] = f"/t/{t.id}"
    t = company.reach(Duel(), 267, duel, holds_many)
    found["famiglia-late"] = f"/t/{t.id}"
    four = (NewSeat("me"), HOUSE, NewSeat("level", 1), NewSeat("level", 5))
    t = company.reach(
        Gangs(4), 3, four,
        lambda match, view: (
            len(match.moves) > 24
            and view.turn == 0
            and isinstance(view, GangsView)
            and not view.gap
            and not view.reveals
            and has(Expel)(match, view)
        ),
        HOUR,
    )  # fmt: skip
    found |= {
        "gangs-turn": f"/t/{t.id}",
        "gangs-climb": first_pick(t, "spot"),
        "gangs-agent": first_pick(t, "influence"),
        "gangs-victim": first_pick(t, "influence", 2),
        "gangs-deck": f"/t/{t.id}#pile",
        "gangs-card": f"/t/{t.id}/about?card=spot-b2",
    }
    t = company.reach(Gangs(4), 4, four, has(Fill, 20))
    found["gangs-gap"] = f"/t/{t.id}"
    t = company.reach(Gangs(4), 3, four, many_gone, HOUR)
    found["gangs-late"] = f"/t/{t.id}"
    t = company.reach(Gangs(3), 5, four[:3], has(Reveal))
    found["gangs-reveal"] = f"/t/{t.id}"
    t = company.reach(Gangs(4), 6, four, lambda match, view: len(match.moves) > 30 and view.turn == 2)
    found["gangs-wait"] = f"/t/{t.id}"
    t = company.reach(Gangs(2), 6, four[:2], has(Pass))
    found["gangs-pass"] = f"/t/{t.id}"
    t = company.reach(Gangs(4), 8, four, has_ended)
    found |= {
        "gangs-end": f"/t/{t.id}",
        "gangs-replay": f"/t/{t.id}/replay?at=40",
        "gangs-replay-all": f"/t/{t.id}/replay?at=48&as=all",
        "gangs-try": f"/t/{t.id}/try?at=40",
    }
    found |= with_help(company)
    id_ = company.table(Gangs(3), 8, (NewSeat("me"), NewSeat("here", name="Bo"), HOUSE))
    found["gangs-curtain"] = f"/t/{id_}"
    id_ = company.table(Gangs(3), 8, (NewSeat("me"), NewSeat("link"), NewSeat("open")), Clock(1200, 10))
    found |= {"lobby": f"/t/{id_}", "lobby-qr": f"/t/{id_}"}
    return found | with_friends(company)


def with_help(company: Company) -> dict[str, str]:
    """Tables at which a hint is asked for or shown, and first games with a tip."""
    me, services = company.me, company.services
    found = {}
    for name, game in (("famiglia", Duel()), ("gangs", Gangs(2))):
        t = company.reach(game, 5, (NewSeat("me"), HOUSE), lambda match, view: len(view.legal_moves) > 9)
        found[f"{name}-hint-asked"] = picked(t, HINT)
        t = company.reach(game, 6, (NewSeat("me"), HOUSE), lambda match, view: len(view.legal_moves) > 9)
        services.tables.hint(t.id, me, t.number)
        services.tables.give_hint(t.id, t.number, t.legal_moves[0])
        found[f"{name}-hint"] = picked(t, HINT)
        first = services.tables.open(
            me, NewTable(game, (NewSeat("me"), NewSeat("level", 1)), guided=True), deal(game, 7, 0)
        )
        found[f"{name}-first"] = f"/t/{first}"
    return found


def with_friends(company: Company) -> dict[str, str]:
    """Tables at which others sit, and tables on which something is asked or refused."""
    me, services = company.me, company.services
    duel = (NewSeat("me"), HOUSE)
    t = company.reach(Duel(), 2, duel, only_sweeps)
    crowded = company.reach(Duel(), 43, duel, crowded_sweep)
    found = {"famiglia-sweep": f"/t/{t.id}", "famiglia-crowded": f"/t/{crowded.id}", "famiglia-refused": f"/t/{t.id}"}
    friend, other = (services.people.rename(services.people.new_guest(), name) for name in ("Benedikta", "Cleo"))
    for name, game in (("famiglia-watching", Duel()), ("gangs-watching", Gangs(2))):
        watched = services.tables.open(friend, NewTable(game, (NewSeat("me"), NewSeat("open"))), deal(game, 5, 0))
        services.tables.claim(watched, other)
        play_together(services, watched, [friend, other], 24)
        found[name] = f"/t/{watched}"
    asked = services.tables.open(me, NewTable(Duel(), (NewSeat("me"), NewSeat("open"))), deal(Duel(), 5, 0))
    services.tables.claim(asked, friend)
    play_together(services, asked, [me, friend], 21)
    for who, text in ((friend, "Oh no, I meant the other one"), (me, "Let me see…"), (friend, "May I take it back?")):
        services.tables.chat(asked, who, text)
    services.tables.undo(asked, friend, services.tables.view(asked, me).number, 1)
    found |= dict.fromkeys(("famiglia-chat", "famiglia-about-table"), f"/t/{asked}#side")
    found["famiglia-offer"] = f"/t/{asked}"
    return found | playing_again(company, friend)


def playing_again(company: Company, friend: Person) -> dict[str, str]:
    """Ends at which somebody wants to go on, and where that leads; one of the company is a bot."""
    me, services = company.me, company.services
    bot, _ = services.people.new_bot("Deep Street")
    found: dict[str, str] = {}
    for name, game, people, asks in (
        ("called", Duel(), [me, friend], friend), ("waits", Gangs(3), [me, bot, friend], me),
    ):  # fmt: skip
        table = services.tables.open(
            me, NewTable(game, (NewSeat("me"), *[NewSeat("open")] * (len(people) - 1))), deal(game, 5, 0)
        )
        for guest in people[1:]:
            services.tables.claim(table, guest)
        if game == Duel():
            services.tables.resign(table, friend)
        else:
            play_together(services, table, people, 1000)
        following = services.tables.rematch(table, asks)
        found |= {f"end-{name}": f"/t/{table}", f"lobby-{name}": f"/t/{following}"}
    return found


def has_ended(match: Match, view: View) -> bool:
    """Whether the game is over."""
    return match.outcome is not None


def holds_many(match: Match, view: View) -> bool:
    """Whether seat 0 is to move with a crowded hand."""
    return isinstance(view, FamigliaView) and view.turn == 0 and len(view.hands[0]) > 11


def many_gone(match: Match, view: View) -> bool:
    """Whether seat 0 is to move and many have been expelled."""
    return isinstance(view, GangsView) and view.turn == 0 and not view.gap and len(view.expelled) > 11


def only_sweeps(match: Match, view: View) -> bool:
    """Whether nothing but a sweep or a pass is left, some moves into the game."""
    return len(match.moves) > 8 and {type(move.action) for move in view.legal_moves} == {Sweep, Pass}


def crowded_sweep(match: Match, view: View) -> bool:
    """Whether only a sweep is left, of a crowded Street."""
    return only_sweeps(match, view) and isinstance(view, FamigliaView) and len(view.street) > 11


def play_together(services: Services, table: str, people: list[Person], count: int) -> None:
    """Let people make so many moves by rules of thumb."""
    for _ in range(count):
        turn = services.tables.view(table, None).turn
        if turn is None:
            return
        t = services.tables.view(table, people[turn])
        assert t.view
        services.tables.move(table, people[turn], t.number, str(choose_greedily(t.view)))


def say_nonsense(page: Page) -> None:
    """Type a move that is refused, and wait for the answer."""
    page.evaluate("const typed = document.getElementById('typed'); typed.value = 'take F4'; typed.form.requestSubmit()")
    page.locator("[role=alert]").wait_for()


AFTERWARDS: dict[str, Callable[[Page], object]] = {
    "famiglia-refused": say_nonsense,
    "new-clock": lambda page: page.locator("label:has([value=live])").click(),
    "famiglia-chat": lambda page: page.locator("label[for=tab-chat]").click(),
    "famiglia-about-table": lambda page: page.locator("label[for=tab-table]").click(),
    "lobby-qr": lambda page: page.locator("summary").first.click(),
}


def show(page: Page, name: str, address: str) -> None:
    """Open a page and do what its scene needs."""
    page.goto(address)
    assert name == "lost" or not page.locator("main.trouble, .stage .trouble").count(), "its clock has run out"
    if name in AFTERWARDS:
        AFTERWARDS[name](page)


def next_brute(t: TableView) -> str:
    """The address of a table with the first Brute picked that may be played."""
    assert t.view
    brute = next(move.action.brute for move in t.view.legal_moves if isinstance(move.action, PlayBrute))
    return picked(t, f"hand:{brute}")
