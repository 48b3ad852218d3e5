"""Her walk if she avoids capture: a policy that the solver computes from what everyone can see.

Steps: in proportion to one more than the number of ways that she could still go on from there unfound, for two turns,
against a Historian who saw where she is and did his best. Plays: in proportion to the number of places that they leave
open to him. Every legal move keeps some chance, so the possible places are those of the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

from maps import Board, london
from solver.games.cat_and_mouse.cards import by_value
from solver.games.cat_and_mouse.facts import Played, Step, is_legal
from solver.games.cat_and_mouse.plays import Play, PlayKind, plays_card
from solver.games.cat_and_mouse.walk import Walk

TURNS = 2
"""How far ahead she counts her ways out."""

Pawns = tuple[str, str]


def escapes(board: Board, place: str, pawns: Pawns, turns: int) -> int:
    """Her ways to go on for so many turns without being found, the Historian to act, seeing her, at his best.

    0 where a pawn stands on her place: he would search. Cached for London; the first call of a pair costs about 1 ms.
    """
    if board is london():
        return _cached(place, _sorted(pawns), turns)
    return _escapes(board, place, pawns, turns)


@cache
def _cached(place: str, pawns: Pawns, turns: int) -> int:
    return _escapes(london(), place, pawns, turns)


def _escapes(board: Board, place: str, pawns: Pawns, turns: int) -> int:
    if place in pawns:
        return 0
    if not turns:
        return 1
    onward = (place, *board.neighbours[place])
    return min(sum(escapes(board, step, moved, turns - 1) for step in onward) for moved in moves(board, pawns))


def moves(board: Board, pawns: Pawns) -> Iterable[Pawns]:
    """Where the pawns can stand after one of them went along a road."""
    yield from ((place, pawns[1]) for place in board.neighbours[pawns[0]])
    yield from ((pawns[0], place) for place in board.neighbours[pawns[1]])


def _sorted(pawns: Pawns) -> Pawns:
    return pawns if pawns[0] <= pawns[1] else (pawns[1], pawns[0])


def left_open(board: Board, reach: frozenset[str], play: Play, step: Step) -> int:
    """How many of the places in `reach` allow that play with the hand of that step."""
    return sum(is_legal(board, place, play, step.hand) for place in reach)


@dataclass(frozen=True)
class AvoidingWalk(Walk):
    """Her walk under that policy."""

    text: str = "Where is the Dark Lady, if she avoids capture?"
    name: str = "mouse.location.avoiding"
    assumes: ClassVar[str] = "she avoids capture: moves and plays in proportion to the ways out that they leave"

    def weights(self, step: Step, place: str) -> Mapping[str, int]:
        return {after: 1 + escapes(self.board, after, step.pawns, TURNS) for after in self.followers(place)}

    def share(self, fact: Played, place: str) -> Fraction:
        """Her choice among the cards that she can play there; the hidden top of her location deck is left out of it."""
        if fact.play.kind is not PlayKind.CARD:
            return Fraction(1)
        step = self.steps[fact.moment - 1]
        open_by = {
            card: max(1, left_open(self.board, step.reach, plays_card(card), step))
            for card in by_value(fact.hand)
            if card.fits(self.board, place)
        }
        total = sum(open_by.values())
        return Fraction(open_by[fact.play.card], total) if fact.play.card in open_by else Fraction(1)
