"""Reading 2: the numbers of cards of each kind in each place, move by move, as a CP-SAT model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solver.games.isla_negra.decks import LEVELS, UNLISTED, UNLISTED_UPGRADE, CardType, Deck, Level
from solver.games.isla_negra.whereabouts.asking import MAYBE, NO, YES
from solver.games.isla_negra.whereabouts.facts import Shown
from solver.games.isla_negra.whereabouts.moves import Clear, Draw, Leave, Move, Scatter, Shuffle, Source, Zone
from solver.games.isla_negra.whereabouts.sizes import Sizes

if TYPE_CHECKING:
    from solver.core.protocol import Noted
    from solver.core.values import Statistic, Value
    from solver.engines.cpsat import RuleModel

SETUP = "rulebook, Setup"
TURN = "rulebook, Turn sequence"


@dataclass
class Cards:
    """The world while it is built: a number for each kind in each place. `bottom` and `top` are one card each, as a
    number (0 or 1) for each kind; `pile` is without its top, `deck` without its bottom."""

    built: RuleModel
    deck_list: Deck
    sizes: Sizes
    hand: list[Any]
    deck: list[Any]
    pile: list[Any]
    bottom: list[Any]
    top: list[Any]
    nothing: list[Any]
    """No card of any kind."""
    table: list[list[Any]] = field(default_factory=list)
    moved: list[list[Any]] = field(default_factory=list)
    """What each move moved, a number for each kind; of a shuffle, its last card."""
    next_card: list[Any] = field(default_factory=list)

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.deck_list.kinds

    def numbers(self, name: str, total: int, within: Sequence[Any], why: str) -> list[Any]:
        """A number of cards of each kind, `total` together, none more than `within` holds."""
        found = [self.built.model.new_int_var(0, total, f"{name} {kind}") for kind in self.kinds]
        self.built.model.add(sum(found) == total)
        self._bound(found, within, why)
        return found

    def one_card(self, name: str, within: Sequence[Any], why: str) -> list[Any]:
        """One card of those that `within` holds."""
        found = [self.built.model.new_bool_var(f"{name} {kind}") for kind in self.kinds]
        self.built.exactly_one(found)
        self._bound(found, within, why)
        return found

    def settle(self, name: str) -> None:
        """Numbers of their own for what lies where now, none more than there are, and none lost."""
        copies = list(self.deck_list.copies.values())
        self.hand = self._numbered(f"{name} hand", self.hand, copies)
        self.deck = self._numbered(f"{name} deck", self.deck, copies)
        self.pile = self._numbered(f"{name} pile", self.pile, copies)
        for kind, number in enumerate(copies):
            single = self.bottom[kind] + self.top[kind] + sum(card[kind] for card in self.table)
            self.built.model.add(self.hand[kind] + self.deck[kind] + self.pile[kind] + single == number)

    def _numbered(self, name: str, numbers: Sequence[Any], copies: Sequence[int]) -> list[Any]:
        found = [self.built.model.new_int_var(0, most, f"{name} {at}") for at, most in enumerate(copies)]
        for variable, number in zip(found, numbers, strict=True):
            self.built.model.add(variable == number)
        return found

    def _bound(self, found: Sequence[Any], within: Sequence[Any], why: str) -> None:
        guard = self.built.rule(why, TURN)
        for number, most in zip(found, within, strict=True):
            self.built.model.add(number <= most).only_enforce_if(guard)


def declare(built: RuleModel, player: str, deck: Deck, moves: Sequence[Move]) -> Cards:
    """All moves of a fighter; what they moved is free as far as the rules leave it free."""
    built.is_sums = True
    none = [built.model.new_constant(0) for _ in deck.copies]
    cards = Cards(built, deck, Sizes(deck=deck.size), none, none, none, none, none, nothing=none)
    for number, move in enumerate(moves):
        cards.moved.append(_make(cards, move, f"{player} {number}"))
        cards.sizes = cards.sizes.after(move)
        cards.settle(f"{player} {number}")
    if cards.sizes.deck > 1:
        cards.next_card = cards.one_card(f"{player} next", cards.deck, "the next card is one of those left in the deck")
    else:
        cards.next_card = cards.bottom
    return cards


def _make(cards: Cards, move: Move, name: str) -> list[Any]:
    match move:
        case Shuffle(source):
            return _shuffle(cards, source, name)
        case Draw(cards=number):
            return _draw(cards, number, name)
        case Leave(to):
            card = cards.one_card(name, cards.hand, "a card that leaves the hand was in it")
            cards.hand = _less(cards.hand, card)
            _lay(cards, card, to)
            return card
        case Scatter(cards=number):
            gone = cards.numbers(name, number, cards.hand, "cards discarded were in the hand")
            cards.hand, cards.pile = _less(cards.hand, gone), _more(cards.pile, gone)
            return gone
        case Clear(cards=number):
            return _clear(cards, number)
        case _:
            return cards.hand


def _shuffle(cards: Cards, source: Source, name: str) -> list[Any]:
    """The new deck is what is shuffled less its last card."""
    if source is Source.ALL:
        whole = [cards.built.model.new_constant(copies) for copies in cards.deck_list.copies.values()]
        cards.hand, cards.pile, cards.top, cards.table = cards.nothing, cards.nothing, cards.nothing, []
    elif source is Source.PILE:
        whole, cards.pile = cards.pile, cards.nothing
    else:
        whole = _more(cards.deck, cards.bottom)
    last = cards.one_card(f"{name} last", whole, "the card shown after a shuffle is one of those shuffled")
    _keep_upgrades_from_the_end(cards, last, whole)
    cards.deck, cards.bottom = _less(whole, last), last
    return last


def _keep_upgrades_from_the_end(cards: Cards, last: Sequence[Any], whole: Sequence[Any]) -> None:
    """Unless nothing but upgrades was shuffled."""
    upgrades = [number for number, kind in enumerate(cards.kinds) if kind in cards.deck_list.upgrades]
    others = sum(whole[number] for number in range(len(cards.kinds)) if number not in upgrades)
    guard = cards.built.rule("an upgrade is never the last card of a shuffled deck", SETUP)
    for number in upgrades:
        cards.built.model.add(others == 0).only_enforce_if([last[number], guard])


def _draw(cards: Cards, number: int, name: str) -> list[Any]:
    """The last card comes when every other one is drawn, and not before."""
    takes_last = number == cards.sizes.deck > 0
    drawn = cards.numbers(name, number - takes_last, cards.deck, "cards drawn were in the deck above its last card")
    cards.deck = _less(cards.deck, drawn)
    if takes_last:
        drawn, cards.bottom = _more(drawn, cards.bottom), cards.nothing
    cards.hand = _more(cards.hand, drawn)
    return drawn


def _clear(cards: Cards, number: int) -> list[Any]:
    gone, cards.table = cards.table[:number], cards.table[number:]
    moved = cards.nothing
    for card in gone:
        _lay(cards, card, Zone.PILE)
        moved = _more(moved, card)
    return moved


def _lay(cards: Cards, card: list[Any], to: Zone) -> None:
    if to is Zone.TABLE:
        cards.table = [*cards.table, card]
    else:
        cards.pile, cards.top = _more(cards.pile, cards.top), card


def _less(one: Sequence[Any], two: Sequence[Any]) -> list[Any]:
    return [a - b for a, b in zip(one, two, strict=True)]


def _more(one: Sequence[Any], two: Sequence[Any]) -> list[Any]:
    return [a + b for a, b in zip(one, two, strict=True)]


def post(built: RuleModel, cards: Cards, noted: Noted) -> None:
    """What was seen of one move."""
    fact: Any = noted.fact
    guard = built.rule(fact.sentence(), "noted", noted.event)
    moved = dict(zip(cards.kinds, cards.moved[fact.move], strict=True))
    if isinstance(fact, Shown):
        built.require_any([moved[kind] for kind in fact.kinds], guard)
        return
    for kind in cards.kinds:
        only, at_most = _names_of(kind, fact.kinds)
        built.model.add(moved[kind] >= only).only_enforce_if(guard)
        built.model.add(moved[kind] <= at_most).only_enforce_if(guard)
    built.model.add(sum(moved.values()) == len(fact.kinds)).only_enforce_if(guard)


def _names_of(kind: str, names: Sequence[frozenset[str]]) -> tuple[int, int]:
    """How many of the names are this kind for sure, and how many may be."""
    return sum(kinds == {kind} for kinds in names), sum(kind in kinds for kinds in names)


def literals(built: RuleModel, cards: Cards, statistic: Statistic, most: Level) -> Mapping[Value, Any]:
    """A literal for each value that the statistic may have."""
    match statistic:
        case ("holds", str(kind)):
            held = _is_positive(built, f"holds {kind}", cards.hand[cards.kinds.index(kind)])
            return {1: held, 0: held.negated()}
        case ("next",):
            return _one_card_literals(built, cards, cards.next_card, "next")
        case ("last",):
            return _one_card_literals(built, cards, cards.bottom, "last")
        case ("answer", str(word)):
            return _answer_literals(built, cards, LEVELS[word], most)
        case ("among", frozenset() as kinds, 0):
            return _number_literals(built, cards, kinds)
    raise KeyError(statistic)


def _is_positive(built: RuleModel, name: str, number: Any) -> Any:
    literal = built.model.new_bool_var(name)
    built.model.add(number >= 1).only_enforce_if(literal)
    built.model.add(number == 0).only_enforce_if(literal.negated())
    return literal


def _one_card_literals(built: RuleModel, cards: Cards, card: Sequence[Any], name: str) -> dict[Value, Any]:
    """What one card of the deck can be; both unlisted kinds are `unknown`."""
    both = {UNLISTED, UNLISTED_UPGRADE}
    by_kind = dict(zip(cards.kinds, card, strict=True))
    named: dict[Value, Any] = {kind: literal for kind, literal in by_kind.items() if kind not in both}
    unlisted = [literal for kind, literal in by_kind.items() if kind in both]
    return named | ({UNLISTED: built.union(f"{name} is unlisted", unlisted)} if unlisted else {})


def _answer_literals(built: RuleModel, cards: Cards, level: Level, most: Level) -> dict[Value, Any]:
    """Whether the hand has a response of `level` or higher, none above `most`."""
    held = dict(zip(cards.kinds, cards.hand, strict=True))
    fitting = [
        line.card
        for line in cards.deck_list.cards
        if line.type is CardType.RESPONSE and line.level >= level and line.level <= most
    ]
    doubtful = held.get(UNLISTED, cards.nothing[0]) if level <= most else cards.nothing[0]
    answers = _is_positive(built, f"answers {level.word}", sum((held[card] for card in fitting), cards.nothing[0]))
    may = _is_positive(built, f"may answer {level.word}", doubtful)
    either = built.model.new_bool_var(f"only unlisted at {level.word}")
    built.model.add_bool_and([may, answers.negated()]).only_enforce_if(either)
    built.model.add_bool_or([may.negated(), answers]).only_enforce_if(either.negated())
    neither = built.model.new_bool_var(f"no answer at {level.word}")
    built.model.add_exactly_one([answers, either, neither])
    return {YES: answers, MAYBE: either, NO: neither}


def _number_literals(built: RuleModel, cards: Cards, kinds: frozenset[str]) -> dict[Value, Any]:
    total = sum((cards.hand[number] for number, kind in enumerate(cards.kinds) if kind in kinds), cards.nothing[0])
    found: dict[Value, Any] = {}
    for number in range(cards.sizes.hand + 1):
        found[number] = built.model.new_bool_var(f"{number} among {sorted(kinds)}")
        built.model.add(total == number).only_enforce_if(found[number])
    built.exactly_one(list(found.values()))
    return found
