/** The evening on one page: who played, everyone's line, the hands, who owes whom; made to be printed. */

import { get } from "../api.js";
import { storyChart } from "../chart.js";
import { h, icon, replace } from "../dom.js";
import { dot, ofEach, transfers } from "../payments.js";
import { counted, day, number, percent, signed, t } from "../text.js";
import { start, titled } from "../ui.js";

const main = start("sheet");
const id = document.body.dataset.evening ?? "";
const url = `/api/evenings/${encodeURIComponent(id)}`;
const story = await get(`${url}/story`);
const { players, lines } = story;

/**
 * On paper the hands share what the rest of one page leaves, so that a long evening fits too. In mm: the
 * height of A4 without its margins, then what the parts of the page take.
 */
const PAPER = { page: 273, head: 18, players: 25, chart: 52, leastChart: 34, end: 9, pair: 4.3, gaps: 8 };
const ROW = { most: 5.4, least: 3.2 };
function heightsOnPaper() {
  const rows = lines.length + 3;
  const pairs = Math.max(story.final.transfers.length, story.between.length, 1);
  const room = PAPER.page - PAPER.head - PAPER.players - PAPER.end - PAPER.pair * pairs - PAPER.gaps;
  // A longer evening takes two pages anyway.
  if (room < PAPER.leastChart + rows * ROW.least) return { chart: PAPER.chart, row: ROW.most };
  const chart = Math.min(PAPER.chart, room - rows * ROW.least);
  return { chart, row: Math.min(ROW.most, (room - chart) / rows) };
}

// The font of the PDF holds the letters of these scripts; the browser prints every letter.
const foreign = players
  .map((player) => player.name)
  .filter((name) =>
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(name),
  );

function head() {
  const facts = [
    day(story.started),
    story.ruleset_name,
    story.limit ? t("sheet.limit", { limit: number(story.limit) }) : null,
    counted("evenings.hands", story.hands),
  ];
  const title = story.title || t("page.sheet");
  if (story.title) titled(`${title} · ${t("page.sheet")}`);
  return h(
    "div.sheet-head",
    {},
    h("div", {}, h("h1", {}, title), h("p.muted", {}, facts.filter(Boolean).join(" · "))),
    h(
      "div.row.no-print",
      {},
      h("button.primary", { onclick: () => print() }, icon("print"), t("sheet.print")),
      h("a.button", { href: `${url}/sheet.pdf`, download: true }, "PDF"),
      h("a.button", { href: `${url}/export.csv`, download: true }, "CSV"),
      h("a.button", { href: `${url}/export.json`, download: true }, "JSON"),
    ),
  );
}

function whoPlayed() {
  return h(
    "ul.plain.who-played",
    { "aria-label": t("sheet.who-played") },
    players.map((player, place) =>
      h(
        "li",
        {},
        h("strong.who", {}, dot(story, place), player.name),
        h("span.total", {}, signed(player.total)),
        toldOf(player).map((words) => h("span.muted.small", {}, words)),
      ),
    ),
  );
}

function toldOf(player) {
  const { won, highest, in_a_row: run } = player;
  return [
    player.wind ? t("sheet.began", { wind: t(`wind.${player.wind}`) }) : null,
    t("sheet.won", { won, hands: player.hands, share: percent(player.won_share) }),
    highest === null
      ? null
      : [t("sheet.highest", { score: number(highest) }), run > 1 ? t("sheet.in-a-row", { count: run }) : null]
          .filter(Boolean)
          .join(", "),
  ].filter(Boolean);
}

/** Of the numbers in the columns of the players, so that they are set as large as all of them fit. */
const longest = () =>
  Math.max(4, ...lines.flatMap((one) => [...one.pays, ...one.receives]).map((value) => number(value).length));

const points = (value) => (value ? number(value) : "");

