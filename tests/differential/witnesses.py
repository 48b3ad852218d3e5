"""Asks every engine about a small game, and tells where one differs from the brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from solver.core.protocol import Belief, Countable, Evidence
from solver.core.values import Budget
from solver.engines import cpsat, csp, worlds
from tests.differential.small_games import SmallGame

ROOMY = Budget(worlds=10_000_000, states=10_000_000, seconds=60)

Ask = Callable[[SmallGame], Belief | None]


def _count(game: SmallGame) -> Belief | None:
    return game.mystery.count(game.facts, ROOMY) if isinstance(game.mystery, Countable) else None


WITNESSES: Mapping[str, Ask] = {
    "worlds": lambda game: worlds.weigh(game.mystery, game.facts, ROOMY),
    "counting": _count,
    "csp": lambda game: csp.enumerate_solutions(game.mystery, game.facts),
    "cpsat": lambda game: cpsat.prove(Evidence(game.mystery, game.noted), ROOMY),
}
"""The engines, cheapest first; None from one that does not know this mystery."""
CAN_COUNT_WORLDS = ("worlds", "counting")


def disagreements(game: SmallGame) -> Iterator[str]:
    """Where an engine says anything else than the brute force. Lazy: the first one is cheap to ask for."""
    for name, ask in WITNESSES.items():
        belief = ask(game)
        if belief is not None:
            yield from _compare(name, belief, game)


def _compare(name: str, belief: Belief, game: SmallGame) -> Iterator[str]:
    if belief.is_possible is not bool(game.worlds):
        yield f"{name}: {'some' if belief.is_possible else 'no'} worlds, in truth {game.worlds}"
    if name in CAN_COUNT_WORLDS and belief.count != game.worlds:
        yield f"{name}: {belief.count} worlds, in truth {game.worlds}"
    for statistic, expected in game.expected.items():
        if name == "counting" and statistic[0] == "card":
            continue
        if belief.candidates(statistic) != frozenset(expected):
            yield f"{name}: {statistic} may be {sorted(belief.candidates(statistic))}, in truth {sorted(expected)}"
        shares = belief.distribution(statistic)
        if shares is not None and dict(shares) != dict(expected):
            yield f"{name}: {statistic} is as likely as {shares}, in truth {expected}"
