"""The fifth witness: every deal written out, and every way in which unknown copies may have been drawn.

Written from the rules alone; it shares no code with the program. A session is read as the JSON that it is; the log is
followed event by event, and what it says becomes tests of a character and showings of copies. Small tables only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from tests.games.shadow_raiders.referee import AIRSHIP, DEALT, characters, deck

Role = Mapping[str, Any]
Test = Callable[[Role], bool]
QUIET = ("damage", "out", "reveal")


@dataclass
class Seat:
    damage: int = 0
    holds: int = 0
    immune: bool = False
    place: str | None = None
    is_out: bool = False
    is_open: bool = False


@dataclass
class Showing:
    """One handing: to whom, what was seen, and how they stood then."""

    player: str
    outcome: str
    unhurt: bool
    holds: int
    immune: bool
    place: str | None
    role: str | None


@dataclass
class Copy:
    card: str | None
    showings: list[Showing] = field(default_factory=list)


@dataclass
class Log:
    """What a session says: tests by player, the copies of each shuffle."""

    session: Mapping[str, Any]
    seats: dict[str, Seat] = field(default_factory=dict)
    tests: list[tuple[str, Test]] = field(default_factory=list)
    shuffles: list[list[Copy]] = field(default_factory=lambda: [[]])
    in_hand: list[Copy] = field(default_factory=list)
    last: Copy | None = None
    averages: dict[Any, Fraction] = field(default_factory=dict)
    """Of tables of chances met before: many deals have the same."""

    @property
    def setup(self) -> Mapping[str, Any]:
        return self.session["setup"]

    @property
    def cast(self) -> list[dict[str, Any]]:
        hp = self.setup.get("hp", {})
        which = self.setup.get("characters", "base")
        return [{**one, "hp": hp.get(one["name"], one["hp"])} for one in characters(which)]

    def demand(self, player: str, test: Test) -> None:
        self.tests.append((player, test))

    def role(self, name: str) -> Role:
        return next(one for one in self.cast if one["name"] == name)


def read(session: Mapping[str, Any]) -> Log:
    log = Log(session, {player: Seat() for player in session["setup"]["players"]})
    log.demand(log.setup["me"], lambda role: role["name"] == log.setup["role"])
    events = session["events"]
    for number, event in enumerate(events):
        follow(log, event)
        for player, total in _noted_damage(log, event):
            if _goes_out(events, number, player):
                if not any(_sets_damage(later, player) for later in _until_out(events, number, player)):
                    log.demand(player, lambda role, total=total: role["hp"] <= total)
            else:
                log.demand(player, lambda role, total=total: role["hp"] > total)
        if event["type"] == "attack":
            _attacked(log, events, number)
        for player, test in _duties(log, event):
            _must_turn_up(log, events, number, player, test)
    return log


def follow(log: Log, event: Mapping[str, Any]) -> None:
    """What an event does to the table, and says at once."""
    match event["type"]:
        case "reasoning":
            _handed(log, event)
        case "holding":
            if not any(copy.card == event["card"] for copy in log.in_hand):
                log.in_hand.append(Copy(event["card"]))
                log.shuffles[-1].append(log.in_hand[-1])
        case "reshuffle":
            log.shuffles.append(list(log.in_hand))
        case "damage":
            log.seats[event["player"]].damage = event["total"]
        case "attack":
            for player in event["to"]:
                log.seats[player].damage += event["damage"]
        case "out" | "reveal":
            log.demand(event["player"], lambda role: role["name"] == event["role"])
            seat = log.seats[event["player"]]
            seat.is_open = True
            if event["type"] == "out":
                seat.is_out, seat.holds, seat.immune = True, 0, False
        case "equipment":
            seat = log.seats[event["player"]]
            seat.holds, seat.immune = event["holds"], event.get("immune", False)
        case "at":
            log.seats[event["player"]].place = event["area"]
        case "drew":
            test = _test_of(event["card"])
            if event.get("revealed") and test is not None:
                log.demand(event["player"], test)
        case "silent":
            _nobody_has_won(log)


def _test_of(card: str) -> Test | None:
    tests: dict[str, Test] = {
        "mirror": lambda role: role["initial"] in "VW",
        "cookies": lambda role: role["initial"] in "AU",
        "advent": lambda role: role["camp"] == "raider",
        "dark-ritual": lambda role: role["camp"] == "shadow",
    }
    return tests.get(card)


def _handed(log: Log, event: Mapping[str, Any]) -> None:
    giver, taker = log.seats[event["from"]], log.seats[event["to"]]
    card = event.get("card")
    kept = [copy for copy in log.in_hand if card in (None, copy.card)] if event["from"] == log.setup["me"] else []
    if event.get("same_card"):
        assert log.last is not None
        copy = log.last
        copy.card = copy.card or card
    elif kept:
        copy = kept[0]
        log.in_hand.remove(copy)
    else:
        copy = Copy(card)
        log.shuffles[-1].append(copy)
    log.last = copy
    copy.showings.append(
        Showing(
            event["to"], event["outcome"], taker.damage == 0, taker.holds, taker.immune, taker.place, event.get("role")
        )
    )
    if event["outcome"] == "equipment":
        taker.holds -= 1
        giver.holds += 1
        taker.immune = taker.immune and taker.holds > 0
    elif event["outcome"] == "airship":
        taker.place = AIRSHIP
    elif event["outcome"] == "heal-1":
        taker.damage = max(0, taker.damage - 1)
    elif event["outcome"].startswith("damage-"):
        taker.damage += int(event["outcome"][-1])


def _nobody_has_won(log: Log) -> None:
    raiders, shadows, _ = DEALT[len(log.seats)]
    gone = [_camp_out(log, player) for player, seat in log.seats.items() if seat.is_out]
    no_shadow, no_raider = gone.count("shadow") == shadows, gone.count("raider") == raiders
    weary = gone.count("citizen") >= 3
    for player, seat in log.seats.items():
        if seat.is_open:
            continue
        rich = seat.holds >= 5
        other_rich = any(other.holds >= 5 for name, other in log.seats.items() if name != player)
        log.demand(
            player,
            lambda role, rich=rich, other_rich=other_rich: (
                not (
                    (role["name"] == "Bylon" and rich)
                    or (role["name"] == "Benjamin" and other_rich)
                    or (no_shadow and (role["camp"] == "raider" or role["name"] == "Daniel"))
                    or (role["camp"] == "shadow" and (no_raider or weary))
                )
            ),
        )


def _camp_out(log: Log, player: str) -> str:
    out = next(event for event in log.session["events"] if event["type"] == "out" and event["player"] == player)
    return str(log.role(out["role"])["camp"])


# Damage, and what must be turned up


def _noted_damage(log: Log, event: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    if event["type"] == "damage":
        yield event["player"], event["total"]
    elif event["type"] == "reasoning" and event["outcome"].startswith("damage-"):
        yield event["to"], log.seats[event["to"]].damage


def _until_out(events: Sequence[Mapping[str, Any]], number: int, player: str) -> list[Mapping[str, Any]]:
    """The quiet events that follow, up to the one in which the player goes out; all of them if there is none."""
    found: list[Mapping[str, Any]] = []
    for event in events[number + 1 :]:
        if event["type"] not in QUIET:
            break
        if event["type"] == "out" and event["player"] == player:
            return found
        found.append(event)
    return found


def _goes_out(events: Sequence[Mapping[str, Any]], number: int, player: str) -> bool:
    after = number + 1 + len(_until_out(events, number, player))
    return after < len(events) and events[after]["type"] == "out" and events[after]["player"] == player


def _sets_damage(event: Mapping[str, Any], player: str) -> bool:
    return event["type"] == "damage" and event["player"] == player


def _attacked(log: Log, events: Sequence[Mapping[str, Any]], number: int) -> None:
    """Who is in when the table moves on has lived through it."""
    for player in dict.fromkeys(events[number]["to"]):
        total = log.seats[player].damage
        after = number + 1
        while after < len(events) and events[after]["type"] in QUIET:
            if events[after]["type"] == "damage" and events[after]["player"] == player:
                total = events[after]["total"]
            after += 1
        is_on = after < len(events) and events[after]["type"] != "victory"
        if is_on and not _goes_out(events, number, player):
            log.demand(player, lambda role, total=total: role["hp"] > total)


def _duties(log: Log, event: Mapping[str, Any]) -> Iterator[tuple[str, Test]]:
    if event["type"] == "drew" and event["card"] == "mirror" and not event.get("revealed"):
        yield event["player"], _test_of("mirror")  # type: ignore[misc]
    if event["type"] == "out" and log.setup.get("special_abilities"):
        for player in log.seats:
            yield player, lambda role: role["name"] == "Daniel"
        if event.get("cause") == "attack" and event.get("by") and log.role(event["role"])["hp"] <= 11:
            yield event["by"], lambda role: role["name"] == "Bruce"


def _must_turn_up(log: Log, events: Sequence[Mapping[str, Any]], number: int, player: str, test: Test) -> None:
    """Silent at the first event that is neither `out` nor `reveal`, the player fails the test."""
    if log.seats[player].is_open:
        return
    for event in events[number + 1 :]:
        if event["type"] not in ("out", "reveal"):
            log.demand(player, lambda role: not test(role))
            return
        if event["player"] == player:
            return


# Deals


def deals(log: Log) -> Iterator[dict[str, Role]]:
    """Every deal in which each player passes the tests."""
    camps = dict(zip(("raider", "shadow", "citizen"), DEALT[len(log.seats)], strict=True))
    by_initial = log.setup.get("characters") == "by-initial"
    fitting = {
        player: [one for one in log.cast if all(test(one) for who, test in log.tests if who == player)]
        for player in log.seats
    }
    yield from _deal(list(log.seats), fitting, camps, by_initial, {})


def _deal(
    players: Sequence[str],
    fitting: Mapping[str, Sequence[Role]],
    camps: Mapping[str, int],
    by_initial: bool,
    dealt: dict[str, Role],
) -> Iterator[dict[str, Role]]:
    if len(dealt) == len(players):
        yield dict(dealt)
        return
    player = players[len(dealt)]
    for role in fitting[player]:
        taken = [one["initial"] if by_initial else one["name"] for one in dealt.values()]
        key = role["initial"] if by_initial else role["name"]
        if key not in taken and sum(one["camp"] == role["camp"] for one in dealt.values()) < camps[role["camp"]]:
            dealt[player] = role
            yield from _deal(players, fitting, camps, by_initial, dealt)
            del dealt[player]


def chance(log: Log, showing: Showing, card: Mapping[str, Any], role: Role) -> Fraction:
    """How likely this character shows that, handed this card."""
    rules = {"lies_on_hp_cards": True, "lies_on_show_role": False, **log.setup.get("rules", {})}
    is_hp = "most_hp" in card or "least_hp" in card
    lets_lie = rules["lies_on_hp_cards"] if is_hp else rules["lies_on_show_role"] if card["effect"] == "show" else True
    lies = role["name"] == "Ulrich" and lets_lie
    is_for = role["camp"] in card.get("camps", ("citizen", "raider", "shadow")) and card.get("least_hp", 0) <= role[
        "hp"
    ] <= card.get("most_hp", 99)
    silent = Fraction(showing.outcome == "nothing")
    if not is_for and not lies:
        return silent
    seen = _obeyed(showing, card["effect"])
    if showing.immune:
        seen = (seen + silent) / 2
    if lies:
        seen = (seen + silent) / 2
    return seen * (showing.role in (None, role["name"]))


def _obeyed(showing: Showing, effect: str) -> Fraction:
    outcome, half = showing.outcome, Fraction(1, 2)
    if effect == "equipment":
        return half * (outcome in ("equipment", "damage-1")) if showing.holds > 0 else Fraction(outcome == "damage-1")
    if effect == "heal":
        return Fraction(outcome == ("damage-1" if showing.unhurt else "heal-1"))
    if effect == "airship":
        if showing.place is None:
            return half * (outcome in ("airship", "damage-1"))
        is_there = "airship" in showing.place.lower()
        return Fraction(outcome == ("damage-1" if is_there else "airship"))
    return Fraction(outcome == ("shown" if effect == "show" else effect))


def weight(log: Log, dealt: Mapping[str, Role]) -> Fraction:
    """How likely all cards of all shuffles came out so, with these characters."""
    total = Fraction(1)
    for copies in log.shuffles:
        total *= _shuffle_weight(log, copies, dealt)
    for player, showing in ((s.player, s) for copies in log.shuffles for copy in copies for s in copy.showings):
        if showing.role not in (None, dealt[player]["name"]):
            return Fraction(0)
    return total


def _shuffle_weight(log: Log, copies: Sequence[Copy], dealt: Mapping[str, Role]) -> Fraction:
    which = log.setup.get("reasoning") or ("base" if log.setup.get("characters", "base") == "base" else "expansion")
    left = list(deck(which))
    total = Fraction(1)
    for copy in copies:
        if copy.card is not None:
            card = next((one for one in left if one["id"] == copy.card), None)
            if card is None:
                return Fraction(0)
            left.remove(card)
            total *= _copy_chance(log, copy, card, dealt)
    unknown = [copy for copy in copies if copy.card is None]
    return total * _draw(log, unknown, left, dealt) if total else total


def _copy_chance(log: Log, copy: Copy, card: Mapping[str, Any], dealt: Mapping[str, Role]) -> Fraction:
    total = Fraction(1)
    for showing in copy.showings:
        total *= chance(log, showing, card, dealt[showing.player])
    return total


def _draw(log: Log, unknown: Sequence[Copy], left: Sequence[Mapping[str, Any]], dealt: Mapping[str, Role]) -> Fraction:
    """The mean, over all ordered draws of different copies, of how likely the showings are."""
    if len(unknown) > len(left):
        return Fraction(0)
    table = tuple(tuple(_copy_chance(log, copy, card, dealt) for card in left) for copy in unknown)
    if table not in log.averages:
        log.averages[table] = _average(table)
    return log.averages[table]


def _average(table: Sequence[Sequence[Fraction]]) -> Fraction:
    """`table[k][c]` is the chance of what copy k showed if it was card c."""
    cards = range(len(table[0])) if table else ()

    @cache
    def place(number: int, taken: int) -> Fraction:
        if number == len(table):
            return Fraction(1)
        free = [index for index in cards if not taken >> index & 1]
        chances = (
            table[number][index] * place(number + 1, taken | 1 << index) for index in free if table[number][index]
        )
        return sum(chances, Fraction(0)) / len(free)

    return place(0, 0)


def answers(session: Mapping[str, Any]) -> dict[str, dict[str, Fraction]] | None:
    """Each question with the probability of each value; None where the events contradict each other."""
    log = read(session)
    weighted = [(dealt, weight(log, dealt)) for dealt in deals(log)]
    total = sum((share for _, share in weighted), Fraction(0))
    if not total:
        return None
    found: dict[str, dict[str, Fraction]] = {}
    for dealt, share in weighted:
        for player, role in dealt.items() if share else ():
            for question, value in ((f"camp.{player}", role["camp"]), (f"role.{player}", role["name"])):
                values = found.setdefault(question, {})
                values[value] = values.get(value, Fraction(0)) + share / total
    return found
