"""The mystery: which character each player was dealt."""

from solver.games.shadow_raiders.roles.mystery import Roles

__all__ = ["Roles"]
