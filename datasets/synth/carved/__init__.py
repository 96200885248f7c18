"""Sets that look cut by hand: jointed sticks, engraved birds, brush-written signs, plants in lines.

Everything is drawn from lines and curves whose shapes a set's seed decides (`style.CARVED`).
"""
