"""One file a part; each offers `PART`, and the rulebook finds it."""
