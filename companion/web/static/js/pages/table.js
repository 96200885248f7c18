/** The tablet on the table: who is East, totals, the hand just settled, and the one button to go on. */

import { byRulesOf, currentSession, follow, freshKey, get, send } from "../api.js";
import { aids } from "../aids.js";
import { chart, totalsTable } from "../chart.js";
import { counters } from "../counters.js";
import { h, icon, redraw } from "../dom.js";
import { changes, confirmChange } from "../changes.js";
import { enterHand, openSheet } from "../entry.js";
import { progressOf } from "../entry-seats.js";
import { isBegun, seatsOf } from "../entry-state.js";
import { here, keepHere } from "../here.js";
import { payments, transfers, dot } from "../payments.js";
import { Pending, missHand, missedHand } from "../pending.js";
import { photographer } from "../photo.js";
import { scoreView } from "../score.js";
import { playerAt, tableView, windOf } from "../seats.js";
import { lookFor } from "../shot.js";
import { showMore } from "../table-repairs.js";
import { number, signed, t } from "../text.js";
import { WINDS } from "../tiles.js";
import { askForPin, complain, dialog, roleButton, start, toast } from "../ui.js";
import { canStayAwake, stayAwake } from "../wake.js";

const main = start("table");
const id = document.body.dataset.evening;
const url = `/api/evenings/${encodeURIComponent(id)}`;
let evening = await get(url);
let connected = true;
let changing = false; // our own change is under way; its news need not be told
let shownHand = null; // which hand's arrows are on the table; null: the last one
const awake = stayAwake(() => !evening.ended);

const pending = new Pending(evening, () => draw());
const camera = photographer((shot) => enter({ shot }), {
  look: lookFor(evening, Object.keys(evening.seats).length),
});

/** What the dialogs of this page work with. */
const table = {
  id,
  url,
  get evening() {
    return evening;
  },
  change,
  draw,
};

const page = h("div.table-page");
const feltBox = h("section", { "aria-label": t("table.label") });
const side = h("section.table-side", { "aria-label": t("table.side") });
page.append(feltBox, side);
main.replaceChildren(page);

const lastHand = () => evening.hands.at(-1) ?? null;
const byPlayer = (hand) =>
  hand.payments.map(({ from, to, points }) => ({ from: hand.seats[from], to: hand.seats[to], points }));
const netByPlayer = (hand) => {
  const net = evening.players.map(() => 0);
  for (const [seat, points] of Object.entries(hand.net)) net[hand.seats[seat]] = points;
  return net;
};

async function draw() {
  const hand = shownHand ? (evening.hands.find((one) => one.n === shownHand) ?? lastHand()) : lastHand();
  const mine = here(id);
  redraw(
    feltBox,
    tableView(evening, {
      near: mine.near ?? 0,
      facing: mine.facing,
      payments: hand ? byPlayer(hand) : [],
      net: hand ? netByPlayer(hand) : null,
      onplayer: showPlayer,
    }),
  );
  const session = await currentSession();
  const keeper = session.role === "scorekeeper";
  redraw(
    side,
    h(
      "div.state",
      {},
      h("h1", {}, evening.title || t("table.untitled")),
      linkState(),
      await roleButton(draw),
    ),
    evening.ended
      ? h(
          "div.enter-row",
          {},
          h("button.primary", { "data-key": "final", onclick: showFinal }, icon("scales"), t("table.final")),
        )
      : enterRow(),
    missedNote(),
    pendingStrip(),
    h(
      "nav.tools",
      { "aria-label": t("table.tools") },
      tool("book", t("table.aids"), showAids),
      tool("chart", t("table.chart"), showChart),
      tool("scales", t("table.final"), showFinal),
      h("a.button", { href: `/table/${id}/sheet` }, icon("print"), t("table.sheet")),
      tool("people", t("table.join"), showJoin),
      tool("more", t("table.more"), () => showMore(table)),
    ),
    hand
      ? h(
          "div.panel.stack.last-hand",
          {},
          h(
            "div.last-head",
            {},
            h("h2", {}, handTitle(hand)),
            evening.undo && keeper
              ? h(
                  "button",
                  {
                    "data-key": "undo",
                    onclick: () => step("undo"),
                    "aria-label": t("table.undo", { what: evening.undo }),
                  },
                  icon("undo"),
                  t("table.undo-short"),
                )
              : null,
          ),
          // Where the last change was another than this hand, the button says so.
          evening.undo && keeper && !evening.undo.startsWith(`hand ${evening.hand_count} settled`)
            ? h("p.muted.small", {}, t("table.undo", { what: evening.undo }))
            : null,
          payments(evening, hand.seats, hand),
        )
      : h(
          "div.panel",
          {},
          h("p.muted", {}, t("table.first", { name: playerAt(evening, "E") })),
          evening.undo && keeper
            ? h(
                "button",
                { onclick: () => step("undo") },
                icon("undo"),
                t("table.undo", { what: evening.undo }),
              )
            : null,
        ),
    evening.redo && keeper
      ? h(
          "button.quiet",
          { "data-key": "redo", onclick: () => step("redo") },
          icon("redo"),
          t("table.redo", { what: evening.redo }),
        )
      : null,
    canStayAwake() || evening.ended ? null : h("p.muted.small", {}, t("table.no-wake")),
    evening.set_complete && !evening.ended ? h("p.note", {}, t("table.set-complete")) : null,
    ledger(),
  );
  awake();
}

