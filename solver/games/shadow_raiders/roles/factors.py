"""Reading 1 cut into variables, for python-constraint: a character for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from solver.core.protocol import Factors
from solver.games.shadow_raiders.roles.draws import likelihood
from solver.games.shadow_raiders.roles.facts import Shuffled, Standing

if TYPE_CHECKING:
    from solver.games.shadow_raiders.roles.mystery import Roles
    from solver.games.shadow_raiders.rules import Rules

Predicate = tuple[Callable[..., bool], tuple[str, ...]]


def factors(roles: Roles, joined: Sequence[Standing | Shuffled]) -> Factors:
    """Domains are what is known of each player alone; predicates are the deal's and the decks'."""
    rules = roles.rules
    standing = {fact.player: fact.by_name for fact in joined if isinstance(fact, Standing)}
    domains = {player: _domain(rules, player, standing.get(player)) for player in rules.players}
    predicates = [*_of_deal(rules), *(_of_draws(rules, fact) for fact in joined if isinstance(fact, Shuffled))]

    def read(found: Mapping[str, Any], statistic: Any) -> Any:
        return roles.read(tuple(found[player] for player in rules.players), statistic)

    return Factors(domains, predicates, read)


def _domain(rules: Rules, player: str, weights: Mapping[str, Any] | None) -> tuple[str, ...]:
    return tuple(
        one.name
        for one in rules.cast
        if (player == rules.me) == (one.name == rules.role) and (weights is None or one.name in weights)
    )


def _of_deal(rules: Rules) -> Iterator[Predicate]:
    """Everybody takes up something else, and each camp has its number."""
    slots = {one.name: rules.slot(one) for one in rules.cast}
    camps = {one.name: one.camp for one in rules.cast}
    for pair in combinations(rules.players, 2):
        yield (lambda one, other: slots[one] != slots[other]), pair

    def is_dealt(*names: str) -> bool:
        found = Counter(camps[name] for name in names)
        return all(found[camp] == number for camp, number in rules.dealt.items())

    yield is_dealt, rules.players


def _of_draws(rules: Rules, fact: Shuffled) -> Predicate:
    players = tuple(dict.fromkeys(showing.player for showings in fact.unknown for showing in showings))
    asked = players or rules.players[:1]

    def is_possible(*names: str) -> bool:
        return likelihood(rules, fact, {who: rules.by_name[name] for who, name in zip(asked, names, strict=True)}) > 0

    return is_possible, asked
