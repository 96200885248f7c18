/** The rules with their pages, the table aids, and a house's own rules: an edited row each. */

import { byRulesOf, get, send } from "../api.js";
import { aids } from "../aids.js";
import { h, icon, redraw, replace } from "../dom.js";
import { counted, number, t } from "../text.js";
import { check, complain, confirm, field, select, start, toast } from "../ui.js";

const main = start("rules");
const id = document.body.dataset.ruleset;
const asList = (entries, name) =>
  Array.isArray(entries)
    ? entries
    : Object.entries(entries ?? {}).map(([key, entry]) => ({ [name]: key, ...entry }));

if (id) await one(id);
else await all();

async function all() {
  const { rulesets } = await get("/api/rulesets");
  const file = h("input", {
    type: "file",
    accept: ".toml,text/plain",
    hidden: true,
    onchange: async () => {
      try {
        const stored = await send("POST", "/api/rulesets/import", await file.files[0].text(), {
          type: "text/plain",
        });
        location.href = `/rules/${encodeURIComponent(stored.id)}`;
      } catch (error) {
        complain(error);
      }
    },
  });
  replace(
    main,
    h("h1", {}, t("page.rules")),
    h(
      "section.stack",
      {},
      h(
        "ul.plain.rulesets",
        {},
        rulesets.map((rules) =>
          h(
            "li",
            {},
            h(
              "a.panel.ruleset-card",
              { href: `/rules/${encodeURIComponent(rules.id)}` },
              h("strong", {}, rules.name),
              h(
                "span.muted",
                {},
                [
                  rules.house ? t("rules.house-of", { base: rules.base }) : null,
                  rules.limit ? t("sheet.limit", { limit: number(rules.limit) }) : t("rules.no-limit"),
                ]
                  .filter(Boolean)
                  .join(" · "),
              ),
            ),
          ),
        ),
      ),
      h("p.muted", {}, t("rules.house-how")),
      h("div.row", {}, h("button.quiet", { onclick: () => file.click() }, t("rules.import")), file),
    ),
    h("section.stack", {}, h("h2", {}, t("table.aids")), aids()),
  );
}

