"""A masked PPO that teaches itself Gangs of New York by playing all seats, and is measured against random play.

`pip install "gangland[env]" torch`, then `python examples/ppo.py [rounds]`. A round is 16,384 decisions.
"""

import sys

import numpy as np
import torch
from torch import nn

from gangland import Gangs
from gangland.env.batch import Batch

GAMES, STEPS, LAMBDA = 256, 64, 0.95
game = Gangs(players=2)
torch.manual_seed(1)
batch = Batch(game, GAMES, seed=1)
highest = torch.tensor(list(batch.encoding.highest))
body = nn.Sequential(nn.Linear(batch.encoding.size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
policy, critic = nn.Linear(256, batch.encoding.actions), nn.Linear(256, 1)
optimiser = torch.optim.Adam([*body.parameters(), *policy.parameters(), *critic.parameters()], lr=5e-4)


def judge(seen, masks):
    """What the nets say of observations: the odds of each legal action, and the value for the seat that decides."""
    inner = body(torch.as_tensor(seen) / highest)
    logits = policy(inner).masked_fill(torch.as_tensor(masks == 0), -1e9)
    return torch.distributions.Categorical(logits=logits), critic(inner).squeeze(-1)


@torch.no_grad()
def wins(count=1000):
    """The share of games that the policy wins against random play, each seat half of the time. A tie is half a win."""
    arena, learner, won = Batch(game, count, seed=2), np.arange(count) % 2, np.full(count, np.nan)
    while np.isnan(won).any():
        chosen = judge(arena.observations, arena.masks)[0].sample().numpy()
        arena.step(np.where(arena.turns == learner, chosen, arena.random_actions()))
        won = np.where(arena.dones & np.isnan(won), (1 + arena.rewards[np.arange(count), learner]) / 2, won)
    return won.mean()


@torch.no_grad()
def play():
    """Play on in all games. Returns what was seen, done and thought at each decision, and how much better it went."""
    rows, ends, gains = [], [], []
    for _ in range(STEPS):
        seen, masks, turns = batch.observations.copy(), batch.masks.copy(), batch.turns.copy()
        odds, values = judge(seen, masks)
        actions = odds.sample()
        batch.step(actions.numpy())
        rows.append((seen, masks, actions, odds.log_prob(actions), values))
        ends.append((turns, values.numpy(), batch.rewards.copy(), batch.dones.copy()))
    values = judge(batch.observations, batch.masks)[1].numpy()[:, None]
    # what each seat may expect: who decides, the value; what that one does not win, the others share
    ahead = np.where(np.arange(game.players) == batch.turns[:, None], values, values / (1 - game.players))
    carried = np.zeros_like(ahead)
    for turns, values, rewards, dones in reversed(ends):
        ahead[dones], carried[dones], here = rewards[dones], 0, (np.arange(GAMES), turns)
        carried[here] = ahead[here] - values + LAMBDA * carried[here]
        ahead[here] = values
        gains.insert(0, carried[here])
    return [torch.tensor(np.concatenate(column)) for column in (*zip(*rows, strict=True), gains)]


def learn():
    """One round of PPO: play, then four times over what was seen."""
    seen, masks, actions, before, values, gains = play()
    goals, gains = values + gains, (gains - gains.mean()) / gains.std()
    for part in torch.cat([torch.randperm(len(gains)) for _ in range(4)]).split(2048):
        odds, value = judge(seen[part], masks[part])
        ratio = (odds.log_prob(actions[part]) - before[part]).exp()
        gain = torch.min(ratio * gains[part], ratio.clamp(0.8, 1.2) * gains[part]).mean()
        loss = (value - goals[part]).pow(2).mean() / 2 - gain - 0.01 * odds.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


for number in range(int(sys.argv[1]) + 1 if len(sys.argv) > 1 else 51):
    if number % 10 == 0:
        print(f"{number * GAMES * STEPS:9,} decisions: wins {wins():.1%}", flush=True)
    learn()
