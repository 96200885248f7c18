/** The hands that were settled: the last one with its payments, all of them as a list, each opened. */

import { send } from "./api.js";
import { confirmChange } from "./changes.js";
import { h, icon } from "./dom.js";
import { standing } from "./entry-state.js";
import { dot, ofEach, payments, transfers } from "./payments.js";
import { scoreView } from "./score.js";
import { playerAt, seated } from "./seats.js";
import { enter, showGoOn } from "./table-entering.js";
import { first, listed, number, signed, t } from "./text.js";
import { WINDS } from "./tiles.js";
import { dialog, toast } from "./ui.js";

export const byPlayer = (hand) =>
  hand.payments.map(({ from, to, points }) => ({ from: hand.seats[from], to: hand.seats[to], points }));

/** What each player won by a hand. */
export function netByPlayer(evening, hand) {
  const net = evening.players.map(() => 0);
  for (const [seat, points] of Object.entries(hand.net)) net[hand.seats[seat]] = points;
  return net;
}

/** Who ended a hand that nobody won: by washing, or by a false call. */
const enders = ({ players }, { events = [], result, seats }) =>
  listed(events.filter(({ kind }) => kind === result).map(({ seat }) => players[seats[seat]].name));

function handTitle(evening, hand) {
  if (!hand.winner) {
    return t(`table.result.${hand.result ?? "draw"}`, { n: hand.n, name: enders(evening, hand) });
  }
  return t("table.won", {
    n: hand.n,
    name: playerAt(evening, hand.winner, hand.seats),
    score: number(hand.scores[hand.winner] ?? 0),
  });
}

/** The hand that lies on the table, who paid whom, and the way back. */
export const lastHand = (table, hand) =>
  hand
    ? lastPanel(
        table,
        h("h2", {}, handTitle(table.evening, hand)),
        payments(table.evening, hand.seats, hand),
        `hand ${table.evening.hand_count} settled`,
      )
    : lastPanel(table, h("p.muted", {}, t("table.first", { name: playerAt(table.evening, "E") })));

/** After the end who owes whom stands in its place. final: as GET …/final answers. */
export const whoOwes = (table, { transfers: owed, currency }) =>
  lastPanel(
    table,
    h("h2", {}, t("final.owes")),
    owed.length ? transfers(table.evening, owed, currency) : h("p.muted", {}, t("final.even")),
  );

/** A title, its payments, and the way back and forth; shown: the change that they are of, in its words. */
function lastPanel(table, title, paid = null, shown = "") {
  const { evening, keeper } = table;
  const undo = keeper && evening.undo;
  const words = t("table.undo", { what: evening.undo_words });
  // Where the last change was another than what is shown, the button says so.
  const isShown = undo && shown && undo.startsWith(shown);
  const takeBack = async () => {
    if (await table.change("POST", "/undo")) showGoOn(table);
  };
  return [
    h(
      "div.panel.stack.last-hand",
      {},
      h(
        "div.last-head",
        {},
        title,
        undo
          ? h(
              "button",
              { "data-key": "undo", onclick: takeBack, "aria-label": words },
              icon("undo"),
              t("table.undo-short"),
            )
          : null,
      ),
      undo && !isShown ? h("p.muted.small", {}, words) : null,
      paid,
    ),
    evening.redo_words && keeper
      ? h(
          "button.quiet",
          { "data-key": "redo", onclick: () => table.change("POST", "/redo") },
          icon("redo"),
          first(evening.redo_words),
        )
      : null,
  ];
}

/** Every hand, the last one first. */
export function ledger(table) {
  const entries = [...table.evening.hands].reverse();
  return h(
    "section",
    { "aria-label": t("table.ledger") },
    h("h2", {}, t("table.ledger")),
    entries.length
      ? h(
          "ol.hand-list",
          {},
          entries.map((hand) => h("li", {}, handLine(table, hand))),
        )
      : h("p.muted", {}, t("table.no-hands")),
  );
}

function handLine(table, hand) {
  const { evening } = table;
  const net = netByPlayer(evening, hand);
  return h(
    "button.hand-line",
    { "data-key": `hand-${hand.n}`, onclick: () => showHand(table, hand) },
    h("span.n.number", {}, String(hand.n)),
    h(
      "span",
      {},
      hand.winner
        ? [dot(evening, hand.seats[hand.winner]), playerAt(evening, hand.winner, hand.seats)]
        : t(`table.line.${hand.result ?? "draw"}`, { name: enders(evening, hand) }),
      hand.corrected ? h("em.muted.small", {}, ` ${t("table.corrected")}`) : null,
    ),
    h("span.number", {}, hand.winner ? number(hand.scores[hand.winner] ?? 0) : "–"),
    ofEach(evening, "nets", (place) => h("span", {}, signed(net[place])), seated(hand)),
  );
}

async function showHand(table, hand) {
  const { evening, url } = table;
  table.update({ shownHand: hand.n });
  const chosen = await dialog({
    title: handTitle(evening, hand),
    content: () =>
      h(
        "div.stack",
        {},
        payments(evening, hand.seats, hand),
        hand.notes.map((note) => h("p.note", {}, note)),
        hand.note ? h("p.note", {}, hand.note) : null,
        WINDS.filter((seat) => seat in hand.scores).map((seat) => scoreOf(evening, hand, seat)),
        (hand.photos ?? []).map((name) => photograph(evening, hand, name, url)),
      ),
    actions: (close) => [
      h("button", { "data-key": "remove", onclick: () => close("remove") }, t("table.remove-short")),
      h("button.primary", { "data-key": "correct", onclick: () => close("correct") }, t("table.correct")),
    ],
  });
  table.update({ shownHand: null });
  if (!chosen) return;
  const stands = standing(hand, table.evening);
  if (!stands) toast(t("entry.hand-gone", { n: hand.n }), { bad: true });
  else if (chosen === "remove") await removeHand(table, stands);
  else await enter(table, { replaces: stands });
}

/** A photograph of the hand, and whose tiles it shows, as far as that is known. */
function photograph(evening, hand, name, url) {
  const whose = WINDS.filter((seat) => hand.photo_of?.[seat] === name);
  const names = listed(whose.map((seat) => playerAt(evening, seat, hand.seats)));
  return h(
    "figure.photograph",
    {},
    h("img.kept", {
      src: `${url}/photos/${encodeURIComponent(name)}`,
      alt: t("table.photo-of", { n: hand.n }),
      loading: "lazy",
    }),
    whose.length ? h("figcaption", {}, t("table.tiles-in-photo", { names })) : null,
  );
}

const scoreOf = (evening, hand, seat) =>
  h(
    "details",
    {},
    h(
      "summary.row.apart",
      { "data-key": `score-of-${seat}` },
      h(
        "span",
        {},
        dot(evening, hand.seats[seat]),
        `${playerAt(evening, seat, hand.seats)}, ${t(`wind.${seat}`)}`,
      ),
      h("span.number", {}, number(hand.scores[seat])),
    ),
    hand.explained?.[seat]
      ? scoreView(hand.explained[seat], { brief: true })
      : h("p.muted", {}, t("table.typed")),
  );

async function removeHand({ evening, url, change }, hand) {
  const title = t("table.remove", { n: hand.n });
  const preview = await send("POST", `${url}/preview`, { removes: hand.n }, { guarded: false });
  if (await confirmChange({ evening, preview, title, yes: title })) {
    await change("DELETE", `/hands/${hand.n}`, undefined, { version: evening.version });
  }
}
