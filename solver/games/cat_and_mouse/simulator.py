"""Lets policies play each other, for players and designers: by starting location, by number of fog cards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from solver.core.choices import Choice
from solver.core.simulation import Played
from solver.games.cat_and_mouse.cards import MOST_FOG
from solver.games.cat_and_mouse.numbers import NAMES
from solver.games.cat_and_mouse.policies import HISTORIANS, LADIES
from solver.games.cat_and_mouse.referee import deal
from solver.games.cat_and_mouse.table import Ending, Side

EVERY = "all"
ENDINGS = {
    Ending.FOUND: "three finds",
    Ending.TRAPPED: "she was trapped",
    Ending.TOKENS_LOST: "five misses",
    Ending.ALL_VISITED: "location deck empty",
}


class Simulator:
    """Pawns start on any two locations of one colour, she on any location, all alike."""

    sides = (
        Choice(Side.HISTORIAN.value, tuple(HISTORIANS), "hint", "who plays the Historian"),
        Choice(Side.LADY.value, tuple(LADIES), "hint", "who plays the Lady"),
    )
    options = (
        Choice(
            "fog",
            (EVERY, *map(str, range(MOST_FOG + 1))),
            EVERY,
            f"fog cards on the draw pile; {EVERY}: each number in turn",
        ),
        Choice("rounds", ("1", "2"), "1", "how many rounds (of two plies) the hint Historian looks ahead"),
    )
    unit = "turns"

    def play(self, chosen: Mapping[str, str], seed: int, number: int) -> Played:
        rng = Random(f"{seed}:{number}")
        fog = number % (MOST_FOG + 1) if chosen["fog"] == EVERY else int(chosen["fog"])
        game = deal(rng, fog)
        historian = HISTORIANS[chosen[Side.HISTORIAN.value]](rng, int(chosen["rounds"]))
        table = game.play(historian, LADIES[chosen[Side.LADY.value]](rng))
        assert table.ending is not None
        labels = {"fog cards": str(fog), "her start": NAMES[game.start]}
        return Played(table.ending.winner.value, ENDINGS[table.ending], table.turn, labels)

    def notes(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        rounds = int(chosen["rounds"])
        dealt = "she starts anywhere, the pawns on any two locations of one colour"
        if chosen[Side.HISTORIAN.value] != "hint":
            return (dealt,)
        plural = "" if rounds == 1 else "s"
        return (dealt, f"the hint Historian looks {rounds} round{plural} ({2 * rounds} plies) ahead")


SIMULATOR = Simulator()
