/** Who won, and typed scores: the keypad walks round the table and skips whoever has tiles. */

import { doubtsIn, handAt, resultOf, withoutScore } from "./entry-state.js";
import { number, t } from "./text.js";
import { WINDS } from "./tiles.js";
import { toast } from "./ui.js";

/** The next of the seats that are open, going round from one; null where none is. */
function nextAround(seats, from, open) {
  const start = WINDS.indexOf(from ?? "N");
  const order = [1, 2, 3, 4].map((step) => WINDS[(start + step) % 4]);
  return order.find((seat) => seat !== from && seats.includes(seat) && open.includes(seat)) ?? null;
}

/** This seat won; tapped again, nobody did yet. */
export function win(sheet, seat) {
  const winner = sheet.parts.winner === seat ? null : seat;
  sheet.set({ winner, result: null });
  sheet.update({ active: winner ? nextToType(sheet) : null, fresh: true });
}

/** Who is to be typed first: the winner, where there are no tiles, then the losers around the table. */
function nextToType({ parts, seats }) {
  const waiting = withoutScore(parts, seats);
  return waiting.includes(parts.winner) ? parts.winner : (waiting[0] ?? null);
}

/** The keypad opens by itself once nothing in the photographs has to be looked at any more. */
export function typingNext(sheet) {
  const { parts, seats } = sheet;
  const doubtful = seats.some((seat) => handAt(parts, seat) && doubtsIn(handAt(parts, seat)));
  return doubtful || !parts.winner || resultOf(parts) !== "win" ? null : nextToType(sheet);
}

/** The most that a score may be. */
export const MOST = 999_999_999;

/** score: null for none, a text where what is typed is no score: it stays in its field, for nothing. */
export function type(sheet, seat, score) {
  sheet.mistyped[seat] = typeof score === "string" ? score : null;
  const kept = typeof score === "number" ? String(score) : null;
  sheet.set({ [`score:${seat}`]: kept, [`tiles:${seat}`]: null });
}

/** What stands in the field of a score: what was typed there, unless a score has been entered since. */
export const typed = (sheet, seat) => sheet.parts[`score:${seat}`] ?? sheet.mistyped[seat] ?? "";

/** A key of the keypad: a digit, "back", "next", or a whole score such as {score: "16"}. */
export function press(sheet, key) {
  const { active, fresh } = sheet.state;
  if (!active) return; // whoever was typed for has got tiles meanwhile
  const now = fresh ? "" : (sheet.parts[`score:${active}`] ?? "");
  if (key === "next") typeNext(sheet);
  else if (typeof key === "object") {
    type(sheet, active, Number(key.score));
    typeNext(sheet);
  } else {
    const digits = key === "back" ? now.slice(0, -1) : now + key;
    if (Number(digits) <= MOST) type(sheet, active, digits === "" ? null : Number(digits));
    else toast(t("keypad.most", { most: number(MOST) }));
    sheet.update({ fresh: false });
  }
}

/** Whose score is missing next, around the table from this seat; null for nobody's. */
export const nextWithoutScore = ({ parts, seats }, seat) =>
  nextAround(seats, seat, withoutScore(parts, seats));

function typeNext(sheet) {
  sheet.update({ active: nextWithoutScore(sheet, sheet.state.active), fresh: true });
}

/** Every loser whose score is missing has nothing. */
export function allOthersNothing(sheet) {
  const waiting = withoutScore(sheet.parts, sheet.seats).filter((seat) => seat !== sheet.parts.winner);
  sheet.set(Object.fromEntries(waiting.map((seat) => [`score:${seat}`, "0"])));
  sheet.update({ active: null });
}
