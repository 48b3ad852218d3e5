"""What a hint offers of the Rendezvous: querying, and its card as a hurdle before hers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.core.values import Outcome
from solver.games.black_sonata.advising.asking import asking_advice, asking_errands
from solver.games.black_sonata.outlook import Hurdle, Outlook
from solver.games.black_sonata.rendezvous.forms import MYSTERY, QUERYING
from solver.games.black_sonata.rendezvous.mystery import LANDMARK
from solver.games.black_sonata.wording import chance_words

if TYPE_CHECKING:
    from solver.core.values import Advice
    from solver.games.black_sonata.errands import Errand, Planner


def rendezvous_advice(planner: Planner) -> Iterator[Advice]:
    """Querying here and now."""
    return asking_advice(QUERYING, planner)


def rendezvous_errands(outlook: Outlook, turns: int, passed: int) -> Iterator[Errand]:
    """Querying wherever it tells something."""
    return asking_errands(QUERYING, outlook)


def hurdle(outlook: Outlook) -> Hurdle | None:
    """Its card is turned before hers: a landmark that does not stand at the pawn loses the game."""
    table = outlook.table
    if table.pawn is None:
        return None
    standing = table.board.place(table.pawn).landmarks
    chances = outlook.known[MYSTERY].belief.distribution(LANDMARK) or {}
    ranked = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    ways = tuple((Outcome({"landmark": landmark}, chance), landmark in standing) for landmark, chance in ranked)
    here = sum((chance for landmark, chance in chances.items() if landmark in standing), Fraction(0))
    return Hurdle(MYSTERY, ways, f"the Rendezvous landmark stands here with {chance_words(here)}")
