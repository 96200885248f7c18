"""From a photograph to its tiles, and from the tiles to hands."""
