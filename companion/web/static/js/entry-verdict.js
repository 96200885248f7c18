/** What the entered hand comes to: the winner's total, who pays whom, and the one button that settles. */

import { h } from "./dom.js";
import { folded } from "./entry-folded.js";
import { canStartOver, settle, startOver } from "./entry-settling.js";
import { whoseAsked } from "./entry-shot.js";
import { handAt, missing, resultOf, shownScore } from "./entry-state.js";
import { counts, isPart } from "./hand.js";
import { ofEach, payments } from "./payments.js";
import { scoreView } from "./score.js";
import { playerAt } from "./seats.js";
import { refusal } from "./status.js";
import { counted, listed, number, signed, t } from "./text.js";

/** The preview, unless something is missing for it; it stays in view while a new one is asked for. */
const previewOf = (sheet) => (missing(sheet.parts, sheet.seats) ? null : sheet.state.calculated.preview);

/** Where something else than a score is missing: what is asked. */
const ASKED = {
  winner: "entry.no-winner",
  washer: "entry.wash-who",
  heads: "entry.no-heads",
  caller: "entry.false-who",
  discarder: "entry.discarder",
};

/** What is still to be said before the hand can be settled, in words. */
function wanting(sheet) {
  const lacks = missing(sheet.parts, sheet.seats);
  if (!lacks) return null;
  if (lacks.what === "winner" && sheet.shot) return whoseAsked(sheet.shot);
  if (lacks.what in ASKED) return t(ASKED[lacks.what]);
  const names = lacks.seats.map((seat) => sheet.name(seat));
  return names.length === 1
    ? t("entry.no-score", { name: names[0] })
    : t("entry.no-scores", { names: listed(names) });
}

/** Why the hand cannot be settled as it is: whose tiles lack how many, else as the server says it. */
function problemOf(sheet) {
  const { problem } = sheet.state.calculated;
  if (!problem || missing(sheet.parts, sheet.seats)) return null;
  const uneven = sheet.seats.map((seat) => unevenOf(sheet, seat)).filter(Boolean);
  return uneven.length ? uneven.join(" ") : problem;
}

function unevenOf(sheet, seat) {
  const hand = handAt(sheet.parts, seat);
  if (!hand) return null;
  const won = sheet.parts.winner === seat;
  const { count, wanted } = counts(hand, won);
  if (count === wanted || isPart(hand, won)) return null;
  const name = sheet.name(seat);
  return count < wanted
    ? counted("entry.tiles-missing", wanted - count, { name })
    : counted("entry.tiles-over", count - wanted, { name });
}

/** The winner's score as it would be settled now, null where it is not known. */
function winningScore(sheet) {
  const { winner } = sheet.parts;
  if (!winner) return null;
  const settled = previewOf(sheet)?.hand?.scores[winner];
  if (settled !== null && settled !== undefined) return settled;
  const scored = sheet.state.calculated.scores[winner];
  if (handAt(sheet.parts, winner)) return scored?.complete ? scored.total : null;
  const typed = sheet.parts[`score:${winner}`];
  return typed ? Number(typed) : null;
}

const headline = (sheet) => {
  const { winner } = sheet.parts;
  const result = resultOf(sheet.parts);
  if (result !== "win") return h("p.verdict", {}, t(`result.${result}`));
  const score = winningScore(sheet);
  if (!winner) return null;
  return h(
    "p.verdict",
    { "aria-live": "polite" },
    h("span.verdict-name", {}, sheet.name(winner)),
    " ",
    h("output.verdict-total.number", { "data-total": score ?? "" }, shownScore(score, sheet.state.stale)),
  );
};

/** Beside the seats on a tablet, below them on a phone: everything about the payments. */
export function verdictPanel(sheet) {
  const { stale } = sheet.state;
  const preview = previewOf(sheet);
  const problem = problemOf(sheet);
  sheet.verdict.classList.toggle("stale", stale);
  return [
    h("h2", {}, t("entry.preview")),
    problem ? h("p.note", { role: "status" }, h("span", {}, problem)) : null,
    preview ? paid(sheet, preview) : h("p.muted", {}, wanting(sheet)),
  ];
}

function paid(sheet, preview) {
  const { evening, seating, replaces } = sheet;
  const { hand, after } = preview;
  return [
    hand.notes.map((note) => h("p.note", {}, h("span", {}, note))),
    hand.payments.length ? payments(evening, seating, hand) : h("p.muted", {}, t("entry.nobody-pays")),
    totals(sheet, preview),
    Object.keys(hand.explained ?? {}).length ? explained(sheet, hand.explained) : null,
    replaces
      ? null
      : h(
          "p.muted.small",
          {},
          t(evening.counts_rounds === false ? "entry.then-plain" : "entry.then", {
            name: playerAt(evening, "E", after.seats),
            wind: t(`wind.${after.round}`),
          }),
        ),
  ];
}

function totals({ evening, seats, seating }, { hand, after }) {
  return ofEach(evening, "totals-line", (place) => {
    const seat = seats.find((one) => seating[one] === place);
    return [
      h("span.now.number", {}, number(after.totals[place])),
      h("span.number.small", {}, seat ? signed(hand.net[seat]) : ""),
    ];
  });
}

const explained = (sheet, scores) =>
  folded(
    sheet,
    { key: "explained", summary: t("entry.explained") },
    Object.entries(scores).map(([seat, score]) => [h("h3", {}, sheet.name(seat)), scoreView(score)]),
  );

/** What is to be known before settling, where the payments are out of view: one, and the others folded. */
const footNotes = (sheet, [first, ...more]) =>
  h(
    "div.foot-notes",
    {},
    h("p.note", { role: "status" }, first),
    more.length
      ? folded(
          sheet,
          { key: "foot-notes", summary: counted("entry.more-notes", more.length) },
          more.map((note) => h("p.note", {}, note)),
        )
      : null,
  );

/**
 * Always in view: what it comes to in one line, what is missing, and the button. keys: the keypad, where it
 * stands here.
 */
export function footLine(sheet, keys = null) {
  const { stale, settling, refused, elsewhere } = sheet.state;
  const preview = previewOf(sheet);
  const ready = preview && !stale && !settling && !elsewhere && !sheet.state.calculated.problem;
  const { replaces, seats } = sheet;
  return [
    h(
      "div.foot-verdict",
      {},
      refused
        ? refusal(refused)
        : [
            headline(sheet),
            preview && preview.hand
              ? h(
                  "p.foot-nets",
                  {},
                  seats.map((seat) =>
                    h("span", {}, sheet.name(seat), " ", h("b.number", {}, signed(preview.hand.net[seat]))),
                  ),
                )
              : h("p.muted", { role: "status" }, wanting(sheet) ?? problemOf(sheet) ?? ""),
            preview?.hand?.notes.length ? footNotes(sheet, preview.hand.notes) : null,
          ],
    ),
    keys ?? "",
    !canStartOver(sheet)
      ? null
      : h(
          "button.quiet",
          { "data-key": "start-over", onclick: () => startOver(sheet) },
          t("entry.throw-away"),
        ),
    h(
      "button.primary.large.settle",
      {
        "data-key": "settle",
        "aria-disabled": ready ? null : "true",
        onclick: () => settle(sheet),
      },
      replaces ? t("entry.correct", { n: replaces.n }) : t("entry.settle"),
    ),
  ];
}
