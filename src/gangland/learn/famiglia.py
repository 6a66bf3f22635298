"""What is special about learning Famiglia: the facts that its tips ask for, and the measures of its advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gangland.core.arguments import instance
from gangland.core.game import Pass, Termination
from gangland.famiglia import Card, FamigliaMove, FamigliaView
from gangland.famiglia.moves import Action, PlayAccountant, PlayBrute, Sweep, Take
from gangland.famiglia.view import PileInUse, opened_by_brutes
from gangland.learn.advice import Measure, decisions, measures_of
from gangland.learn.guide import Fact, facts_of
from gangland.learn.moments import Event, Moment, Story

DEAR = 6  # points: a card that is worth so much, or more
FAIR = 3


def seen(moment: Moment) -> FamigliaView:
    """The table as the person sees it at a moment."""
    return instance(moment.view, FamigliaView, "A view of Famiglia")


def seen_before(moment: Moment) -> FamigliaView:
    """The table as the person saw it before the move of a moment."""
    return instance(moment.before, FamigliaView, "A view of Famiglia")


def action_of(moment: Moment) -> Action | None:
    """What was done in a move, or None."""
    return instance(moment.move, FamigliaMove, "A move of Famiglia").action if moment.move else None


def hand_of(view: FamigliaView) -> tuple[Card, ...]:
    """The viewer's hand."""
    return view.hands[view.seat or 0]


def takes(view: FamigliaView, holds: Callable[[Take], bool]) -> list[FamigliaMove]:
    """The legal moves that take a card in such a way, the one that is worth most first."""
    found = [(move.action.card.points, move) for move in view.legal_moves if isinstance(move.action, Take)]
    wanted = [(worth, move) for worth, move in found if isinstance(move.action, Take) and holds(move.action)]
    return [move for _, move in sorted(wanted, key=lambda row: -row[0])]


def pays_a_pair(take: Take) -> bool:
    """Whether two equal cards pay."""
    return take.spent is not None and take.is_plain


def pays_a_joker(take: Take) -> bool:
    """Whether a joker pays with another card (F6.4)."""
    return not take.is_plain


def zeros(view: FamigliaView) -> list[FamigliaMove]:
    """The legal moves that take a 0."""
    return takes(view, lambda take: take.card.rank == 0)


def is_new_turn(view: FamigliaView) -> bool:
    """Whether nothing has been played in this turn."""
    return view.accountant is None and view.brute is None and not view.swept


def able(view: FamigliaView, family: str) -> list[Card]:
    """The viewer's cards of a family that have its ability."""
    return [card for card in hand_of(view) if card.family == family and card.rank]


def opening_brutes(view: FamigliaView) -> list[FamigliaMove]:
    """The legal moves of a Brute that bring a card within reach (F5.2)."""
    opened = opened_by_brutes(view)
    return [
        move
        for move in view.legal_moves
        if isinstance(move.action, PlayBrute) and (move.action.brute, move.action.target) in opened
    ]


def helping_accountants(view: FamigliaView) -> list[FamigliaMove]:
    """The legal moves that play an Accountant while the display holds a card with an ability."""
    display = view.displays[view.seat or 0]
    if not any(card.rank and card.family != "A" for card in display):
        return []
    return [move for move in view.legal_moves if isinstance(move.action, PlayAccountant)]


def rival_has_pair_for(view: FamigliaView, card: Card) -> bool:
    """Whether the other side holds a pair for a card (F6.2)."""
    return bool(card.rank) and view.hands[1 - (view.seat or 0)].count(Card.of(card.family, card.rank - 1)) > 1


def first_mercenary(view: FamigliaView) -> list[FamigliaMove]:
    """The legal moves that take a Mercenary 0 for a pair with the only one in hand."""
    zero = Card.of("M", 0)
    return takes(view, lambda take: take.card == zero) if hand_of(view).count(zero) == 1 else []


FACTS: dict[str, Fact] = {
    "new-turn": lambda m: is_new_turn(seen(m)),
    "pair-card": lambda m: takes(seen(m), pays_a_pair),
    "joker-card": lambda m: takes(seen(m), pays_a_joker),
    "no-pair-card": lambda m: not takes(seen(m), lambda take: take.spent is not None),
    "can-sweep": lambda m: seen(m).may_sweep,
    "nothing-to-take": lambda m: not takes(seen(m), lambda take: True),
    "zero-blocks-sweep": lambda m: zeros(seen(m)),
    "one-zero-left": lambda m: sum(card.rank == 0 for card in seen(m).street) == 1,
    "brute-opens": lambda m: opening_brutes(seen(m)),
    "accountant-helps": lambda m: helping_accountants(seen(m)),
    "mercenary-free-pair": lambda m: first_mercenary(seen(m)),
    "rival-can-take-dear": lambda m: any(
        rival_has_pair_for(seen(m), card) and card.points >= DEAR for card in seen(m).street
    ),
    "street-was-empty": lambda m: len(seen_before(m).street) == 1 and len(seen(m).street) > 1,
    "pile-turned-second": lambda m: seen(m).reshuffled and not seen_before(m).reshuffled,
    "pile-used-up": lambda m: seen(m).pile_in_use is PileInUse.USED_UP is not seen_before(m).pile_in_use,
    "rival-passed": lambda m: seen(m).passed,
    "twins": lambda m: takes(seen(m), lambda take: take.place is not None),
}