async function one(name) {
  // From an evening: its rules as it keeps them, to look at.
  const evening = new URLSearchParams(location.search).get("evening");
  const rules = await get(byRulesOf(evening && { id: evening })(`/api/rulesets/${encodeURIComponent(name)}`));
  const entries = asList(rules.rules, "key");
  const settings = asList(rules.settings ?? rules.options, "name");
  const changesMade = {};
  let editing = false;
  const box = h("div.stack");
  const bar = h("div.keep-bar", { hidden: true });
  let title = rules.house ? rules.name : t("rules.our-house");

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
  const change = (key, value, before) => {
    if (value === before) delete changesMade[key];
    else changesMade[key] = value;
    drawBar();
  };
  const amountName = (rule) => (rule.doubles ? "doubles" : rule.added ? "added" : "points");
  const worth = (rule) =>
    rule.limit
      ? t("rules.limit-hand")
      : rule.doubles
        ? counted("score.doubles", rule.doubles)
        : rule.added
          ? t("rules.added", { amount: typeof rule.added === "number" ? number(rule.added) : rule.added })
          : number(rule.points);

  function ruleRow(rule) {
    const amount = rule[amountName(rule)];
    const label = plainWords(rule);
    const off = rule.on === false;
    const value =
      !editing || rule.limit || typeof amount !== "number"
        ? worth(rule)
        : rule.choices?.length
          ? select({
              label,
              value: String(changesMade[rule.key] ?? amount),
              options: rule.choices.map((choice) => ({ value: String(choice), text: String(choice) })),
              onchange: (picked) => change(rule.key, Number(picked), amount),
            })
          : h("input.figure", {
              type: "text",
              inputMode: "numeric",
              value: String(amount),
              "aria-label": t("rules.worth-of", { rule: label }),
              oninput: (event) => {
                if (/^\d+$/.test(event.target.value)) change(rule.key, Number(event.target.value), amount);
              },
            });
    const row = h(
      "tr",
      {},
      h(
        "td",
        {},
        editing ? check({ label, checked: !off, onchange: (on) => change(rule.key, on, !off) }) : label,
        off && !editing ? h("em.muted", {}, ` ${t("rules.off")}`) : null,
        rule.who && rule.who !== "all" ? h("span.muted.small", {}, ` ${t(`who.${rule.who}`)}`) : null,
      ),
      h("td.number", {}, value),
      h("td", {}, cited(rule)),
    );
    row.classList.toggle("changed", rule.status === "house");
    return row;
  }

  function settingRow(setting) {
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
    if (editing && typeof value === "boolean") {
      control = check({
        label: t("rules.on"),
        checked: value,
        onchange: (on) => change(setting.name, on, value),
      });
    } else if (editing && kind === "choice") {
      control = select({
        label,
        value,
        options: setting.choices.map((choice) => ({ value: choice, text: choice })),
        onchange: (picked) => change(setting.name, picked, value),
      });
    } else if (editing && (kind === "limit" || kind === "number")) {
      control = h("input.figure", {
        type: "text",
        inputMode: "numeric",
        value: value === null ? "" : String(value),
        placeholder: t("new.no-limit"),
        "aria-label": label,
        oninput: (event) => {
          const typed = event.target.value;
          if (/^\d*$/.test(typed)) {
            change(setting.name, typed === "" ? "none" : Number(typed), value ?? "none");
          }
        },
      });
    }
    return h("tr", {}, h("td", {}, label), h("td.number", {}, control), h("td", {}, cited(setting)));
  }

  const table = (title_, rows) =>
    rows.length
      ? h(
          "section.panel",
          {},
          h("h2", {}, title_),
          h(
            "div.scroll",
            { tabIndex: 0, role: "region", "aria-label": title_ },
            h(
              "table.rules",
              {},
              h("caption.unseen", {}, title_),
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

  function draw() {
    /** @type {Record<string, any[]>} */
    const groups = { points: [], doubles: [], limit: [], added: [] };
    for (const rule of entries) groups[rule.limit ? "limit" : amountName(rule)].push(rule);
    redraw(
      box,
      rules.about ? h("p", {}, rules.about) : null,
      evening
        ? h("p.note", {}, t("rules.of-evening"))
        : h(
            "div.row",
            {},
            h(
              "button",
              {
                "aria-pressed": String(editing),
                "data-key": "edit",
                onclick: () => {
                  editing = !editing;
                  draw();
                },
              },
              t(rules.house ? "rules.edit" : "rules.make-house"),
            ),
            rules.house
              ? [
                  h(
                    "a.button",
                    { href: `/api/rulesets/${encodeURIComponent(rules.id)}/file`, download: true },
                    t("rules.file"),
                  ),
                  h("button.quiet", { onclick: remove }, t("rules.remove")),
                ]
              : null,
          ),
      Object.entries(groups).map(([kind, list]) =>
        table(t(kind === "added" ? "rules.added-to" : `rules.${kind}`), list.map(ruleRow)),
      ),
      table(t("rules.settings"), settings.map(settingRow)),
    );
    drawBar();
  }

  function drawBar() {
    const count = Object.keys(changesMade).length;
    bar.hidden = !editing;
    if (!bar.firstChild) {
      bar.append(
        h(
          "div.grow",
          {},
          field(
            t("rules.name"),
            h("input", {
              value: title,
              maxLength: 60,
              oninput: (event) => {
                title = event.target.value;
              },
            }),
          ),
        ),
        h("span.muted.change-count"),
        h("button.primary", { onclick: keep }, t("rules.keep")),
      );
    }
    bar.querySelector(".change-count").textContent = counted("rules.changes", count);
  }

  async function keep() {
    const house = rules.house
      ? rules.id
      : title
          .toLowerCase()
          .normalize("NFD")
          .replace(/\p{M}/gu, "")
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "")
          .slice(0, 40) || "our-house";
    const own = Object.fromEntries([
      ...entries
        .filter((rule) => rule.status === "house")
        .map((rule) => [rule.key, rule.on === false ? false : rule.limit ? true : rule[amountName(rule)]]),
      ...settings
        .filter((setting) => setting.status === "house")
        .map((setting) => [setting.name, setting.value ?? "none"]),
    ]);
    try {
      const taken = rules.house
        ? null
        : (await get("/api/rulesets")).rulesets.find((other) => other.id === house);
      if (taken) {
        toast(t("rules.name-taken", { name: taken.name }), { bad: true, seconds: 9 });
        return;
      }
      await send("PUT", `/api/rulesets/${encodeURIComponent(house)}`, {
        id: house,
        name: title,
        base: rules.house ? rules.base : rules.id,
        options: { ...own, ...changesMade },
      });
      toast(t("rules.kept", { name: title }));
      location.href = `/rules/${encodeURIComponent(house)}`;
    } catch (error) {
      complain(error);
    }
  }

  async function remove() {
    if (!(await confirm({ title: t("rules.remove"), text: t("rules.remove-why"), yes: t("rules.remove") }))) {
      return;
    }
    try {
      await send("DELETE", `/api/rulesets/${encodeURIComponent(rules.id)}`);
      location.href = "/rules";
    } catch (error) {
      complain(error);
    }
  }

  replace(
    main,
    h(
      "div.row.apart",
      {},
      h("h1", {}, rules.name),
      evening
        ? h("a.button.quiet", { href: `/table/${encodeURIComponent(evening)}` }, t("sheet.back"))
        : h("a.button.quiet", { href: "/rules" }, icon("book"), t("rules.all")),
    ),
    box,
    bar,
  );
  draw();
}
