/** The ways from the table to the sheet where a hand is entered, and what waits to be entered. */

import { currentSession } from "./api.js";
import { h, icon, onPage } from "./dom.js";
import { progressOf } from "./entry-seats.js";
import { missedNote } from "./entry-settling.js";
import { identityOf, missing, moved, seatsOf } from "./entry-state.js";
import { enterHand, openSheet } from "./entry.js";
import { holdable } from "./finger.js";
import { keep, kept } from "./kept.js";
import { playerAt } from "./seats.js";
import { first, t } from "./text.js";
import { askForPin, complain, toast } from "./ui.js";

/** Who enters a hand is asked for the PIN first, once, and not after the work. */
async function mayEnter(table) {
  if ((await currentSession()).role === "scorekeeper") return true;
  const may = await askForPin();
  if (may) await table.draw();
  return may;
}

/** Open the sheet; how: as `enterHand` takes it. Where it is closed, the table goes on. */
export async function enter(table, how = {}) {
  if (!(await mayEnter(table))) return;
  const answer = await enterHand({ evening: table.evening, pending: table.pending, ...how });
  table.pending.onchange = () => table.draw();
  await table.quietly(table.refresh).catch(complain); // what was entered goes on all the same
  if (answer?.gone) {
    toast(t("entry.hand-gone", { n: answer.gone }), { bad: true });
    return;
  }
  if (answer?.correct) {
    const replaces = table.evening.hands.find((one) => one.n === answer.correct);
    const { parts, seats, shots } = answer;
    await enter(table, { replaces, shots, parts: moved(parts, seats, replaces.seats) });
    return;
  }
  if (answer?.takeOver) {
    await takeOver(table, answer.takeOver);
    return;
  }
  if (answer && how.replaces) {
    if (how.parts) keep(table.id, "missed", null); // it was what was missed
    toast(t("table.done", { what: first(answer.what) }));
  } else if (answer) toast(t("table.settled", { n: answer.n }));
  await table.draw();
  if (answer && !how.replaces) showPaid();
}

/** Who pays whom is what people wait for: on the smallest phone it would lie below the screen. */
function showPaid() {
  const { bottom } = onPage(".last-head").getBoundingClientRect();
  if (bottom > innerHeight) onPage(".last-hand").scrollIntoView({ block: "nearest" });
}

/** A hand that is open again is gone on with there: on a phone that may lie above the screen. */
export function showGoOn({ pending }) {
  if (pending.begun) onPage(".enter-row").scrollIntoView({ block: "nearest" });
}

/** What was entered for another hand, {parts, seats, shots}, is entered for the one that is played now. */
function takeOver(table, { parts, seats, shots }) {
  table.pending.set(moved(parts, seats, table.evening.seats));
  table.pending.keepShots(shots);
  return enter(table);
}

export async function photographHand(table) {
  if (await mayEnter(table)) await table.camera.take();
}

/** The ways to enter the next hand; the photograph is the first, unless the hand only waits to be settled. */
export function enterRow(table) {
  const { hand: n, seats } = table.evening;
  const { parts } = table.pending;
  const { begun } = table.pending;
  const filledIn = begun && !missing(parts, seatsOf(seats));
  const photograph = h(
    filledIn ? "button" : "button.primary",
    { "data-key": "photograph", onclick: () => photographHand(table) },
    icon("camera"),
    t("table.photograph", { n }),
  );
  const go = h(
    filledIn ? "button.primary" : "button",
    { "data-key": "enter", onclick: () => enter(table) },
    icon("keypad"),
    t(begun ? "table.enter-on" : "table.enter", { n }),
  );
  return h(
    "div.enter-row",
    {},
    filledIn ? [go, photograph] : [photograph, go],
    begun
      ? null
      : holdable(
          h("button.holdable", { "data-key": "drawn", title: t("table.drawn-held") }, t("table.drawn")),
          { tapped: () => enter(table, { result: "draw" }), held: () => settleDrawn(table) },
        ),
    table.camera.inputs,
  );
}

/** A drawn hand, settled at once; “Undo” is in view. What another device has begun meanwhile is shown. */
async function settleDrawn(table) {
  if (!(await mayEnter(table))) return;
  if (table.pending.begun) await enter(table);
  else if (await table.change("POST", "/hands", { winner: null, result: "draw" }, { say })) showPaid();

  function say({ n, version }) {
    const undo = () => table.change("POST", "/undo", undefined, { version });
    toast(t("table.drawn-done", { n }), { action: { label: t("table.undo-short"), run: undo } });
  }
}

/** What others are entering, as everyone sees it while it is filled. */
export function pendingStrip({ evening, pending }) {
  if (evening.ended || !pending.begun) return null;
  const name = (seat) => playerAt(evening, seat);
  const { winner } = pending.parts;
  const title = t("progress.title", { n: evening.hand });
  return h(
    "div.panel.pending",
    { role: "status", "aria-label": title },
    h("strong", {}, winner ? t("progress.won", { name: name(winner) }) : title),
    progressOf(pending.parts, seatsOf(evening.seats), name).map((line) => h("span", {}, line)),
  );
}

/** Work of this device that is kept until somebody has looked at it: a missed hand, a correction. */
export const keptNotes = (table) => [missedHand(table), begunCorrection(table)];

/** A hand of this device that another device settled, or took back, first. */
function missedHand(table) {
  const { id, evening } = table;
  const missed = kept(id, "missed");
  if (!missed) return null;
  const { n, parts, seats, shots } = missed;
  const hand = evening.hands.find((one) => one.n === n);
  const forget = () => keep(id, "missed", null);
  return missedNote({
    n,
    hand,
    next: evening.ended ? null : evening.hand,
    correct: () => enter(table, { replaces: hand, shots, parts: moved(parts, seats, hand.seats) }),
    take: () => {
      forget();
      takeOver(table, missed);
    },
    drop: () => {
      forget();
      table.draw();
    },
  });
}

/** A correction that a reload has interrupted. */
function begunCorrection(table) {
  const begun = kept(table.id, "correction");
  const hand = begun && table.evening.hands.find((one) => identityOf(one) === begun.of);
  if (!hand || openSheet()) return null;
  const drop = () => {
    keep(table.id, "correction", null);
    table.draw();
  };
  return h(
    "div.warning.stack",
    {},
    h("p", {}, t("entry.correction-kept", { n: hand.n })),
    h(
      "div.row",
      {},
      h(
        "button",
        { "data-key": "correct-on", onclick: () => enter(table, { replaces: hand }) },
        t("entry.correct", { n: hand.n }),
      ),
      h("button.quiet", { "data-key": "correct-drop", onclick: drop }, t("entry.elsewhere-drop")),
    ),
  );
}

/** The hand that another page has brought here waits, as a photograph does, until its player is named. */
export function keepBrought({ id, pending }) {
  const brought = kept(id, "brought");
  if (!brought) return;
  pending.keepShot(brought);
  keep(id, "brought", null);
}