@facts_of.register
def famiglia_facts(view: FamigliaView) -> Mapping[str, Fact]:
    """What tips of Famiglia ask for."""
    return FACTS


# Measures of a finished game


def turns(story: Story) -> Iterator[list[FamigliaView]]:
    """The person's turns, each as the tables at which the person decided in it."""
    turn: list[FamigliaView] = []
    for asked, done in decisions(story):
        turn.append(seen(asked))
        if isinstance(action_of(done), Take | Pass):
            yield turn
            turn = []


def turns_with(story: Story, holds: Callable[[FamigliaView], object]) -> int:
    """In how many turns something held at one of the person's decisions."""
    return sum(any(holds(view) for view in turn) for turn in turns(story))


def own_actions(story: Story) -> list[Action]:
    """Everything that the person did."""
    return [action for moment in story if moment.is_mine and (action := action_of(moment))]


def never(story: Story, kind: type[Action], count: Callable[[], int]) -> int:
    """A count of chances, if the person never did something of a kind."""
    return 0 if any(isinstance(action, kind) for action in own_actions(story)) else count()


def own_takes(story: Story) -> list[Take]:
    """The person's moves that took a card."""
    return [action for action in own_actions(story) if isinstance(action, Take)]


def jokers_never_used(story: Story) -> int:
    """In how many turns a joker could have paid, if the person never used one."""
    if any(not take.is_plain for take in own_takes(story)):
        return 0
    return turns_with(story, lambda view: takes(view, pays_a_joker))


def mercenaries_spent(story: Story) -> int:
    """How often the person let the Mercenary go and kept the other card of the pair."""
    return sum(
        take.spent is not None and take.kept is not None and take.spent.family == "M"
        and not (take.card.family == "M" and take.spent.rank < take.kept.rank)
        for take in own_takes(story) if not take.is_plain
    )  # fmt: skip


def dear_cards_let_go(story: Story) -> int:
    """The points of dear cards that the other side took, and the person could have taken or swept the turn before."""
    lost = 0
    within: set[Card] = set()
    for moment in story:
        action = action_of(moment)
        if moment.event is Event.DECIDE:
            reach = (move.action for move in seen(moment).legal_moves)
            within |= {one.card for one in reach if isinstance(one, Take | Sweep)}
        elif isinstance(action, Take) and not moment.is_mine:
            lost += action.card.points if action.card in within and action.card.points >= DEAR else 0
        if isinstance(action, Take | Pass) and not moment.is_mine:
            within = set()
    return lost


def last_zeros_taken(story: Story) -> int:
    """How often the person took the last 0 off the Street, and the other side swept in its next turn."""
    count, is_open = 0, False
    for moment in story:
        action = action_of(moment)
        if moment.is_mine and action:
            is_last = not any(card.rank == 0 for card in seen(moment).street)
            is_open = isinstance(action, Take) and action.card.rank == 0 and is_last
        elif isinstance(action, Sweep) and is_open:
            count, is_open = count + 1, False
    return count


def pairs_not_used(story: Story) -> int:
    """The turns that ended with a 0 or a pass although a pair would have brought a fair card."""
    count = 0
    for asked, done in decisions(story):
        match action_of(done):
            case Pass():
                pass
            case Take(card) if card.rank == 0:
                pass
            case _:
                continue
        count += bool(takes(seen(asked), lambda take: take.spent is not None and take.card.points >= FAIR))
    return count


def owned(story: Story) -> tuple[Card, ...]:
    """The person's cards at the end."""
    view = seen(story[-1])
    return hand_of(view) + view.displays[view.seat or 0]


def points_of(story: Story, family: str) -> int:
    """The points that a family has brought."""
    return sum(card.points for card in owned(story) if card.family == family)


def lead(story: Story) -> int:
    """The person's points minus the other side's."""
    view = seen(story[-1])
    own = view.seat or 0
    return (view.scores[own] or 0) - (view.scores[1 - own] or 0)


MEASURES: dict[str, Measure] = {
    "turns-with-idle-brute": lambda s: never(s, PlayBrute, lambda: turns_with(s, lambda view: able(view, "B"))),
    "turns-with-idle-accountant": lambda s: never(s, PlayAccountant, lambda: turns_with(s, helping_accountants)),
    "turns-without-sweep": lambda s: never(s, Sweep, lambda: turns_with(s, lambda view: view.may_sweep)),
    "jokers-never-used": jokers_never_used,
    "mercenaries-spent": mercenaries_spent,
    "dear-cards-let-go": dear_cards_let_go,
    "last-zeros-taken": last_zeros_taken,
    "pairs-not-used": pairs_not_used,
    "zeros-owned": lambda s: sum(card.rank == 0 for card in owned(s)),
    "mercenary-points": lambda s: points_of(s, "M"),
    "famiglia-points": lambda s: points_of(s, "F"),
    "lost-by": lambda s: max(0, -lead(s)),
    "won-by": lambda s: max(0, lead(s)),
    "ended-by-passes": lambda s: int(
        s[-1].view.ended is Termination.PASSES and isinstance(action_of(s[-2]), Pass) and s[-2].is_mine
    ),
    "ended-by-their-pass": lambda s: int(s[-1].view.ended is Termination.PASSES and not s[-2].is_mine),
}


@measures_of.register
def famiglia_measures(view: FamigliaView) -> Mapping[str, Measure]:
    """What advice about Famiglia asks for."""
    return MEASURES
