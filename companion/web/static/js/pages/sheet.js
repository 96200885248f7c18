/** The score sheet: for each hand what everyone pays and receives; made to be printed. */

import { get } from "../api.js";
import { h, icon, replace } from "../dom.js";
import { transfers } from "../payments.js";
import { playerAt } from "../seats.js";
import { day, number, signed, t } from "../text.js";
import { start } from "../ui.js";

const main = start("sheet");
const id = document.body.dataset.evening;
const url = `/api/evenings/${encodeURIComponent(id)}`;
const evening = await get(url);

/** What a player pays and receives in one hand: [pays, receives]. */
function columns(hand, place) {
  const seat = Object.keys(hand.seats).find((one) => hand.seats[one] === place);
  const sum = (way) =>
    hand.payments.filter((payment) => payment[way] === seat).reduce((total, { points }) => total + points, 0);
  return [sum("from"), sum("to")];
}
const cell = (value) => h("td.number", {}, value ? number(value) : "");

// The font of the PDF holds the letters of these scripts; the browser prints every letter.
const foreign = evening.players
  .map((player) => player.name)
  .filter((name) =>
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(name),
  );

const rows = evening.hands.map((hand) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, String(hand.n)),
    h("td", {}, t(`wind.${hand.round}`)),
    h(
      "td",
      {},
      hand.winner ? playerAt(evening, hand.winner, hand.seats) : t(`result.${hand.result ?? "draw"}`),
    ),
    h("td.number", {}, hand.winner ? number(hand.scores[hand.winner] ?? 0) : ""),
    evening.players.map((_, place) => columns(hand, place).map(cell)),
  ),
);
const between = evening.penalties.map((penalty) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, "–"),
    h("td", { colSpan: 3 }, penalty.why || t("table.penalties")),
    evening.players.map((_, place) =>
      ["from", "to"].map((way) =>
        cell(
          penalty.payments.filter((one) => one[way] === place).reduce((sum, { points }) => sum + points, 0),
        ),
      ),
    ),
  ),
);

replace(
  main,
  h(
    "div.sheet-head",
    {},
    h(
      "div",
      {},
      h("h1", {}, evening.title || t("page.sheet")),
      h(
        "p.muted",
        {},
        [
          day(evening.started),
          evening.ruleset_name,
          evening.limit ? t("sheet.limit", { limit: number(evening.limit) }) : null,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h(
      "div.row.no-print",
      {},
      h("button.primary", { onclick: () => print() }, icon("print"), t("sheet.print")),
      h("a.button", { href: `${url}/sheet.pdf`, download: true }, "PDF"),
      h("a.button", { href: `${url}/export.csv`, download: true }, "CSV"),
      h("a.button", { href: `${url}/export.json`, download: true }, "JSON"),
      h("a.button.quiet", { href: `/table/${id}` }, t("sheet.back")),
    ),
  ),
  foreign.length ? h("p.note.no-print", {}, t("sheet.letters", { names: foreign.join(", ") })) : null,
  h(
    "div.scroll",
    { tabIndex: 0, role: "region", "aria-label": t("page.sheet") },
    h(
      "table.score-sheet",
      {},
      h("caption.unseen", {}, t("page.sheet")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", rowSpan: 2 }, t("sheet.hand")),
          h("th", { scope: "col", rowSpan: 2 }, t("win.round")),
          h("th", { scope: "col", rowSpan: 2 }, t("win.winner")),
          h("th.number", { scope: "col", rowSpan: 2 }, t("score.title")),
          evening.players.map((player) => h("th.who", { scope: "colgroup", colSpan: 2 }, player.name)),
        ),
        h(
          "tr",
          {},
          evening.players.map(() => [
            h("th.number", { scope: "col" }, t("sheet.pays")),
            h("th.number", { scope: "col" }, t("sheet.receives")),
          ]),
        ),
      ),
      h("tbody", {}, rows, between),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row", colSpan: 4 }, t("score.total")),
          evening.totals.map((total) => h("td.number.total", { colSpan: 2 }, signed(total))),
        ),
      ),
    ),
  ),
  evening.final?.transfers?.length
    ? h(
        "section.final",
        {},
        h("h2", {}, t("table.final")),
        transfers(evening, evening.final.transfers, evening.final.currency),
      )
    : null,
);
