"""Counts results and sums them up as standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from math import isfinite
from typing import Any

from gangland.arena import statistics
from gangland.arena.job import Failure, Job, Result
from gangland.arena.statistics import Estimate, Moments, Sprt
from gangland.core.extras import require
from gangland.core.game import places

GamesOfDeal = Sequence[Result]  # all games of one deal: a result for each lineup


@dataclass(frozen=True)
class Standing:
    """How one contestant did.

    A share of 1 means first place in every game; a first place shared by two counts half.
    """

    name: str
    wins: int
    ties: int
    losses: int
    share: Estimate
    decided: Estimate | None  # the share of wins in games with a single winner
    margin: Estimate  # points ahead of the best of the others
    margins: tuple[int, ...]
    rating: Estimate
    failures: Mapping[str, int] = field(default_factory=dict)  # how often its bot failed, by the kind of failure
    first_failure: Failure | None = None


@dataclass(frozen=True)
class Summary:
    """What the games of a job say: the standings, and the first contestant against the second."""

    job: Job
    deals: int
    games: int
    decided: float  # the share of games with a single winner
    standings: tuple[Standing, ...]
    versus: Estimate  # the first contestant against the second, deal by deal: 0.5 is equal
    elo: Estimate
    sprt: Sprt | None
    llr: float | None
    verdict: float | None

    def as_dict(self) -> dict[str, Any]:
        """The summary for JSON. Infinity, which JSON does not have, becomes null."""
        known = {one.name: getattr(self, one.name) for one in fields(self)}
        known |= {"job": self.job.header(), "reproducible": not self.job.by_the_clock}
        known |= {name: asdict(known[name]) for name in ("versus", "elo", "sprt") if known[name] is not None}
        known["standings"] = [asdict(replace(standing, margins=())) for standing in self.standings]
        for standing in known["standings"]:
            del standing["margins"]
        made: dict[str, Any] = finite(known)
        return made


def finite(value: Any) -> Any:
    """A value for JSON: infinity becomes None, and floats are rounded to six digits."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [finite(part) for part in value]
    if isinstance(value, float):
        return round(value, 6) if isfinite(value) else None
    return value


class Tally:
    """Counts results that come in any order.

    It counts whole deals by their number, so that the sum does not depend on which worker was faster.
    """

    def __init__(self, job: Job, sprt: Sprt | None = None) -> None:
        self.job = job
        self.sprt = sprt
        self.deals: list[GamesOfDeal] = []
        self.moments = Moments()  # the first contestant against the second, deal by deal
        self.shares = Moments()  # the first contestant's share, deal by deal
        self.verdict: float | None = None
        self._results: dict[tuple[int, int], Result] = {}

    @property
    def settled(self) -> bool:
        """Whether all deals are counted, or the sequential test has a verdict."""
        return self.verdict is not None or len(self.deals) == self.job.deals

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The games that must still be played, as keys of the job."""
        return [] if self.settled else [key for key in self.job.keys if key not in self._results]

    def add(self, result: Result) -> None:
        """Add a result, and count each deal that is now whole."""
        self._results[result.deal, result.lineup] = result
        while not self.settled:
            keys = [(len(self.deals), lineup) for lineup in range(len(self.job.lineups))]
            if not all(key in self._results for key in keys):
                return
            self._count([self._results[key] for key in keys])

    def _count(self, deal: GamesOfDeal) -> None:
        self.deals.append(deal)
        first, second = (share_of_first(self.job, deal, number) for number in (0, 1))
        self.moments.add((first - second + 1) / 2)
        self.shares.add(first)
        self.verdict = self.sprt.verdict(self.moments) if self.sprt else None

    def summary(self) -> Summary | None:
        """The summary of the deals counted so far, or None before the first."""
        if not self.deals:
            return None
        games = [game for deal in self.deals for game in deal]
        rated = ratings(self.job, games)
        versus = statistics.share(self.moments)
        return Summary(
            job=self.job,
            deals=len(self.deals),
            games=len(games),
            decided=sum(len(game.winners) == 1 for game in games) / len(games),
            standings=tuple(standing(self.job, self.deals, number, rated) for number in range(len(self.job.names))),
            versus=versus,
            elo=statistics.elo_estimate(versus),
            sprt=self.sprt,
            llr=self.sprt.llr(self.moments) if self.sprt else None,
            verdict=self.verdict,
        )


def standing(job: Job, deals: Sequence[GamesOfDeal], number: int, rated: Sequence[Estimate]) -> Standing:
    """The standing of the contestant with this number."""
    seated = [[(game, seat) for game in deal for seat in seats(job, game, number)] for deal in deals]
    chairs = [chair for deal in seated for chair in deal]
    won = [[game.winners == (seat,) for game, seat in deal] for deal in seated]
    decided = [[len(game.winners) == 1 for game, _ in deal] for deal in seated]
    ahead = [[margin(game, seat) for game, seat in deal] for deal in seated]
    failures = [failure for game, seat in chairs for failure in game.failures if failure.seat == seat]
    wins, ties = sum(map(sum, won)), sum(seat in game.winners != (seat,) for game, seat in chairs)
    return Standing(
        name=job.names[number],
        wins=wins,
        ties=ties,
        losses=len(chairs) - wins - ties,
        share=statistics.share(Moments(share_of_first(job, deal, number) for deal in deals)),
        decided=statistics.ratio([sum(deal) for deal in won], [sum(deal) for deal in decided]),
        margin=statistics.mean(Moments(sum(deal) / len(deal) for deal in ahead)),
        margins=tuple(points for deal in ahead for points in deal),
        rating=rated[number],
        failures=dict(Counter(str(failure.kind) for failure in failures)),
        first_failure=failures[0] if failures else None,
    )


def seats(job: Job, game: Result, number: int) -> list[int]:
    """The seats of the contestant with this number in one game."""
    return [seat for seat, sitter in enumerate(job.lineups[game.lineup]) if sitter == number]


def share_of_first(job: Job, deal: GamesOfDeal, number: int) -> float:
    """A contestant's share of first place, averaged over its seats in the games of a deal."""
    shares = [(seat in game.winners) / max(1, len(game.winners)) for game in deal for seat in seats(job, game, number)]
    return sum(shares) / len(shares)


def margin(game: Result, seat: int) -> int:
    """The points of a seat minus those of the best other seat."""
    return game.scores[seat] - max(score for other, score in enumerate(game.scores) if other != seat)


def ratings(job: Job, games: Sequence[Result]) -> list[Estimate]:
    """openskill's ratings after all games in order. Raises MissingExtra without openskill.

    Contestants do not learn, so their strength is fixed (tau is 0). A contestant on several seats of a game is rated by
    the mean of what happens to them.
    """
    require("arena")
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)
    current = [(model.mu, model.sigma)] * len(job.names)
    for game in games:
        lineup = job.lineups[game.lineup]
        teams = [[model.rating(*current[number])] for number in lineup]
        rated = model.rate(teams, ranks=[float(place) for place in places(game.winners, game.scores)])
        for number in set(lineup):
            own = [team[0] for team, sitter in zip(rated, lineup, strict=True) if sitter == number]
            current[number] = (sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own))
    return [Estimate(mu, mu - statistics.Z * sigma, mu + statistics.Z * sigma) for mu, sigma in current]
