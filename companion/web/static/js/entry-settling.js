/** Settling the hand that was entered, and what happens where another device was first. */

import { freshKey, get, send } from "./api.js";
import { confirmChange } from "./changes.js";
import { h } from "./dom.js";
import { bodyOf, followsIn, isBegun, missing, photoOf, photosOf } from "./entry-state.js";
import { keepSent } from "./entry-tiles.js";
import { keep } from "./kept.js";
import { Aside } from "./pending.js";
import { t } from "./text.js";
import { toast } from "./ui.js";

export async function settle(sheet) {
  const { calculated, stale, settling, elsewhere } = sheet.state;
  if (elsewhere) sheet.showNotes();
  if (settling || elsewhere || stale) return;
  if (missing(sheet.parts, sheet.seats) || !calculated.preview) return;
  if (sheet.replaces && !(await confirmed(sheet, calculated.preview))) return;
  sheet.update({ settling: true, refused: null });
  try {
    for (const seat of sheet.seats) await keepSent(sheet, seat);
    await sheet.draft.push?.(); // so that the hand comes back whole if it is taken back
    const answer = await sent(sheet);
    sheet.draft.settled?.();
    if (sheet.replaces) keep(sheet.evening.id, "correction", null);
    sheet.close(answer);
  } catch (error) {
    if (error.status === 409) sheet.key = freshKey();
    sheet.update({ settling: false, refused: sheet.state.elsewhere ? null : error.message });
    if (sheet.heard) news(sheet, sheet.heard);
  }
}

async function sent(sheet) {
  const { evening, parts, seats, replaces } = sheet;
  const url = `/api/evenings/${evening.id}/hands`;
  const photos = evening.keep_photos ? photosOf(parts, seats) : (parts.photos ?? []);
  const body = {
    ...bodyOf(parts, seats),
    ...(photos.length ? { photos, photo_of: photoOf(parts, seats, photos) } : {}),
  };
  const put = () => {
    const how = { key: sheet.key, version: sheet.version };
    return replaces ? send("PUT", `${url}/${replaces.n}`, body, how) : send("POST", url, body, how);
  };
  try {
    return await put();
  } catch (error) {
    // Somebody changed something else meanwhile, a name perhaps: then this hand still stands.
    if (error.status !== 409 || !(await stillThisHand(sheet))) throw error;
    return put();
  }
}

function confirmed({ evening, replaces }, preview) {
  const words = t("entry.correct", { n: replaces.n });
  return confirmChange({ evening, preview, title: words, yes: words });
}

/**
 * Whether the evening still waits for this very hand of these very people; takes its version if so. What a
 * correction alters is asked anew instead.
 */
async function stillThisHand(sheet) {
  const { evening, replaces } = sheet;
  const before = JSON.stringify([sheet.seating, sheet.round]);
  const now = await get(`/api/evenings/${evening.id}`);
  if (replaces) {
    if (!sheet.renewed(now)) sheet.close({ gone: replaces.n });
    return false;
  }
  news(sheet, now, { surely: true });
  return !sheet.state.elsewhere && JSON.stringify([sheet.seating, sheet.round]) === before;
}

/** The evening has changed while the sheet is open. */
export function news(sheet, evening, { surely = false } = {}) {
  if (sheet.replaces || sheet.past) return;
  const n = sheet.evening.hand;
  if (followsIn(evening) === sheet.follows) {
    sheet.now(evening);
    return;
  }
  if (sheet.state.settling && !surely) {
    sheet.heard = evening; // most likely by this very device, whose answer is on the way, or lost
    return;
  }
  const { parts, shots } = sheet.draft;
  const lost = sheet.draft.moveTo(evening);
  sheet.draft = new Aside({ parts, shot: shots });
  sheet.past = true;
  const hand = evening.hands.find((one) => one.n === n) ?? null;
  if (lost) sheet.update({ elsewhere: { n, hand, evening } });
  else {
    sheet.close(undefined);
    toast(t(hand ? "table.settled" : "table.taken-back", { n: hand ? n : evening.hand }));
  }
}

/** What to say of a hand that was entered here and that the evening went past, and what to do with it. */
export function elsewhereNote(sheet) {
  const { n, hand, evening } = sheet.state.elsewhere;
  const { parts, shots } = sheet.draft;
  const mine = { parts, shots, seats: sheet.seating };
  const leave = (answer) => () => {
    keep(evening.id, "missed", null);
    sheet.close(answer);
  };
  return missedNote({
    n,
    hand,
    next: evening.ended ? null : evening.hand,
    correct: () => sheet.close({ correct: n, ...mine }),
    take: leave({ takeOver: mine }),
    drop: leave(undefined),
  });
}

/**
 * hand: hand n as it stands in the evening, if it does; next: the hand that is played now.
 * @param {{n: number, hand: any, next: number | null, correct: () => any, take: () => any, drop: () =>
 *   any}} missed
 */
export const missedNote = ({ n, hand, next, correct, take, drop }) =>
  h(
    "div.warning.stack",
    { role: "alert" },
    h("p", {}, t(hand ? "entry.elsewhere" : "entry.taken-back", { n })),
    h(
      "div.row",
      {},
      hand
        ? h("button", { "data-key": "missed-correct", onclick: correct }, t("entry.elsewhere-correct", { n }))
        : null,
      next
        ? h(
            "button",
            { "data-key": "missed-take-over", onclick: take },
            t("entry.elsewhere-next", { n: next }),
          )
        : null,
      h("button.quiet", { "data-key": "missed-drop", onclick: drop }, t("entry.elsewhere-drop")),
    ),
  );

export function startOver(sheet) {
  const before = sheet.parts;
  const { shots, unread } = sheet.state;
  const waiting = sheet.draft.shots;
  sheet.mistyped = {};
  sheet.set({}, true);
  sheet.draft.keepShots([]);
  sheet.update({ shots: [], unread: [], table: null, shown: null, active: null });
  const back = () => {
    sheet.draft.keepShots(waiting);
    sheet.update({ shots, unread });
    sheet.set(before);
  };
  toast(t("entry.thrown-away"), { action: { label: t("learn.undo"), run: back } });
}

/** Whether there is anything to throw away. */
export const canStartOver = (sheet) => !sheet.replaces && isBegun(sheet.parts);
