"""Answers for people: what is still possible, what to do next, whether the engines agree."""
