"""What is special about learning Gangs: the facts that its tips ask for, and the measures of its advice."""

from __future__ import annotations

from collections.abc import Mapping

from gangland.core.arguments import instance
from gangland.core.game import Pass
from gangland.gangs import Gang, GangsMove, GangsView, Spot
from gangland.gangs.moves import Action, Climb, Expel, Fill, Reveal
from gangland.learn.advice import Measure, decisions, measures_of
from gangland.learn.guide import Fact, facts_of
from gangland.learn.moments import Moment, Story

TOP = Spot.parse("a6")


def seen(moment: Moment) -> GangsView:
    """The table as the person sees it at a moment."""
    return instance(moment.view, GangsView, "A view of Gangs")


def seen_before(moment: Moment) -> GangsView:
    """The table as the person saw it before the move of a moment."""
    return instance(moment.before, GangsView, "A view of Gangs")


def action_of(moment: Moment) -> Action | None:
    """What was done in a move, or None."""
    return instance(moment.move, GangsMove, "A move of Gangs").action if moment.move else None


def own_gangs(view: GangsView) -> list[Gang]:
    """The viewer's alliances."""
    return [gang for gang in view.players[view.seat or 0].alliances if gang]


def is_own(view: GangsView, spot: Spot) -> bool:
    """Whether an ally of the viewer stands on a spot."""
    return view.pyramid.get(spot) in own_gangs(view)


def own_score(view: GangsView) -> int:
    """The viewer's points."""
    return view.scores[view.seat or 0] or 0


def climbs(view: GangsView) -> list[tuple[GangsMove, Climb]]:
    """The legal climbs."""
    return [(move, move.action) for move in view.legal_moves if isinstance(move.action, Climb)]


def own_climbs(view: GangsView) -> list[GangsMove]:
    """The legal climbs of the viewer's allies, the highest first."""
    found = sorted(climbs(view), key=lambda row: -row[1].goal.row)
    return [move for move, climb in found if is_own(view, climb.start)]


def own_fills(view: GangsView) -> list[GangsMove]:
    """The legal move that fills the gap with an ally, if exactly one of the gangsters below it is one."""
    moves = view.legal_moves
    found = [move for move in moves if isinstance(move.action, Fill) and is_own(view, move.action.start)]
    return found if len(found) == 1 else []


def upper_strikes(view: GangsView) -> list[GangsMove]:
    """The legal expulsions in rows that bring points."""
    return [move for move in view.legal_moves if isinstance(move.action, Expel) and move.action.victim.points]


def is_alone(view: GangsView) -> bool:
    """Whether all others have passed."""
    return all(player.passed for seat, player in enumerate(view.players) if seat != view.seat)


FACTS: dict[str, Fact] = {
    "turn": lambda m: seen(m).gap is None and not seen(m).reveals,
    "must-reveal": lambda m: any(isinstance(move.action, Reveal) for move in seen(m).legal_moves),
    "gap-open": lambda m: seen(m).gap is not None,
    "gap-with-own": lambda m: own_fills(seen(m)),
    "crowned": lambda m: seen(m).crowned,
    "before-coronation": lambda m: not seen(m).crowned,
    "coronation": lambda m: seen(m).crowned and not seen_before(m).crowned,
    "no-influence": lambda m: seen(m).players[seen(m).seat or 0].influence_size == 0,
    "alone": lambda m: is_alone(seen(m)),
    "upper-strike": lambda m: upper_strikes(seen(m)),
    "row-4-open": lambda m: [] if seen(m).reached else [move for move, climb in climbs(seen(m)) if climb.goal.row == 4],
    "row-3-reached": lambda m: any(spot.row == 3 for spot in seen(m).pyramid),
    "top-is-own": lambda m: seen(m).top in own_gangs(seen(m)),
    "own-can-climb": lambda m: own_climbs(seen(m)),
    "own-scores": lambda m: own_score(seen(m)) > own_score(seen_before(m)),
    "own-lost": lambda m: own_score(seen(m)) < own_score(seen_before(m)),
}


@facts_of.register
def gangs_facts(view: GangsView) -> Mapping[str, Fact]:
    """What tips of Gangs ask for."""
    return FACTS


