"""What every game shares: the contracts of games, positions and evaluators, errors, words, chance."""
