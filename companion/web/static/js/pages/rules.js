/** The rules with their pages, the table aids, and a house's own rules: an edited row each. */

import { byRulesOf, get, send } from "../api.js";
import { aids } from "../aids.js";
import { field } from "../controls.js";
import { h, icon, redraw, replace } from "../dom.js";
import { halfFilled, keepHalfFilled } from "../half-filled.js";
import { brokenRules, ruleRow, rulesTable, settingRow } from "../rules-table.js";
import { counted, number, t } from "../text.js";
import { complain, confirm, start, titled, toast } from "../ui.js";

const main = start("rules");
const id = document.body.dataset.ruleset;
const addressOf = (name) => `/api/rulesets/${encodeURIComponent(name)}`;

/** What a house has made of its book, as the server takes it. */
const ownOf = (rules) =>
  Object.fromEntries([
    ...rules.rules
      .filter((rule) => rule.status === "house")
      .map((rule) => {
        const worth = rule[rule.kind];
        return [rule.key, rule.on !== false && (typeof worth === "number" ? worth : true)];
      }),
    ...rules.settings
      .filter((setting) => setting.status === "house")
      .map((setting) => [setting.name, setting.value ?? "none"]),
  ]);

/** What house rules are kept under whose name has none of the letters a to z. */
const idInOtherScript = (name) =>
  `house-${[...name].map((letter) => letter.codePointAt(0).toString(36)).join("")}`.slice(0, 40);

/** What tells house rules from all others: {name, base, options}. */
const identityOf = ({ name, base, options }) => JSON.stringify([name, base, Object.entries(options).sort()]);

if (id) await one(id);
else await all();

async function all() {
  const { rulesets, problems } = await get("/api/rulesets");
  const named = (book) => rulesets.find((rules) => rules.id === book)?.name ?? book;
  const file = h("input", {
    type: "file",
    accept: ".toml,text/plain",
    hidden: true,
    onchange: async () => {
      const [chosen] = file.files;
      file.value = ""; // the same may be chosen again
      try {
        const stored = await send("POST", "/api/rulesets/import", await chosen.text(), {
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
                  rules.house ? t("rules.house-of", { base: named(rules.base) }) : null,
                  rules.limit ? t("sheet.limit", { limit: number(rules.limit) }) : t("rules.no-limit"),
                ]
                  .filter(Boolean)
                  .join(" · "),
              ),
            ),
          ),
        ),
      ),
      brokenRules(problems),
      h("p.muted", {}, t("rules.house-how")),
      h("div.row", {}, h("button.quiet", { onclick: () => file.click() }, t("rules.import")), file),
    ),
    h("section.stack", {}, h("h2", {}, t("table.aids")), aids()),
  );
}

/** The rules of this name as they are now, null where there are none. */
async function standing(name) {
  try {
    return await get(addressOf(name));
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

async function one(name) {
  // From an evening: its rules as it keeps them, to look at.
  const evening = new URLSearchParams(location.search).get("evening");
  const rules = await get(byRulesOf(evening && { id: evening })(addressOf(name)));
  const entries = rules.rules;
  const settings = rules.settings;
  const form = `rules-${name}`;
  const begun = evening ? null : halfFilled(form);
  const made = begun?.made ?? {}; // what is changed and not kept yet
  let editing = Boolean(begun);
  const box = h("div.stack");
  const bar = h("div.keep-bar", { hidden: true });
  let title = begun?.title ?? (rules.house ? rules.name : t("rules.our-house"));
  let sent = begun?.sent ?? null; // new house rules as they went to the server, whose answer may be lost

  const keepForm = () => keepHalfFilled(form, { made, title, sent });
  const change = (key, value, before) => {
    if (value === before) delete made[key];
    else made[key] = value;
    keepForm();
    drawBar();
  };

  function draw() {
    const edit = editing ? { made, change } : null;
    /** @type {Record<string, any[]>} */
    const groups = { points: [], doubles: [], limit: [], added: [] };
    for (const rule of entries) groups[rule.kind === "switch" ? "points" : rule.kind].push(rule);
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
        rulesTable(
          t(kind === "added" ? "rules.added-to" : `rules.${kind}`),
          list.map((rule) => ruleRow(rule, edit)),
        ),
      ),
      rulesTable(
        t("rules.settings"),
        settings.map((setting) => settingRow(setting, edit)),
      ),
    );
    drawBar();
  }

  function drawBar() {
    const count = Object.keys(made).length;
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
                keepForm();
              },
            }),
          ),
        ),
        h("span.muted.change-count"),
        h("button.quiet", { "data-key": "drop", onclick: drop }, t("rules.drop")),
        h("button.primary", { onclick: keep }, t("rules.keep")),
      );
    }
    bar.querySelector(".change-count").textContent = counted("rules.changes", count);
  }

  /** A reload gives nothing up, so this does; in a form of so many fields it asks first. */
  async function drop() {
    if (!(await confirm({ title: t("rules.drop"), text: t("rules.drop-why"), yes: t("rules.drop") }))) return;
    keepHalfFilled(form, null);
    location.reload();
  }

  async function keep() {
    const wrong = /** @type {HTMLElement | null} */ (box.querySelector("input:invalid"));
    if (wrong) {
      wrong.scrollIntoView({ block: "center" });
      wrong.focus();
      return;
    }
    const named = title.trim() || (rules.house ? rules.name : t("rules.our-house"));
    const house = rules.house
      ? rules.id
      : named
          .toLowerCase()
          .normalize("NFD")
          .replace(/\p{M}/gu, "")
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "")
          .slice(0, 40) || idInOtherScript(named);
    try {
      const there = await standing(house);
      if (there && !rules.house && (!sent || identityOf({ ...there, options: ownOf(there) }) !== sent)) {
        toast(t("rules.name-taken", { name: there.name }), { bad: true, seconds: 9 });
        return;
      }
      // What another device has changed meanwhile, and this one has not, stays as it is.
      const now = rules.house && there ? there : rules;
      const body = {
        name: rules.house && named === rules.name ? now.name : named,
        base: rules.house ? now.base : rules.id,
        options: { ...ownOf(now), ...made },
      };
      if (!rules.house) {
        sent = identityOf(body);
        keepForm();
      }
      await send("PUT", addressOf(house), { id: house, ...body });
      keepHalfFilled(form, null);
      toast(t("rules.kept", { name: named }));
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
      await send("DELETE", addressOf(rules.id));
      keepHalfFilled(form, null);
      location.href = "/rules";
    } catch (error) {
      complain(error);
    }
  }

  titled(rules.name);
  replace(
    main,
    h(
      "div.row.apart",
      {},
      h("h1", {}, rules.name),
      h("a.button.quiet", { href: "/rules" }, icon("book"), t("rules.all")),
    ),
    box,
    bar,
  );
  draw();
}
