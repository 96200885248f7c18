/** All evenings, to search through; a backup can be read back in. */

import { get, send } from "../api.js";
import { h, replace } from "../dom.js";
import { evenings as eveningList } from "../evening-list.js";
import { searchField } from "../search.js";
import { t } from "../text.js";
import { complain, latestOnly, start, toast } from "../ui.js";

const main = start("evenings");
const PAGE = 30;
const box = h("div", { "aria-live": "polite" });
let search = "";
let shown = [];
let shownFor = "";

/** Asks for what is searched: from the first on, or more of it. */
const show = latestOnly(async (more = false) => {
  const goesOn = more && search === shownFor;
  const offset = goesOn ? shown.length : 0;
  const words = search;
  const found = await get(`/api/evenings?search=${encodeURIComponent(words)}&offset=${offset}&limit=${PAGE}`);
  return { ...found, words, before: goesOn ? shown : [] };
}, draw);

function draw({ words, before, evenings, total, notes }) {
  shownFor = words;
  shown = [...before, ...evenings];
  replace(
    box,
    notes.map((note) => h("p.problem", { role: "alert" }, note)),
    shown.length
      ? eveningList(shown)
      : h("div.empty", {}, h("p", {}, t(search ? "evenings.none-found" : "evenings.none"))),
    shown.length < total
      ? h("button", { onclick: () => show(true).catch(complain) }, t("evenings.more"))
      : null,
  );
}

const file = h("input", {
  type: "file",
  accept: ".json,.zip,application/json,application/zip",
  hidden: true,
  onchange: async () => {
    const [one] = file.files;
    file.value = ""; // the same may be chosen again
    try {
      const back = await send("POST", "/api/evenings/import", one, {
        type: "application/octet-stream",
      });
      if (back.already) toast(t("evenings.already"));
      location.href = `/table/${back.id}`;
    } catch (error) {
      complain(error);
      show().catch(complain); // it may be stored without all its photographs
    }
  },
});

replace(
  main,
  h(
    "div.row.apart",
    {},
    h("h1", {}, t("page.evenings")),
    h("a.button.primary", { href: "/evenings/new" }, t("evening.new")),
  ),
  h(
    "div.stack",
    {},
    searchField(t("evenings.search"), (words) => {
      search = words;
      return show();
    }),
    box,
    h("div.row", {}, h("button.quiet", { onclick: () => file.click() }, t("evenings.import")), file),
  ),
);
await show();
