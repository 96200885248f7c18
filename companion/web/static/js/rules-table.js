/** Rules and settings as a table: what each is worth and where it stands, to read or to change. */

import { check, select } from "./controls.js";
import { h } from "./dom.js";
import { numberField } from "./number-field.js";
import { warnings } from "./status.js";
import { counted, number, t } from "./text.js";

/** What is wrong with files of house rules, which are in no list of rules for it. */
export const brokenRules = (problems) =>
  warnings(problems.map((sentence) => t("rules.broken", { sentence })));

/** Which tiles a rule is for, by what stands in its key. */
const KINDS = {
  simple: "rules.simple",
  head: "rules.head",
  dragon: "rules.dragons",
  flower_points: "rules.flowers",
  special_points: "rules.specials",
};

/** A rule's words speak of the tiles of a hand; here stands which tiles it is for, where that is not said. */
function plainWords({ key, words }) {
  const kind = Object.keys(KINDS).find((part) => key.includes(part));
  return kind
    ? words.replace(/\{\w+\}/, t(KINDS[kind]))
    : words.replace(/\{\w+\}, (?=the )/, "").replace(/,? \{\w+\}/, "");
}
const cited = (entry) =>
  h(
    "span.source",
    {},
    entry.source,
    entry.status && entry.status !== "stated" ? ` (${t(`status.${entry.status}`)})` : "",
  );
const worth = (rule) =>
  rule.kind === "limit"
    ? t("rules.limit-hand")
    : rule.kind === "doubles"
      ? counted("score.doubles", rule.doubles)
      : rule.kind === "added"
        ? t("rules.added", { amount: typeof rule.added === "number" ? number(rule.added) : rule.added })
        : rule.kind === "switch"
          ? null
          : number(rule.points);

const numberCell = (options) => h("div.rule-number", {}, numberField(options).parts);

/**
 * A rule as a line of the table. edit: {made, change(key, value, before)} where it may be changed.
 * @param {any} rule
 * @param {any} edit
 */
export function ruleRow(rule, edit = null) {
  const amount = rule[rule.kind];
  const label = plainWords(rule);
  const off = rule.on === false;
  // What is made of the rule so far: whether it is played, and what it is worth then.
  const made = edit?.made[rule.key];
  const now = { on: made === undefined ? !off : made !== false, amount };
  if (made !== undefined && typeof made !== "boolean") now.amount = made;
  const change = (more) => {
    Object.assign(now, more);
    const played = off && now.amount === amount ? true : now.amount;
    edit.change(rule.key, now.on && played, !off && amount);
  };
  const value =
    !edit || typeof amount !== "number"
      ? worth(rule)
      : rule.choices?.length
        ? select({
            label,
            value: String(now.amount),
            options: rule.choices.map((choice) => ({ value: String(choice), text: String(choice) })),
            onchange: (picked) => change({ amount: Number(picked) }),
          })
        : numberCell({
            label: t("rules.worth-of", { rule: label }),
            value: now.amount,
            none: number(amount),
            least: 0,
            most: rule.most,
            onchange: (typed) => change({ amount: typed ?? amount }),
          });
  const row = h(
    "tr",
    {},
    h(
      "td",
      {},
      edit ? check({ label, checked: now.on, onchange: (on) => change({ on }) }) : label,
      off && !edit ? h("em.muted", {}, ` ${t("rules.off")}`) : null,
      rule.who && rule.who !== "all" ? h("span.muted.small", {}, ` ${t(`who.${rule.who}`)}`) : null,
    ),
    h("td.number", {}, value),
    h("td", {}, cited(rule)),
  );
  row.classList.toggle("changed", rule.status === "house");
  return row;
}

/** @param {any} setting @param {any} edit */
export function settingRow(setting, edit = null) {
  const label = setting.words ?? setting.name;
  const { kind, value } = setting;
  const plain =
    value === null || value === undefined
      ? t("new.no-limit")
      : typeof value === "boolean"
        ? t(value ? "yes" : "no")
        : typeof value === "object"
          ? Object.entries(value)
              .map(([key, amount]) => `${key}: ${amount}`)
              .join(", ")
          : String(value);
  const line = (what, shown) =>
    h("tr", {}, h("td", {}, what), h("td.number", {}, shown), h("td", {}, cited(setting)));
  const now = edit?.made[setting.name] ?? value;
  const none = kind === "number" ? value : "none";
  let control = plain;
  if (edit && typeof value === "boolean") {
    const onchange = (on) => edit.change(setting.name, on, value);
    return line(check({ label, checked: now, onchange }), "");
  } else if (edit && kind === "choice") {
    control = select({
      label,
      value: now,
      options: setting.choices.map((choice) => ({ value: choice, text: choice })),
      onchange: (picked) => edit.change(setting.name, picked, value),
    });
  } else if (edit && (kind === "limit" || kind === "number")) {
    control = numberCell({
      label,
      value: now === "none" ? null : now,
      none: none === "none" ? t("new.no-limit") : number(value),
      least: setting.least,
      most: setting.most,
      onchange: (typed) => edit.change(setting.name, typed ?? none, value ?? "none"),
    });
  }
  return line(label, control);
}

export const rulesTable = (title, rows) =>
  rows.length
    ? h(
        "section.panel",
        {},
        h("h2", {}, title),
        h(
          "div.scroll",
          { tabIndex: 0, role: "region", "aria-label": title },
          h(
            "table.rules",
            {},
            h("caption.unseen", {}, title),
            h(
              "thead.unseen",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, t("rules.rule")),
                h("th", { scope: "col" }, t("score.worth")),
                h("th", { scope: "col" }, t("score.source")),
              ),
            ),
            h("tbody", {}, rows),
          ),
        ),
      )
    : null;
