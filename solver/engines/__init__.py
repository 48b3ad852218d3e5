"""Engines turn a mystery and its facts into a belief: worlds, counting, cpsat, csp; `choose` picks one."""
