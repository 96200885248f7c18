"""Patterns: the small questions that the rules ask about a set, a bonus tile, a win or a hand."""