/** The ways to enter the next hand; the photograph is the first. */
function enterRow() {
  const begun = isBegun(pending.parts);
  return h(
    "div.enter-row",
    {},
    h(
      "button.primary.photograph",
      { "data-key": "photograph", onclick: photographHand },
      icon("camera"),
      t("table.photograph", { n: evening.hand }),
    ),
    h(
      "button",
      { "data-key": "enter", onclick: () => enter() },
      icon("keypad"),
      t(begun ? "table.enter-on" : "table.enter", { n: evening.hand }),
    ),
    begun
      ? null
      : h("button", { "data-key": "drawn", onclick: () => enter({ result: "draw" }) }, t("table.drawn")),
    camera.inputs,
  );
}

/** What others are entering, as everyone sees it while it is filled. */
function pendingStrip() {
  if (evening.ended || !isBegun(pending.parts)) return null;
  const seats = seatsOf(evening.seats);
  const lines = progressOf(pending.parts, seats, (seat) => playerAt(evening, seat));
  const { winner } = pending.parts;
  return h(
    "div.panel.pending",
    { role: "status", "aria-label": t("progress.title", { n: evening.hand }) },
    h(
      "strong",
      {},
      winner
        ? t("progress.won", { name: playerAt(evening, winner) })
        : t("progress.title", { n: evening.hand }),
    ),
    lines.map((line) => h("span", {}, line)),
  );
}

/** A hand of this device that another device settled first: it is kept until somebody has looked at it. */
function missedNote() {
  const missed = missedHand(id);
  if (!missed) return null;
  const hand = evening.hands.find((one) => one.n === missed.n);
  const over = () => {
    missHand(id, null);
    draw();
  };
  return h(
    "div.warning.stack",
    {},
    h("p", {}, t("entry.elsewhere", { n: missed.n })),
    h(
      "div.row",
      {},
      hand
        ? h(
            "button",
            { "data-key": "missed-correct", onclick: () => enter({ replaces: hand, parts: missed.parts }) },
            t("entry.elsewhere-correct", { n: missed.n }),
          )
        : null,
      h("button.quiet", { "data-key": "missed-drop", onclick: over }, t("entry.elsewhere-drop")),
    ),
  );
}

/** Who enters a hand is asked for the PIN first, once, and not after the work. */
async function mayEnter() {
  if ((await currentSession()).role === "scorekeeper") return true;
  const may = await askForPin();
  if (may) await draw();
  return may;
}

async function photographHand() {
  if (await mayEnter()) await camera.take();
}

const tool = (name, text, onclick) => h("button", { onclick, "data-key": `tool-${name}` }, icon(name), text);
function linkState() {
  const element = h("span.link-state", { role: "status" }, t(connected ? "table.connected" : "table.lost"));
  element.classList.toggle("lost", !connected);
  return element;
}

function handTitle(hand) {
  if (hand.winner) {
    return t("table.won", {
      n: hand.n,
      name: playerAt(evening, hand.winner, hand.seats),
      score: number(hand.scores[hand.winner] ?? 0),
    });
  }
  return t(`table.result.${hand.result ?? "draw"}`, { n: hand.n });
}

