"""The art: its parts are all there, everybody has a face, and nothing needs what a strict policy forbids."""

import re

import pytest

from gangland.famiglia.cards import CARDS, COPIES
from gangland.gangs.cards import GANG_CODES
from gangland.sentences.gangs import GANG_NAMES
from gangland.web import art
from gangland.web.art import cards, faces
from gangland.web.assets import assets
from gangland.words import LANGUAGES, Words

FACES = [(str(card), copy) for card in CARDS for copy in range(COPIES[card.rank])]
REFERENCE = r'(?:href="|url\()#([\w-]+)'
PARTS = set(re.findall(r'id="([^"]+)"', art.sprite()))


def drawings() -> list[str]:
    gangs = [art.gang(code, "Two Words", copy) for code in GANG_CODES for copy in range(3)]
    small = [art.index(str(card)) for card in CARDS] + [art.emblem(code) for code in GANG_CODES]
    small += [art.plate(code) for code in GANG_CODES] + [art.family_emblem(code) for code in "FABM"]
    titles = [art.title_famiglia(), art.title_gangs(), art.back_of("gangs"), art.back_of("famiglia-duel")]
    return [str(drawing) for drawing in [*(art.famiglia(*face) for face in FACES), *gangs, *small, *titles]]


def test_the_parts_that_are_drawn_are_those_that_are_used() -> None:
    own = {"arc", "lid"}  # of the lid of Famiglia
    used = {part for drawing in [*drawings(), art.sprite()] for part in re.findall(REFERENCE, drawing)}
    assert used - own == PARTS
    assert len(FACES) == 60


def test_every_gangster_has_a_face_of_their_own() -> None:
    busts = [tuple(faces.bust(code[0], int(code[1]), copy)) for code, copy in FACES]
    for family in range(4):
        own = busts[15 * family : 15 * family + 15]
        assert len(set(own)) == 15
    assert len({art.plate(code) for code in GANG_CODES}) == 8


def test_drawings_need_no_style_attributes() -> None:
    for drawing in [*drawings(), str(art.sprite())]:
        assert "style=" not in drawing
        assert "<style" not in drawing


def test_the_sprite_is_light() -> None:
    assert len(art.sprite()) < 45_000
    assert max(len(art.famiglia(*face)) for face in FACES) < 1_600


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_set_in_one_or_two_lines(language: str) -> None:
    for name in GANG_NAMES:
        said = Words(language).say(name)
        lines = cards.split_name(said)
        assert 1 <= len(lines) <= 2
        assert "".join(lines).replace(" ", "") == said.replace(" ", "")


def test_every_card_has_its_flight() -> None:
    flights = re.sub(r"[\s;]", "", assets()["flights.css"].content.decode())
    for code, copy in FACES:
        assert f".vt-{code}-{copy}{{view-transition-name:{code}-{copy}}}" in flights
    for number in range(65 + 16):  # the deck, and once more the spent influence (G3.3)
        assert f".vt-g{number}{{view-transition-name:g{number}}}" in flights
