/** Payments between hands: a place of their own at the table, to make one and to take it back. */

import { field, oneOf } from "./controls.js";
import { h, icon } from "./dom.js";
import { transfers } from "./payments.js";
import { ask, people } from "./table-asks.js";
import { t } from "./text.js";
import { toast } from "./ui.js";

export function penalties(table) {
  const { evening } = table;
  if (evening.ended && !evening.penalties.length) return null;
  return h(
    evening.penalties.length ? "section.stack" : "section.stack.no-print", // else a heading and a button
    { "aria-label": t("table.penalties") },
    h("h2", {}, t("table.penalties")),
    [...evening.penalties].reverse().map((paid) => paidLine(table, paid)),
    evening.ended
      ? null
      : h(
          "button",
          { "data-key": "penalty", onclick: () => penalty(table) },
          icon("scales"),
          t("more.penalty"),
        ),
  );
}

const paidLine = ({ evening, change }, paid) =>
  h(
    "div.panel.stack",
    {},
    transfers(
      evening,
      paid.payments.map((one) => ({ ...one, why: paid.why })),
    ),
    h(
      "button.quiet",
      { "data-key": `take-back-${paid.id}`, onclick: () => change("DELETE", `/penalties/${paid.id}`) },
      t("penalty.take-back"),
    ),
  );

function penalty(table) {
  const settle = async ({ from, to, points, why }, changed, how) => {
    if (from === null || to === null) {
      toast(t("penalty.who"), { bad: true });
      return null;
    }
    const paid =
      to === "all"
        ? table.evening.players.map((player, place) => place).filter((place) => String(place) !== from)
        : [Number(to)];
    const payments = paid.map((place) => ({ from: Number(from), to: place, points: Number(points) }));
    return table.change("POST", "/penalties", { payments, why }, how);
  };
  return ask(table, {
    name: "penalty",
    title: t("more.penalty"),
    begun: () => ({ from: null, to: null, points: "", why: "" }),
    content: (state, fill) => [
      oneOf({
        label: t("penalty.from"),
        key: "from",
        wrap: true,
        options: people(table),
        value: state.from,
        onchange: (from) => fill({ from }),
      }),
      oneOf({
        label: t("penalty.to"),
        key: "to",
        wrap: true,
        options: [...people(table), { value: "all", text: t("penalty.all") }],
        value: state.to,
        onchange: (to) => fill({ to }),
      }),
      field(
        t("penalty.points"),
        h("input.figure", {
          type: "text",
          inputMode: "numeric",
          value: state.points,
          oninput: (event) => fill({ points: event.target.value }),
        }),
      ),
      field(
        t("penalty.why"),
        h("input", {
          maxLength: 200,
          value: state.why,
          oninput: (event) => fill({ why: event.target.value }),
        }),
      ),
    ],
    words: t("penalty.settle"),
    send: settle,
  });
}
