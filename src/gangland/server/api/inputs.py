"""What programs send to the API."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, PlainValidator, TypeAdapter, create_model

from gangland.bots import most_levels
from gangland.core.game import Game, options_of
from gangland.registry import all_options, load_game, offered_games
from gangland.server.clock import checked_clock
from gangland.server.new_tables import NewSeat, NewTable, refuse_study
from gangland.web.rankings import rated_games

SeatNumber = Annotated[int, Field(ge=0, le=3)]
Number = Annotated[int, Field(ge=0, le=10**6, description="The journal's number that this answers to.")]


class Strict(BaseModel):
    """A request that may have no fields but its own."""

    model_config = ConfigDict(extra="forbid")


class NewBot(Strict):
    """A bot to be made, by its name."""

    name: str = Field(min_length=1, max_length=30)


class SeatWish(Strict):
    """A seat: yours, another person's at your screen, a friend's by link, anybody's, or an opponent's of a level."""

    kind: Literal["me", "here", "link", "open", "level"]
    level: int | None = Field(None, ge=1, le=most_levels())
    name: str = Field("", max_length=30)


class ClockWish(Strict):
    """A clock: none, live (`seconds` for the game, and `increment` more for every turn) or `days` for every turn.

    Pages offer 300+3, 600+5 and 1200+10 seconds, and 1, 2, 3 or 7 days.
    """

    seconds: float | None = Field(default=None, ge=10, le=10_800, description="For the whole game; not with `days`.")
    increment: float = Field(default=0, ge=0, le=300, description="Seconds added after every turn of a live game.")
    days: float | None = Field(default=None, gt=0, le=30, description="For every turn; not with `seconds`.")


def game_fields() -> type[BaseModel]:
    """The model of a game by its name with its options, as the games declare them.

    Options of other games are ignored.
    """
    games = offered_games()
    fields: dict[str, Any] = {"name": (Literal[tuple(games)], ...)}
    for name, declared in all_options(games.values()).items():
        usual = declared[0][1].default
        choices = [choice for _, option in declared for choice in option.choices]
        match usual:
            case bool():
                fields[name] = (bool, usual)
            case int():
                fields[name] = (int, Field(usual, ge=min(choices), le=max(choices)))
            case _:
                fields[name] = (Literal[tuple(choices)], usual)
    return create_model("GameWish", __base__=Strict, **fields)


def read_game(wish: Any) -> Game:
    """The game that a request names, with its options. Raises ValueError, or Refusal if no table offers it."""
    refuse_study(wish.get("name") if isinstance(wish, dict) else None)
    said = game_fields().model_validate(wish).model_dump()
    kind = offered_games()[said["name"]]
    return load_game(kind.name, {option.name: said[option.name] for option in options_of(kind)})


class Now:
    """A JSON schema that depends on which games there are when somebody asks for it."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        self.kind = kind

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(TypeAdapter(self.kind()).core_schema)


def any_view() -> Any:
    """The type of the views of all games."""
    return reduce(or_, dict.fromkeys(game.view_type for game in offered_games().values()))


def rated_name() -> Any:
    """The type of the names of rated games."""
    return Literal[rated_games()]


def check_rated(name: Any) -> Any:
    """The name of a rated game, checked. Raises ValueError for any other name."""
    return TypeAdapter(rated_name()).validate_python(name)


GameWish = Annotated[Game, PlainValidator(read_game), Now(game_fields)]
AnyView = Annotated[Any, Now(any_view)]
FIRST_RATED = rated_games()[0]
RatedName = Annotated[str, PlainValidator(check_rated), Now(rated_name), Query()]


class TableWish(Strict):
    """A table to be opened."""

    game: GameWish
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    first: SeatNumber | None = None
    clock: ClockWish = Field(default_factory=ClockWish)
    public: bool = False

    def wish(self) -> NewTable:
        """The table to be opened, as the server describes it. Raises Refusal for an impossible clock."""
        game = self.game
        first = self.first if self.first is None or self.first < game.seats else None
        return NewTable(
            game=game,
            seats=tuple(NewSeat(seat.kind, seat.level, seat.name) for seat in self.seats),
            first=None if game.says_who_starts else first,
            clock=checked_clock(self.clock.seconds, self.clock.increment, self.clock.days),
            public=self.public,
        )


class Claim(Strict):
    """A seat to sit down on: by its link, by its number, or any that is offered."""

    link: str | None = Field(None, max_length=64)
    seat: SeatNumber | None = None


class OpponentWish(Strict):
    """A computer opponent to be put on a free seat."""

    seat: SeatNumber
    level: int = Field(ge=1, le=most_levels())


class SeatToGive(Strict):
    """A free seat to be given to the holder of a new link."""

    seat: SeatNumber


class MoveWish(Strict):
    """A move in its notation, and the journal's number that it answers to."""

    number: Number
    move: str = Field(max_length=80)
    seat: SeatNumber | None = None


class UndoWish(Strict):
    """A request to take your last move back."""

    number: Number
    seat: SeatNumber | None = None


class UndoAnswer(Strict):
    """Your answer to a request to take a move back."""

    number: Number
    agree: bool


class HintWish(Strict):
    """A request for the best move of your seat. From then on the game does not count."""

    number: Number
    seat: SeatNumber | None = None


class SeatChoice(Strict):
    """The seat you act for, if you hold several."""

    seat: SeatNumber | None = None


class Message(Strict):
    """A message for the chat."""

    text: str = Field(min_length=1, max_length=300)
