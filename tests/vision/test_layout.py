"""Layout as the books have it, rule by rule, on tiles laid out in a plane."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_line

import numpy as np
import pytest
from msgspec.structs import replace

from companion.game.melds import Meld
from companion.rules.books.ruleset import BOOKS, as_played
from companion.seen.game import Game
from companion.seen.reading import Decided, FaceDown, ImageInfo, Reading, SeenHand, SeenTile, told
from companion.vision.layout import Layout, added, arrange
from companion.vision.layout.answer import has_won
from companion.vision.layout.lines import JOINED, Chain, parted, together
from companion.vision.layout.order import order
from companion.vision.layout.rulers import hanging_together, measure

WIDE, HIGH = 60.0, 80.0
PICTURE = (2000, 1500)


@dataclass(frozen=True)
class Row:
    """Tiles from left to right as their owner sees them; `_` is a gap of half a tile, `,` a wide
    one, `<` lays the next tile sideways. left, foot: of the row's left end, in pixels."""

    text: str
    left: float = 200.0
    foot: float = 1300.0
    turn: float = 0.0
    bend: float = 0.0

    def tiles(self) -> list[SeenTile]:
        seen = []
        x, y, angle = self.left, self.foot - HIGH / 2, math.radians(self.turn)
        for word in self.text.split():
            if word in ("_", ","):
                step = WIDE * (0.5 if word == "_" else 1.4)
                x, y = x + step * math.cos(angle), y + step * math.sin(angle)
                continue
            lying = word.startswith("<")
            step = HIGH if lying else WIDE
            middle = x + step / 2 * math.cos(angle), y + step / 2 * math.sin(angle)
            seen.append(tile(word.lstrip("<"), middle, angle + math.pi / 2 * lying))
            x, y = x + step * math.cos(angle), y + step * math.sin(angle)
            angle += math.radians(self.bend)
        return seen


def tile(code: str, middle: tuple[float, float], angle: float = 0.0, **more: object) -> SeenTile:
    cos, sin = math.cos(angle), math.sin(angle)
    corners = [
        (middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos)
        for x, y in ((-30, -40), (30, -40), (30, 40), (-30, 40))
    ]
    quad = (corners[0], corners[1], corners[2], corners[3])
    return SeenTile(code, 0.99, quad, ((code, 0.99),), **more)  # type: ignore[arg-type]


def read(*rows: Row | Sequence[SeenTile]) -> Layout:
    tiles = [seen for row in rows for seen in (row.tiles() if isinstance(row, Row) else row)]
    return arrange(tiles, *PICTURE)


def melds(layout: Layout) -> list[tuple[str, str, bool]]:
    return sorted((meld.kind, "".join(meld.tiles), meld.concealed) for meld in layout.hand.melds)


def held(layout: Layout) -> list[str]:
    return sorted(layout.hand.concealed)


def won(layout: Layout) -> bool:
    return has_won(layout.groups, layout.hand)


def kinds(layout: Layout) -> list[tuple[str, int, bool]]:
    return sorted((group.kind, len(group.tiles), group.concealed) for group in layout.groups)


ELEVEN = "2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s"


# -- Exposed sets lie to the right of the hand (Harr p. 18-20, 22) --------------------------------


def test_a_chow_to_the_right_of_the_hand_is_exposed() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert held(layout) == sorted(ELEVEN.split())
    assert layout.warnings == ()


def test_sets_to_the_right_may_touch_each_other() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p , 1s 2s 3s 5z 5z 5z"))
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "5z5z5z", False)]


def test_a_set_out_of_line_with_the_hand_is_rather_exposed() -> None:
    """What was laid down together lies in one line."""
    narrow = 200 + 11 * WIDE + 20
    in_line = read(Row(ELEVEN), Row("5z 5z 5z", left=narrow))
    aside = read(Row(ELEVEN), Row("5z 5z 5z", left=narrow, foot=1292))
    assert (melds(in_line), melds(aside)) == ([], [("pung", "5z5z5z", False)])


def column(text: str, left: float, foot: float = 1300.0) -> list[SeenTile]:
    """Tiles above each other, the first at the top."""
    codes = text.split()
    top = foot - HIGH * (len(codes) - 0.5)
    return [tile(code, (left + WIDE / 2, top + k * HIGH)) for k, code in enumerate(codes)]


def test_sets_to_the_right_may_each_stand_as_a_column() -> None:
    layout = read(
        Row("2m 3m 4m 4m 5m 6m 3p 3p"), column("1s 2s 3s", 720.0), column("0z 5z 5z 0z", 780.0)
    )
    assert melds(layout) == [("chow", "1s2s3s", False), ("kong", "5z5z5z5z", True)]
    assert len(held(layout)) == 8


def test_what_makes_sets_along_rows_and_along_columns_lies_in_rows() -> None:
    rows = [Row("1s 2s 3s", 900.0, 1300.0 - k * HIGH) for k in range(3)]
    layout = read(Row("4m 5m 6m 3p 3p"), *rows)
    assert melds(layout) == [("chow", "1s2s3s", False)] * 3


