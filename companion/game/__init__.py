"""The words of the game: tiles, seats, melds, a hand, and what the game allows."""
