/**
 * Whether who discarded the winning tile pays for all: the winner's tiles decide, and what the table knows
 * of the discarder.
 */

import { byRulesOf, send } from "./api.js";
import { check, oneOf } from "./controls.js";
import { h, replace } from "./dom.js";
import { t } from "./text.js";
import { complain, dialog } from "./ui.js";

/** How each thing that an exception asks is asked here. */
const NUMBERS = ["complete_doubling_honors", "doubling_honors_if_it_won"];
const INNOCENT = {
  complete_doubling_honors: 0,
  waiting: false,
  doubling_honors_if_it_won: 0,
  had_another_tile_to_discard: true,
};

/**
 * evening: the one that is played. winner: the winner's hand as the server takes it, or undefined where
 * only its score is known.
 * cases, exceptions, source: as a rule set's `pays_for_all` has them.
 * Resolves to whether the discarder pays for all, undefined where nothing was decided.
 */
export function judgeDiscard({ evening, winner, cases, exceptions, source }) {
  const facts = { ...INNOCENT };
  const verdict = h("div", { role: "status" });
  const asked = [...new Set(exceptions.flatMap((one) => one.asks))];
  let found = null; // by the facts as they are told now
  let request = null;

  async function ask() {
    request?.abort();
    request = new AbortController();
    found = null;
    try {
      found = await send(
        "POST",
        byRulesOf(evening)("/api/aids/reckless"),
        { winner, discarder: facts },
        { guarded: false, signal: request.signal },
      );
      replace(verdict, h("p", {}, h("strong", {}, found.words)), h("p.source", {}, found.source));
    } catch (error) {
      if (error.name !== "AbortError") complain(error);
    }
  }

  const question = (name) =>
    NUMBERS.includes(name)
      ? oneOf({
          label: t(`reckless.${name}`),
          value: facts[name],
          options: [0, 1, 2, 3, 4].map((value) => ({ value, text: String(value) })),
          onchange: (value) => {
            facts[name] = Number(value);
            ask();
          },
        })
      : check({
          label: t(`reckless.${name}`),
          checked: facts[name],
          onchange: (on) => {
            facts[name] = on;
            ask();
          },
        });

  if (winner) ask();
  return dialog({
    title: t("reckless.title"),
    content: () =>
      h(
        "div.stack",
        {},
        h(
          "details",
          { open: !winner },
          h("summary", {}, t("reckless.cases")),
          h("p", {}, t("reckless.pays")),
          h(
            "ol",
            {},
            cases.map((one) => h("li", {}, one.words)),
          ),
          h("p", {}, t("reckless.unless")),
          h(
            "ul",
            {},
            exceptions.map((one) => h("li", {}, one.words, " ", h("span.source", {}, one.source))),
          ),
          h("p.source", {}, source),
        ),
        winner
          ? [h("h3", {}, t("reckless.discarder")), asked.map(question), verdict]
          : h("p.note", {}, t("reckless.tiles-first")),
      ),
    actions: (close) =>
      winner
        ? h("button.primary", { onclick: () => close(found?.liable) }, t("reckless.take"))
        : h("button", { onclick: () => close() }, t("close")),
  });
}
