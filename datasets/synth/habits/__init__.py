"""Habits of laying a hand out, more than in `tables.py`, as scenes whose answer is known.

A cohort is the habits that somebody wrote together, a module each; `cohorts.py` names them all. In
each habit a person sees what belongs to the hand and which sets are exposed. Lengths are in tile
widths; x runs to the owner's right, y away from the owner.

A habit deals a hand (`hands.py`) and may part its tiles (`codes.py`, `parts.py`); it lays them in
rows and other figures (`rows.py`, `dealt.py`) and puts these pieces in their places (`pieces.py`,
`places.py`), the sets and flowers at the sides (`sides.py`, `flowers.py`). What else lies on the
table (`around.py`) and from where the picture is taken (`scenes.py`) its cohort says.
"""
