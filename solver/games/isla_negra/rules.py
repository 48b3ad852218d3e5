"""What a set-up fixes: who fights whom, and with which cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.games.isla_negra.decks import Deck

LIFE = 22
"""Life points at the start of a round (rulebook, Objective)."""
OPENING = 5
"""Cards drawn at the start, and for a new hand."""
MOST_IN_HAND = 13
"""Who holds more draws no card at the start of the turn."""
ROUNDS_TO_WIN = 2


@dataclass(frozen=True)
class Fighter:
    """One player at the table. `team` is "" unless teams play; `name` is "" where it was not told."""

    player: str
    name: str
    deck: Deck
    team: str = ""


@dataclass(frozen=True)
class Rules:
    """The fighters in the order in which the initiative goes round, and who may do what to whom."""

    mode: str
    me: str
    fighters: tuple[Fighter, ...]

    @cached_property
    def by_player(self) -> Mapping[str, Fighter]:
        return {fighter.player: fighter for fighter in self.fighters}

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.by_player)

    @cached_property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams; none where everybody fights alone."""
        return tuple(dict.fromkeys(fighter.team for fighter in self.fighters if fighter.team))

    def side(self, player: str) -> tuple[str, ...]:
        """The player, and the mates that there are, in order."""
        team = self.by_player[player].team
        return tuple(one.player for one in self.fighters if one.player == player or (team and one.team == team))

    def rivals(self, player: str) -> tuple[str, ...]:
        """Whom the player may attack."""
        return tuple(one for one in self.players if one not in self.side(player))

    def may_answer(self, attacker: str, target: str) -> tuple[str, ...]:
        """Who may answer an attack (rulebook, Game modes): in teams the target's side, else any other player."""
        return self.side(target) if self.mode == "team" else tuple(one for one in self.players if one != attacker)

    def winners(self, winner: str) -> tuple[str, ...]:
        """The players for whom a round counts that a player or a team won."""
        if winner in self.by_player:
            return self.side(winner)
        return tuple(fighter.player for fighter in self.fighters if fighter.team == winner)

    def next_after(self, player: str) -> str:
        """Who sits to the right."""
        players = self.players
        return players[(players.index(player) + 1) % len(players)]
