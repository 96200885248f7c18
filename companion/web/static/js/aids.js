/** Table aids from the books: breaking the wall, dealing, counting tiles, who goes first. */

import { said } from "./aid-answer.js";
import { byRulesOf, get, send } from "./api.js";
import { field, oneOf } from "./controls.js";
import { die, throwDie } from "./dice.js";
import { h, icon, replace } from "./dom.js";
import { t } from "./text.js";
import { WINDS } from "./tiles.js";
import { complain } from "./ui.js";
import { washing } from "./washing-aid.js";

/**
 * evening: the one that is played, whose own rules and seats count; null where none is.
 * @param {any} evening
 */
export function aids(evening = null) {
  const by = byRulesOf(evening);
  // With three players the empty place takes every wind in turn.
  const winds = WINDS.filter((wind) => !evening || wind in evening.seats);
  return h(
    "div.stack.aids",
    {},
    wall(by),
    count(),
    precedence(by, winds),
    evening?.play.washing ? washing(by, winds) : null,
    sets(by),
    deal(by),
  );
}

function wall(by) {
  const dice = h("span.dice");
  const answer = h("div", { role: "status" });
  const say = said(answer);
  let first = null,
    second = null;
  const figure = (label, set) =>
    h("input.figure", {
      type: "text",
      inputMode: "numeric",
      maxLength: 2,
      "aria-label": label,
      oninput: (event) => {
        set(Number(event.target.value) || null);
        ask();
      },
    });
  const one = figure(t("aid.wall-first"), (value) => {
    first = value;
  });
  const two = figure(t("aid.wall-second"), (value) => {
    second = value;
  });
  const ask = () => {
    const again = second >= 2 && second <= 12 ? `&second=${second}` : "";
    if (first >= 2 && first <= 12) {
      say(() => get(by(`/api/aids/wall?dice=${first}${again}`)));
    }
  };
  const throwAll = () => {
    const pips = [throwDie(), throwDie(), throwDie(), throwDie()];
    replace(dice, pips.map(die));
    first = pips[0] + pips[1];
    second = pips[2] + pips[3];
    one.value = first;
    two.value = second;
    ask();
  };
  return h(
    "section.panel.stack",
    {},
    h("h3", {}, t("aid.wall")),
    h("p.muted", {}, t("aid.wall-why")),
    h(
      "div.row",
      {},
      h("div", {}, field(t("aid.wall-first"), one)),
      h("div", {}, field(t("aid.wall-second"), two)),
      h("button", { onclick: throwAll }, icon("dice"), t("aid.throw")),
      dice,
    ),
    answer,
  );
}

function deal(by) {
  const answer = h("div");
  const show = async () => {
    const { steps, words: text, source } = await get(by("/api/aids/deal"));
    replace(
      answer,
      h("p", {}, text),
      h(
        "ol.deal",
        {},
        steps.map(({ seat, tiles }) => h("li", {}, t("aid.deal-step", { seat: t(`wind.${seat}`), tiles }))),
      ),
      h("p.source", {}, source),
    );
  };
  const details = h(
    "details.panel",
    {
      ontoggle: () => {
        if (details.open && !answer.firstChild) show().catch(complain);
      },
    },
    h("summary", {}, h("h3", {}, t("aid.deal"))),
    answer,
  );
  return details;
}

function count() {
  const answer = h("div", { role: "status" });
  const say = said(answer);
  const state = { kongs: 0, winner: false, bonus: 0 };
  const ask = () =>
    say(() => get(`/api/aids/count?kongs=${state.kongs}&winner=${state.winner}&bonus=${state.bonus}`));
  ask();
  return h(
    "section.panel.stack",
    {},
    h("h3", {}, t("aid.count")),
    h(
      "div.row",
      {},
      oneOf({
        label: t("aid.kongs"),
        value: 0,
        options: [0, 1, 2, 3, 4].map((value) => ({ value, text: String(value) })),
        onchange: (value) => {
          state.kongs = value;
          ask();
        },
      }),
      oneOf({
        label: t("aid.turn"),
        value: false,
        options: [
          { value: false, text: t("aid.waiting") },
          { value: true, text: t("aid.drawn") },
        ],
        onchange: (value) => {
          state.winner = value;
          ask();
        },
      }),
    ),
    answer,
  );
}

function precedence(by, winds) {
  const answer = h("div", { role: "status" });
  const say = said(answer);
  const claims = {};
  let discarder = "E";
  const rows = h("div.stack");
  const ask = () => {
    const list = Object.entries(claims)
      .filter(([seat, kind]) => kind && seat !== discarder)
      .map(([seat, kind]) => ({ seat, kind }));
    if (list.length) {
      say(() => send("POST", by("/api/aids/precedence"), { discarder, claims: list }, { guarded: false }));
    } else replace(answer);
  };
  const draw = () =>
    replace(
      rows,
      winds
        .filter((seat) => seat !== discarder)
        .map((seat) =>
          oneOf({
            label: t("aid.claims", { seat: t(`wind.${seat}`) }),
            wrap: true,
            value: claims[seat] ?? "",
            options: ["", "chow", "pung", "kong", "win"].map((value) => ({
              value,
              text: t(`claim.${value || "none"}`),
            })),
            onchange: (kind) => {
              claims[seat] = kind;
              ask();
            },
          }),
        ),
    );
  draw();
  return h(
    "section.panel.stack",
    {},
    h("h3", {}, t("aid.precedence")),
    oneOf({
      label: t("aid.discarder"),
      value: discarder,
      options: winds.map((value) => ({ value, text: t(`wind.${value}`) })),
      onchange: (seat) => {
        discarder = seat;
        draw();
        ask();
      },
    }),
    rows,
    answer,
  );
}

/** How many sets, or rounds, the table still plays of those it agreed on: four to eight (Harr p. 59). */
function sets(by) {
  const answer = h("div", { role: "status" });
  const say = said(answer);
  const state = { agreed: 4, completed: 0 };
  const ask = () => say(() => get(by(`/api/aids/sets?agreed=${state.agreed}&completed=${state.completed}`)));
  const choice = (name, from) =>
    oneOf({
      label: t(`aid.sets-${name}`),
      value: state[name],
      wrap: true,
      options: [0, 1, 2, 3, 4, 5, 6, 7, 8]
        .filter((value) => value >= from)
        .map((value) => ({ value, text: String(value) })),
      onchange: (value) => {
        state[name] = Number(value);
        ask();
      },
    });
  ask();
  return h(
    "section.panel.stack",
    {},
    h("h3", {}, t("aid.sets")),
    h("div.row", {}, choice("agreed", 1), choice("completed", 0)),
    answer,
  );
}
