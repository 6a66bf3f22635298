"""Other worlds for tests of secrecy: whatever a seat cannot see is permuted, everything it saw stays."""

from random import Random

from gangland.core.errors import CorruptRecord
from gangland.gangs import Gang, GangsView
from gangland.play import Deal, Match, Played, Reshuffled

OTHER_SALT = "5" * 64


def replayed(match: Match, deal: Deal) -> Match:
    """The same moves in another world."""
    twin = Match(match.game, deal, match.seats)
    for entry in match.log:
        if isinstance(entry, Played):
            twin.push(entry.move)
    return twin


def other_tickets(match: Match, random: Random) -> tuple[int, ...]:
    """Such that a reshuffle that has been made begins as it did, and goes on with what is left in another order."""
    made = [entry for entry in match.log if isinstance(entry, Reshuffled)]
    if not made:
        return tuple(random.sample(match.deal.tickets, len(match.deal.tickets)))
    order = list(made[-1].cards)
    drawn = len(order) - len(match.pile)
    order[drawn:] = random.sample(order[drawn:], len(match.pile))
    numbered = sorted(order, key=str)  # as a deal does it
    free = {card: [number for number, other in enumerate(numbered) if other == card] for card in order}
    tickets = iter([free[card].pop() for card in order])
    return tuple(next(tickets) if ticket < len(order) else ticket for ticket in match.deal.tickets)


def another_pile(match: Match, random: Random) -> Match:
    """The same game of Famiglia, with another order of the cards that nobody has seen."""
    pile = match.deal.setup["pile"]
    if match.position.reshuffles:
        return replayed(match, Deal(match.deal.first, match.deal.setup, other_tickets(match, random), OTHER_SALT))
    known = 52 - len(match.position.bag_cards())
    hidden = pile[known:]
    random.shuffle(hidden)
    setup = {"pile": pile[:known] + hidden}
    return replayed(match, Deal(match.deal.first, setup, other_tickets(match, random), OTHER_SALT))


def another_world(match: Match, seat: int | None, random: Random) -> Match:
    """A deal that looks the same to a seat so far: its hidden cards are permuted, everything it saw stays."""
    setup = match.deal.setup
    players = len(setup["alliances"])
    view = match.view(None)
    assert isinstance(view, GangsView)
    drawn = len(setup["deck"]) - (0 if match.position.reshuffles else len(position_deck(match)))
    tickets = other_tickets(match, random)
    bosses = setup["deck"][drawn:16]
    if not match.game.is_for_study:  # the order of the bosses is open on a small pyramid
        random.shuffle(bosses)
    members = setup["deck"][max(drawn, 16) :]
    others = [player for player in range(players) if player != seat]
    left = {player: list(map(str, match.view(player).players[player].influence)) for player in others}  # type: ignore[attr-defined]
    secret = {
        player: [
            i
            for i, gang in enumerate(setup["alliances"][player])
            if Gang.parse(gang) not in view.players[player].alliances
        ]
        for player in others
    }
    pool = members + [card for player in others for card in left[player]]
    pool += [setup["alliances"][player][i] for player in others for i in secret[player]]
    for attempt in range(3000):
        cards = random.sample(pool, len(pool))
        if attempt > 2000:  # keep the alliances, which are the hard part
            cards = members + [card for player in others for card in left[player]]
            random.shuffle(cards)
            cards += [setup["alliances"][player][i] for player in others for i in secret[player]]
        taken = iter(cards)
        deck = setup["deck"][:drawn] + bosses + [next(taken) for _ in members]
        influence = [list(own) for own in setup["influence"]]
        for player in others:
            spent = list(influence[player])
            for card in left[player]:
                spent.remove(card)
            influence[player] = spent + [next(taken) for _ in left[player]]
        alliances = [list(own) for own in setup["alliances"]]
        for player in others:
            for i in secret[player]:
                alliances[player][i] = next(taken)
        other = {"alliances": alliances, "influence": influence, "deck": deck}
        try:
            deal = Deal(match.deal.first, other, tickets, OTHER_SALT)
            return replayed(match, deal)
        except CorruptRecord:
            continue
    raise AssertionError("no other world found")


def position_deck(match: Match) -> list[str]:
    """The deck below its top card, in the true order."""
    return [str(match.game.card_type(card)) for card in match.pile]
