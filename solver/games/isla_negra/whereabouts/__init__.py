"""Where every card of one fighter can be: the mystery, its facts, both readings, and the counting."""
