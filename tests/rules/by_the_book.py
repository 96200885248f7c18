"""A second, slow scorer, written from the rule catalogue alone: it shares no code with the first.

It tries every way to part the tiles by plain recursion and every place for the winning tile, and
knows the four rule sets by their tables below. `test_laws.py` compares it with the real one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

Form = dict[str, Any]
Block = tuple[str, tuple[str, ...], bool]  # kind, tiles, concealed

ALL = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
HEADS = {c for c in ALL if c[1] == "z" or c[0] in "19"}
WIND = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGON_LINES = {"5z": "white", "6z": "green", "7z": "red"}

# points of three and four alike: (2 to 8 exposed, concealed, heads exposed, concealed)
CLASSIC = {"pung": (2, 4, 4, 8), "kong": (8, 16, 16, 32)}
PART_TWO_WINNER = {"pung": (2, 6, 4, 10), "kong": (8, 16, 16, 32)}
WASHING = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}  # Harr p. 61
DEFAULT_LIMIT = {"harr": None, "harr-limit": 300, "international": 600, "traditional": 300}


def partings(tiles: list[str], sets: int) -> Iterator[list[Block]]:
    """Every way to part sorted tiles into that many sets and one pair, all concealed."""
    for pair in sorted({c for c in tiles if tiles.count(c) >= 2}):
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for blocks in into_sets(rest):
            if len(blocks) == sets:
                yield [*blocks, ("pair", (pair, pair), True)]


def into_sets(tiles: list[str]) -> Iterator[list[Block]]:
    if not tiles:
        yield []
        return
    first = tiles[0]
    if tiles.count(first) >= 3:
        rest = list(tiles)
        for _ in range(3):
            rest.remove(first)
        for blocks in into_sets(rest):
            yield [("pung", (first,) * 3, True), *blocks]
    if first[1] != "z":
        run = tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))
        if all(c in tiles for c in run):
            rest = list(tiles)
            for c in run:
                rest.remove(c)
            for blocks in into_sets(rest):
                yield [("chow", run, True), *blocks]


def thirteen(tiles: list[str]) -> bool:
    return len(tiles) == 14 and set(tiles) == HEADS


def twins(tiles: list[str]) -> bool:
    counts = Counter(tiles)
    return len(tiles) == 14 and set(counts.values()) == {2} and len({c[1] for c in tiles}) == 1


def wins(tiles: list[str], sets: int, ruleset: str, twins_count: bool) -> bool:
    """Whether the tiles that stand in the hand complete it, beside the sets on the table."""
    if next(partings(sorted(tiles), sets), None) is not None:
        return True
    if sets != 4 or ruleset == "harr":
        return False
    return thirteen(tiles) or (ruleset == "traditional" and twins_count and twins(tiles))


def score(form: Form) -> Form:
    """complete, points, doubles, total and limit_hands of a hand that is allowed."""
    if not form["winner"]:
        return loser(form)
    if form["win"]["tile"] is None:
        return least(form)
    form = form | {"win": believed(form)}
    ruleset, options = form["ruleset"], form.get("options", {})
    twins_count = options.get("heavenly_twins", True)
    melds: list[Block] = [
        (m["kind"], tuple(sorted(m["tiles"])), m["concealed"]) for m in form.get("melds", [])
    ]
    held = sorted(form["concealed"])
    answers = [
        one_reading(form, melds + blocks, place)
        for blocks in partings(held, 4 - len(melds))
        for place in places(form, melds, blocks)
    ]
    if ruleset != "harr" and not melds:
        shaped = thirteen(held) or (ruleset == "traditional" and twins_count and twins(held))
        if shaped:
            answers.append(one_reading(form, [], None))
    if not answers:
        return {"complete": False, "total": 0}
    return max(answers, key=lambda a: (a["total"], len(a["limit_hands"]), a["uncapped"]))


def least(form: Form) -> Form:
    """The score if nobody knows which tile won: the lowest that any tile gives."""
    may_lie_in: tuple[str, ...] = ("chow", "pung")
    if form["win"]["by"] in ("draw", "loose"):
        may_lie_in = ("chow",) if form["ruleset"] == "harr-limit" else ()
    laid = (m["tiles"] for m in form.get("melds", []) if m["kind"] in may_lie_in)
    told = {*form["concealed"], *(tile for tiles in laid for tile in tiles)}
    may_be = sorted(told, key=ALL.index)
    answers = [score(form | {"win": form["win"] | {"tile": tile}}) for tile in may_be]
    complete = [answer for answer in answers if answer["complete"]]

    def rank(answer: Form) -> tuple[int, bool, int]:
        limit_hand = bool(answer.get("limit_hands"))
        return answer["total"], limit_hand, 0 if limit_hand else answer.get("uncapped", 0)

    return min(complete or answers, key=rank)


def believed(form: Form) -> Form:
    """How the hand was won, without the circumstances that cannot be true (A77)."""
    win, melds, seat = dict(form["win"]), form.get("melds", []), form["seat"]
    told = set(win["circumstances"])
    kongs = [m for m in melds if m["kind"] == "kong"]
    opened = [n for n, m in enumerate(melds) if not m["concealed"]]
    if win["by"] == "loose":
        if not kongs and not form.get("bonus"):
            win["by"] = "draw"
        elif not kongs:
            told.add("loose_after_flower")
    drawn = win["by"] in ("draw", "loose")
    if not drawn or seat != "E" or opened:
        told.discard("original")
    if win["by"] != "discard" or seat == "E":
        told.discard("first_discard")
    elif "first_discard" in told and opened:
        # What lies open was claimed just now, or somebody had discarded before.
        named = win.get("meld")
        just_now = opened == ([named] if named is not None else opened[:1])
        if (
            just_now
            and melds[opened[0]]["kind"] != "kong"
            and win["tile"] in melds[opened[0]]["tiles"]
        ):
            win["meld"] = opened[0]
        else:
            told.discard("first_discard")
    if not drawn or "original" in told:
        told.discard("last_tile")
    if told & {"original", "first_discard"}:
        told.discard("standing")
    if "standing" in told and seat == "E" and opened:
        # East declared before anything was claimed, so what lies open was claimed just now.
        named = win.get("meld")
        last = [named] if named is not None else [
            n for n in opened
            if melds[n]["kind"] != "kong" and win["tile"] in melds[n]["tiles"]
        ][:1]  # fmt: skip
        if drawn or opened != last:
            told.discard("standing")
        elif form["ruleset"] == "international":  # only the booklet has the declaration
            win["meld"] = opened[0]
    if win["by"] != "loose" or not form.get("bonus"):
        told.discard("loose_after_flower")
    if win["by"] != "loose" or len(kongs) < 2 or "loose_after_flower" in told:
        told.discard("kong_on_kong")
    return win | {"circumstances": sorted(told)}


def places(form: Form, melds: list[Block], blocks: list[Block]) -> list[int | None]:
    """Which of melds + blocks the winning tile may have completed; None for a dealt hand."""
    win = form["win"]
    if "original" in win["circumstances"]:
        return [None]
    if win.get("meld") is not None:
        return [win["meld"]]
    fits = [
        n
        for n, (kind, tiles, _) in enumerate(melds + blocks)
        if win["tile"] in tiles and kind != "kong"
    ]
    # A drawn tile cannot have made three alike that lie exposed, unless it is nowhere else.
    drawn = win["by"] in ("draw", "loose")
    likely = [n for n in fits if not (drawn and n < len(melds) and melds[n][0] == "pung")]
    return list(likely or fits)


def one_reading(form: Form, parts: list[Block], place: int | None) -> Form:
    ruleset, seat, round_, win = form["ruleset"], form["seat"], form["round"], form["win"]
    options = form.get("options", {})
    tile, by, told = win["tile"], win["by"], set(win["circumstances"])
    original = "original" in told
    drawn = by in ("draw", "loose")
    melds = form.get("melds", [])
    if place is not None and not drawn:
        kind, tiles, _ = parts[place]
        parts = [*parts[:place], (kind, tiles, False), *parts[place + 1 :]]
    every = [*form["concealed"], *(c for m in melds for c in m["tiles"])]
    limit = options.get("limit", DEFAULT_LIMIT[ruleset])

    points = 0
    for number, (kind, tiles, concealed) in enumerate(parts):
        head = tiles[0] in HEADS
        if kind in ("pung", "kong"):
            table = PART_TWO_WINNER if ruleset == "harr-limit" else CLASSIC
            points += table[kind][2 * head + concealed]
        elif kind == "pair":
            if ruleset == "harr-limit" and number == place:
                own_in_own = tiles[0] == WIND[seat] and seat == round_
                claimed_value = 6 if own_in_own else 4 if head else 2
                points += claimed_value + 2 * drawn
            else:
                points += pair_value(ruleset, tiles[0], seat, round_)
        elif ruleset == "harr-limit" and number == place:
            closed = (
                tile == tiles[1]
                or (tiles[0][0] == "1" and tile == tiles[2])
                or (tiles[0][0] == "7" and tile == tiles[0])
            )
            points += 4 if drawn else 2 * closed
    if ruleset != "harr-limit":
        points += 10 * (bool(parts) and all(kind != "chow" for kind, _, _ in parts))
        points += 2 * (drawn and not original)
        points += 10 * (by == "loose")
        points += 2 * (not original and only_place(form, place))
        points += 100 * (ruleset == "international" and "standing" in told)
    points += bonus_points(form)
    if points == 0:
        points += 10
    points += options.get("mah_jongg", 10) if ruleset == "harr-limit" else 20

    triplets = {tiles[0] for kind, tiles, _ in parts if kind in ("pung", "kong")}
    doubles = set_doubles(ruleset, triplets, seat, round_) + bonus_doubles(form)
    doubles += suit_doubles(every)
    if ruleset == "harr-limit":
        doubles += bool(parts) and all(kind != "chow" for kind, _, _ in parts)
        doubles += by == "loose"
        doubles += "last_tile" in told
        exposed_threes = {
            tiles[0]
            for n, (kind, tiles, _) in enumerate(parts[: len(melds)])
            if kind == "pung" and n != place
        }
        doubles += tile in exposed_threes and place is not None
    elif ruleset != "traditional":
        doubles += 3 * original

    limit_hands = limit_hands_of(form, parts, every, original, place)
    uncapped = points * 2**doubles
    if ruleset == "harr-limit" and "first_discard" in told:
        uncapped += (limit or 0) // 2
    if limit_hands:
        total = limit if limit is not None else DEFAULT_LIMIT[ruleset]
    else:
        total = uncapped if limit is None else min(uncapped, limit)
    return {
        "complete": True,
        "points": points,
        "doubles": doubles,
        "uncapped": uncapped,
        "total": total,
        "limit_hands": limit_hands,
    }


def pair_value(ruleset: str, tile: str, seat: str, round_: str) -> int:
    value = 2 * (tile in DRAGON_LINES) + 2 * (tile == WIND[seat])
    if ruleset in ("harr-limit", "international"):
        value += 2 * (tile == WIND[round_])
    return value


def set_doubles(ruleset: str, triplets: set[str], seat: str, round_: str) -> int:
    doubles = sum(tile in triplets for tile in DRAGON_LINES)
    if WIND[seat] in triplets:
        doubles += 2 if ruleset == "harr-limit" and seat == round_ else 1
    if ruleset == "international" and WIND[round_] in triplets:
        doubles += 1
    return doubles


def suit_doubles(every: list[str]) -> int:
    suits = {c[1] for c in every}
    if suits == {"z"} or len(suits) == 1:
        return 3
    return 1 if len(suits) == 2 and "z" in suits else 0


def bonus_in_play(form: Form) -> list[str]:
    bonus: list[str] = form.get("bonus", [])
    return bonus if form.get("options", {}).get("flowers", bool(bonus)) else []


def bonus_points(form: Form) -> int:
    laid = bonus_in_play(form)
    if form["ruleset"] == "international":
        return 4 * sum(c[1] == "f" for c in laid)
    return 4 * len(laid) if form["ruleset"] == "traditional" else 0


def bonus_doubles(form: Form) -> int:
    laid, number = set(bonus_in_play(form)), "ESWN".index(form["seat"]) + 1
    doubles = (f"{number}f" in laid) + (f"{number + 4}f" in laid)
    if form["ruleset"] in ("international", "traditional"):
        doubles += 3 * ({"1f", "2f", "3f", "4f"} <= laid) + 3 * ({"5f", "6f", "7f", "8f"} <= laid)
    if form["ruleset"] == "traditional":
        doubles += sum({f"{n}x", f"{n + 1}x"} <= laid for n in (1, 3, 5, 7))
    return doubles


def only_place(form: Form, place: int | None) -> bool:
    """Whether exactly one of the 34 kinds would have completed the thirteen tiles. A kind of which
    four are held does not count."""
    tile, melds = form["win"]["tile"], list(form.get("melds", []))
    standing = list(form["concealed"])
    if place is not None and place < len(melds):
        standing += melds.pop(place)["tiles"]
    standing.remove(tile)
    owned = Counter([*standing, *(c for m in melds for c in m["tiles"])])
    twins_count = form.get("options", {}).get("heavenly_twins", True)
    fits = [
        kind
        for kind in ALL
        if owned[kind] < 4 and wins([*standing, kind], 4 - len(melds), form["ruleset"], twins_count)
    ]
    return len(fits) == 1


def limit_hands_of(
    form: Form, parts: list[Block], every: list[str], original: bool, place: int | None
) -> list[str]:
    ruleset, win = form["ruleset"], form["win"]
    by, tile, told = win["by"], win["tile"], set(win["circumstances"])
    kinds = [kind for kind, _, _ in parts]
    triplets = {tiles[0] for kind, tiles, _ in parts if kind in ("pung", "kong")}
    pair = next((tiles[0] for kind, tiles, _ in parts if kind == "pair"), "")
    winds, dragons = {"1z", "2z", "3z", "4z"}, {"5z", "6z", "7z"}
    all_of = set(every)
    drawn = by in ("draw", "loose")
    laid = form.get("melds", [])
    # The set that a claimed tile completed just now may be laid out already.
    standing = not laid or (len(laid) == 1 and place == 0 and not drawn)
    # Seven pairs are another shape than sets; the option is asked where the shapes are tried.
    read_as_pairs = not parts
    suit = every[0][1]
    call = sorted(f"{n}{suit}" for n in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))
    before = sorted(every)
    if tile in before:
        before.remove(tile)
    if ruleset == "harr-limit":
        checks = {
            "single_heads": thirteen(every),
            "heads_only": bool(parts) and all_of <= HEADS,
            "four_winds": winds <= triplets,
            "three_winds_and_pair": len(winds & triplets) == 3 and pair in winds,
            "four_kongs": kinds.count("kong") == 4,
            "east_original_hand": original,
            "three_dragons": dragons <= triplets,
        }
    elif ruleset == "international":
        checks = {
            "thirteen_odd_majors": thirteen(every),
            "calling_nine_tile_hand": standing
            and len({c[1] for c in every}) == 1
            and not Counter(call) - Counter(every),
        }
    elif ruleset == "traditional":
        checks = {
            "hidden_treasure": drawn
            and len(triplets) == 4
            and all(concealed for _, _, concealed in parts),
            "all_honors": bool(parts) and {c[1] for c in every} == {"z"},
            "all_terminals": all(c[0] in "19" and c[1] != "z" for c in every),
            "all_green": all_of <= {"2s", "3s", "4s", "6s", "8s", "6z"},
            "three_great_scholars": dragons <= triplets,
            "four_large_blessings": winds <= triplets,
            "all_kongs": kinds.count("kong") == 4,
            "nine_united_sons": standing
            and not (original and by == "draw")  # then none of the tiles came last (A66)
            and before == call
            and tile[1] == suit,
            "thirteen_unique_wonders": thirteen(every),
            "heavenly_peace": original,
            "earthly_peace": "first_discard" in told,
            "moon_from_the_bottom_of_the_sea": "last_tile" in told and tile == "1p",
            "plum_blossom_on_the_roof": by == "loose"
            and "loose_after_flower" not in told
            and tile == "5p",
            "scratching_a_carrying_pole": by == "rob" and tile == "2s",
            "kong_on_kong": "kong_on_kong" in told,
            "heavenly_twins": read_as_pairs and twins(every),
        }
    else:
        checks = {}
    return [name for name, holds in checks.items() if holds]


def loser(form: Form) -> Form:
    """A loser's sets, pairs and doubles. A dead hand counts nothing.

    Nor does one that kept a special tile back (T-49), but only the American page knows such tiles:
    in the other games no tile was kept back, so the hand is like any other, and dead without one of
    its tiles. (The booklet settles a hand with too few tiles like any other.)
    """
    ruleset, seat, round_ = form["ruleset"], form["seat"], form["round"]
    marked, melds = form.get("flags", []), form.get("melds", [])
    few = len(form["concealed"]) + 3 * len(melds) < 13
    in_part = "part" in marked and few
    dead = "dead" in marked or (few and not in_part and ruleset != "international")
    if dead or (ruleset == "traditional" and "unexposed_special" in marked):
        return {"complete": False, "points": 0, "doubles": 0, "total": 0}
    points = bonus_points(form)
    triplets: set[str] = set()
    held: Counter[str] = Counter(form["concealed"])
    for kind, count in held.items():
        if count >= 3:
            points += CLASSIC["pung"][2 * (kind in HEADS) + 1]
            triplets.add(kind)
        elif count == 2:
            points += pair_value(ruleset, kind, seat, round_)
    for meld in melds:
        if meld["kind"] != "chow":
            tile = meld["tiles"][0]
            points += CLASSIC[meld["kind"]][2 * (tile in HEADS) + meld["concealed"]]
            triplets.add(tile)
    doubles = set_doubles(ruleset, triplets, seat, round_) + bonus_doubles(form)
    every = [*form["concealed"], *(c for m in melds for c in m["tiles"])]
    # Of a hand entered in part nobody knows the other suits (A86).
    losers_double = form.get("options", {}).get("losers_double_whole_hand", True)
    if ruleset != "harr-limit" and losers_double and not in_part:
        doubles += suit_doubles(every)
    uncapped = points * 2**doubles
    limit = form.get("options", {}).get("limit", DEFAULT_LIMIT[ruleset])
    total = uncapped if limit is None else min(uncapped, limit)
    return {"complete": False, "points": points, "doubles": doubles, "total": total}


def net(form: Form) -> dict[str, int]:
    """What each seat wins or loses. For every two players, it asks what one owes the other."""
    ruleset, scores, winner = form["ruleset"], dict(form["scores"]), form["winner"]
    limit = form.get("options", {}).get("limit", DEFAULT_LIMIT[ruleset])
    most = float("inf") if limit is None else limit
    dead = {e["seat"]: e["count"] for e in form.get("events", []) if e["kind"] == "dead_hand"}
    balance = dict.fromkeys(scores, 0)
    for event in form.get("events", []):
        for other in scores.keys() - {event["seat"]}:
            brings = 0
            if event["kind"] == "wash":
                brings = WASHING[event["heads"]]
            elif event["kind"] == "false_mah_jongg" and limit is not None:
                brings = -(limit if "E" in (event["seat"], other) else limit // 2)
            balance[event["seat"]] += brings
            balance[other] -= brings
    if winner is None:
        return balance
    for one in scores:
        for other in scores:
            if one < other:
                times = 2 if "E" in (one, other) else 1
                payer, receiver = one, other
                points: float = 0
                if winner in (one, other):
                    payer, receiver = (one, other) if other == winner else (other, one)
                    points = min(scores[winner], most)
                elif not form.get("pays_for_all"):
                    payer, receiver, points = among_losers(ruleset, one, other, scores, dead, most)
                if form.get("pays_for_all"):
                    payer = form["discarder"]
                balance[payer] -= int(points) * times
                balance[receiver] += int(points) * times
    return balance


def among_losers(
    ruleset: str, one: str, other: str, scores: dict[str, int], dead: dict[str, str], most: float
) -> tuple[str, str, float]:
    """Payer, receiver and points between two who did not win, before East's doubling."""
    worth: dict[str, float] = {}
    for seat in (one, other):
        deducts = ruleset == "international" and dead.get(seat) == "few"
        worth[seat] = 0 if seat in dead and not deducts else scores[seat]
        if ruleset != "harr-limit":
            worth[seat] = min(worth[seat], most)
    low, high = sorted((one, other), key=lambda seat: worth[seat])
    if high in dead:
        return low, high, 0
    return low, high, min(worth[high] - worth[low], most)
