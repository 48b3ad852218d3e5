"""Reading 2 of her walk: one place for each moment, expanded over time, for CP-SAT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver.games.cat_and_mouse.cards import Card, CardKind
from solver.games.cat_and_mouse.facts import Played
from solver.games.cat_and_mouse.plays import PlayKind

if TYPE_CHECKING:
    from maps import Board
    from solver.core.protocol import Noted
    from solver.engines.cpsat import RuleModel

MOVE_SOURCE = "Strange Shadows, p. 14"
FLIGHT_SOURCE = "Strange Shadows, p. 15"
PLAY_SOURCE = "Strange Shadows, p. 14"
SEARCH_SOURCE = "Strange Shadows, p. 15"

Places = Sequence[Mapping[str, Any]]
"""For each moment, the literal "she is at this place"."""


def declare(model: RuleModel, board: Board, turns: Sequence[bool]) -> Places:
    """The variables, and the roads between each moment and the next; `turns[k]` tells a turn's move from a flight's."""
    at = [
        {place: model.model.new_bool_var(f"{moment} {place}") for place in board.names}
        for moment in range(len(turns) + 1)
    ]
    for here in at:
        model.exactly_one(list(here.values()))
    for moment, is_turn in enumerate(turns):
        _post_step(model, board, at[moment], at[moment + 1], is_turn)
    return at


def _post_step(
    model: RuleModel, board: Board, before: Mapping[str, Any], here: Mapping[str, Any], is_turn: bool
) -> None:
    """Whoever stands somewhere stood there before, or at the other end of one of the roads that end there."""
    sentence = (
        "in her turn she goes along one road or stays" if is_turn else "each step of her flight is one road or none"
    )
    guard = model.rule(sentence, MOVE_SOURCE if is_turn else FLIGHT_SOURCE)
    origins: dict[str, list[Any]] = {place: [before[place]] for place in board.names}
    for one, other in board.roads:
        origins[one].append(before[other])
        origins[other].append(before[one])
    for place, literal in here.items():
        model.require_any([*origins[place], literal.negated()], guard)


def post(model: RuleModel, at: Places, board: Board, noted: Noted) -> None:
    """What one fact says of the moment that it speaks of."""
    fact: Any = noted.fact
    here = at[fact.moment]
    if isinstance(fact, Played):
        guard = model.rule(fact.sentence(), PLAY_SOURCE, noted.event)
        model.forbid([here[place] for place in _ruled_out(board, fact)], guard)
        return
    guard = model.rule(fact.sentence(), SEARCH_SOURCE, noted.event)
    model.require_any([here[fact.place] if fact.found else here[fact.place].negated()], guard)


def _ruled_out(board: Board, fact: Played) -> set[str]:
    """Where she cannot have been when she did that."""
    everywhere = set(board.names)
    if fact.play.kind is PlayKind.CARD and fact.play.card is not None:
        return everywhere - _sites(board, fact.play.card)
    if fact.play.kind is PlayKind.TOP:
        return everywhere - {str(fact.play.place)}
    return set().union(*(_sites(board, card) for card in fact.hand))


def _sites(board: Board, card: Card) -> set[str]:
    """All locations that a card matches."""
    match card.kind:
        case CardKind.FOG:
            return set(board.names)
        case CardKind.LOCATION:
            return {card.name}
        case CardKind.LANDMARK:
            return set(board.with_landmark(card.name))
