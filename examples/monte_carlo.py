"""A bot that plays random games after each of its moves, and makes the move that wins most of them.

gangland arena --game famiglia examples/monte_carlo.py:MonteCarlo 2 --deals 10
gangland play gangs --opponent examples/monte_carlo.py:MonteCarlo
"""

from gangland import InformationState, Limit, Move


class MonteCarlo:
    """Knows no rule of thumb: it only counts how random games end."""

    def choose(self, seen: InformationState, limit: Limit, seed: int) -> Move:
        """The move with the highest share of the win. The limit's simulations are shared out among the moves."""
        view = seen.view
        games = max(1, (limit.simulations or 1000) // len(view.legal_moves))
        worlds = [seen.world(seed + number) for number in range(4)]  # four ways to deal what this seat cannot see

        def value(move: Move) -> float:
            total = 0.0
            for world in worlds:
                after = world.copy()
                after.push(move.number)
                total += after.playout_results(max(1, games // len(worlds)), seed).shares[view.turn]
            return total

        return max(view.legal_moves, key=value)
