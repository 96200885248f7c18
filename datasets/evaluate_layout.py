"""How well layout reads scenes whose answer is known: figures by case, and milliseconds.

    python datasets/evaluate_layout.py --scenes 1000 --first 100000

Scenes are drawn from seeds (`synth/tables.py`); develop on some and report others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "synth"))

from tables import LayoutScene, layout_scene

from companion.reading import SeenHand
from companion.vision.layout import Layout, arrange


def faults(scene: LayoutScene, layout: Layout) -> list[str]:
    """What is wrong with a layout, a word each; nothing where it is as the scene was built."""
    found = []
    if frozenset(place for group in layout.groups for place in group.tiles) != scene.answer:
        found.append("tiles")
    if not same_hand(scene.hand, layout.hand):
        found.append("hand")
    read = {(frozenset(g.tiles), g.kind, g.concealed) for g in layout.groups}
    if any((frozenset(g.tiles), g.kind, g.concealed) not in read for g in scene.groups):
        found.append("groups")
    if scene.hands is not None:
        hands = layout.hands or {}
        if any(not same_hand(hand, hands.get(side)) for side, hand in scene.hands.items()):
            found.append("sides")
    return found


def same_hand(one: SeenHand, other: SeenHand | None) -> bool:
    """Whether two hands have the same tiles held, melds and bonus tiles, in any order."""
    if other is None:
        return False
    return (
        Counter(one.concealed) == Counter(other.concealed)
        and Counter((m.kind, m.tiles, m.concealed) for m in one.melds)
        == Counter((m.kind, m.tiles, m.concealed) for m in other.melds)
        and Counter(one.bonus) == Counter(other.bonus)
    )


def kongs(hand: SeenHand) -> Counter[tuple[str, bool]]:
    """Kongs on the table, each with whether it was held."""
    return Counter((meld.tiles[0], meld.concealed) for meld in hand.melds if meld.kind == "kong")


def main(argv: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scenes", type=int, default=1000)
    options.add_argument("--first", type=int, default=100_000, help="the first seed")
    options.add_argument("--show", action="store_true", help="name the scenes that went wrong")
    given = options.parse_args(argv)

    right: dict[str, int] = defaultdict(int)
    all_of: dict[str, int] = defaultdict(int)
    told = {True: [0, 0], False: [0, 0]}
    spent: list[tuple[int, float]] = []
    for seed in range(given.first, given.first + given.scenes):
        scene = layout_scene(seed)
        start = time.process_time()
        table = scene.hands is not None
        layout = arrange(scene.tiles, scene.width, scene.height, table=table)
        spent.append((len(scene.tiles), (time.process_time() - start) * 1000))
        wrong = faults(scene, layout)
        all_of[scene.case] += 1
        right[scene.case] += not wrong
        read = kongs(layout.hand)
        for (code, held), count in kongs(scene.hand).items():
            told[held][0] += min(count, read[code, held])
            told[held][1] += count
        if wrong and given.show:
            print(f"seed {seed} {scene.case}: {', '.join(wrong)}")

    for case in sorted(all_of):
        print(f"{case:40} {right[case]:5} of {all_of[case]:5}")
    tables = all_of.pop("whole_table", 0)
    print(f"one hand, all right      {_share(sum(right[c] for c in all_of), sum(all_of.values()))}")
    print(f"whole tables, all right  {_share(right['whole_table'], tables)}")
    print(f"concealed kongs told     {_share(*told[True])}")
    print(f"exposed kongs told       {_share(*told[False])}")
    many = [ms for count, ms in spent if 60 <= count <= 100]
    if many:
        many.sort()
        print(
            f"60 to 100 tiles          median {many[len(many) // 2]:.1f} ms of processor time, "
            f"worst {many[-1]:.1f} ms over {len(many)} scenes"
        )


def _share(right: int, of: int) -> str:
    return f"{right} of {of} ({100 * right / of:.2f} %)" if of else "none"


if __name__ == "__main__":
    main()