def test_other_tiles_may_lie_above_a_column() -> None:
    layout = read(Row(ELEVEN), column("9p 2z 7m 5z 5z 5z", 900.0))
    assert melds(layout) == [("pung", "5z5z5z", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_a_tile_may_stand_above_one_that_is_too_large_to_stand_below_it() -> None:
    size = 0.7403  # of .74 to 1.35, the sizes of neighbours
    corners = [(size * x, size * y - 75) for x, y in ((-30, -40), (30, -40), (30, 40), (-30, 40))]
    small = replace(tile("2m", (0, 0)), quad=tuple(corners))
    assert not won(read([tile("1m", (0, 0)), small]))


def test_a_set_may_lie_as_a_heap_that_touches_nothing_else() -> None:
    middle = (1000.0, 1300.0 - HIGH / 2)
    below = [(middle[0] + x, middle[1]) for x in (-WIDE / 2, WIDE / 2)]
    triangle = [tile("5z", at) for at in (*below, (middle[0], middle[1] - HIGH))]
    layout = read(Row(ELEVEN), triangle)
    assert melds(layout) == [("pung", "5z5z5z", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_a_kong_may_lie_as_a_windmill() -> None:
    apart = (WIDE + HIGH) / 4
    ways = ((-apart, 0.0, 0.0), (0.0, -apart, 90.0), (apart, 0.0, 180.0), (0.0, apart, 270.0))
    windmill = [
        tile("5z", (1000.0 + x * 1.1 - y * 0.15, 1200.0 + y * 1.1 + x * 0.15), math.radians(turn))
        for x, y, turn in ways
    ]
    layout = read(Row(ELEVEN), windmill)
    assert melds(layout) == [("kong", "5z5z5z5z", False)]


def test_a_row_may_be_as_crooked_as_a_zigzag() -> None:
    tiles = Row(ELEVEN).tiles()
    zigzag = [
        tile(each.code, (230.0 + WIDE * k, 1260.0 - HIGH * 0.5 * (k % 2)))
        for k, each in enumerate(tiles)
    ]
    layout = read(zigzag, Row("1s 2s 3s", 400.0, 1300.0 - 3 * HIGH))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert held(layout) == sorted(ELEVEN.split())


def test_tiles_held_may_be_thrown_down_in_a_heap() -> None:
    codes = ["9s", "3p", "2m", "7s", "4m", "3p", "8s", "3m"]
    heap = [
        tile(
            code, (260.0 + 72 * (k % 3) + 15 * (k // 3), 1100.0 + 92 * (k // 3)), math.radians(turn)
        )
        for k, (code, turn) in enumerate(zip(codes, range(0, 360, 45), strict=True))
    ]
    layout = read(heap, Row("1s 2s 3s , 5z 5z 5z", 800.0))
    assert held(layout) == sorted(codes)
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "5z5z5z", False)]


def test_the_hand_may_lie_as_a_cross() -> None:
    row = Row("2m 3m 4m 3p 3p", 200.0, 1200.0)
    upright = column("4m 5m 6m 7s 8s 9s", 320.0, 1200.0 + 3 * HIGH)
    upright = [each for each in upright if not 1120 < each.quad[0][1] + HIGH / 2 < 1200]
    layout = read(row, upright, Row("1s 2s 3s", 900.0))
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert layout.hand.count == 13


def test_tiles_may_slip_out_of_the_row_and_stay_of_the_hand() -> None:
    tiles = Row(WHOLE).tiles()
    slipped = [
        tile(each.code, (230.0 + WIDE * k, 1260.0 + HIGH * 0.9 * (k in (5, 6, 7))))
        for k, each in enumerate(tiles)
    ]
    layout = read(slipped)
    assert held(layout) == sorted(WHOLE.split())
    assert won(layout)


def test_what_lies_far_from_a_heap_is_none_of_it() -> None:
    layout = read(Row(WHOLE), Row("5s 9p 1z", 1500.0, 500.0))
    assert held(layout) == sorted(WHOLE.split())


def test_what_hangs_together_by_others_is_one_heap() -> None:
    near = np.zeros((5, 5), dtype=bool)
    for one, other in ((0, 3), (3, 4)):
        near[one, other] = near[other, one] = True
    assert hanging_together(near) == [{0, 3, 4}, {1}, {2}]


def test_a_row_is_parted_where_it_has_room_for_a_tile() -> None:
    row = Chain((4, 5, 6, 7), (0.0, 0.9, 0.1), (1.0, 1.0, 0.0, 1.0), frozenset({6}))
    first, second = parted(row, 0.75)
    assert (first.tiles, first.gaps, first.sideways) == ((4, 5), (0.0,), frozenset())
    assert (second.tiles, second.gaps, second.sideways) == ((6, 7), (0.1,), frozenset({6}))


def test_rows_that_lie_together_follow_each_other_along_the_longest() -> None:
    rulers = measure([*Row("1m 2m 3m").tiles(), *Row("4m 5m", 380.0, 1220.0).tiles()])
    rows = [Chain((3, 4), (0.0,), (1.0, 1.0)), Chain((0, 1, 2), (0.0, 0.0), (1.0,) * 3)]
    one = together(rows, rulers)
    assert one.tiles == (0, 1, 2, 3, 4)
    assert one.gaps == (0.0, 0.0, JOINED, 0.0)
    assert one.out_of_row == []


@pytest.mark.parametrize("gap", ["_", "_ _"])
def test_a_kong_held_among_sorted_tiles_parts_no_suit(gap: str) -> None:
    layout = read(Row(f"1m 2m 3m {gap} 0z 5s 5s 0z {gap} 4m 5m 6m 7p 7p , , 2z 2z 2z"))
    assert held(layout) == ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "7p"]
    assert melds(layout) == [("kong", "5s5s5s5s", True), ("pung", "2z2z2z", False)]


def test_called_tiles_across_above_each_other_are_each_of_their_own_row() -> None:
    layout = read(
        Row("2m 3m 4m 4m 5m 6m 3p 3p"),
        Row("<1s 2s 3s", 900.0),
        Row("<7p 7p 7p", 900.0, 1300.0 - HIGH),
    )
    assert melds(layout) == [("chow", "1s2s3s", False), ("pung", "7p7p7p", False)]


def test_the_pair_may_lie_apart_from_the_other_tiles_held() -> None:
    layout = read(
        Row("2m 3m 4m 5m 6m 7m 7s 8s 9s , , 3p 3p"), Row("1s 2s 3s", 400.0, 1300.0 - 2 * HIGH)
    )
    assert melds(layout) == [("chow", "1s2s3s", False)]
    assert len(held(layout)) == 11


def test_sets_without_their_pair_lie_set_by_set_too() -> None:
    sets = ["7p", "8p", "9p", "2s", "3s", "4s", "1p", "1p", "1p", "6s", "7s", "8s"]
    for tiles in (sets, [*sets, "5z"], [*sets, "5z", "5z"]):
        assert order(tiles) > order(tiles, in_sets=False)


def test_of_tiles_held_that_lie_alone_one_won_so_three_in_a_column_are_a_set() -> None:
    layout = read(Row(ELEVEN), column("5z 5z 5z", 900.0))
    assert melds(layout) == [("pung", "5z5z5z", False)]


def test_a_gap_wider_than_those_within_the_hand_parts_it_from_exposed_sets() -> None:
    layout = read(Row("2m 3m 4m _ 3p 3p _ 7s 8s 9s , 1z 1z 1z _ 5s 6s 7s"))
    assert melds(layout) == [("chow", "5s6s7s", False), ("pung", "1z1z1z", False)]
    assert held(layout) == sorted(["2m", "3m", "4m", "3p", "3p", "7s", "8s", "9s"])


def test_sets_with_equal_gaps_are_read_as_held_and_it_is_said() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 5p 5p 5p _ 7s 8s 9s _ 1z 1z 1z"))
    assert layout.hand.melds == ()
    assert kinds(layout) == [
        ("chow", 3, True),
        ("chow", 3, True),
        ("pair", 2, True),
        ("pung", 3, True),
        ("pung", 3, True),
    ]
    assert "does not show which were exposed" in layout.warnings[0]


def test_sets_lying_before_the_hand_are_exposed() -> None:
    layout = read(Row(ELEVEN), Row("6z 6z 6z", left=300, foot=1300 - 2 * HIGH))
    assert melds(layout) == [("pung", "6z6z6z", False)]


# -- Kongs -----------------------------------------------------------------------------------------


def test_a_claimed_kong_is_exposed() -> None:
    """Harr p. 22: three in hand and a claimed fourth lie face up."""
    assert melds(read(Row(f"{ELEVEN} , 9p 9p 9p 9p"))) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("turn", [0.0, math.pi / 2])
def test_a_fourth_tile_added_to_a_pung_makes_it_a_kong(turn: float) -> None:
    """It lies beyond the pung, upright or across, in no row of its own."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), high = row[-2].quad[0], HIGH if turn == 0 else WIDE
    added = tile("9p", (x + WIDE / 2, y - high / 2), turn)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


def test_a_fourth_tile_is_added_to_the_called_one_that_lies_across() -> None:
    row = Row(f"{ELEVEN} , 9p 9p <9p").tiles()
    called = row[-1].quad
    middle = sum(x for x, _ in called) / 4, sum(y for _, y in called) / 4 - WIDE
    added = tile("9p", middle, math.pi / 2)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


def test_a_row_to_which_another_was_added_is_not_added_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a heap, as at the corner of a wall, two rows may each seem to lie beyond the other."""
    one, other = (Chain(tiles, (0.0,), (1.0, 1.0)) for tiles in ((0, 1), (2, 3)))

    def grown(line: Chain, rows: Sequence[Chain], *_: object) -> Iterator[tuple[Chain, Chain]]:
        yield rows[0], replace_line(rows[0], tiles=rows[0].tiles + line.tiles)

    monkeypatch.setattr(added, "_grown", grown)
    rulers = measure(Row("9p 9p 9p 9p").tiles())
    (whole,) = added.with_added([one, other], rulers, [["9p"]] * 4)
    assert whole.tiles == (2, 3, 0, 1)
    assert added.with_added([one, other], rulers, [["0z"]] * 4) == [one, other]


def test_a_tile_of_another_kind_beyond_a_pung_is_not_added_to_it() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), _, _, _ = row[-2].quad
    other = tile("3z", (x + WIDE / 2, y - HIGH / 2))
    assert melds(read([*row, other])) == [("pung", "9p9p9p", False)]


def test_a_kong_with_its_end_tiles_face_down_is_concealed() -> None:
    """Harr p. 22 and 24, the booklet's Rule 6A."""
    layout = read(Row(f"{ELEVEN} , 0z 9p 9p 0z"))
    assert melds(layout) == [("kong", "9p9p9p9p", True)]
    assert [seen.code for seen in layout.tiles].count("0z") == 2


def test_a_fourth_tile_that_touches_its_pung_askew_makes_it_a_kong() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-1].quad
    askew = tile("9p", (x + 1.6 * WIDE, y), math.radians(40))
    assert melds(read([*row, askew])) == [("kong", "9p9p9p9p", False)]


def test_a_much_smaller_tile_behind_a_pung_is_not_added_to_it() -> None:
    """Behind a rack a discard lies flat, and looks but a third as high as tiles that stand."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-1].quad
    corners = [(-9, -40), (17, -49), (61, -38), (34, -28)]
    behind = [
        replace(tile(code, (0, 0)), quad=tuple((x + dx + aside, y + dy) for dx, dy in corners))
        for code, aside in (("9p", 0.0), ("3z", 70.0))
    ]
    assert melds(read([*row, *behind])) == [("pung", "9p9p9p", False)]


def test_a_fourth_tile_heaped_on_a_pung_makes_it_a_kong() -> None:
    """It lies half over the middle one, of which the photograph shows the rest."""
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (left, top), (right, _), (_, foot), _ = row[-2].quad
    low = (top + foot) / 2
    row[-2] = replace(row[-2], quad=((left, low), (right, low), (right, foot), (left, foot)))
    heaped = tile("9p", ((left + right) / 2, top))
    assert melds(read([*row, heaped])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("beyond", [0.0, 0.3])
def test_a_kong_in_no_row_is_a_kong_though_three_of_it_lie_nearer(beyond: float) -> None:
    x, y = 1060.0, 1260.0
    middles = [(x, y - HIGH / 2), (x, y + HIGH / 2), (x - WIDE, y), (x + WIDE * (1 + beyond), y)]
    lozenge = [tile("9p", middle) for middle in middles]
    assert melds(read([*Row(ELEVEN).tiles(), *lozenge])) == [("kong", "9p9p9p9p", False)]


def test_a_kong_may_lie_two_by_two() -> None:
    row = Row(f"{ELEVEN} , 9p 9p").tiles()
    above = [tile("9p", (seen.quad[0][0] + WIDE / 2, seen.quad[0][1] - HIGH / 2)) for seen in row]
    assert melds(read([*row, *above[-2:]])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("seems", ["0z", "5z"])
def test_a_kong_held_may_have_its_backs_on_its_faces(seems: str) -> None:
    """They lie higher, so the picture shows them behind the faces. Where white dragons are backs,
    all are."""
    row = Row(f"{ELEVEN} , 9p 9p").tiles()
    backs = [
        tile(seems, (seen.quad[0][0] + WIDE / 2, seen.quad[0][1] - HIGH * 0.85))
        for seen in row[-2:]
    ]
    if seems == "5z":
        backs = [doubtful(each, ("5z", 0.7), ("0z", 0.29)) for each in backs]
    assert melds(read([*row, *backs])) == [("kong", "9p9p9p9p", True)]


def test_an_added_tile_that_looks_like_another_may_be_the_fourth() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p").tiles()
    (x, y), *_ = row[-2].quad
    added = tile("8p", (x + WIDE / 2, y - HIGH / 2))
    added = replace(added, confidence=0.6, alternatives=(("8p", 0.6), ("9p", 0.4)), sure=False)
    assert melds(read([*row, added])) == [("kong", "9p9p9p9p", False)]


@pytest.mark.parametrize("shown", ["0z 9p 9p", "9p 9p 0z"])
def test_a_back_beside_two_alike_is_a_concealed_kong_with_an_end_unseen(shown: str) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [("kong", "9p9p9p9p", True)]
    assert "was not found" in layout.warnings[0]


@pytest.mark.parametrize("shown", ["5s 0z 0z 5s", "5s 0z 5s 5s", "5s 5s 0z 5s"])
def test_a_kong_with_a_middle_tile_face_down_is_concealed(shown: str) -> None:
    """The booklet's Rule 8; "the middle piece" of a kong is one of two, or both."""
    assert melds(read(Row(f"{ELEVEN} , {shown}"))) == [("kong", "5s5s5s5s", True)]


@pytest.mark.parametrize("shown", ["0z 5s 0z 5s", "5s 0z 5s 0z", "0z 0z 5s 5s", "5s 5s 0z 0z"])
def test_a_held_kong_may_have_any_two_of_its_tiles_face_down(shown: str) -> None:
    assert melds(read(Row(f"{ELEVEN} , {shown}"))) == [("kong", "5s5s5s5s", True)]


@pytest.mark.parametrize("shown", ["0z 0z 5s 0z", "5s 0z 0z 0z"])
def test_a_held_kong_may_show_but_one_of_its_tiles(shown: str) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [("kong", "5s5s5s5s", True)]
    assert [down.code for down in layout.face_down] == ["5s"] * 3


def test_a_pung_with_its_middle_tile_face_down_is_held() -> None:
    """The booklet's Rule 8."""
    layout = read(Row("1z 0z 1z _ 2m 3m 4m _ 3p 3p , 7s 8s 9s _ 5s 5s 5s"))
    assert sorted(layout.hand.concealed) == sorted(["1z", "1z", "1z", "2m", "3m", "4m", "3p", "3p"])
    assert ("pung", 3, True) in kinds(layout)


def test_four_alike_in_the_hand_that_were_never_laid_down_stay_there() -> None:
    """The booklet's Rule 6A: they count as a pung, so the hand keeps four tiles."""
    layout = read(Row("1m 1m 1m 1m 3p 5p 7s 9s 2z 3z , 6z 6z 6z"))
    assert held(layout).count("1m") == 4
    assert melds(layout) == [("pung", "6z6z6z", False)]


def test_the_number_of_tiles_proves_a_kong_among_equal_gaps() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 7s 8s 9s _ 1z 1z 1z _ 5p 5p 5p 5p"))
    assert ("kong", "5p5p5p5p", False) in melds(layout)


def test_a_face_down_tile_takes_the_value_that_its_neighbours_force() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 0z 3p 7s 8s 9s 1z 2z"))
    assert held(layout).count("3p") == 3


def test_a_face_down_tile_that_nothing_forces_is_asked_for() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 0z 4p 7s 8s 9s 1z 2z"))
    assert any("face down" in warning for warning in layout.warnings)
    assert layout.face_down == (FaceDown(7, None, ()),)


def test_where_nothing_forces_it_what_would_complete_the_hand_is_named() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 4p 0z 7s 8s 9s 1z 1z"))
    assert layout.face_down == (FaceDown(8, None, ("2p", "5p")),)


def test_forced_values_are_named_tile_by_tile() -> None:
    layout = read(Row(f"{ELEVEN} , 0z 9p 9p 0z"))
    assert layout.face_down == (FaceDown(11, "9p"), FaceDown(14, "9p"))


# -- No gaps ---------------------------------------------------------------------------------------


def test_fourteen_tiles_pushed_together_are_split_by_the_rules() -> None:
    layout = read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p"))
    assert kinds(layout) == [
        ("chow", 3, True),
        ("chow", 3, True),
        ("pair", 2, True),
        ("pung", 3, True),
        ("pung", 3, True),
    ]
    assert len(layout.readings) == 1


def test_every_way_to_read_them_is_kept_the_one_they_lie_in_first() -> None:
    layout = read(Row("1m 2m 3m 1m 2m 3m 1m 2m 3m 5p 6p 7p 9s 9s"))
    sets = [sorted(group.kind for group in reading.groups) for reading in layout.readings]
    assert sets == [
        ["chow", "chow", "chow", "chow", "pair"],
        ["chow", "pair", "pung", "pung", "pung"],
    ]
    assert layout.readings[0].groups == layout.groups
    assert layout.readings[0].likelihood > layout.readings[1].likelihood
    assert 0.9 < sum(reading.likelihood for reading in layout.readings) <= 1
    for reading in layout.readings:
        certain = [reading.groups[k].tiles for k in reading.certain]
        assert sorted(layout.tiles[tiles[0]].code for tiles in certain) == ["5p", "9s"]


def test_equal_gaps_leave_open_how_many_sets_of_the_right_end_were_exposed() -> None:
    layout = read(Row("3p 3p _ 2m 3m 4m _ 5p 5p 5p _ 7s 8s 9s _ 1z 1z 1z"))
    exposed = [len(reading.hand.melds) for reading in layout.readings]
    assert exposed[0] == 0
    assert len(set(exposed)) > 2
    assert any("exposed" in said for said in layout.warnings)
    assert [group.kind for k, group in enumerate(layout.groups) if k in layout.readings[0].certain]


def test_a_losing_hand_stays_loose() -> None:
    layout = read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z 7z"))
    assert kinds(layout) == [("loose", 13, True)]
    assert layout.warnings == ()


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ("1m 3m 5m 7m 9m 1s 4s 7s 1p 4p 7p 1z 3z 5z", True),
        ("1m 3m 5m 7m 9m 1s 4s 7s 1p 4p 7p 1z 3z", False),
        ("3p 4p 5p 6p 7p 8p 7m 8m 9m 5s 5s , 2m 2m 2m", False),
        ("1m 9m 1s 9s 1p 9p 1z 2z 3z 4z 5z 6z 7z 7z", False),
    ],
    ids=["fourteen", "thirteen", "four sets and a pair", "a special hand"],
)
def test_of_fourteen_tiles_that_have_not_won_it_is_said(laid: str, said: bool) -> None:
    """Who called Mah-Jongg may be wrong, or a tile may be misread."""
    warnings = read(Row(laid)).warnings
    assert any("are no Mah-Jongg hand" in warning for warning in warnings) == said


