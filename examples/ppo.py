"""A masked PPO that teaches itself Gangs of New York by playing all seats, and is measured against random play.

`pip install "gangland[env]" torch`, then `python examples/ppo.py [decisions]`.
"""

import sys
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from gangland import gangs
from gangland.env.batch import Batch

GAMES, STEPS, LAMBDA = 256, 64, 0.95
game = gangs.Gangs(players=2)
torch.manual_seed(1)
batch = Batch(game, GAMES, seed=1)
highest = torch.frombuffer(bytearray(batch.encoding.highest), dtype=torch.uint8)
body = nn.Sequential(nn.Linear(batch.encoding.size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
policy, critic = nn.Linear(256, batch.encoding.actions), nn.Linear(256, 1)
optimiser = torch.optim.Adam([*body.parameters(), *policy.parameters(), *critic.parameters()], lr=5e-4)


def judge(seen, masks):
    """What the nets say of observations: the odds of each legal action, and the value for the seat that decides."""
    inner = body(seen / highest)
    return Categorical(logits=policy(inner).masked_fill(masks == 0, -1e9)), critic(inner).squeeze(-1)


@torch.no_grad()
def wins(count=1000):
    """The share of games that the policy wins against random play, each seat half of the time. A tie is half a win."""
    arena, won, ended = Batch(game, count, seed=2), np.zeros(count), np.zeros(count, bool)
    learner = np.arange(count) % 2
    while not ended.all():
        chosen = judge(torch.tensor(arena.observations), torch.tensor(arena.masks))[0].sample().numpy()
        arena.step(np.where(arena.turns == learner, chosen, arena.random_actions()))
        just = arena.dones & ~ended
        won[just], ended = (1 + arena.rewards[np.arange(count), learner][just]) / 2, ended | just
    return won.mean()


def play():
    """Play on in all games. Returns what was seen, done and thought at each step, and how much better it went."""
    rows, rewards, dones, turns = [], [], [], []
    for _ in range(STEPS):
        seen, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
        turns.append(batch.turns.copy())
        with torch.no_grad():
            odds, values = judge(seen, masks)
            actions = odds.sample()
        rows.append((seen, masks, actions, odds.log_prob(actions), values))
        batch.step(actions.numpy())
        rewards.append(batch.rewards.copy())
        dones.append(batch.dones.copy())
    with torch.no_grad():
        now = judge(torch.tensor(batch.observations), torch.tensor(batch.masks))[1].numpy()
    each, others = np.arange(GAMES), 1 - game.players
    ahead = np.repeat((now / others)[:, None], game.players, 1)  # of the next decision of each seat: its value
    ahead[each, batch.turns] = now
    carried, gains = np.zeros_like(ahead), np.zeros((STEPS, GAMES), np.float32)
    for step in reversed(range(STEPS)):
        ahead[dones[step]], carried[dones[step]] = rewards[step][dones[step]], 0
        here, values = (each, turns[step]), rows[step][4].numpy()
        gains[step] = carried[here] = ahead[here] - values + LAMBDA * carried[here]
        ahead[here] = values
    return [torch.cat(column) for column in zip(*rows, strict=True)], torch.tensor(gains).flatten()


def learn():
    """One round of PPO: play, then four times over what was seen."""
    (seen, masks, actions, before, values), gains = play()
    goals, gains = values + gains, (gains - gains.mean()) / gains.std()
    for part in torch.cat([torch.randperm(len(gains)) for _ in range(4)]).split(2048):
        odds, value = judge(seen[part], masks[part])
        ratio = (odds.log_prob(actions[part]) - before[part]).exp()
        gain = torch.min(ratio * gains[part], ratio.clamp(0.8, 1.2) * gains[part]).mean()
        loss = (value - goals[part]).pow(2).mean() / 2 - gain - 0.01 * odds.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


if __name__ == "__main__":
    decisions, began = int(sys.argv[1]) if len(sys.argv) > 1 else 850_000, time.process_time()
    for number in range(decisions // (GAMES * STEPS) + 1):
        if number % 10 == 0 or number == decisions // (GAMES * STEPS):
            print(f"{number * GAMES * STEPS:9,} decisions, {time.process_time() - began:4.0f} s: wins {wins():.1%}")
        learn()
