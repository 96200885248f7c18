/** Rare ends of a hand, folded away until they are used: dead hands, a discarder who pays, washing. */

import { check, field, oneOf, select } from "./controls.js";
import { h, icon } from "./dom.js";
import { folded } from "./entry-folded.js";
import { discarderOf, handAt, washOf } from "./entry-state.js";
import { toJson } from "./hand.js";
import { judgeDiscard } from "./reckless.js";
import { number, t } from "./text.js";

const seatChoice = (sheet, label, value, onchange, key, options = sheet.seats) =>
  oneOf({
    label,
    key,
    wrap: true,
    value,
    onchange,
    options: options.map((seat) => ({ value: seat, text: sheet.name(seat) })),
  });

const byTheBook = (text, source) => h("p.note", {}, text, " ", h("span.source", {}, source));

export function specialCases(sheet) {
  const { parts, seats, play } = sheet;
  const losers = seats.filter((seat) => seat !== parts.winner);
  const dead = seats.map((seat) => parts[`dead:${seat}`]).filter(Boolean);
  return folded(
    sheet,
    { key: "special", summary: t("entry.special"), open: dead.length > 0 || Boolean(parts.paysForAll) },
    h(
      "div.stack",
      {},
      h(
        "div.row",
        {},
        losers.map((seat) => deadChoice(sheet, seat)),
      ),
      [...new Set(dead)].map((count) => byTheBook(play.dead_hand[count], play.dead_hand.source)),
      play.pays_for_all && parts.winner ? paysForAll(sheet, losers) : null,
    ),
  );
}

const deadChoice = (sheet, seat) =>
  field(
    t("entry.dead-of", { name: sheet.name(seat) }),
    select({
      value: sheet.parts[`dead:${seat}`] ?? "",
      options: ["", "many", "few"].map((value) => ({ value, text: t(`dead.${value || "none"}`) })),
      onchange: (count) => sheet.set({ [`dead:${seat}`]: count || null }),
    }),
  );

const paysForAll = (sheet, losers) => [
  seatChoice(
    sheet,
    t("entry.discarder"),
    discarderOf(sheet.parts),
    (seat) => sheet.set({ discarder: seat }),
    "discarder",
    losers,
  ),
  check({
    label: t("entry.pays-for-all"),
    checked: Boolean(sheet.parts.paysForAll),
    key: "pays",
    onchange: (on) => sheet.set({ paysForAll: on || null }),
  }),
  h("button", { "data-key": "judge", onclick: () => judge(sheet) }, icon("scales"), t("reckless.judge")),
];

/** The book's cases, by the winner's tiles; where it says so, the discarder pays for all. */
async function judge(sheet) {
  const { parts, evening, play, round } = sheet;
  const hand = handAt(parts, parts.winner);
  const context = { ruleset: evening.ruleset, seat: parts.winner, round };
  const { exceptions, cases, source } = play.pays_for_all;
  const winner = hand && toJson(hand, true, context);
  const liable = await judgeDiscard({ evening, exceptions, cases, source, winner });
  if (liable !== undefined) sheet.set({ paysForAll: liable || null });
}

export function washing(sheet) {
  const wash = washOf(sheet.parts);
  const { washing: rule } = sheet.play;
  const say = (more) => sheet.set({ wash: { ...washOf(sheet.parts), ...more } });
  return h(
    "div.stack",
    {},
    h("p.muted", {}, t("entry.wash-why")),
    seatChoice(sheet, t("entry.wash-who"), wash.seat, (seat) => say({ seat }), "wash"),
    oneOf({
      label: t("entry.wash-heads"),
      key: "heads",
      value: wash.heads,
      options: Object.keys(rule.from_each).map((value) => ({ value, text: value })),
      onchange: (heads) => say({ heads: Number(heads) }),
    }),
    wash.heads
      ? byTheBook(t("entry.wash-costs", { points: number(rule.from_each[wash.heads]) }), rule.source)
      : null,
  );
}

export function falseCall(sheet) {
  const { false_mah_jongg: rule } = sheet.play;
  return h(
    "div.stack",
    {},
    seatChoice(
      sheet,
      t("entry.false-who"),
      sheet.parts.falseSeat ?? null,
      (seat) => sheet.set({ falseSeat: seat }),
      "false",
    ),
    byTheBook(t("entry.false-costs", { words: rule.words }), rule.source),
  );
}