# Measures of a finished game


def own_strikes(story: Story) -> list[tuple[GangsView, Expel]]:
    """The person's expulsions, each with the table before it."""
    found = ((seen(asked), action_of(done)) for asked, done in decisions(story))
    return [(view, action) for view, action in found if isinstance(action, Expel)]


def strikes_left_at_pass(story: Story) -> int:
    """The influence cards that the person still had when they passed, if a strike in the upper rows was open."""
    for asked, done in decisions(story):
        if isinstance(action_of(done), Pass):
            view = seen(asked)
            return view.players[view.seat or 0].influence_size if upper_strikes(view) else 0
    return 0


def strangers_raised(story: Story) -> int:
    """How often the person lifted a stranger into a row that counts while an ally could have climbed."""
    count = 0
    for asked, done in decisions(story):
        view, action = seen(asked), action_of(done)
        if isinstance(action, Climb) and action.goal.points:
            count += not is_own(view, action.start) and bool(own_climbs(view))
    return count


def fills_of_strangers(story: Story) -> int:
    """How often the person filled a gap with a stranger although an ally stood beside it."""
    count = 0
    for asked, done in decisions(story):
        action = action_of(done)
        if isinstance(action, Fill):
            count += bool(own_fills(seen(asked))) and not is_own(seen(asked), action.start)
    return count


def crown_lost(story: Story) -> int:
    """Whether an ally held the top after the coronation, and none does at the end."""
    held = any(seen(moment).crowned and is_own(seen(moment), TOP) for moment in story)
    return int(held and not is_own(seen(story[-1]), TOP))


def high_alliance_shown(story: Story) -> int:
    """How often the person revealed the ally that stood highest while another one was still low."""
    count = 0
    for asked, done in decisions(story):
        action = action_of(done)
        if isinstance(action, Reveal):
            shown = [move.action.gang for move in seen(asked).legal_moves if isinstance(move.action, Reveal)]
            heights = {gang: height_of(seen(asked), gang) for gang in shown}
            highest, lowest = max(heights.values()), min(heights.values())
            count += heights[action.gang] == highest > lowest + 3
    return count


def height_of(view: GangsView, gang: Gang) -> int:
    """How high a gang stands: the sum of the upper rows that its gangsters have reached."""
    return sum(spot.row for spot, other in view.pyramid.items() if other == gang and spot.row >= 3)


def tied_and_lost(story: Story) -> int:
    """Whether the person has the most points, and somebody with as many has more influence cards left (G7.2)."""
    view = seen(story[-1])
    own, best = view.seat or 0, max(score or 0 for score in view.scores)
    rivals = [player for seat, player in enumerate(view.players) if view.scores[seat] == best]
    left = view.players[own].influence_size
    return int(view.scores[own] == best and any(player.influence_size > left for player in rivals))


def points_in(story: Story, row: int) -> int:
    """The points that the person has in a row at the end."""
    view = seen(story[-1])
    return sum(spot.points for spot in view.pyramid if spot.row == row and is_own(view, spot))


def lead(story: Story) -> int:
    """The person's points minus those of the best of the others."""
    view = seen(story[-1])
    return own_score(view) - max(score or 0 for seat, score in enumerate(view.scores) if seat != view.seat)


MEASURES: dict[str, Measure] = {
    "no-strike": lambda s: int(not own_strikes(s)),
    "strikes-left-at-pass": strikes_left_at_pass,
    "low-strikes": lambda s: sum(not strike.victim.points for _, strike in own_strikes(s)),
    "early-strikes": lambda s: sum(not view.crowned for view, _ in own_strikes(s)),
    "strangers-raised": strangers_raised,
    "fills-of-strangers": fills_of_strangers,
    "crown-lost": crown_lost,
    "high-alliance-shown": high_alliance_shown,
    "tied-and-lost": tied_and_lost,
    "row-4-points": lambda s: points_in(s, 4),
    "top-points": lambda s: points_in(s, 6),
    "gangs-won-by": lead,
}


@measures_of.register
def gangs_measures(view: GangsView) -> Mapping[str, Measure]:
    """What advice about Gangs asks for."""
    return MEASURES