# -- The winning tile ------------------------------------------------------------------------------


def test_a_tile_laid_sideways_belongs_to_the_row_it_ends() -> None:
    assert "9s" in held(read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s <9s")))


def test_a_tile_laid_sideways_is_proposed_as_the_winning_one() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s <9s")).proposed_win == 13


def test_a_tile_apart_from_the_hand_that_it_completes_is_proposed() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s , 9s")).proposed_win == 13


def test_a_discard_beside_a_losing_hand_is_no_part_of_it() -> None:
    layout = read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z 7z , 9s"))
    assert len(layout.hand.concealed) == 13


def test_nothing_is_proposed_where_no_tile_lies_so_or_the_hand_has_not_won() -> None:
    assert read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9s 9s")).proposed_win is None
    assert read(Row("1m 2m 4m 4p 5p 8p 5s 6s 9s 1z 2z 6z <7z")).proposed_win is None


def test_the_drawn_tile_on_top_of_a_sequence_belongs_to_it() -> None:
    """Harr p. 67: laid to the right, the drawn tile on top of the other two."""
    row = Row(f"{ELEVEN} , 4s 6s")
    x = row.tiles()[-1].quad[0][0]
    layout = read([*row.tiles(), tile("5s", (x, 1300 - HIGH / 2 - 20))])
    assert melds(layout) == [("chow", "4s5s6s", False)]
    assert layout.proposed_win == 13


def drawn_on_two(under: str, top: str, *right: str, part: float = 0.5) -> list[SeenTile]:
    """Eleven tiles, and to their right `top` on two others, of which so much of a width is found
    as can be seen; of the one on the right nothing where it is not named."""
    row = Row(f"{ELEVEN} , {under}").tiles()
    (x, y), *_ = row[-1].quad
    found = [tile(top, (x + (part + 0.5) * WIDE, y + HIGH / 2))]
    for code, start in ((under, 0.0), *((code, part + 1) for code in right)):
        left, stop = x + start * WIDE, x + (start + part) * WIDE
        quad = ((left, y), (stop, y), (stop, y + HIGH), (left, y + HIGH))
        found.append(SeenTile(code, 0.99, quad, ((code, 0.99),)))
    return [*row[:-1], *found]


def test_a_tile_unseen_under_the_drawn_one_completes_the_run_and_it_is_said() -> None:
    layout = read(drawn_on_two("4s", "5s"))
    assert melds(layout) == [("chow", "4s5s6s", False)]
    assert "it is counted as 6 bamboo" in layout.warnings[0]
    assert layout.proposed_win == 11


@pytest.mark.parametrize(("under", "right"), [("2s", "6s"), ("4s", "2s"), ("2s", "2s")])
def test_a_tile_half_seen_under_the_drawn_one_is_what_the_run_says(under: str, right: str) -> None:
    """Half of a 4 or a 6 of bamboo shows two canes."""
    layout = read(drawn_on_two(under, "5s", right))
    assert melds(layout) == [("chow", "4s5s6s", False)]
    renamed = [seen for seen in layout.tiles if seen.by_rule]
    assert len(renamed) == [under, right].count("2s")
    assert not any(seen.sure for seen in renamed)
    assert layout.decided[0].seen == "2s"


def test_the_tile_unseen_lies_on_the_other_side_of_the_drawn_one() -> None:
    """With a 3 of characters to its left the 4 would lie to its right, out of order."""
    tiles = drawn_on_two("3m", "5m")
    doubtful = replace(tiles[-1], confidence=0.4, alternatives=(("3m", 0.4), ("4m", 0.3)))
    layout = read([*tiles[:-1], replace(doubtful, sure=False)])
    assert melds(layout) == [("chow", "4m5m6m", False)]


def test_a_sure_pair_with_narrow_outlines_is_no_run_under_a_drawn_tile() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 7s 8s 9s 9p 9p , 5p 5p").tiles()
    for place in (11, 12):
        (left, top), *_ = tiles[place].quad
        quad = ((left, top), (left + 50, top), (left + 50, top + HIGH), (left, top + HIGH))
        tiles[place] = replace(tiles[place], quad=quad)
    assert held(read(tiles)).count("5p") == 2


def test_a_tile_of_which_the_eye_is_sure_is_not_half_seen() -> None:
    """In a jumble outlines differ in width, and nobody drew a tile."""
    tiles = Row("4m 7z 4s 9p 1m , 3z 5s 8s").tiles()
    for place in (5, 6, 7):
        (left, top), *_ = tiles[place].quad
        quad = ((left, top), (left + 50, top), (left + 50, top + HIGH), (left, top + HIGH))
        tiles[place] = replace(tiles[place], quad=quad)
    assert [seen.code for seen in read(tiles).tiles] == [seen.code for seen in tiles]


@pytest.mark.parametrize("turn", [95.0, -95.0])
def test_a_lone_tile_says_from_which_side_its_hand_is_read(turn: float) -> None:
    """The other tiles look the same upside down."""
    row = Row("4z , 3p 4p 5p _ 1p 2p 3p _ 4s 5s 6s _ 2p 2p 2p", 600, 700 - 8 * turn, turn=turn)
    assert len(melds(read(row.tiles()[::-1]))) == 4


def test_of_fifteen_the_one_without_which_the_hand_is_whole_is_left_out_and_said() -> None:
    layout = read(Row("3p 4p 5p 6p 7p 8p 7m 8m 9m 5s 5s 2z , 2m 2m 2m"))
    assert len(held(layout)) == 11
    assert any("South wind was left out" in said for said in layout.warnings)


def test_a_doubtful_find_goes_that_takes_the_place_of_a_set_of_the_hand() -> None:
    """Print beside a kong was one of thirteen tiles, without the set between it and the hand."""
    row = Row("5z 5z 5z 1m 1m 3p 4p 5p , , , 2m 3m 4m , 6z 6z 6z 6z 4z").tiles()
    row[-1] = doubtful(row[-1], ("4z", 0.57), ("1z", 0.3))
    layout = read(row)
    assert melds(layout) == [("chow", "2m3m4m", False), ("kong", "6z6z6z6z", False)]


def test_nine_tenths_of_a_tile_under_the_drawn_one_are_part_of_one() -> None:
    assert melds(read(drawn_on_two("4s", "5s", part=0.88))) == [("chow", "4s5s6s", False)]


def test_what_the_rules_named_under_the_drawn_tile_is_named_as_a_run_lies() -> None:
    """Of a 9 of dots the right half shows three dots that may be a 6's."""
    tiles = drawn_on_two("7p", "8p", "3p")
    tiles[-1] = doubtful(tiles[-1], ("3p", 0.4), ("6p", 0.35))
    assert melds(read(tiles)) == [("chow", "7p8p9p", False)]


@pytest.mark.parametrize("right", ["2s 5s", "2s 5s 6s"])
def test_tiles_beside_each_other_keep_their_names(right: str) -> None:
    layout = read(Row(f"{ELEVEN} , {right}"))
    assert [seen.code for seen in layout.tiles[11:]] == right.split()
    assert layout.hand.melds == ()


# -- A tile that was not found, where a row leaves its room ----------------------------------------


def test_a_row_with_room_for_a_tile_has_one_that_was_not_found() -> None:
    layout = read(Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p _ _ 7p 9p 9p"))
    assert held(layout).count("6p") == 1
    assert layout.hand.count == 14
    (said,) = layout.warnings
    assert said == "A tile between 5 dots and 7 dots was not found; it is counted as 6 dots."


def test_several_tiles_may_have_been_missed_in_the_room_of_one() -> None:
    """Each is a reading with its odds, so that the page can ask."""
    layout = read(Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p 6p _ _ 9p 9p"))
    missed = [held(layout)] + [sorted(each.hand.concealed) for each in layout.readings]
    assert ["7p" in tiles for tiles in missed[:2]] == [True, True]
    assert any(tiles.count("4p") == 1 for tiles in missed)


def test_a_hand_that_has_not_won_may_lack_a_tile_that_was_not_found() -> None:
    layout = read(Row("1m 3m 6m 9m 2p 2p _ _ 5p 8p 1s 4s 9s 1z"))
    assert layout.hand.count == 12
    assert layout.warnings[0] == (
        "There is room for a tile between 2 dots and 5 dots; please add it if one lies there."
    )


@pytest.mark.parametrize(
    ("shown", "read_as"),
    [
        ("9p _ _ 9p", ("pung", "9p9p9p", False)),
        ("1s _ _ 3s", ("chow", "1s2s3s", False)),
        ("0z 6z _ _ 0z", ("kong", "6z6z6z6z", True)),
    ],
)
def test_a_set_on_the_table_may_have_room_for_a_tile(
    shown: str, read_as: tuple[str, str, bool]
) -> None:
    layout = read(Row(f"{ELEVEN} , {shown}"))
    assert melds(layout) == [read_as]
    assert "A tile of a set was not found" in layout.warnings[0]


@pytest.mark.parametrize("away", [0.8, 1.5, 2.0])
def test_a_tile_pushed_out_of_its_row_leaves_its_room(away: float) -> None:
    """So people show which tile they won with. away: from the row, in heights of a tile."""
    row = Row("2m 3m 4m 7s 8s 9s 1z 1z 1z 5p _ _ 7p 9p 9p").tiles()
    (right, top), foot = row[9].quad[1], row[9].quad[2][1]
    pushed = tile("6p", (right + WIDE / 2, (top + foot) / 2 - HIGH * away))
    layout = read([*row, pushed])
    assert held(layout).count("6p") == 1
    assert layout.hand.count == 14
    assert layout.warnings == ()
    assert layout.proposed_win == 13


def test_a_tile_that_lies_alone_is_no_part_of_the_order_of_two_rows() -> None:
    """It is the winning one, and lies where there was room."""
    rows = Row("6m 6m 6m 6m 7m", foot=1300 - HIGH), Row("8m 7p 7p 2s 2s 3s 4s 5s")
    layout = read(*rows, Row("2s", left=200 - 1.7 * WIDE, foot=1300 - HIGH / 2))
    assert won(layout)
    assert layout.proposed_win == 13


def test_a_wide_gap_is_no_room_for_a_tile() -> None:
    layout = read(Row(f"{ELEVEN} , 9p 9p , 1z"))
    assert not any("room" in said or "not found" in said for said in layout.warnings)


def test_sets_as_far_on_the_left_of_the_tiles_held_as_on_the_right_were_called() -> None:
    layout = read(Row("7m 8m 9m", foot=1100), Row("4z 4z 4z , 4s 5s 7s 7s , 5p 6p 7p", left=150))
    assert held(layout) == ["4s", "5s", "7s", "7s"]


def test_two_tiles_across_show_which_sets_were_called() -> None:
    """The gaps are alike everywhere; but only one of the tiles held may be the winning one."""
    layout = read(Row("3p 3p _ 2m 3m 4m _ 7s 8s 9s _ 1z <1z 1z _ 5s <6s 7s"))
    assert melds(layout) == [("chow", "5s6s7s", False), ("pung", "1z1z1z", False)]


def test_a_kong_needs_no_gap_to_be_told_from_the_sets_held() -> None:
    """Of a chow or a pung only where it lies tells that it was called."""
    layout = read(Row("5m 5m 5m _ 3p 3p _ 9m 9m 9m _ 2z 2z 2z 2z _ 0z 1s 1s 0z"))
    assert melds(layout) == [("kong", "1s1s1s1s", True), ("kong", "2z2z2z2z", False)]
    assert "alike" in layout.warnings[0]


@pytest.mark.parametrize(
    ("gaps", "sets"),
    [
        ((0.78, 0.77, 0.68, 0.84), "7z 7z 7z, 4z 4z, 5p 6p 7p, 2p 3p 4p, 1s 2s 3s"),
        ((0.92, 0.84, 0.91, 0.90), "4z 4z, 2p 3p 4p, 5p 6p 7p, 7z 7z 7z, 1s 2s 3s"),
        ((0.95, 0.91, 0.92, 0.94), "1s 2s 3s, 5p 6p 7p, 4z 4z, 2p 3p 4p, 7z 7z 7z"),
    ],
)
def test_where_a_whole_hand_is_parted_evenly_it_is_asked_which_sets_were_exposed(
    gaps: tuple[float, ...], sets: str
) -> None:
    rows, left = [], 200.0
    for each, gap in zip(sets.split(", "), (*gaps, 0.0), strict=True):
        rows.append(Row(each, left=left))
        left += WIDE * (len(each.split()) + gap)
    assert "alike" in read(*rows).warnings[0]


def test_fifteen_tiles_in_one_row_are_a_hand_with_a_kong() -> None:
    """As many tiles held would be no hand, whatever lies behind them."""
    row = Row("5z 5z 5z 4z 4z 4z 9s 9s 6s 6s 6s 6s 8s 8s 8s 7f 3f 4f")
    layout = read(row, Row("4s", left=300, foot=1300 - 1.4 * HIGH))
    assert ("kong", "6s6s6s6s", False) in melds(layout)
    assert won(layout)


def test_tiles_across_show_called_sets_that_frame_the_pair() -> None:
    sides = [
        Row("2m <3m 4m", 900, 560),
        Row("1z <1z 1z", 900, 980),
        Row("5s <6s 7s", 830, 680, turn=90),
        Row("9p <9p 9p", 1190, 680, turn=90),
    ]
    layout = read(Row("3p 3p", 940, 770), *sides)
    assert held(layout) == ["3p", "3p"]
    assert len(melds(layout)) == 4


# -- The hand and the rest of the table ------------------------------------------------------------


def test_discards_walls_and_other_hands_are_no_part_of_the_hand() -> None:
    hand = Row(f"{ELEVEN} , 1s 2s 3s")
    wall = Row(" ".join(["0z"] * 15), foot=700)
    far = Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1100, foot=300, turn=180)
    thrown = [tile("8m", (400 + 170 * k, 950), 0.7 * k + 0.5) for k in range(8)]
    layout = read(hand, wall, far, thrown)
    places = {place for group in layout.groups for place in group.tiles}
    assert places == set(range(14))
    assert len(layout.tiles) == 14 + 15 + 13 + 8


def test_a_hand_is_found_beside_a_wall_longer_than_it() -> None:
    """Were it looked for from the wall, a back would finish it."""
    hand = Row("4p 4p 2s 3s 4s 5s 6s , 3s 4s 5s _ 9p 9p 9p 9p")
    layout = read(hand, Row("0z " * 18, foot=1300 - HIGH * 1.6))
    assert layout.hand.count == 13
    assert "0z" not in layout.hand.concealed


def test_a_flower_may_lie_on_a_set() -> None:
    row = Row(f"{ELEVEN} , 4m 5m 6m").tiles()
    (x, y), *_ = row[-1].quad
    layout = read([*row, tile("7f", (x, y + HIGH * 0.05), math.radians(8))])
    assert melds(layout) == [("chow", "4m5m6m", False)]
    assert layout.hand.bonus == ("7f",)


def test_bonus_tiles_lie_apart() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"), Row("3f 7f", left=250, foot=1300 - 2 * HIGH))
    assert sorted(layout.hand.bonus) == ["3f", "7f"]
    assert ("bonus", 2, False) in kinds(layout)


def test_a_flower_in_the_corner_far_from_the_longer_row_is_one_of_the_hand() -> None:
    held, out = Row("1m 2m 3m 5s 5s"), Row("1s 2s 3s 7m 7m 7m 9p 9p 9p", left=900, foot=1100)
    flower = Row("5f", left=250, foot=1300 - 2 * HIGH)
    assert read(held, out, flower).hand.bonus == ("5f",)


def test_sets_with_unlike_gaps_in_a_row_behind_the_hand_are_all_exposed() -> None:
    behind = Row("2m 2m 2m _ _ 2z 2z 2z 1m 1m 1m 1m", foot=1300 - HIGH * 1.4)
    layout = read(Row("6s 6s 7m 7m 7m", left=420), behind)
    sets = [("kong", "1m1m1m1m"), ("pung", "2m2m2m"), ("pung", "2z2z2z")]
    assert melds(layout) == [(*each, False) for each in sets]


def test_tiles_held_by_suit_with_gaps_are_no_exposed_sets() -> None:
    layout = read(Row("1m 2m 4m 5m 5m _ 2p 3p 7p _ 4s 5s 6s 6s 7s"))
    assert melds(layout) == []


def test_a_few_tiles_are_still_a_hand_and_the_number_is_said() -> None:
    layout = read(Row("1m 2m 3m 4p 4p"))
    assert held(layout) == sorted(["1m", "2m", "3m", "4p", "4p"])
    assert "has 5 tiles" in layout.warnings[0]


def test_a_hand_in_two_rows() -> None:
    layout = read(Row("1m 2m 3m 4m 4m 4m 2s", foot=1300 - HIGH), Row("3s 4s 5s 6s 7s 9p 9p"))
    assert " ".join(layout.hand.concealed) == "1m 2m 3m 4m 4m 4m 2s 3s 4s 5s 6s 7s 9p 9p"
    assert layout.hand.melds == ()


def test_a_hand_laid_as_a_ring() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 1z 1z 1z", 500.0, 700.0, -30.0, 28.0))
    assert len(held(layout)) == 14


def test_a_fanned_hand() -> None:
    layout = read(Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p", turn=-45, bend=6))
    assert len(layout.hand.concealed) == 14


def test_no_tiles_are_no_hand() -> None:
    assert read([]).groups == ()
    (one_hand,), (whole_table,) = read([]).warnings, arrange([], 100, 100, table=True).warnings
    assert one_hand == whole_table
    assert "looks like a tile" in one_hand


def test_a_wall_alone_is_no_hand() -> None:
    layout = read(Row(" ".join(["0z"] * 17)))
    assert layout.groups == ()
    assert "could be a hand" in layout.warnings[0]


def test_a_sure_back_of_no_set_is_a_square_of_the_cloth_where_with_it_there_is_no_hand() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 0z _ 7s 8s 9s _ 9p 9p 9p"))
    assert won(layout)
    assert "0z" not in held(layout)


def test_two_backs_with_nothing_beside_them_are_no_part_of_a_hand() -> None:
    hand = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s").tiles()
    squares = Row("0z 0z", left=905.0).tiles()
    chow = Row("1s 2s 3s", left=300.0, foot=1200.0).tiles()
    layout = read(hand, squares, chow)
    assert won(layout)
    assert "0z" not in held(layout)


def test_more_than_four_white_dragons_in_a_row_are_a_wall() -> None:
    wall = [
        SeenTile("5z", 0.97, seen.quad, (("5z", 0.97), ("0z", 0.02)), sure=False)
        for seen in Row(" ".join(["5z"] * 9), foot=700).tiles()
    ]
    layout = read(Row("1m 2m 3m 4p 4p"), wall)
    assert held(layout) == ["1m", "2m", "3m", "4p", "4p"]


# -- The whole table -------------------------------------------------------------------------------


def test_four_hands_lie_at_the_sides_that_they_face() -> None:
    """Harr p. 46-54: all four hands laid down."""
    tiles = [
        *Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p", left=580, foot=1450).tiles(),
        *Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1700, foot=1200, turn=-90).tiles(),
        *Row("1s 2s 3s 4p 5m 6m 7m 1z 3z 2z 4z 6m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    layout = arrange(tiles, *PICTURE, table=True)
    assert layout.hands is not None
    firsts = {side: hand.concealed[0] for side, hand in layout.hands.items()}
    assert firsts == {"near": "1m", "right": "1p", "far": "1s", "left": "5z"}
    assert all(len(hand.concealed) in (13, 14) for hand in layout.hands.values())
    assert layout.hand == layout.hands["near"]
    assert layout.sides is not None
    assert layout.sides["near"].groups == layout.groups
    assert {layout.tiles[g.tiles[0]].code for g in layout.sides["far"].groups} == {"1s"}


def test_the_winner_of_a_whole_table_may_have_drawn_on_a_run() -> None:
    losers = [
        *Row("1p 2p 3p 4p 5m 6m 7m 1z 1z 2z 4z 9m 9m", left=1700, foot=1200, turn=-90).tiles(),
        *Row("1s 2s 3s 4p 5p 6p 7p 1z 3z 2z 4z 8m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    layout = arrange([*losers, *drawn_on_two("2s", "5s", "6s")], *PICTURE, table=True)
    assert melds(layout) == [("chow", "4s5s6s", False)]


def test_a_side_without_a_hand_is_said() -> None:
    layout = arrange(Row(ELEVEN).tiles(), *PICTURE, table=True)
    assert "No hand was found on the far side." in layout.warnings


def test_a_table_of_three_lacks_no_fourth_hand() -> None:
    hands = [
        *Row("1p 1p 1p 5m 6m 7m 1z 1z 1z 2z 2z 2z 9m 9m").tiles(),
        *Row("1s 2s 3s 4p 5p 6p 7p 1z 3z 2z 4z 8m 9m", left=1400, foot=180, turn=180).tiles(),
        *Row("5z 5z 6s 6s 8s 8s 3m 4m 6m 9m 9m 2p 2p", left=300, foot=350, turn=90).tiles(),
    ]
    assert arrange(hands, *PICTURE, table=True).warnings == (
        "No hand was found on the right side.",
    )
    assert arrange(hands, *PICTURE, table=True, game=Game(players=3)).warnings == ()


# -- The rules in hand -----------------------------------------------------------------------------


def doubtful(seen: SeenTile, *codes: tuple[str, float]) -> SeenTile:
    return SeenTile(codes[0][0], codes[0][1], seen.quad, codes, sure=False)


def test_a_doubtful_tile_becomes_what_makes_the_hand_complete() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    tiles[4] = doubtful(tiles[4], ("5p", 0.55), ("4p", 0.44))
    layout = read(tiles)
    assert layout.tiles[4].code == "4p"
    assert layout.tiles[4].by_rule
    assert sorted(layout.hand.concealed).count("4p") == 3
    assert layout.decided == (Decided(4, "5p", "Only as 4 dots it fits a set of this hand."),)


def test_where_eye_and_rules_disagree_nobody_is_sure() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    tiles[4] = SeenTile("5p", 0.985, tiles[4].quad, (("5p", 0.985), ("4p", 0.012)), sure=True)
    renamed = read(tiles).tiles[4]
    assert (renamed.code, renamed.by_rule, renamed.sure) == ("4p", True, False)


def test_a_doubtful_white_dragon_at_the_end_of_a_held_kong_is_a_back() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 0z _ 9p 9p 9p").tiles()
    tiles[8] = doubtful(tiles[8], ("5z", 0.7), ("0z", 0.29))
    layout = read(tiles)
    assert melds(layout) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]
    assert layout.tiles[8].by_rule


def test_two_doubtful_white_dragons_around_two_alike_are_the_ends_of_a_held_kong() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p").tiles()
    for end in (8, 11):
        tiles[end] = doubtful(tiles[end], ("5z", 0.7), ("0z", 0.29))
    assert melds(read(tiles)) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]


def test_the_eye_is_never_sure_that_a_blank_end_of_a_four_laid_apart_is_no_back() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p").tiles()
    for end in (8, 11):
        alternatives = (("5z", 0.987), ("0z", 0.012))
        tiles[end] = SeenTile("5z", 0.987, tiles[end].quad, alternatives)
    assert melds(read(tiles)) == [("kong", "7s7s7s7s", True), ("pung", "9p9p9p", False)]


def test_sure_white_dragons_between_two_alike_stay_though_the_hand_is_none() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 3p 3p _ 7s 5z 5z 7s _ 9p 9p 9p").tiles()
    layout = read(tiles)
    assert [seen.code for seen in layout.tiles].count("5z") == 2
    assert not won(layout)


def test_a_doubtful_pair_of_white_dragons_beside_two_alike_stays_where_the_hand_is_whole() -> None:
    tiles = Row("2m 3m 4m 4m 5m 6m 7s 8s 9s 5z 5z 9s 9s 9s").tiles()
    for place in (9, 10):
        tiles[place] = doubtful(tiles[place], ("5z", 0.9), ("0z", 0.09))
    layout = read(tiles)
    assert won(layout)
    assert held(layout).count("5z") == 2


def test_a_hardly_doubted_white_dragon_in_a_row_of_single_tiles_is_no_back() -> None:
    tiles = Row("1p 8m 1p 5z 1p 2p 6z 2s 4m 9m 3z 5s 7z").tiles()
    tiles[3] = SeenTile("5z", 0.964, tiles[3].quad, (("5z", 0.964), ("0z", 0.024)), sure=False)
    assert "5z" in held(read(tiles))


def test_a_doubtful_white_dragon_of_no_hand_stays_what_the_eye_makes_of_it() -> None:
    discards = Row("9s 6p 2z 5z 2z 3p 3z", foot=300.0).tiles()
    discards[3] = doubtful(discards[3], ("5z", 0.97), ("0z", 0.025))
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 9p 9p 9p"), discards)
    assert won(layout)
    assert [seen.code for seen in layout.tiles].count("5z") == 1


def test_white_dragons_with_a_frame_are_no_backs() -> None:
    layout = read(Row("2m 3m 4m 4m 5m 6m 3p 3p , 5z 7s 7s 5z _ 9p 9p 9p"))
    assert [seen.code for seen in layout.tiles].count("0z") == 0


def test_four_sure_white_dragons_are_exposed() -> None:
    assert melds(read(Row(f"{ELEVEN} , 5z 5z 5z 5z"))) == [("kong", "5z5z5z5z", False)]


def test_a_doubtful_white_dragon_between_two_alike_is_the_turned_middle_of_a_pung() -> None:
    tiles = Row("1m 2m 3m _ 4p 5z 4p _ 5s 6s 7s _ 7z 7z 7z _ 9p 9p").tiles()
    tiles[4] = doubtful(tiles[4], ("5z", 0.7), ("0z", 0.29))
    assert sorted(held(read(tiles))).count("4p") == 3


def test_cloth_taken_for_a_back_beside_the_hand_is_no_tile_of_it() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p 0z").tiles()
    tiles[14] = doubtful(tiles[14], ("0z", 0.6), ("5z", 0.05))
    assert len(held(read(tiles))) == 14


@pytest.mark.parametrize("place", range(13))
def test_the_side_of_a_standing_tile_above_its_face_is_no_tile(place: int) -> None:
    row = "1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p"
    tiles = Row(row).tiles()
    above = tile("5z", (tiles[place].quad[0][0] + WIDE / 2, 1300 - 1.3 * HIGH))
    assert held(read([*tiles, doubtful(above, ("5z", 0.5), ("0z", 0.1))])) == sorted(row.split())


def test_a_doubtful_find_over_the_end_of_a_whole_hand_is_that_tile_once_more() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    x = tiles[13].quad[1][0]
    once_more = doubtful(tile("2s", (x + 0.2 * WIDE, 1300 - HIGH / 2)), ("2s", 0.8))
    assert held(read([*tiles, once_more])).count("2s") == 0


WHOLE = "1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p"


def test_print_beside_a_whole_hand_is_no_tile_of_it() -> None:
    tiles = Row(f"{WHOLE} 4s").tiles()
    tiles[14] = doubtful(tiles[14], ("4s", 0.93))
    layout = read(tiles)
    assert held(layout) == sorted(WHOLE.split())
    assert layout.warnings == (
        "What looks like 4 bamboo was left out, as the hand is likelier without it;"
        " add it if it is a tile of the hand.",
    )


def test_two_doubtful_finds_beside_a_whole_hand_are_none_of_it() -> None:
    tiles = Row(f"2s {WHOLE} 4s").tiles()
    tiles[0] = doubtful(tiles[0], ("2s", 0.7))
    tiles[15] = doubtful(tiles[15], ("4s", 0.93))
    assert held(read(tiles)) == sorted(WHOLE.split())


def test_the_tops_of_standing_tiles_are_no_white_dragons() -> None:
    hand = Row("1p 2p 3p 3p 3p 7p 8p 9p").tiles()
    laid = Row("0z 5p 5p 0z , 4m 5m 6m", foot=1300 - 2.2 * HIGH).tiles()
    tops = [
        doubtful(tile("5z", (hand[place].quad[0][0] + WIDE / 2, 1300 - 1.5 * HIGH)), ("5z", 0.7))
        for place in (0, 7)
    ]
    layout = read([*hand, *laid, *tops])
    assert held(layout) == ["1p", "2p", "3p", "3p", "3p", "7p", "8p", "9p"]
    assert melds(layout) == [("chow", "4m5m6m", False), ("kong", "5p5p5p5p", True)]


def test_a_doubtful_tile_of_no_set_stays_where_without_it_the_hand_is_not_whole() -> None:
    row = Row("1p 2p 3p 4p 4p 1z 2s 3s 6s 7s 8s").tiles()
    row[5] = doubtful(row[5], ("1z", 0.62), ("4f", 0.05))
    layout = read(row, Row("1s 2s 3s", left=500.0, foot=1100.0))
    assert "1z" in held(layout)


def test_what_is_doubtfully_seen_five_times_is_the_pattern_of_the_cloth() -> None:
    hand = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 9p 9p 9p", foot=1000.0).tiles()
    cloth = Row("3z 3z 3z 3z 3z 3z 6z 6z 6z 3z 3z 3z 3z 3z").tiles()
    pattern = [doubtful(seen, (seen.code, 0.55), ("4z", 0.2)) for seen in cloth]
    assert held(read(hand, pattern)) == sorted(seen.code for seen in hand)


def test_blank_faces_all_around_are_no_pair_of_the_hand() -> None:
    rows = [
        Row("1p 1p 1p 5p 5p 5p 2s", left=500.0, foot=600.0).tiles(),
        Row("2s 2s 2s 3s 4s 3z 3z", left=500.0, foot=690.0).tiles(),
    ]
    planks = [
        doubtful(seen, ("5z", 0.6), ("4f", 0.02))
        for left, foot in ((390.0, 580.0), (380.0, 700.0), (340.0, 680.0), (1060.0, 470.0))
        for seen in Row("5z 5z", left=left, foot=foot).tiles()
    ]
    layout = read(*rows, planks)
    assert won(layout)
    assert "5z" not in held(layout)


def test_a_pattern_alone_is_no_hand() -> None:
    cloth = Row("3z 3z 3z 3z 3z 3z 3z").tiles()
    pattern = [doubtful(seen, ("3z", 0.55), ("4z", 0.2)) for seen in cloth]
    assert not won(read(pattern))


def test_there_is_but_one_of_a_flower() -> None:
    tiles = Row(f"{WHOLE} , 4f 4f").tiles()
    for place, chance in ((14, 0.6), (15, 0.5)):
        tiles[place] = doubtful(tiles[place], ("4f", chance))
    assert read(tiles).hand.bonus == ("4f",)


@pytest.mark.parametrize(("chance", "of_hand"), [(0.999, 14), (0.05, 13)])
def test_a_find_at_the_end_is_left_out_as_far_as_it_may_be_no_tile(
    chance: float, of_hand: int
) -> None:
    *row, last = Row("4m 1m 8m 5m 7m 9m 8m 3m 6m 6m 7m 3m 9m 8m").tiles()
    last = replace(last, confidence=chance, alternatives=((last.code, chance),))
    assert len(held(read([*row, last]))) == of_hand


def test_a_tile_of_which_only_the_name_is_in_doubt_stays() -> None:
    *row, last = Row("4m 1m 8m 5m 7m 9m 8m 3m 6m 6m 7m 3m 9m 8m").tiles()
    last = replace(last, confidence=0.6, alternatives=(("8m", 0.6), ("8s", 0.399)), sure=False)
    assert len(held(read([*row, last]))) == 14


def test_a_hand_of_thirteen_keeps_a_doubtful_tile() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p").tiles()
    tiles[12] = doubtful(tiles[12], ("9p", 0.6))
    assert len(held(read(tiles))) == 13


@pytest.mark.parametrize(
    ("book", "is_read"), [("harr", "8s"), ("harr-limit", "9s"), ("traditional", "9s")]
)
def test_a_hand_is_special_where_the_rules_played_say_so(book: str, is_read: str) -> None:
    tiles = Row("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z").tiles()
    tiles[5] = doubtful(tiles[5], ("8s", 0.6), ("9s", 0.39))
    layout = arrange(tiles, *PICTURE, game=Game(as_played(book, {}).special_hands))
    assert layout.tiles[5].code == is_read


def test_seven_twins_are_one_of_the_american_page_alone() -> None:
    of = {book: as_played(book, {}).special_hands for book in BOOKS}
    assert of == {
        "harr": set(),
        "harr-limit": {"thirteen_heads"},
        "international": {"thirteen_heads"},
        "traditional": {"thirteen_heads", "seven_twins"},
    }


def test_six_pairs_with_gaps_and_a_seventh_below_are_seven() -> None:
    twins = Row("1p 1p _ 9p 9p _ 5s 5s _ 7s 7s"), Row("6z 6z _ 7z 7z _ 5p 5p", 260.0, 1400.0)
    layout = read(*twins)
    assert len(held(layout)) == 14


def test_tiles_of_a_kong_with_narrow_outlines_are_one_set() -> None:
    row = Row(f"{ELEVEN} , 9p 9p 9p 9p").tiles()
    narrow = []
    for place, seen in enumerate(row):
        (x, y), part = seen.quad[0], 0.6 if place in (12, 13) else 1.0
        left, right = x + WIDE * (1 - part) / 2, x + WIDE * (1 + part) / 2
        quad = ((left, y), (right, y), (right, y + HIGH), (left, y + HIGH))
        narrow.append(SeenTile(seen.code, 0.99, quad, ((seen.code, 0.99),)))
    assert melds(read(narrow)) == [("kong", "9p9p9p9p", False)]


def test_a_badly_outlined_tile_lies_as_its_neighbours_do() -> None:
    tiles = Row("1m 2m 3m 4p 4p 4p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    x = (tiles[13].quad[0][0] + tiles[13].quad[2][0]) / 2
    tiles[13] = tile("9p", (x, 1300 - HIGH / 2), math.radians(45))
    assert len(held(read(tiles))) == 14


def test_a_clear_reading_of_an_illegal_hand_stays_illegal() -> None:
    tiles = Row("1m 2m 3m 4p 4p 5p 5s 6s 7s 7z 7z 7z 9p 9p").tiles()
    layout = read(tiles)
    assert [seen.code for seen in layout.tiles] == [seen.code for seen in tiles]
    assert not any(seen.by_rule for seen in layout.tiles)


def test_there_is_no_fifth_tile_where_the_eye_doubts() -> None:
    tiles = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    tiles[-1] = doubtful(tiles[-1], ("1z", 0.6), ("4z", 0.38))
    layout = read(tiles)
    assert layout.tiles[-1].code == "4z"
    assert layout.tiles[-1].by_rule
    assert layout.decided == (Decided(12, "1z", "There would be five of East wind."),)


def test_a_doubtful_fifth_of_a_kind_is_another_tile_however_likely_it_seemed() -> None:
    tiles = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    tiles[-1] = doubtful(tiles[-1], ("1z", 0.97), ("4z", 0.02), ("3z", 0.001))
    layout = read(tiles)
    assert layout.tiles[-1].code == "4z"
    assert layout.decided == (Decided(12, "1z", "There would be five of East wind."),)


def test_of_five_of_a_kind_the_least_likely_is_something_else_wherever_it_lies() -> None:
    hand = Row("1z 1z 1z 1z 4p 5p 5s 6s 7s 7z 7z 9p 2z").tiles()
    discard = Row("1z , 8m , 3s", foot=700).tiles()
    hand[0] = replace(doubtful(hand[0], ("1z", 0.97), ("4z", 0.02)), sure=True)
    discard[0] = replace(doubtful(discard[0], ("1z", 0.95), ("4z", 0.04)), sure=True)
    layout = read(hand, discard)
    assert held(layout).count("1z") == 4
    assert layout.decided == ()


def test_four_tiles_held_beside_three_exposed_sets_need_not_be_a_set() -> None:
    tiles = Row("2p 2s 5s 7s , 1m 2m 3m _ 2s 3s 4s _ 3m 4m 5m").tiles()
    tiles[8] = doubtful(tiles[8], ("3s", 0.5), ("8p", 0.15))
    layout = read(tiles)
    assert layout.tiles[8].code == "3s"
    assert len(melds(layout)) == 3


def test_a_meld_is_a_value_of_the_hand() -> None:
    layout = read(Row(f"{ELEVEN} , 1s 2s 3s"))
    assert layout.hand.melds == (Meld("chow", ("1s", "2s", "3s"), False),)


def test_a_reading_says_what_the_layout_left_open_and_can_be_read_back() -> None:
    layout = read(Row("1m 2m 3m 1m 2m 3m 1m 2m 3m 0z 9p 9p 0z 9s <9s"))
    reading = Reading(image=ImageInfo(None, *PICTURE), **vars(layout))
    form = reading.to_json()
    assert form["proposed_win"] == 14
    assert form["face_down"] == [
        {"tile": 9, "code": "9p", "could_be": []},
        {"tile": 12, "code": "9p", "could_be": []},
    ]
    assert all(each["likelihood"] > 0 for each in form["readings"])
    assert Reading.from_json(form).to_json() == form


def test_a_joker_is_left_out_of_the_hand_and_that_is_said() -> None:
    layout = read(Row(f"{ELEVEN} 6z 6z 6z 9x"))
    assert held(layout) == sorted(f"{ELEVEN} 6z 6z 6z".split())
    assert [tile.code for tile in layout.tiles].count("9x") == 1
    assert any("joker" in said for said in layout.warnings)
    assert not any("joker" in said for said in read(Row(f"{ELEVEN} 6z 6z 6z")).warnings)


def test_what_looks_like_a_joker_far_from_the_hand_is_nobodys_concern() -> None:
    layout = read(Row(f"{ELEVEN} 6z 6z 6z"), Row("9x", foot=1300 - 5 * HIGH))
    assert "9x" in [tile.code for tile in layout.tiles]
    assert layout.warnings == ()


def seen_as(tiles: list[SeenTile], place: int, **chances: float) -> list[SeenTile]:
    """The tiles, one of them seen as this or that, for example `_9x=0.7`."""
    named = tuple((code.lstrip("_"), chance) for code, chance in chances.items())
    code, confidence = named[0]
    tiles[place] = replace(
        tiles[place], code=code, confidence=confidence, alternatives=named, sure=False
    )
    return tiles


def test_jokers_stay_in_their_box_so_an_odd_sparrow_is_likelier_than_one() -> None:
    row = Row("1s 1s 2m 3m 4m 5m 5m 5m 7p 7p 7p 2z 2z 2z").tiles()
    layout = read(seen_as(row, 0, _9x=0.74, _1s=0.2))
    assert held(layout).count("1s") == 2
    assert layout.decided == (Decided(0, "9x", "Only as 1 bamboo it fits a set of this hand."),)
    assert not any("joker" in said for said in layout.warnings)


def test_there_is_one_of_each_flower_so_two_that_look_alike_are_two() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f 4f 2f", foot=1300 - 3 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 2, _2f=0.55, _3f=0.3))
    assert layout.hand.bonus == ("2f", "4f", "3f")
    assert layout.decided == (Decided(16, "2f", "There would be two of flower 2."),)


def test_a_flower_among_the_tiles_held_parts_nothing() -> None:
    before, after = "4s 6z 2s 9p 4z 1p 5s 5z 1s", "9s 5m 2m 5z"
    layout = read(Row(f"{before} 8f {after}"))
    assert held(layout) == sorted([*before.split(), *after.split()])
    assert layout.hand.bonus == ("8f",)
    assert layout.warnings == ()


def test_gaps_beside_flowers_among_tiles_held_in_no_order_part_no_suits() -> None:
    before, after = "7s 3s 9m 2s 3s 5z 7m 1s 9p 8m 5p", "3p 8s"
    layout = read(Row(f"{before} _ 1f 6f 3f _ {after}"))
    assert held(layout) == sorted([*before.split(), *after.split()])
    assert layout.hand.bonus == ("1f", "6f", "3f")


def test_flowers_on_the_wall_before_a_hand_are_its_own() -> None:
    wall = Row("0z 0z 0z 4f 2f 0z 0z 0z", left=350, foot=1300 - 1.9 * HIGH)
    layout = read(Row(f"{ELEVEN} , 6z 6z 6z"), wall)
    assert sorted(layout.hand.bonus) == ["2f", "4f"]
    assert layout.hand.count == 14


def test_a_flower_that_is_hardly_a_tile_lies_with_the_hand_without_a_fault() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f", foot=1300 - 1.5 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 0, _2f=0.0, _3f=0.0))
    assert set(layout.hand.bonus) <= {"2f", "3f"}


def test_a_flower_may_be_told_without_its_own_chance() -> None:
    """`companion read --tiles` takes tiles from anybody."""
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("2f", foot=1300 - 1.5 * HIGH).tiles()
    flower = replace(rows[1][0], alternatives=(("3z", 0.4),))
    assert read(rows[0], [flower]).hand.count == 14


def test_a_tile_that_is_likelier_a_flower_than_any_one_other_may_lie_as_one() -> None:
    rows = Row(f"{ELEVEN} 6z 6z 6z").tiles(), Row("6z", foot=1300 - 1.5 * HIGH).tiles()
    layout = read(rows[0], seen_as(rows[1], 0, _6z=0.4, _3f=0.3, _1f=0.25))
    assert layout.hand.bonus == ("3f",)
    assert "flower" in layout.decided[0].why


def test_a_lone_doubtful_back_is_no_hand() -> None:
    """Nobody holds nothing but backs, but that does not make it a 1 of dots."""
    (back,) = Row("0z").tiles()
    alternatives = (("0z", 0.55), ("1p", 0.003))
    layout = read([replace(back, confidence=0.55, sure=False, alternatives=alternatives)])
    assert [tile.code for tile in layout.tiles] == ["0z"]
    assert layout.hand == SeenHand()
    assert layout.decided == ()


# -- A hand may lie as nobody foresaw -------------------------------------------------------------


RING = "1s 2s 3s 5m 5m 5m 7p 8p 9p 2z 2z 2z 4p 4p"


def strewn(text: str, apart: float) -> list[SeenTile]:
    """Tiles on a circle, all upright. apart: from one middle to the next, in pixels."""
    codes = text.split()
    turns = [2 * math.pi * k / len(codes) for k in range(len(codes))]
    far = apart / 2 / math.sin(math.pi / len(codes))
    ring = [(1000 + far * math.sin(at), 800 - far * math.cos(at)) for at in turns]
    return [tile(code, middle) for code, middle in zip(codes, ring, strict=True)]


def test_tiles_that_lie_loosely_together_are_a_hand_where_no_row_is() -> None:
    layout = read(strewn(RING, 110))
    assert held(layout) == sorted(RING.split())
    assert won(layout)


def test_tiles_far_from_each_other_are_no_hand() -> None:
    assert not won(read(strewn(RING, 300)))


def likelihood(layout: Layout) -> float:
    return sum(way.likelihood for way in layout.readings if way.hand == layout.hand)


def test_a_sure_face_close_to_a_hand_that_is_none_of_it_makes_its_reading_less_likely() -> None:
    hand = Row(f"{ELEVEN} , 6z 6z 6z")
    alone = read(hand)
    beside = read(hand, [tile("1z", (500.0, 1300 - 1.7 * HIGH))])
    assert beside.hand == alone.hand
    assert likelihood(beside) < likelihood(alone) - 0.02


def test_a_flower_in_a_far_corner_makes_it_less_likely_that_a_hand_is_all_there_is() -> None:
    hand = Row(f"{ELEVEN} , 6z 6z 6z")
    flower = read(hand, [tile("2f", (1900.0, 100.0))])
    assert flower.hand == read(hand).hand
    assert likelihood(flower) < likelihood(read(hand)) - 0.02


def test_tiles_of_other_hands_at_a_table_are_not_left_over() -> None:
    near = Row("2m 3m 4m 4m 5m 6m 3p 3p 7s 8s 9s 6z 6z 6z 1f", left=500)
    far = Row("1m 1m 1m 5p 6p 7p 2s 3s 4s 1z 1z 1z 9p 9p 2f", left=1400, foot=200, turn=180)
    tiles = [*near.tiles(), *far.tiles()]
    layout = arrange(tiles, *PICTURE, table=True)
    assert layout.sides is not None
    for side in ("near", "far"):
        assert sum(way.likelihood for way in layout.sides[side].readings) > 0.9


def gate(won: tuple[float, float]) -> list[SeenTile]:
    """Nine gates: a beam of seven tiles, three ones and three nines as its posts, and the tile that
    won. won: its middle."""
    beam = Row("2s 3s 4s 5s 6s 7s 8s", left=500.0, foot=900.0).tiles()
    posts = [
        tile(code, (x, 860.0 + HIGH * k))
        for code, x in (("1s", 530.0), ("9s", 890.0))
        for k in (1, 2, 3)
    ]
    return [*beam, *posts, tile("5s", won)]


def test_a_tile_within_the_outline_of_a_hand_is_of_it() -> None:
    others = Row("1z 9p 4m 7m 2z 6p 3z", left=700.0, foot=300.0)
    within, before = (read(gate((710.0, y)), others) for y in (1010.0, 1230.0))
    assert held(within).count("5s") == 2
    assert held(before).count("5s") == 1


def test_where_a_picture_shows_nothing_else_a_tile_apart_is_of_the_hand() -> None:
    waiting = Row("2s 3s 4s 5s 6s 7s 8s 8s 8s 1s 1s 1s 9s")
    apart = tile("9s", (500.0, 1300 - 1.8 * HIGH))
    others = Row("1z 9p 4m 7m 2z 6p 3z", left=700.0, foot=300.0)
    assert held(read(waiting, [apart])).count("9s") == 2
    assert held(read(waiting, [apart], others)).count("9s") == 1


# -- White dragons may all be backs --------------------------------------------------------------


DRAGONS_OR_BACKS = "1z 1z 1z 7p 7p 2s 3s 4s , 6m 5z 5z 6m , 3s 5z 5z 3s"


def blank(tiles: list[SeenTile], **chances: float) -> list[SeenTile]:
    """The tiles, those that are blank seen as this or that."""
    for place, seen in enumerate(tiles):
        if seen.code in ("0z", "5z"):
            tiles = seen_as(tiles, place, **chances)
    return tiles


def test_what_look_like_white_dragons_are_all_backs_if_kongs_need_them() -> None:
    row = Row(DRAGONS_OR_BACKS).tiles()
    layout = read(blank(row, _5z=0.98, _0z=0.02))
    assert melds(layout) == [("kong", "3s3s3s3s", True), ("kong", "6m6m6m6m", True)]
    assert held(layout) == sorted(["1z", "1z", "1z", "7p", "7p", "2s", "3s", "4s"])


def test_where_a_person_says_that_one_is_a_white_dragon_it_is_no_back() -> None:
    row = blank(Row(DRAGONS_OR_BACKS).tiles(), _5z=0.7, _0z=0.3)
    layout = read([told(each, "5z") if place == 9 else each for place, each in enumerate(row)])
    assert layout.tiles[9].code == "5z"


def test_white_dragons_that_are_told_without_other_names_are_no_backs() -> None:
    row = Row(DRAGONS_OR_BACKS).tiles()
    layout = read([replace(each, alternatives=()) for each in row])
    assert held(layout).count("5z") >= 2


def test_white_dragons_may_be_told_without_their_own_chance() -> None:
    """`companion read --tiles` takes tiles from anybody."""
    row = Row(DRAGONS_OR_BACKS).tiles()
    other = (("3z", 0.4),)
    row = [replace(each, alternatives=other) if each.code == "5z" else each for each in row]
    assert held(read(row)).count("1z") == 3


def test_white_dragons_that_fit_stay_white_dragons() -> None:
    row = Row(f"{ELEVEN} 5z 5z 5z").tiles()
    layout = read(blank(row, _5z=0.7, _0z=0.3))
    assert held(layout).count("5z") == 3
    assert layout.decided == ()


def test_tiles_held_beside_two_turned_pungs_are_one_row_set_by_set() -> None:
    layout = read(Row("3p 4p 5p 9m 9m 7z 0z 7z 7s 0z 7s 3m 4m 5m"))
    assert melds(layout) == []
    assert layout.hand.count == 14
