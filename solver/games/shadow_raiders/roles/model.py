"""Reading 2: the same rules over all deals at once, for CP-SAT. Written from the rulebook, not from reading 1.

A literal for each player and character, and for each copy drawn and card that it may be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solver.games.shadow_raiders.box import CAMPS, Character, ReasoningCard, reasoning_cards
from solver.games.shadow_raiders.roles.facts import Among, Draw, Falls, Handed, Lives, NotAmong
from solver.games.shadow_raiders.roles.outcomes import ABOARD, UNKNOWN, Condition

if TYPE_CHECKING:
    from solver.core.protocol import Noted
    from solver.core.values import Value
    from solver.engines.cpsat import RuleModel
    from solver.games.shadow_raiders.rules import Rules, Switches

DEALING = "Shadow Raiders, C: preparation"
DEALING_INITIALS = "Queen Majesty's Airship, D: one character of each initial"
DAMAGE = "Shadow Raiders, F: who has as much damage as HP is out"
REASONING = "Shadow Raiders, E (2): reasoning cards"
DECK = "Shadow Raiders, E (2): the deck of reasoning cards"
OPEN = "what was turned up, or had to be"


@dataclass
class Variables:
    """`has[player][name]`; `copies[number][card]`; `drawn[shuffle]` are the numbers of the copies drawn in it."""

    has: dict[str, dict[str, Any]]
    copies: dict[int, dict[str, Any]] = field(default_factory=dict)
    drawn: dict[int, list[int]] = field(default_factory=dict)


def declare(rules: Rules, model: RuleModel) -> Variables:
    """A deal: everybody has one character, nobody the same, as many of each camp as the table says."""
    names = [character.name for character in rules.cast]
    has = {player: {name: model.model.new_bool_var(f"{player} {name}") for name in names} for player in rules.players}
    for player in rules.players:
        model.exactly_one(list(has[player].values()))
    guard = model.rule("no character is dealt twice", DEALING)
    for name in names:
        model.model.add(sum(has[player][name] for player in rules.players) <= 1).only_enforce_if(guard)
    for camp, number in rules.dealt.items():
        guard = model.rule(f"{number} of the players are of the camp {camp}", DEALING)
        members = [one.name for one in rules.cast if one.camp == camp]
        total = sum(has[player][name] for player in rules.players for name in members)
        model.model.add(total == number).only_enforce_if(guard)
    if rules.one_of_each_initial:
        _deal_initials(rules, model, has)
    guard = model.rule(f"{rules.me} is {rules.role}", "my own card")
    model.require_any([has[rules.me][rules.role]], guard)
    return Variables(has)


def _deal_initials(rules: Rules, model: RuleModel, has: Mapping[str, Mapping[str, Any]]) -> None:
    guard = model.rule("no initial is dealt twice", DEALING_INITIALS)
    for initial in {one.initial for one in rules.cast}:
        alike = [one.name for one in rules.cast if one.initial == initial]
        total = sum(has[player][name] for player in rules.players for name in alike)
        model.model.add(total <= 1).only_enforce_if(guard)


def post(rules: Rules, model: RuleModel, variables: Variables, noted: Noted) -> None:
    """One fact, as rules with guards of their own."""
    fact: Any = noted.fact
    match fact:
        case Among() | NotAmong():
            guard = model.rule(fact.sentence(), OPEN, noted.event)
            literals = [variables.has[fact.player][name] for name in fact.names]
            if isinstance(fact, Among):
                model.require_any(literals, guard)
            else:
                model.forbid(literals, guard)
        case Lives() | Falls():
            guard = model.rule(fact.sentence(), DAMAGE, noted.event)
            is_excluded = [(one.hp > fact.total) is not isinstance(fact, Lives) for one in rules.cast]
            own = variables.has[fact.player]
            model.forbid([own[one.name] for one, out in zip(rules.cast, is_excluded, strict=True) if out], guard)
        case _:
            _post_draw(rules, model, variables, noted, fact)


def _post_draw(rules: Rules, model: RuleModel, variables: Variables, noted: Noted, draw: Draw) -> None:
    """A copy left the deck, and (unless it is still in hand) somebody showed an outcome."""
    may_be = _copy(rules, model, variables, noted.event, draw)
    if draw.card is not None:
        guard = model.rule(f"the card was {draw.card}", REASONING, noted.event)
        model.require_any([may_be[draw.card]] if draw.card in may_be else [], guard)
    if not isinstance(draw, Handed):
        return
    own = variables.has[draw.player]
    guard = model.rule(draw.sentence(), REASONING, noted.event)
    if draw.role is not None:
        model.require_any([own[draw.role]], guard)
    for card, literal in may_be.items():
        fitting = [
            own[one.name]
            for one in rules.cast
            if could_show(reasoning_cards()[card], one, draw.outcome, draw.condition, rules.switches)
        ]
        model.require_any([*fitting, literal.negated()], guard)


def _copy(rules: Rules, model: RuleModel, variables: Variables, event: int, draw: Draw) -> Mapping[str, Any]:
    """The literals of this copy; a copy not met before in this shuffle takes its place in the deck."""
    if draw.copy not in variables.copies:
        cards = {card: model.model.new_bool_var(f"copy {draw.copy} {card}") for card in rules.deck.copies}
        model.exactly_one(list(cards.values()))
        variables.copies[draw.copy] = cards
    drawn = variables.drawn.setdefault(draw.shuffle, [])
    if draw.copy not in drawn:
        drawn.append(draw.copy)
        guard = model.rule("between two shuffles every copy is drawn once", DECK, event)
        for card, number in rules.deck.copies.items():
            total = sum(variables.copies[copy][card] for copy in drawn)
            model.model.add(total <= number).only_enforce_if(guard)
    return variables.copies[draw.copy]


def could_show(card: ReasoningCard, character: Character, outcome: str, condition: Condition, rule: Switches) -> bool:
    """True if this character, handed this card, may show this outcome."""
    lets_lie = rule.lies_on_hp_cards if card.tests_hp else rule.lies_on_show_role or card.effect != "show"
    is_free = character.lies and lets_lie
    is_meant = (
        (not card.camps or character.camp in card.camps)
        and (card.most_hp is None or character.hp <= card.most_hp)
        and (card.least_hp is None or character.hp >= card.least_hp)
    )
    obeys = outcome in _orders(card.effect, condition) or (condition.immune and outcome == "nothing")
    return ((is_meant or is_free) and obeys) or ((is_free or not is_meant) and outcome == "nothing")


def _orders(effect: str, condition: Condition) -> set[str]:
    """What the card may make somebody do."""
    stays = {"airship"} - ({"airship"} if condition.where == ABOARD else set())
    is_hit = condition.where in (ABOARD, UNKNOWN)
    return {
        "equipment": {"damage-1"} | ({"equipment"} if condition.equipped else set()),
        "heal": {"damage-1"} if condition.unhurt else {"heal-1"},
        "airship": stays | ({"damage-1"} if is_hit else set()),
        "show": {"shown"},
    }.get(effect, {effect})


def literals(rules: Rules, model: RuleModel, variables: Variables, statistic: Any) -> Mapping[Value, Any]:
    """A literal for each character, or each camp, of a player."""
    what, player = statistic
    if what == "role":
        return dict(variables.has[player].items())
    found: dict[Value, Any] = {}
    for camp in CAMPS:
        own = [variables.has[player][one.name] for one in rules.cast if one.camp == camp]
        found[camp] = model.union(f"{player} is a {camp}", own)
    return found