function ledger() {
  const entries = [...evening.hands].reverse();
  return h(
    "section",
    { "aria-label": t("table.ledger") },
    h("h2", {}, t("table.ledger")),
    entries.length
      ? h(
          "ol.hand-list",
          {},
          entries.map((hand) =>
            h(
              "li",
              {},
              h(
                "button.hand-line",
                { "data-key": `hand-${hand.n}`, onclick: () => showHand(hand) },
                h("span.n.number", {}, String(hand.n)),
                h(
                  "span",
                  {},
                  hand.winner
                    ? [dot(evening, hand.seats[hand.winner]), playerAt(evening, hand.winner, hand.seats)]
                    : t(`result.${hand.result ?? "draw"}`),
                  hand.corrected ? h("em.muted.small", {}, ` ${t("table.corrected")}`) : null,
                ),
                h("span.number", {}, hand.winner ? number(hand.scores[hand.winner] ?? 0) : "–"),
                h(
                  "span.nets",
                  {},
                  evening.players.map((player, place) =>
                    h(
                      "span",
                      {},
                      dot(evening, place),
                      h("span.unseen", {}, `${player.name} `),
                      signed(netByPlayer(hand)[place]),
                    ),
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", {}, t("table.no-hands")),
    evening.penalties.length
      ? h(
          "div",
          {},
          h("h3", {}, t("table.penalties")),
          evening.penalties.map((paid) =>
            h(
              "div.panel.stack",
              {},
              transfers(
                evening,
                paid.payments.map((one) => ({ ...one, why: paid.why })),
              ),
              h(
                "button.quiet",
                {
                  "data-key": `take-back-${paid.id}`,
                  onclick: () => change("DELETE", `/penalties/${paid.id}`),
                },
                t("penalty.take-back"),
              ),
            ),
          ),
        )
      : null,
  );
}

// --- changing the game

/** Every change answers with what it altered; the page shows that and the new state. */
async function change(method, path, body) {
  changing = true;
  try {
    const answer = await send(method, url + path, body, { key: freshKey(), version: evening.version });
    await refresh();
    const altered = (answer.changed ?? []).filter((one) => one.n <= evening.hand_count);
    toast(
      answer.what ? t("table.done", { what: answer.what }) : t("done"),
      altered.length > 1
        ? {
            action: {
              label: t("entry.changes"),
              run: () => dialog({ title: t("entry.changes"), content: () => changes(evening, altered) }),
            },
          }
        : {},
    );
    return answer;
  } catch (error) {
    complain(error);
    if (error.status === 409) await refresh();
    return null;
  } finally {
    changing = false;
  }
}

const step = (what) => change("POST", `/${what}`);

async function refresh() {
  const before = evening.version;
  evening = await get(url);
  if (evening.version !== before) shownHand = null;
  openSheet()?.news(evening);
  pending.moveTo(evening.hand);
  await pending.refresh();
  await draw();
}

async function enter(how = {}) {
  if (!(await mayEnter())) return;
  const answer = await enterHand({ evening, pending, ...how });
  pending.onchange = () => draw();
  if (answer?.correct) {
    await refresh();
    await enter({ replaces: evening.hands.find((one) => one.n === answer.correct), parts: answer.parts });
    return;
  }
  changing = true;
  try {
    await refresh();
  } finally {
    changing = false;
  }
  if (answer?.takeOver) {
    pending.set(answer.takeOver);
    await enter();
  } else if (answer && how.replaces) {
    missHand(id, null);
    toast(t("table.done", { what: answer.what }));
  } else if (answer) toast(t("table.settled", { n: answer.n }));
  await draw();
}

// --- dialogs

function showHand(hand) {
  shownHand = hand.n;
  draw();
  return dialog({
    title: handTitle(hand),
    content: () =>
      h(
        "div.stack",
        {},
        payments(evening, hand.seats, hand),
        hand.note ? h("p.note", {}, hand.note) : null,
        WINDS.filter((seat) => seat in hand.seats).map((seat) =>
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
              h("span.number", {}, number(hand.scores[seat] ?? 0)),
            ),
            hand.explained?.[seat]
              ? scoreView(hand.explained[seat], { brief: true })
              : h("p.muted", {}, t("table.typed")),
          ),
        ),
        (hand.photos ?? []).map((name) =>
          h("img.kept", {
            src: `${url}/photos/${encodeURIComponent(name)}`,
            alt: t("table.photo-of", { n: hand.n }),
            loading: "lazy",
          }),
        ),
      ),
    actions: (close) => [
      h(
        "button",
        {
          "data-key": "remove",
          onclick: () => {
            close();
            removeHand(hand);
          },
        },
        t("table.remove-short"),
      ),
      h(
        "button.primary",
        {
          onclick: () => {
            close();
            enter({ replaces: hand });
          },
        },
        t("table.correct"),
      ),
    ],
  }).then(() => {
    shownHand = null;
    draw();
  });
}

async function removeHand(hand) {
  const title = t("table.remove", { n: hand.n });
  const preview = await send("POST", `${url}/preview`, { removes: hand.n }, { guarded: false });
  if (await confirmChange({ evening, preview, title, yes: title })) {
    await change("DELETE", `/hands/${hand.n}`);
  }
}

function showPlayer(place) {
  const wind = windOf(evening.seats, place);
  return dialog({
    title: evening.players[place].name,
    content: (close) =>
      h(
        "div.stack",
        {},
        h("p", {}, wind ? t(`wind.${wind}`) : t("table.out")),
        h(
          "p.row.apart",
          {},
          h("span.muted", {}, t("table.total")),
          h("span.number", {}, number(evening.totals[place])),
        ),
        h("h3", {}, t("counters.title")),
        counters(evening.counters[place]),
        h("button", { onclick: () => close("near") }, t("table.sit-here")),
        h(
          "button",
          {
            "data-key": "owner",
            "aria-pressed": String(here(id).owner === place),
            onclick: () => close(here(id).owner === place ? "nobody" : "owner"),
          },
          t("table.owner", { name: evening.players[place].name }),
        ),
        wind && !evening.ended
          ? h("button", { onclick: () => close("photo") }, icon("camera"), t("table.enter-for"))
          : null,
      ),
  }).then((chosen) => {
    if (chosen === "near") {
      keepHere(id, { near: place });
      draw();
    }
    if (chosen === "owner") keepHere(id, { owner: place, near: place });
    if (chosen === "nobody") keepHere(id, { owner: null });
    if (chosen) draw();
    if (chosen === "photo") photographHand();
  });
}

const showChart = () =>
  dialog({
    title: t("table.chart"),
    wide: true,
    content: () => h("div.stack", {}, chart(evening), totalsTable(evening)),
  });

async function showFinal() {
  const final = await get(`${url}/final`).catch((error) => {
    complain(error);
    return null;
  });
  if (!final) return;
  const chosen = await dialog({
    title: t("table.final"),
    content: () =>
      h(
        "div.stack",
        {},
        final.transfers.length
          ? [h("p.muted", {}, t("final.why")), transfers(evening, final.transfers, final.currency)]
          : h("p", {}, t("final.even")),
        h(
          "div.row",
          {},
          [
            ["export.zip", t("final.backup")],
            ["sheet.pdf", "PDF"],
            ["export.csv", "CSV"],
            ["export.json", "JSON"],
          ].map(([file, text]) => h("a.button", { href: `${url}/${file}`, download: true }, text)),
        ),
      ),
    actions: (close) =>
      evening.ended
        ? [h("button.primary", { onclick: () => close() }, t("close"))]
        : [
            h("button", { onclick: () => close() }, t("final.go-on")),
            h("button.primary", { "data-key": "end", onclick: () => close("end") }, t("final.end")),
          ],
  });
  if (chosen === "end") await change("POST", "/end");
}

const showAids = () =>
  dialog({
    title: t("table.aids"),
    wide: true,
    content: () =>
      h(
        "div.stack",
        {},
        aids(evening),
        h(
          "a.button",
          { href: byRulesOf(evening)(`/rules/${encodeURIComponent(evening.ruleset)}`) },
          icon("book"),
          t("table.rules"),
        ),
      ),
  });

async function showJoin() {
  const path = `/table/${id}`;
  const joined = await get(`/api/join?path=${encodeURIComponent(path)}`).catch((error) => {
    complain(error);
    return null;
  });
  if (joined) {
    await dialog({
      title: t("table.join"),
      content: () =>
        h(
          "div.stack",
          {},
          h("p", {}, t("join.why")),
          h("img.qr", { src: joined.qr, alt: t("join.alt") }),
          joined.urls.map((one) => h("p.way-in", {}, one)),
        ),
    });
  }
}

// --- live

await draw();
pending.refresh();
follow(
  `${url}/events`,
  (news) => {
    if (changing) return;
    if (news.version === evening.version) {
      if (news.draft) pending.refresh();
      return;
    }
    const busy = document.querySelector("dialog[open]");
    refresh()
      .then(() => {
        if (!busy && news.what && news.what !== "now") toast(t("table.news", { what: news.what }));
      })
      .catch(complain);
  },
  (on) => {
    if (on !== connected) {
      connected = on;
      side.querySelector(".link-state")?.replaceWith(linkState());
      if (on) refresh().catch(complain);
    }
  },
);

const asked = new URLSearchParams(location.search).get("enter");
if (asked) {
  window.history.replaceState(null, "", location.pathname);
  const kept = JSON.parse(sessionStorage.getItem("kept-hand") ?? "null");
  sessionStorage.removeItem("kept-hand");
  if (asked === "kept" && kept && !evening.ended) {
    enter({ begin: { ...kept, blob: kept.picture ? blobOf(kept.picture) : null } });
  } else if (asked === "hand" && !evening.ended) enter();
}

function blobOf(data) {
  const [head, body] = data.split(",");
  return new Blob([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], {
    type: head.slice(5).split(";")[0],
  });
}
