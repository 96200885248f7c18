/** Rules and settings as a table: what each is worth and where it stands, to read or to change. */

import { check, select } from "./controls.js";
import { h } from "./dom.js";
import { counted, number, t } from "./text.js";

/** A rule's words speak of the tiles of a hand; here stands which tiles it is for. */
const plainWords = ({ key, words }) =>
  words.replace(
    /\{[^}]*\}/g,
    key.includes("simple")
      ? t("rules.simple")
      : key.includes("head")
        ? t("rules.head")
        : key.includes("dragon")
          ? t("rules.dragons")
          : "…",
  );
const cited = (entry) =>
  h(
    "span.source",
    {},
    entry.source,
    entry.status && entry.status !== "stated" ? ` (${t(`status.${entry.status}`)})` : "",
  );
/** The field in which a rule says what it is worth. */
export const amountName = (rule) => (rule.doubles ? "doubles" : rule.added ? "added" : "points");
const worth = (rule) =>
  rule.limit
    ? t("rules.limit-hand")
    : rule.doubles
      ? counted("score.doubles", rule.doubles)
      : rule.added
        ? t("rules.added", { amount: typeof rule.added === "number" ? number(rule.added) : rule.added })
        : number(rule.points);

/**
 * A rule as a line of the table. edit: {made, change(key, value, before)} where it may be changed.
 * @param {any} rule
 * @param {any} edit
 */
export function ruleRow(rule, edit = null) {
  const amount = rule[amountName(rule)];
  const label = plainWords(rule);
  const off = rule.on === false;
  const value =
    !edit || rule.limit || typeof amount !== "number"
      ? worth(rule)
      : rule.choices?.length
        ? select({
            label,
            value: String(edit.made[rule.key] ?? amount),
            options: rule.choices.map((choice) => ({ value: String(choice), text: String(choice) })),
            onchange: (picked) => edit.change(rule.key, Number(picked), amount),
          })
        : h("input.figure", {
            type: "text",
            inputMode: "numeric",
            value: String(amount),
            "aria-label": t("rules.worth-of", { rule: label }),
            oninput: (event) => {
              if (/^\d+$/.test(event.target.value)) edit.change(rule.key, Number(event.target.value), amount);
            },
          });
  const row = h(
    "tr",
    {},
    h(
      "td",
      {},
      edit ? check({ label, checked: !off, onchange: (on) => edit.change(rule.key, on, !off) }) : label,
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
  const shown =
    value === null || value === undefined
      ? t("new.no-limit")
      : typeof value === "boolean"
        ? t(value ? "yes" : "no")
        : typeof value === "object"
          ? Object.entries(value)
              .map(([key, amount]) => `${key}: ${amount}`)
              .join(", ")
          : String(value);
  let control = shown;
  if (edit && typeof value === "boolean") {
    control = check({
      label: t("rules.on"),
      checked: value,
      onchange: (on) => edit.change(setting.name, on, value),
    });
  } else if (edit && kind === "choice") {
    control = select({
      label,
      value,
      options: setting.choices.map((choice) => ({ value: choice, text: choice })),
      onchange: (picked) => edit.change(setting.name, picked, value),
    });
  } else if (edit && (kind === "limit" || kind === "number")) {
    control = h("input.figure", {
      type: "text",
      inputMode: "numeric",
      value: value === null ? "" : String(value),
      placeholder: t("new.no-limit"),
      "aria-label": label,
      oninput: (event) => {
        const typed = event.target.value;
        if (/^\d*$/.test(typed)) {
          edit.change(setting.name, typed === "" ? "none" : Number(typed), value ?? "none");
        }
      },
    });
  }
  return h("tr", {}, h("td", {}, label), h("td.number", {}, control), h("td", {}, cited(setting)));
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
