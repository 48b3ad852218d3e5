"""Tests are modules of one package, so that they can share a referee and a brute force."""
