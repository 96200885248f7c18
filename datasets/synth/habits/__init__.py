"""Habits of laying a hand out, more than in `tables.py`, as scenes whose answer is known.

A cohort is the habits that somebody wrote together, a module each; `cohorts.py` names them all. In
each habit a person sees what belongs to the hand and which sets are exposed. Lengths are in tile
widths; x runs to the owner's right, y away from the owner.

A habit deals a hand (`hands.py`), parts its tiles (`codes.py`), lays these beside each other
(`rows.py`, `pieces.py`) and sets and flowers at its sides (`sides.py`). What else lies on the table
(`around.py`) and from where the picture is taken (`scenes.py`) is the cohort's.
"""
