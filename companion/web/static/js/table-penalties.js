/** Payments between hands: a place of their own at the table, to make one and to take it back. */

import { field, oneOf } from "./controls.js";
import { h, icon } from "./dom.js";
import { EVENING_HOURS, halfFilled, keepHalfFilled } from "./half-filled.js";
import { transfers } from "./payments.js";
import { people, sends } from "./table-asks.js";
import { t } from "./text.js";
import { dialog, toast } from "./ui.js";

export function penalties(table) {
  const { evening } = table;
  if (evening.ended && !evening.penalties.length) return null;
  return h(
    "section.stack",
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

async function penalty(table) {
  const form = `penalty-${table.id}`;
  const nothing = { from: null, to: null, points: "", why: "" };
  const state = halfFilled(form, EVENING_HOURS) ?? nothing;
  const fill = (part) => (value) => {
    state[part] = value;
    keepHalfFilled(form, state);
  };
  const settle = async () => {
    if (state.from === null || state.to === null) {
      toast(t("penalty.who"), { bad: true });
      return null;
    }
    const to =
      state.to === "all"
        ? table.evening.players.map((_, place) => place).filter((place) => String(place) !== state.from)
        : [Number(state.to)];
    const paid = await table.change("POST", "/penalties", {
      payments: to.map((place) => ({ from: Number(state.from), to: place, points: Number(state.points) })),
      why: state.why,
    });
    if (paid) keepHalfFilled(form, null);
    return paid;
  };
  await dialog({
    title: t("more.penalty"),
    content: () =>
      h(
        "div.stack",
        {},
        oneOf({
          label: t("penalty.from"),
          key: "from",
          wrap: true,
          options: people(table),
          value: state.from,
          onchange: fill("from"),
        }),
        oneOf({
          label: t("penalty.to"),
          key: "to",
          wrap: true,
          options: [...people(table), { value: "all", text: t("penalty.all") }],
          value: state.to,
          onchange: fill("to"),
        }),
        field(
          t("penalty.points"),
          h("input.figure", {
            type: "text",
            inputMode: "numeric",
            value: state.points,
            oninput: (event) => fill("points")(event.target.value),
          }),
        ),
        field(
          t("penalty.why"),
          h("input", {
            maxLength: 200,
            value: state.why,
            oninput: (event) => fill("why")(event.target.value),
          }),
        ),
      ),
    actions: sends(t("penalty.settle"), settle),
  });
}
