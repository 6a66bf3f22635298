"""Sentences as values: every one with every word, in every language and medium."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from markupsafe import Markup

from conftest import PLAIN
from gangland.core.errors import CorruptRecord, GanglandError, IllegalMove
from gangland.core.game import Move, Outcome, Termination
from gangland.core.sentence import PLAIN as TEXT
from gangland.core.sentence import Medium, Name, Sentence, Term
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Card, Duel, FamigliaMove
from gangland.famiglia.cards import CARDS
from gangland.gangs import Gang, Gangs, GangsMove, Spot
from gangland.gangs.cards import GANGS, SPOTS
from gangland.play import Played, Reshuffled
from gangland.sentences import Event, narrate, narrate_consequences, narrate_outcome
from gangland.sentences.famiglia import FamigliaEvent
from gangland.sentences.gangs import GangsEvent
from gangland.web.sentences import HTML, rules_address, write_error

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")

NAMES = ("Anna", "<b>en")
MOVES: list[Move] = [
    *(FamigliaMove(number) for number, action in enumerate(FamigliaMove.actions) if action),
    *map(FamigliaMove.parse, ("sweep F1#2", "take A0#3", "take M4#1 with M1 M1")),
    *map(GangsMove, range(GangsMove.count)),
]


def events() -> Iterator[Event]:
    """Each move there is, with something that came of it."""
    for number, move in enumerate(MOVES):
        seen = Played(number % 2, move)
        gangs = [GANGS[(number + more) % 8] for more in range(4)]
        yield FamigliaEvent(seen, CARDS[:2]) if isinstance(move, FamigliaMove) else GangsEvent(seen, *gangs)
    yield FamigliaEvent(Reshuffled(()))
    yield GangsEvent(Reshuffled(()))


def sentences() -> Iterator[Sentence]:
    for event in events():
        yield from (narrate(event, NAMES), narrate(event, NAMES, 0), narrate(event, NAMES, 1))
        if isinstance(event.entry, Reshuffled) or event.entry.move.action.verb not in ("pass", "reveal"):
            yield from narrate_consequences(event)
    for game in (Duel(), Gangs(2)):
        for termination in Termination:
            yield from narrate_outcome(Outcome((1, 5), (1,), termination), NAMES, game)
        yield from narrate_outcome(Outcome((22, 22), (0, 1), Termination.PASSES), NAMES, game)


class Strict(Language):
    """Does not fall back on the plain form of a word."""

    def template(self, sentence: Sentence, case: str) -> str:
        if case:
            assert f"{case}\x04{sentence.template}" in self._catalogue._catalog, (case, sentence)  # type: ignore[attr-defined]
        return super().template(sentence, case)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("medium", [TEXT, HTML], ids=["text", "page"])
def test_every_sentence_can_be_said_with_every_word(language: str, medium: Medium) -> None:
    speaker = Strict(language)
    said = [medium.say(sentence, speaker) for sentence in sentences()]
    assert len(said) > 3 * len(MOVES)
    for text in said:
        assert text
        assert "{" not in text
        assert "}" not in text
        if medium is HTML:
            assert "<b>en" not in text
            assert text.count("<span") == text.count("</span>")


@pytest.mark.parametrize(
    ("language", "text", "page"),
    [
        ("en", "Anna takes B3.", "Brute 3"),
        ("pl", "Anna bierze B3.", "Brutala 3"),
        ("de", "Anna nimmt B3.", "den Brutalen 3"),
        ("hu", "Anna elveszi a B3-at.", "a Brutális 3-at"),
    ],
)
def test_a_language_inflects_what_its_sentence_needs(language: str, text: str, page: str) -> None:
    sentence = narrate(FamigliaEvent(Played(0, FamigliaMove.parse("take B3"))), NAMES)
    assert Language(language).translate(sentence) == text
    assert f'aria-label="{page}"' in HTML.say(sentence, Language(language))


def test_without_a_form_the_plain_one_is_said() -> None:
    speaker = Language("pl")
    assert speaker.translate(Card.parse("B3").name, case="vocative") == "Brutal 3"
    assert speaker.translate(Sentence("{gang:accusative}", {"gang": Gang.parse("R")})) == "R (Szczurołapy)"


def test_a_page_escapes_words_draws_cards_and_keeps_a_stop_beside_its_picture() -> None:
    words = {"name": Name("<i>"), "card": Card.parse("F0"), "spot": Spot.parse("a1"), "text": "a & b"}
    said = HTML.say(Sentence("{name} & {card}, {spot}. {text}", words), Language("en"))
    assert isinstance(said, Markup)
    assert said.startswith('<b>&lt;i&gt;</b> &amp; <span class="stick"><span role="img" aria-label="Famiglia 0">')
    assert said.endswith("</span>,</span> Pell Street. a &amp; b")


def test_a_refusal_on_a_page_draws_its_card_and_leads_to_its_clause() -> None:
    refusal = IllegalMove("There is no {card} on the Street.", "F1.4", card=Card.parse("B3"))
    said = write_error(CorruptRecord("Log entry {number}: {trouble}", number=3, trouble=refusal), Language("de"))
    assert said.startswith('Protokolleintrag 3: <span role="img" aria-label="Brutaler 3">')
    assert said.endswith(' liegt nicht in der Straße. (<a href="/rules/famiglia#F1.4" target="_blank">F1.4</a>)')
    assert write_error(GanglandError("“{text}” means nothing here.", text="<i>\x1b"), Language("en")) == Markup(
        "“&lt;i&gt;\N{REPLACEMENT CHARACTER}” means nothing here."
    )
    assert rules_address("G5.1") == "/rules/gangs#G5.1"
    assert rules_address("H1") == ""


def test_every_term_has_a_name_in_every_language() -> None:
    for term in (*CARDS, *GANGS, *SPOTS):
        assert isinstance(term, Term)
        for language in LANGUAGES:
            assert Language(language).translate(term.name)
    assert {str(card.as_word) for card in CARDS} == set(map(str, CARDS))
    assert len({str(term.name) for term in (*CARDS, *GANGS, *SPOTS)}) == 20 + 8 + 21


def test_an_error_is_a_sentence_and_may_hold_another() -> None:
    inner = IllegalMove("There is no {card} on the Street.", "F1.4", card=Card.parse("F4"))
    outer = CorruptRecord("Log entry {number}: {trouble}", number=3, trouble=inner)
    assert str(outer) == "Log entry 3: There is no F4 on the Street. (F1.4)"
    assert Language("hu").error(outer).endswith("Nincs F4 az utcán. (F1.4)")
    assert str(GanglandError.of(inner)) == str(inner)
    assert GanglandError.of(inner).clause == "F1.4"


@pytest.mark.parametrize(
    ("language", "prepositions"),
    [("de", "auf|bei|mit|nach|neben|über|unter|vom?"), ("pl", "do|na|nad|obok|pod|po|przy|w|ze?")],
)
def test_no_preposition_asks_a_gang_or_a_spot_for_a_case(language: str, prepositions: str) -> None:
    """They are not inflected: “mit Rattenfänger” and “na Władca Przestępczego Podziemia” would be wrong."""
    words = "agent|agent_gang|gang|gangs|gap|goal|left|right|spot|spots|start|victim|victim_gang"
    asked = re.compile(rf"\b(?:{prepositions}) {{(?:{words})}}", re.IGNORECASE)
    catalogue = Language(language)._catalogue._catalog  # type: ignore[attr-defined]
    assert [text for text in catalogue.values() if asked.search(text)] == []


def test_no_template_formats_its_words_in_another_way_than_by_case() -> None:
    """What stands behind the colon of a placeholder is the context in which a catalogue has the form."""
    for language in LANGUAGES[1:]:
        catalogue = Language(language)._catalogue._catalog  # type: ignore[attr-defined]
        contexts = {str(key).partition("\x04")[0] for key in catalogue if "\x04" in str(key)}
        texts = [text for text in catalogue.values() if "%(" not in text]
        assert (
            {case for text in texts for _, _, case, _ in Formatter().parse(text) if case}
            <= {"accusative", "dative"}
            < contexts
        )
