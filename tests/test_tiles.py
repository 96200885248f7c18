"""Codes, names, Unicode and the three notations of tiles."""

from __future__ import annotations

import pytest

from companion.game import tiles as t


def test_34_kinds_and_16_bonus_tiles_each_with_a_name_of_its_own() -> None:
    assert (len(t.KINDS), len(t.BONUS), len(t.HEADS)) == (34, 16, 13)
    assert len({t.words(code) for code in (*t.ALL, t.BACK)}) == 51


@pytest.mark.parametrize(
    "written",
    ["123m456p11z", "1m2m3m 4p 5p 6p 1z 1z", "🀇🀈🀉🀜🀝🀞🀀🀀", "123m, 🀜🀝🀞 11z"],
)
def test_three_notations_read_as_the_same_tiles(written: str) -> None:
    assert t.parse(written) == ("1m", "2m", "3m", "4p", "5p", "6p", "1z", "1z")


def test_a_list_may_hold_codes_and_unicode_tiles() -> None:
    assert t.parse(["7z", "🀄", "🀫"]) == ("7z", "7z", "0z")


def test_the_red_dragon_as_phones_write_it() -> None:
    assert t.parse("\U0001f004\ufe0f") == ("7z",)


@pytest.mark.parametrize("code", [*t.KINDS, *t.FLOWERS, *t.SEASONS, t.BACK])
def test_unicode_there_and_back(code: str) -> None:
    assert t.parse(t.UNICODE[code]) == (code,)


@pytest.mark.parametrize("wrong", ["8z", "0m", "9f", "5q", "m", "12", "🂡", "1m!"])
def test_what_is_no_tile_is_named(wrong: str) -> None:
    with pytest.raises(t.TileCodeUnknownError, match="is not a tile") as raised:
        t.parse(["1m", wrong], "concealed")
    assert raised.value.field == "concealed[1]"
    with pytest.raises(t.TileCodeUnknownError) as raised:
        t.parse(wrong, "bonus")
    assert raised.value.field == "bonus"


def test_words() -> None:
    said = [t.words(code) for code in ("1m", "5p", "1s", "2z", "6z", "3f", "5f", "8x")]
    assert said == [
        "1 character", "5 dots", "1 bamboo", "South wind", "green dragon", "flower 3", "season 1",
        "fish",
    ]  # fmt: skip
    assert [t.words_of_several(code) for code in ("1m", "7z")] == ["1 characters", "red dragons"]


def test_order_as_a_player_arranges_them() -> None:
    assert t.in_order(("8x", "1f", "7z", "1z", "9s", "1p", "2m")) == (
        "2m", "1p", "9s", "1z", "7z", "1f", "8x",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("code", "suit"),
    [
        ("1m", "characters"), ("1p", "dots"), ("1s", "bamboo"), ("4z", "winds"), ("5z", "dragons"),
        ("4f", "flowers"), ("5f", "seasons"), ("1x", "special"), ("0z", "back"),
    ],
)  # fmt: skip
def test_suits(code: str, suit: str) -> None:
    assert t.suit(code) == suit
