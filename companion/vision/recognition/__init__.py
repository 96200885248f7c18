"""From a photograph to named tiles."""