function line(one) {
  const east = one.winds.indexOf("E");
  const won = one.winner === null ? null : players[one.winner].name;
  return h(
    "tr",
    {},
    h("th.n", { scope: "row" }, one.hand === null ? "–" : String(one.hand)),
    story.counts_rounds ? h("td.round", {}, one.round ? t(`wind.${one.round}`) : "") : null,
    h("td.east.muted", {}, east < 0 ? "" : players[east].name),
    h("td.winner", {}, won === null ? t(`result.${one.result}`) : [dot(story, one.winner), won]),
    h("td.number.score", {}, one.score === null ? "" : number(one.score)),
    h("td.why.muted", {}, one.why.join(", ") || one.note),
    players.map((_, place) => [
      h("td.number.own", {}, points(one.pays[place])),
      h("td.number.gets", {}, points(one.receives[place])),
    ]),
    // Where the page is too narrow for two columns each.
    h(
      "td.narrow",
      {},
      ofEach(
        story,
        "nets",
        (place) => h("span", {}, signed(one.receives[place] - one.pays[place])),
        [...players.keys()].filter((place) => one.hand === null || one.winds[place]),
      ),
    ),
  );
}

function hands() {
  const before = [
    h("th.n", { scope: "col", rowSpan: 2 }, t("sheet.hand")),
    story.counts_rounds ? h("th.round", { scope: "col", rowSpan: 2 }, t("win.round")) : null,
    h("th.east", { scope: "col", rowSpan: 2 }, t("wind.E")),
    h("th.winner", { scope: "col", rowSpan: 2 }, t("sheet.winner")),
    h("th.number.score", { scope: "col", rowSpan: 2 }, t("score.title")),
    h("th.why", { scope: "col", rowSpan: 2 }, t("sheet.why")),
  ];
  const table = h(
    "table.score-sheet",
    {},
    h("caption.unseen", {}, t("page.sheet")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        before,
        players.map((player) => h("th.who", { scope: "colgroup", colSpan: 2 }, player.name)),
      ),
      h(
        "tr",
        {},
        players.map(() => [
          h("th.number.own", { scope: "col" }, t("sheet.pays")),
          h("th.number.gets", { scope: "col" }, t("sheet.receives")),
        ]),
      ),
    ),
    h("tbody", {}, lines.map(line)),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row", colSpan: before.filter(Boolean).length }, t("score.total")),
        players.map((player) => h("td.number.total", { colSpan: 2 }, signed(player.total))),
      ),
    ),
  );
  return h("div.scroll", { tabIndex: 0, role: "region", "aria-label": t("page.sheet") }, table);
}

function atTheEnd() {
  return h(
    "div.story-end",
    {},
    h(
      "section",
      {},
      h("h2", {}, t("table.final")),
      story.final.transfers.length
        ? transfers(story, story.final.transfers, story.final.currency)
        : h("p.muted", {}, t("final.even")),
    ),
    story.between.length ? h("section", {}, h("h2", {}, t("sheet.paid")), paid()) : null,
  );
}

/** Who paid whom more than they got back, the most first. */
const paid = () =>
  transfers(
    story,
    story.between.map((pair) => ({
      ...pair,
      why: t("sheet.both-ways", { gave: number(pair.gave), got: number(pair.got) }),
    })),
  );

function limitHands() {
  const kept = lines.filter((one) => one.limit_hands.length && one.photos.length);
  if (!kept.length) return null;
  return h(
    "section.no-print",
    {},
    h("h2", {}, t("statistics.limit")),
    h(
      "div.limit-hands",
      {},
      kept.map((one) => {
        const name = players[one.winner].name;
        const caption = t("sheet.limit-hand", { name, what: one.why.join(", "), n: one.hand });
        return h(
          "figure",
          {},
          one.photos.map((photo) =>
            h("img.kept", {
              src: `${url}/photos/${encodeURIComponent(photo)}`,
              alt: t("table.photo-of", { n: one.hand }),
              loading: "lazy",
            }),
          ),
          h("figcaption", {}, caption),
        );
      }),
    ),
  );
}

replace(
  main,
  head(),
  foreign.length ? h("p.note.no-print", {}, t("sheet.letters", { names: foreign.join(", ") })) : null,
  whoPlayed(),
  lines.length
    ? h(
        "div.line-of-all",
        {},
        h("div.no-print", {}, storyChart(story)),
        h("div.print-only", { "aria-hidden": "true" }, storyChart(story, { paper: true })),
      )
    : null,
  hands(),
  atTheEnd(),
  limitHands(),
);

const { chart, row } = heightsOnPaper();
main.style.setProperty("--chart", `${chart.toFixed(1)}mm`);
main.style.setProperty("--row", `${row.toFixed(2)}mm`);
main.style.setProperty("--digits", String(longest()));
