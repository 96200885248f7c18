/** The players over all evenings: what people quote, everyone's line, who pays whom, limit hands. */

import { get } from "../api.js";
import { lines } from "../chart.js";
import { h, replace, svg } from "../dom.js";
import { allTiles, fromJson } from "../hand.js";
import { dot, transfers } from "../payments.js";
import { searchField } from "../search.js";
import { colourOf } from "../seats.js";
import { day, number, percent, shortDay, signed, t } from "../text.js";
import { tile } from "../tiles.js";
import { latestOnly, start } from "../ui.js";

/** More lines in one picture could not be told apart. */
const MOST_LINES = 6;
/** More pairs nobody reads; the first are those that people speak of. */
const MOST_PAIRS = 12;

const main = start("statistics");
const box = h("div.stack", { "aria-live": "polite" });

const show = latestOnly((search = "") => get(`/api/statistics?search=${encodeURIComponent(search)}`), draw);

function draw(found) {
  const { players, hands } = found;
  replace(
    box,
    hands ? quoted(found) : null,
    players.length ? cards(found) : h("div.empty", {}, h("p", {}, t("statistics.none"))),
    found.evenings.length > 1 ? overTheMonths(found) : null,
    found.between.length ? whoPaysWhom(found) : null,
    found.limit_hands.length ? limitHands(found) : null,
  );
}

const section = (title, ...content) => h("section.stack", {}, h("h2", {}, title), content);
const most = (list, of) => list.reduce((best, one) => (of(one) > of(best) ? one : best));

// --- what people quote

function quoted({ players, evenings, between }) {
  const highest = most(players, (one) => one.highest);
  const evening = evenings.find((one) => one.id === highest.highest_evening);
  const best = most(players, (one) => one.best_evening);
  const run = most(players, (one) => one.in_a_row);
  return section(
    t("statistics.quoted"),
    h(
      "ul.plain.quoted",
      {},
      [
        evening
          ? h(
              "a",
              { href: `/table/${evening.id}/sheet` },
              t("statistics.quote.highest", {
                name: highest.name,
                score: number(highest.highest),
                when: day(evening.started),
              }),
            )
          : null,
        best.best_evening > 0
          ? t("statistics.quote.best", { name: best.name, points: signed(best.best_evening) })
          : null,
        run.in_a_row > 1 ? t("statistics.quote.in-a-row", { name: run.name, count: run.in_a_row }) : null,
        between[0]?.points
          ? t("statistics.quote.paid", {
              from: players[between[0].from].name,
              to: players[between[0].to].name,
              points: number(between[0].points),
            })
          : null,
      ]
        .filter(Boolean)
        .map((words) => h("li", {}, words)),
    ),
  );
}

// --- the players

const cards = ({ players }) =>
  h(
    "ul.plain.player-cards",
    { "aria-label": t("page.statistics") },
    players.map((one, place) => card(one, place, players)),
  );

function card(one, place, players) {
  const facts = [
    ["points", signed(one.points)],
    ["won", t("statistics.won-of", { won: number(one.won), hands: number(one.hands) })],
    ["highest", highestOf(one)],
    ["rank", one.highest_evening ? rank(one.highest_rank) : null],
    ["average", number(one.average)],
    ["in-a-row", one.in_a_row ? number(one.in_a_row) : null],
    ["limit", one.limit_hands ? number(one.limit_hands) : null],
    ["best", signed(one.best_evening)],
    ["evenings", number(one.evenings)],
  ];
  return h(
    "li.panel.player-card",
    {},
    h("h2", {}, dot({ players }, place), one.name),
    share(one.won_share, colourOf(players, place), one.name),
    h(
      "dl.facts",
      {},
      facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) =>
          h("div", {}, h("dt", {}, t(`statistics.${name}`)), h("dd.number", {}, value)),
        ),
    ),
  );
}

const highestOf = (one) =>
  one.highest_evening ? h("a", { href: `/table/${one.highest_evening}/sheet` }, number(one.highest)) : null;

