"""Who sits where in a new game at the terminal, and the questions about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gangland.bots import levels_for, most_levels
from gangland.bots.contestants import full_name
from gangland.core.errors import GanglandError
from gangland.core.game import Game, Offer, options_of
from gangland.core.words import Language, mark
from gangland.play import Match
from gangland.terminal import saves

OPPONENTS = range(1, most_levels() + 1)  # the numbers of the opponents, the weakest first


def new_seating(game: Game, people: int, opponent: str, seed: str | None, words: Language) -> saves.Seating:
    """A new game with so many people and with this opponent, as the arena names it. Raises GanglandError."""
    if not 1 <= people <= game.players:
        raise GanglandError(mark("The number of people in this game must be from 1 to {most}."), most=game.players)
    opponent = saves.check_opponent(opponent, game)
    match = Match.new(game, seed=seed, seats=seat_names(game, people, opponent, words))
    return saves.Seating(match, frozenset(range(people)), seed is None, opponent)


def seat_names(game: Game, people: int, opponent: str, words: Language) -> list[str]:
    """The names of all seats: people, then opponents, then the robot."""
    say = words.say
    persons = [say("Player")] if people == 1 else [say("Player {number}", number=i + 1) for i in range(people)]
    others = game.players - people
    level = saves.level_of(opponent, game)
    name = say(level.name) if level else full_name(opponent)
    opponents = [name] if others == 1 else [f"{name} {i + 1}" for i in range(others)]
    return persons + opponents + [say("Robot")] * (game.seats - game.players)


def ask_game(games: Iterable[type[Game]], words: Language) -> dict[str, Any] | None:
    """Ask which of some games to play, by number. The answer is in arguments of `gangland play`.

    It is None if the person does not answer or wants to leave.
    """
    say = words.say
    offers = [(game, offer) for game in games for offer in game.offers or (Offer(game.title),)]
    others: list[tuple[str, dict[str, Any] | None]] = [(say("Quit"), None)]
    if saves.newest_running():
        others.insert(0, (say("Go on with the last game"), {"resume": ""}))
    labels = [*(say(offer.label) for _, offer in offers), *(label for label, _ in others)]
    try:
        place = ask(say("What would you like to play? "), labels, words) - 1
        return ask_options(*offers[place], words) if place < len(offers) else others[place - len(offers)][1]
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def ask_options(game: type[Game], offer: Offer, words: Language) -> dict[str, Any]:
    """Ask for the options of a game that an offer leaves open, and for the opponent."""
    say = words.say
    options = dict(offer.options)
    for option in options_of(game):
        if option.question:
            usual = option.choices.index(option.default) + 1
            choices = [say(option.choice, **{option.name: choice}) for choice in option.choices]
            options[option.name] = option.choices[ask(say(option.question, number=usual), choices, words, usual) - 1]
    chosen = {"game": game.name, "people": offer.people, **options}
    rules = game(**options)
    if offer.people < rules.players:
        levels = [say(level.name) for level in levels_for(rules)]
        chosen["opponent"] = str(ask(say("Which opponent? (Enter: {number}) ", number=1), levels, words, 1))
    return chosen


def ask(question: str, offers: Sequence[str], words: Language, usual: int | None = None) -> int:
    """Ask for one of the offers by its number, from 1. An empty line means the usual one."""
    for number, offer in enumerate(offers, 1):
        print(f"{number}  {offer}")
    while True:
        answer = input(question).strip()
        if not answer and usual is not None:
            return usual
        if answer.isdecimal() and 1 <= int(answer[:3]) <= len(offers):
            return int(answer[:3])
        print(words.say("Type a number from 1 to {count}.", count=len(offers)))
