"""Polynomials in statements that are true or false, by sets: whole coefficients, every statement at most once."""

from __future__ import annotations

from collections.abc import Mapping

Poly = dict[int, int]
"""By set of statements (a mask) that must all be true: a coefficient; zeros may be left out."""


def times(one: Mapping[int, int], other: Mapping[int, int]) -> Poly:
    """The product; a statement that both have counts once."""
    found: Poly = {}
    for mask, weight in one.items():
        if weight:
            for more, factor in other.items():
                if factor:
                    found[mask | more] = found.get(mask | more, 0) + weight * factor
    return found


def add(total: Poly, poly: Mapping[int, int], factor: int = 1) -> None:
    """Adds `factor` times `poly` to `total`."""
    if factor:
        for mask, weight in poly.items():
            total[mask] = total.get(mask, 0) + weight * factor


def value_at(poly: Mapping[int, int], true: int) -> int:
    """The value where exactly the statements of this set are true."""
    return sum(weight for mask, weight in poly.items() if not mask & ~true)
