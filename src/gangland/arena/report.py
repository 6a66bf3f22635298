"""A summary as text for people."""

from __future__ import annotations

from math import isfinite

from gangland.arena import statistics
from gangland.arena.statistics import Estimate
from gangland.arena.summary import Standing, Summary, Tally
from gangland.bots import BotFailure
from gangland.core.words import Language, mark


def table(summary: Summary, words: Language) -> str:
    """The whole report: a title, the standings and the conclusions."""
    return "\n".join([title(summary, words), "", *standings(summary, words), "", *conclusions(summary, words)])


def title(summary: Summary, words: Language) -> str:
    """One line that says what was played: the game, its options, how many deals and games."""
    game = summary.job.game
    parts = [game.name, *game.details(words)]
    parts.append(words.say_many("{count} deal", "{count} deals", summary.deals))
    parts.append(words.say_many("{count} game", "{count} games", summary.games))
    return " · ".join(parts)


def standings(summary: Summary, words: Language) -> list[str]:
    """The table of standings, as wide as its contents: names to the left, figures to the right."""
    say = words.say
    heads = [
        "",
        say("first place"),
        words.figures("95%"),
        say("won"),
        say("shared"),
        say("lost"),
        say("points ahead"),
        say("rating"),
    ]
    rows = [heads, *(cells(standing, words) for standing in summary.standings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, len(row)))]) for row in rows
    ]


def cells(standing: Standing, words: Language) -> list[str]:
    """One contestant's row of the table of standings."""
    ahead, rating = standing.margin, standing.rating
    figures = [
        percent(standing.share.value),
        f"{100 * standing.share.low:.1f} – {100 * standing.share.high:.1f}",
        *(str(count) for count in (standing.wins, standing.ties, standing.losses)),
        f"{signed(ahead.value, 1)} ± {ahead.high - ahead.value:.1f}",
        f"{rating.value:.1f} ± {rating.high - rating.value:.1f}",
    ]
    return [standing.name, *map(words.figures, figures)]


def conclusions(summary: Summary, words: Language) -> list[str]:
    """Sentences that say what follows from the figures: the difference in strength and the sequential test."""
    first, second = summary.job.names[:2]
    lines = [words.say("{share} of the games had a single winner.", share=words.figures(percent(summary.decided)))]
    if len(summary.standings) == summary.job.game.seats == 2:
        lines.append(
            words.say(
                "{first} against {second}: {elo} Elo",
                first=first,
                second=second,
                elo=words.figures(spread(summary.elo)),
            )
        )
    else:
        more = Estimate(
            *(200 * (share - 0.5) for share in (summary.versus.value, summary.versus.low, summary.versus.high))
        )
        sentence = mark("{first} against {second}: {difference} percentage points more first places")
        lines.append(words.say(sentence, first=first, second=second, difference=words.figures(spread(more, 1))))
    if summary.sprt and summary.llr is not None:
        still_open = mark("Sequential test of {low} against {high} Elo: still open, {llr} of ±{bound}.")
        settled = mark("Sequential test of {low} against {high} Elo: {verdict} is the truer, {llr} of ±{bound}.")
        lines.append(
            words.say(
                still_open if summary.verdict is None else settled,
                low=words.figures(f"{summary.sprt.low:g}"),
                high=words.figures(f"{summary.sprt.high:g}"),
                verdict=words.figures(f"{summary.verdict or 0:g}"),
                llr=words.figures(signed(summary.llr, 2)),
                bound=words.figures(f"{summary.sprt.bound:.2f}"),
            )
        )
    lines += [failure_line(standing, words) for standing in summary.standings if standing.failures]
    if summary.job.by_the_clock:
        lines.append(words.say("Some contestants think by time, so the same command will give different games."))
    return lines


def failure_line(standing: Standing, words: Language) -> str:
    """How often a bot failed, and what it did the first time."""
    count = sum(standing.failures.values())
    played = standing.wins + standing.ties + standing.losses
    sentence = mark("{name} failed in {count} of {games} games, which it cannot win. The first time: {failure}")
    first = standing.first_failure
    told = words.error(BotFailure(standing.name, first.kind, first.detail)) if first else ""
    return words.say(sentence, name=standing.name, count=count, games=played, failure=told)


def ticker(tally: Tally, words: Language) -> str:
    """The first contestant's share so far and the state of the test, to stand behind the progress bar."""
    if not tally.deals:
        return ""
    share = statistics.share(tally.shares)
    test = f", {signed(tally.sprt.llr(tally.moments), 2)} / ±{tally.sprt.bound:.2f}" if tally.sprt else ""
    return words.figures(f"{percent(share.value)} [{100 * share.low:.1f} – {100 * share.high:.1f}]") + words.figures(
        test
    )


def percent(share: float) -> str:
    """A share as a percentage with one digit."""
    return f"{100 * share:.1f}%"


def spread(estimate: Estimate, digits: int = 0) -> str:
    """An estimate as text: the value, then its interval in brackets."""
    return f"{signed(estimate.value, digits)} [{signed(estimate.low, digits)}, {signed(estimate.high, digits)}]"


def signed(value: float, digits: int) -> str:
    """A number with its sign: a true minus, and plus before zero."""
    if not isfinite(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")
