"""The exact value of the small duel of Famiglia, by backward induction over all its states.

python examples/exact_value.py
"""

from collections import Counter
from fractions import Fraction

from gangland import load_game
from gangland.core.position import Position


def name_of(position: Position) -> str:
    """The text of a position, the Street sorted: in the duel its order does not matter (F7.2)."""
    lines = str(position).splitlines()
    return "\n".join(" ".join(sorted(line.split())) if line.startswith("street:") else line for line in lines)


def after(position: Position, event: int) -> Position:
    """The position after a card was drawn or a move was made."""
    then = position.copy()
    if position.owed:
        then.draw(event)
    else:
        then.push(event)
    return then


def value(position: Position, known: dict[str, Fraction], nodes: Counter[str]) -> Fraction:
    """What seat 0 wins on average if both play perfectly. All values are kept in `known`."""
    name = name_of(position)
    if name not in known:
        if position.ended:
            kind, found = "ends", Fraction(position.returns(0))
        elif position.owed:  # every card of the pile is as likely as any other
            cards = position.bag_cards()
            shares = (value(after(position, card), known, nodes) for card in cards)
            kind, found = "chances", sum(shares, Fraction(0)) / len(cards)
        else:
            best = max if position.turn == 0 else min
            moves = (value(after(position, move), known, nodes) for move in position.moves())
            kind, found = "decisions", best(moves)
        known[name] = found
        nodes[kind] += 1
    return known[name]


if __name__ == "__main__":
    known: dict[str, Fraction] = {}
    nodes: Counter[str] = Counter()
    game = load_game("famiglia-small", {"cards": 12})
    share = value(game.begin(first=0), known, nodes)
    print(f"{len(known)} states: {nodes['decisions']} decisions, {nodes['chances']} chances, {nodes['ends']} ends")
    print(f"The first player wins {share} = {float(share):.4f} of the games.")
