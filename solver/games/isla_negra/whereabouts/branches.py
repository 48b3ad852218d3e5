"""What the public moves and the facts leave open, as weighted branches.

Cards that were drawn from one shuffle and not seen since are exchangeable: only their number matters. A branch says
which cards are known, and how many hidden cards of each shuffle lie where. The kinds of the hidden cards are summed
over later (see `spread`), all at once. A branch is split only where a seen card can have come from several places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]
"""A number of cards for each kind, or for each epoch."""
Item: TypeAlias = int
"""One card: a kind (0 or more) where it is known, else -1 - the epoch from whose deck it was drawn."""


@dataclass(frozen=True)
class Epoch:
    """One shuffle: what became the deck, what has been seen of it, what of it was shuffled again later.

    The deck held the `known` cards, and the hidden ones that flowed in from earlier epochs. `named[k]` are its places
    that are known to have held kind k, the last place among them. `flows[j]` hidden cards of it became part of the
    deck of epoch j (0 for itself and those before it).
    """

    size: int
    known: Vector
    named: Vector
    bottom: int
    flows: Vector = ()

    def flow_to(self, epoch: int) -> int:
        return self.flows[epoch] if epoch < len(self.flows) else 0

    @property
    def hidden(self) -> int:
        """Its cards whose kind was never seen and that were not shuffled again."""
        return self.size - sum(self.named) - sum(self.flows)


@dataclass(frozen=True)
class Branch:
    """One way in which the seen cards can have come about. The last epoch's deck holds `rest` hidden cards, and below
    them its known bottom card while `has_bottom`."""

    epochs: tuple[Epoch, ...]
    hand: Vector
    pile: Vector
    """Known cards of the pile below its top."""
    hidden_hand: Vector
    hidden_pile: Vector
    rest: int
    has_bottom: bool
    top: Item | None = None
    table: tuple[Item, ...] = ()

    @property
    def now(self) -> int:
        """The number of the last epoch."""
        return len(self.epochs) - 1

    @property
    def bottom(self) -> int:
        return self.epochs[-1].bottom

    def name(self, epoch: int, kinds: Vector) -> Branch:
        """The same branch when hidden places of that epoch are seen to have held these cards."""
        seen = self.epochs[epoch]
        grown = replace(seen, named=plus(seen.named, kinds))
        return replace(self, epochs=(*self.epochs[:epoch], grown, *self.epochs[epoch + 1 :]))

    def cover(self, item: Item) -> Branch:
        """The branch with one more card on top of the pile."""
        return replace(self.bury(self.top), top=item)

    def bury(self, item: Item | None) -> Branch:
        """The branch with one more card in the pile below its top."""
        if item is None:
            return self
        if item >= 0:
            return replace(self, pile=one_more(self.pile, item))
        return replace(self, hidden_pile=one_more(self.hidden_pile, -1 - item))


def plus(one: Vector, two: Vector) -> Vector:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def minus(one: Vector, two: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, two, strict=True))


def one_more(vector: Vector, at: int, by: int = 1) -> Vector:
    return (*vector[:at], vector[at] + by, *vector[at + 1 :])


def unit(length: int, at: int) -> Vector:
    return one_more((0,) * length, at)


def opening(copies: Vector, bottom: int) -> Branch:
    """The deck shuffled whole, with this kind at the bottom."""
    nothing = (0,) * len(copies)
    size = sum(copies)
    epoch = Epoch(size, copies, unit(len(copies), bottom), bottom)
    return Branch((epoch,), nothing, nothing, (0,), (0,), size - 1, True)


def shuffle_pile(branch: Branch, bottom: int) -> Branch:
    """The pile without its top becomes the deck, with this kind at the bottom."""
    flowed = replace(branch, epochs=_let_flow(branch.epochs, branch.hidden_pile))
    nothing = (0,) * len(branch.pile)
    cleared = replace(flowed, pile=nothing, hidden_pile=(0,) * len(branch.hidden_pile))
    return _begin(cleared, branch.pile, sum(branch.pile) + sum(branch.hidden_pile), bottom)


def shuffle_deck(branch: Branch, bottom: int) -> Branch:
    """What is left of the deck is shuffled, with this kind at the bottom."""
    kinds = len(branch.hand)
    flowing = (0,) * branch.now + (branch.rest,)
    known = unit(kinds, branch.bottom) if branch.has_bottom else (0,) * kinds
    flowed = replace(branch, epochs=_let_flow(branch.epochs, flowing))
    return _begin(flowed, known, branch.rest + branch.has_bottom, bottom)


def _let_flow(epochs: tuple[Epoch, ...], amounts: Vector) -> tuple[Epoch, ...]:
    """The epochs with these hidden cards of each flowing to the epoch that comes next."""
    coming = len(epochs)
    return tuple(
        replace(epoch, flows=epoch.flows + (0,) * (coming - len(epoch.flows)) + (amount,))
        for epoch, amount in zip(epochs, amounts, strict=True)
    )


def _begin(branch: Branch, known: Vector, size: int, bottom: int) -> Branch:
    epoch = Epoch(size, known, unit(len(known), bottom), bottom)
    return replace(
        branch,
        epochs=(*branch.epochs, epoch),
        hidden_hand=(*branch.hidden_hand, 0),
        hidden_pile=(*branch.hidden_pile, 0),
        rest=size - 1,
        has_bottom=True,
    )
