"""What happens in Gangs, said in a sentence, and the names of its gangs and spots."""

from __future__ import annotations

from gangland.arguments import instance
from gangland.game import Move, View, mark
from gangland.gangs import Gang, GangsView
from gangland.sentences import PASS, Deed, Teller, consequences, tell_move, tell_reshuffle
from gangland.words import Words

GANG_NAMES = (
    mark("Sicilian Butchers"),
    mark("Broadway Dragons"),
    mark("Demimonde Dandies"),
    mark("Ladies of the Outskirts"),
    mark("Five Points Knuckles"),
    mark("Rat Catchers"),
    mark("Ebony Reapers"),
    mark("Saint Patrick's Rascals"),
)

ROW_NAMES = {
    6: mark("Lord of the Underworld"),
    5: mark("No Man's Land"),
    4: mark("Heart of the District"),
}
SPOT_NAMES = (
    "Pell Street", "Pearl Street", "Bayard Street", "Elm Street", "Franklin Street", "Leonard Street",
    "Park Street", "Mott Street", "Chatham Square", "Paradise Square", "Centre Street",
    "Mulberry Bend", "Bandit's Roost", "Cow Bay", "Bottle Alley",
    "Orange Street", "Cross Street", "Anthony Street",
    "The Old Brewery", "The Bowery Theatre",
)  # fmt: skip

CLIMB: Deed = (
    mark("{name}: {gang} climbs from {start} to {goal}."),
    mark("You: {gang} climbs from {start} to {goal}."),
)
FILL: Deed = (mark("{name}: {gang} moves up from {start}."), mark("You: {gang} moves up from {start}."))
EXPEL: Deed = (
    mark("{name} spends influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
    mark("You spend influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
)
REVEAL: Deed = (mark("{name} reveals an alliance: {gang}."), mark("You reveal an alliance: {gang}."))


@tell_reshuffle.register
def tell_new_deck(before: GangsView, words: Words) -> str:
    return words.say("The deck is empty: the spent influence cards are shuffled into a new one.")


@tell_move.register
def tell_gangs(before: GangsView, move: Move, teller: Teller) -> str:
    def gang_on(spot: str) -> str:
        return gang_name(before.pyramid[spot], teller.words)

    match str(move).split(" "):
        case ["climb", start, goal]:
            return teller.tells(CLIMB, gang=gang_on(start), start=start, goal=goal)
        case ["fill", start]:
            return teller.tells(FILL, gang=gang_on(start), start=start)
        case ["expel", victim, "by", agent, "with", card]:
            return teller.tells(
                EXPEL,
                card=card,
                agent=agent,
                agent_gang=gang_on(agent),
                victim=victim,
                victim_gang=gang_on(victim),
            )
        case ["reveal", gang]:
            return teller.tells(REVEAL, gang=gang_name(gang, teller.words))
    return teller.tells(PASS)


@consequences.register
def new_in_the_pyramid(before: GangsView, after: View, move: Move, words: Words) -> list[str]:
    after = instance(after, GangsView, "A view")
    told = []
    if after.crowned and not before.crowned:
        gang = gang_name(after.pyramid["a6"], words)
        told.append(words.say("The Lord of the Underworld is crowned: {gang}.", gang=gang))
    if after.deck_size < before.deck_size:
        spot = str(move).split(" ")[1]  # whoever stood there has gone up or away
        gang = gang_name(after.pyramid[spot], words)
        told.append(words.say("{gang} comes from the deck to {spot}.", gang=gang, spot=spot))
    return told


def gang_name(code: str, words: Words) -> str:
    return f"{code} ({words.say(GANG_NAMES[Gang.parse(code)])})"