/** Of all hands that anybody won, how many scored as high. */
const rank = ({ as_high: high, of_won: won }) =>
  t("statistics.rank-of", { high: number(high), won: number(won) });

/** What part of the hands a player won, as a bar. */
function share(part, colour, name) {
  const label = t("statistics.share", { name, share: percent(part) });
  return h(
    "div.share-of",
    {},
    svg(
      "svg",
      { class: "share", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
      svg("rect", { class: "whole", x: 0, y: 0, width: 100, height: 6 }),
      svg("rect", { x: 0, y: 0, width: (100 * part).toFixed(2), height: 6, fill: colour }),
    ),
    h("span.muted.small", { "aria-hidden": "true" }, t("statistics.share-short", { share: percent(part) })),
  );
}

// --- over the months

function overTheMonths({ players, evenings }) {
  const shown = players.slice(0, MOST_LINES);
  return section(
    t("statistics.months"),
    h(
      "div.panel",
      {},
      lines({
        label: t("statistics.months-label"),
        names: evenings.map((one) => shortDay(one.started)),
        runs: shown.map((one, place) => ({
          name: one.name,
          colour: colourOf(players, place),
          values: fromTheFirst(one.line),
        })),
      }),
    ),
    shown.length < players.length ? h("p.muted.small", {}, t("statistics.months-some")) : null,
    h(
      "details",
      {},
      h("summary", {}, t("statistics.months-table")),
      h(
        "div.scroll",
        { tabIndex: 0, role: "region", "aria-label": t("statistics.months-table") },
        monthsTable(shown, evenings),
      ),
    ),
  );
}

/** A player's line begins at nothing just before the player's first evening. */
function fromTheFirst(line) {
  const values = [null, ...line];
  values[values.findIndex((points) => points !== null) - 1] = 0;
  return values;
}

const monthsTable = (players, evenings) =>
  h(
    "table",
    {},
    h("caption.unseen", {}, t("statistics.months-table")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("new.rest")),
        players.map((one) => h("th.number", { scope: "col" }, one.name)),
      ),
    ),
    h(
      "tbody",
      {},
      evenings.map((evening, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("a", { href: `/table/${evening.id}/sheet` }, day(evening.started))),
          players.map((one) => h("td.number", {}, one.line[i] === null ? "–" : number(one.line[i]))),
        ),
      ),
    ),
  );

// --- who pays whom

const whoPaysWhom = ({ players, between }) =>
  section(
    t("statistics.paid"),
    transfers(
      { players },
      between.slice(0, MOST_PAIRS).map((pair) => ({
        ...pair,
        why: t("sheet.both-ways", { gave: number(pair.gave), got: number(pair.got) }),
      })),
    ),
  );

// --- limit hands

const limitHands = (found) =>
  section(t("statistics.limit"), h("div.limit-hands", {}, found.limit_hands.map(limitHand)));

function limitHand(one) {
  const photos = one.photos.map((photo) =>
    h("img.kept", {
      src: `/api/evenings/${one.evening}/photos/${encodeURIComponent(photo)}`,
      alt: t("table.photo-of", { n: one.n }),
      loading: "lazy",
    }),
  );
  return h(
    "figure.panel",
    {},
    photos.length
      ? photos
      : h(
          "div.tiles-of",
          {},
          allTiles(fromJson(one.hand)).map(({ code }) => tile(code)),
        ),
    h(
      "figcaption",
      {},
      h("strong", {}, one.names.join(", ")),
      ` ${number(one.score)}`,
      h("br"),
      h(
        "a",
        { href: `/table/${one.evening}/sheet` },
        t("statistics.limit-where", { name: one.player, when: day(one.started), n: one.n }),
      ),
    ),
  );
}

replace(
  main,
  h("h1", {}, t("page.statistics")),
  h("div.stack", {}, searchField(t("statistics.search"), show), box),
);
await show();
