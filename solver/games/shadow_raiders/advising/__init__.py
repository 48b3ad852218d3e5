"""What to do next: whom to hand a card, which deck to draw from, whom to attack."""
