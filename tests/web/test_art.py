"""The art: its parts are all there, everybody has a face, and nothing needs what a strict policy forbids."""

import re

import pytest

from gangland.bots.levels import PEOPLE, levels_for
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel
from gangland.famiglia.cards import CARDS, COPIES
from gangland.gangs import Gangs
from gangland.gangs.cards import GANG_NAMES, GANGS
from gangland.web import art
from gangland.web.art import famiglia, gangs
from gangland.web.art.busts import bust, portrait_of
from gangland.web.art.faces.gangs import GANGSTERS, portrait
from gangland.web.assets import assets
from gangland.web.environment import BROOM, STAR

FACES = [(card, copy) for card in CARDS for copy in range(COPIES[card.rank])]
ENGLISH = Language("en")
REFERENCE = r'(?:href="|url\()#([\w-]+)'
PARTS = set(re.findall(r'id="([^"]+)"', art.sprite()))


def drawings() -> list[str]:
    cards = [gangs.card(gang, "Two Words", copy) for gang in GANGS for copy in range(3)]
    cards += [famiglia.card(*face) for face in FACES]
    small = [famiglia.index(card) for card in CARDS] + [gangs.emblem(gang) for gang in GANGS]
    small += [gangs.plate(gang) for gang in GANGS] + [famiglia.emblem(code) for code in "FABM"]
    lids = [
        famiglia.lid(),
        gangs.lid("Gangs", "GANGS", "OF", "NEW YORK"),
        gangs.lid("Gangi", "GANGI", "", "NOWEGO JORKU"),
        art.back_of(Gangs()),
        art.back_of(Duel()),
    ]
    cards += [famiglia.face(*face) for face in FACES] + [gangs.face(gang, copy) for gang in GANGS for copy in range(3)]
    cards += [art.faces_of(Duel(), ENGLISH), art.faces_of(Gangs(), ENGLISH), BROOM, STAR]
    return [str(drawing) for drawing in [*cards, *small, *lids]]


def test_the_parts_that_are_drawn_are_those_that_are_used() -> None:
    own = {"arc", "lid"}  # of the lid of Famiglia
    used = {part for drawing in [*drawings(), art.sprite()] for part in re.findall(REFERENCE, drawing)}
    drawn = art.faces_of(Duel(), ENGLISH) + art.faces_of(Gangs(), ENGLISH)  # which only the page of a table has
    faces = set(re.findall(r'<g id="([^"]+)"', drawn))
    assert len(faces) == len(FACES) + 3 * len(GANGS)
    assert used - own == PARTS | faces
    assert len(FACES) == 60


def test_the_page_of_a_table_has_the_parts_of_its_own_game() -> None:
    people = [f"Person {number}" for number in range(200)]
    for game, cards in ((Duel(), CARDS), (Gangs(), GANGS)):
        drawn: list[str] = [art.faces_of(game, ENGLISH), art.back_of(game), BROOM, STAR, art.sprite_of(game.rulebook)]
        drawn += [art.sign_of(card) or "" for card in cards] + [portrait_of(game, name) for name in people]
        drawn += [portrait_of(game, name, rank) for name in people[:40] for rank in range(5)]
        used = {part for drawing in drawn for part in re.findall(REFERENCE, drawing)}
        found = set(re.findall(r'id="([^"]+)"', art.sprite_of(game.rulebook)))
        assert used - set(re.findall(r'<g id="([^"]+)"', drawn[0])) <= found < PARTS
        assert len(art.sprite_of(game.rulebook)) < 0.9 * len(art.sprite())


def test_a_page_that_never_changes_has_the_parts_it_refers_to() -> None:
    faces = art.faces_of(Gangs(), ENGLISH)
    page = art.with_parts(f"{art.PLACE}{gangs.face(GANGS[2], 1)}", faces)
    found = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(REFERENCE, page)) <= found
    assert 5 < len(found) < 30


def test_every_gangster_has_a_face_of_their_own() -> None:
    busts = [tuple(bust(card.family, card.rank, copy)) for card, copy in FACES]
    for family in range(4):
        own = busts[15 * family : 15 * family + 15]
        assert len(set(own)) == 15
    assert len({gangs.plate(gang) for gang in GANGS}) == 8


def test_people_at_a_table_of_gangs_have_faces_of_their_own_and_wear_no_gangs_dress() -> None:
    people = [name for level in levels_for(Gangs()) for name in PEOPLE[level.name]]
    faces = {name: portrait(name) for name in [*people, *(f"Person {number}" for number in range(200))]}
    assert len({tuple(faces[name]) for name in people}) == len(people) == 28
    assert PARTS.issuperset(part for parts in faces.values() for part in parts)
    dress = {part for parts in GANGSTERS.values() for part in parts.split() if part[:3] in ("ht-", "ct-")}
    assert dress.isdisjoint(part for parts in faces.values() for part in parts)


def test_drawings_need_no_style_attributes() -> None:
    for drawing in [*drawings(), str(art.sprite())]:
        assert "style=" not in drawing
        assert "<style" not in drawing


def test_the_sprite_is_light() -> None:
    assert len(art.sprite()) < 45_000
    assert max(len(famiglia.card(*face)) for face in FACES) < 1_600


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_set_in_one_or_two_lines(language: str) -> None:
    for name in GANG_NAMES:
        said = Language(language).say(name)
        lines = gangs.split_name(said)
        assert 1 <= len(lines) <= 2
        assert "".join(lines).replace(" ", "") == said.replace(" ", "")


def test_every_card_has_its_flight() -> None:
    flights = re.sub(r"[\s;]", "", assets()["flights.css"].content.decode())
    for code, copy in FACES:
        assert f'[data-flight="{code}-{copy}"]{{view-transition-name:{code}-{copy}}}' in flights
    for number in range(65 + 16):  # the deck, and once more the spent influence (G3.3)
        assert f'[data-flight="g{number}"]{{view-transition-name:g{number}}}' in flights
