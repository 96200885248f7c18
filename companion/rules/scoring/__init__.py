"""From a hand to its score, line by line."""
