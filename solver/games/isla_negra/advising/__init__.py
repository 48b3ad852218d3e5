"""What to do next: attack, answer, upgrade, play tactics, take a new hand, or keep still."""
