"""What a seat may know of a game of Gangs of New York (G8). Secrets are cut here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.game import View
from gangland.gangs.cards import SPOTS, Gang, Spot, texts, unpack
from gangland.gangs.moves import GangsMove
from gangland.gangs.position import GangsPosition


@dataclass(frozen=True)
class Gangster:
    """A player as another one sees them."""

    alliances: tuple[str | None, ...]  # None where secret
    revealed: tuple[str, ...]
    influence: tuple[str, ...] | None  # None where secret
    influence_size: int
    passed: bool


@dataclass(frozen=True)
class GangsView(View):
    first: int
    mover: int  # whose turn it is, also while others reveal
    players: tuple[Gangster, ...]
    pyramid: dict[str, str]  # the occupied spots
    gap: str | None
    top: str | None
    deck_size: int  # with the top card
    bosses: tuple[str, ...]  # those still below the top card: two of each gang were there (G1.4)
    discard: tuple[str, ...]
    expelled: tuple[str, ...]
    crowned: bool
    reached: int  # the highest of rows 4 and 5 that has brought its reveals
    reveal_due: bool


def view(position: GangsPosition, seat: int | None) -> GangsView:
    moves = position.moves() if seat == position.turn else []
    return GangsView(
        seat=seat,
        turn=position.turn,
        legal_moves=tuple(str(GangsMove(move)) for move in moves),
        scores=tuple(
            position.score(player) if player == seat or position.ended else None for player in range(position.players)
        ),
        first=position.first,
        mover=position.mover,
        players=tuple(see_player(position, other, seat) for other in range(position.players)),
        pyramid={str(spot): str(Gang(position.board[spot])) for spot in SPOTS if position.board[spot] >= 0},
        gap=str(Spot(position.gap)) if position.gap >= 0 else None,
        top=str(Gang(position.top)) if position.top >= 0 else None,
        deck_size=position.bosses_size + position.members_size + (position.top >= 0),
        bosses=texts(unpack(position.bosses)),
        discard=texts(unpack(position.discard)),
        expelled=texts(unpack(position.expelled)),
        crowned=position.crowned,
        reached=position.reached,
        reveal_due=position.due or position.reveals > 0,
        ended="passes" if position.ended else None,
    )


def see_player(position: GangsPosition, player: int, seat: int | None) -> Gangster:
    alliances = [Gang(gang) for gang in position.alliance[3 * player : 3 * player + 3] if gang >= 0]
    revealed = [gang for gang in alliances if position.shown[player] >> gang & 1]
    own = player == seat
    if own or position.ended:  # G7.1
        seen: tuple[str | None, ...] = texts(alliances)
    else:
        # In the order of the gangs: which one was dealt last stays a secret (G1.2).
        seen = (*texts(sorted(revealed)), *[None] * (len(alliances) - len(revealed)))
    return Gangster(
        alliances=seen,
        revealed=texts(sorted(revealed)),
        influence=texts(unpack(position.influence[player])) if own else None,
        influence_size=position.influence_size[player],
        passed=bool(position.passed >> player & 1),
    )
