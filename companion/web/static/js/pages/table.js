/** The tablet on the table: who is East, totals, the hand just settled, and the one button to go on. */

import { byRulesOf, currentSession, follow, freshKey, get, send } from "../api.js";
import { aids } from "../aids.js";
import { chart, totalsTable } from "../chart.js";
import { counters } from "../counters.js";
import { h, icon, redraw } from "../dom.js";
import { changes, enterHand, hasDraft } from "../entry.js";
import { here, keepHere } from "../here.js";
import { payments, transfers, dot } from "../payments.js";
import { scoreView } from "../score.js";
import { colourOf, playerAt, tableView, windOf } from "../seats.js";
import { clock, number, signed, t } from "../text.js";
import { WINDS } from "../tiles.js";
import { check, complain, confirm, dialog, field, roleButton, segments, select, start, toast } from "../ui.js";
import { stayAwake } from "../wake.js";

const main = start("table");
const id = document.body.dataset.evening;
const url = `/api/evenings/${encodeURIComponent(id)}`;
let evening = await get(url);
let connected = true;
let changing = false; // our own change is under way; its news need not be told
let shownHand = null; // which hand's arrows are on the table; null: the last one
const awake = stayAwake(() => !evening.ended);

const page = h("div.table-page");
const feltBox = h("section", { "aria-label": t("table.label") });
const side = h("section.table-side", { "aria-label": t("table.side") });
page.append(feltBox, side);
main.replaceChildren(page);

const lastHand = () => evening.hands.at(-1) ?? null;
const byPlayer = (hand) => hand.payments.map(({ from, to, points }) => ({ from: hand.seats[from], to: hand.seats[to], points }));
const netByPlayer = (hand) => { const net = evening.players.map(() => 0); for (const [seat, points] of Object.entries(hand.net)) net[hand.seats[seat]] = points; return net; };

async function draw() {
  const hand = shownHand ? evening.hands.find((one) => one.n === shownHand) ?? lastHand() : lastHand();
  const mine = here(id);
  redraw(feltBox, tableView(evening, { near: mine.near ?? 0, facing: mine.facing, payments: hand ? byPlayer(hand) : [], net: hand ? netByPlayer(hand) : null, onplayer: showPlayer }));
  const session = await currentSession();
  const keeper = session.role === "scorekeeper";
  redraw(side,
    h("div.state", {}, h("h1", {}, evening.title || t("table.untitled")), linkState(), await roleButton(draw)),
    h("div.enter-row", {}, evening.ended
      ? h("button.primary", { "data-key": "final", onclick: showFinal }, icon("scales"), t("table.final"))
      : h("button.primary", { "data-key": "enter", onclick: () => enter() }, t(hasDraft(evening) ? "table.enter-on" : "table.enter", { n: evening.hand }))),
    h("nav.tools", { "aria-label": t("table.tools") },
      tool("book", t("table.aids"), showAids), tool("chart", t("table.chart"), showChart), tool("scales", t("table.final"), showFinal),
      h("a.button", { href: `/table/${id}/sheet` }, icon("print"), t("table.sheet")), tool("people", t("table.join"), showJoin), tool("more", t("table.more"), showMore)),
    hand ? h("div.panel.stack.last-hand", {}, h("div.last-head", {}, h("h2", {}, handTitle(hand)), evening.undo && keeper ? h("button", { "data-key": "undo", onclick: () => step("undo"), "aria-label": t("table.undo", { what: evening.undo }) }, icon("undo"), t("table.undo-short")) : null),
      // Where the last change was another than this hand, the button says so.
      evening.undo && keeper && !evening.undo.startsWith(`hand ${evening.hand_count} settled`) ? h("p.muted.small", {}, t("table.undo", { what: evening.undo })) : null, payments(evening, hand.seats, hand))
      : h("div.panel", {}, h("p.muted", {}, t("table.first", { name: playerAt(evening, "E") })), evening.undo && keeper ? h("button", { onclick: () => step("undo") }, icon("undo"), t("table.undo", { what: evening.undo })) : null),
    evening.redo && keeper ? h("button.quiet", { "data-key": "redo", onclick: () => step("redo") }, icon("redo"), t("table.redo", { what: evening.redo })) : null,
    evening.set_complete && !evening.ended ? h("p.note", {}, t("table.set-complete")) : null,
    ledger());
  awake();
}

const tool = (name, text, onclick) => h("button", { onclick, "data-key": `tool-${name}` }, icon(name), text);
function linkState() {
  const element = h("span.link-state", { role: "status" }, t(connected ? "table.connected" : "table.lost"));
  element.classList.toggle("lost", !connected);
  return element;
}

function handTitle(hand) {
  if (hand.winner) return t("table.won", { n: hand.n, name: playerAt(evening, hand.winner, hand.seats), score: number(hand.scores[hand.winner] ?? 0) });
  return t(`table.result.${hand.result ?? "draw"}`, { n: hand.n });
}

function ledger() {
  const entries = [...evening.hands].reverse();
  return h("section", { "aria-label": t("table.ledger") }, h("h2", {}, t("table.ledger")),
    entries.length ? h("ol.hand-list", {}, entries.map((hand) => h("li", {}, h("button.hand-line", { "data-key": `hand-${hand.n}`, onclick: () => showHand(hand) },
      h("span.n.number", {}, String(hand.n)),
      h("span", {}, hand.winner ? [dot(evening, hand.seats[hand.winner]), playerAt(evening, hand.winner, hand.seats)] : t(`result.${hand.result ?? "draw"}`), hand.corrected ? h("em.muted.small", {}, ` ${t("table.corrected")}`) : null),
      h("span.number", {}, hand.winner ? number(hand.scores[hand.winner] ?? 0) : "–"),
      h("span.nets", {}, evening.players.map((player, place) => h("span", {}, dot(evening, place), h("span.unseen", {}, `${player.name} `), signed(netByPlayer(hand)[place]))))))))
      : h("p.muted", {}, t("table.no-hands")),
    evening.penalties.length ? h("div", {}, h("h3", {}, t("table.penalties")), evening.penalties.map((penalty) => h("div.panel.stack", {}, transfers(evening, penalty.payments.map((one) => ({ ...one, why: penalty.why }))), h("button.quiet", { "data-key": `take-back-${penalty.id}`, onclick: () => change("DELETE", `/penalties/${penalty.id}`) }, t("penalty.take-back"))))) : null);
}

// --- changing the game

/** Every change answers with what it altered; the page shows that and the new state. */
async function change(method, path, body) {
  changing = true;
  try {
    const answer = await send(method, url + path, body, { key: freshKey(), version: evening.version });
    await refresh();
    const altered = (answer.changed ?? []).filter((one) => one.n <= evening.hand_count);
    toast(answer.what ? t("table.done", { what: answer.what }) : t("done"), altered.length > 1 ? { action: { label: t("entry.changes"), run: () => dialog({ title: t("entry.changes"), content: () => changes(evening, altered) }) } } : {});
    return answer;
  } catch (error) {
    complain(error);
    if (error.status === 409) await refresh();
    return null;
  } finally { changing = false; }
}

const step = (what) => change("POST", `/${what}`);

async function refresh() {
  const before = evening.version;
  evening = await get(url);
  if (evening.version !== before) shownHand = null;
  await draw();
}

async function enter({ replaces = null, begin = null } = {}) {
  const answer = await enterHand({ evening, replaces, begin });
  if (!answer) { draw(); return; }
  changing = true;
  try { await refresh(); } finally { changing = false; }
  toast(replaces ? t("table.done", { what: answer.what }) : t("table.settled", { n: answer.n }));
}

// --- dialogs

function showHand(hand) {
  shownHand = hand.n;
  draw();
  return dialog({
    title: handTitle(hand),
    content: () => h("div.stack", {}, payments(evening, hand.seats, hand), hand.note ? h("p.note", {}, hand.note) : null,
      WINDS.filter((seat) => seat in hand.seats).map((seat) => h("details", {}, h("summary.row.apart", { "data-key": `score-of-${seat}` }, h("span", {}, dot(evening, hand.seats[seat]), `${playerAt(evening, seat, hand.seats)}, ${t(`wind.${seat}`)}`), h("span.number", {}, number(hand.scores[seat] ?? 0))), hand.explained?.[seat] ? scoreView(hand.explained[seat], { brief: true }) : h("p.muted", {}, t("table.typed")))),
      (hand.photos ?? []).map((name) => h("img.kept", { src: `${url}/photos/${encodeURIComponent(name)}`, alt: t("table.photo-of", { n: hand.n }), loading: "lazy" }))),
    actions: (close) => [h("button", { onclick: async () => { close(); if (await confirm({ title: t("table.remove", { n: hand.n }), text: t("table.remove-why"), yes: t("table.remove", { n: hand.n }) })) await change("DELETE", `/hands/${hand.n}`); } }, t("table.remove-short")),
      h("button.primary", { onclick: () => { close(); enter({ replaces: hand }); } }, t("table.correct"))],
  }).then(() => { shownHand = null; draw(); });
}

function showPlayer(place) {
  const wind = windOf(evening.seats, place);
  return dialog({
    title: evening.players[place].name,
    content: (close) => h("div.stack", {}, h("p", {}, wind ? t(`wind.${wind}`) : t("table.out")), h("p.row.apart", {}, h("span.muted", {}, t("table.total")), h("span.number", {}, number(evening.totals[place]))),
      h("h3", {}, t("counters.title")), counters(evening.counters[place]), h("button", { onclick: () => close("near") }, t("table.sit-here")), wind && !evening.ended ? h("button", { onclick: () => close("photo") }, icon("camera"), t("table.enter-for")) : null),
  }).then((chosen) => {
    if (chosen === "near") { keepHere(id, { near: place }); draw(); }
    if (chosen === "photo") enter();
  });
}

const showChart = () => dialog({ title: t("table.chart"), wide: true, content: () => h("div.stack", {}, chart(evening), totalsTable(evening)) });

async function showFinal() {
  const final = await get(`${url}/final`).catch((error) => { complain(error); return null; });
  if (!final) return;
  const chosen = await dialog({
    title: t("table.final"),
    content: () => h("div.stack", {}, final.transfers.length ? [h("p.muted", {}, t("final.why")), transfers(evening, final.transfers, final.currency)] : h("p", {}, t("final.even")),
      h("div.row", {}, [["export.zip", t("final.backup")], ["sheet.pdf", "PDF"], ["export.csv", "CSV"], ["export.json", "JSON"]].map(([file, text]) => h("a.button", { href: `${url}/${file}`, download: true }, text)))),
    actions: (close) => (evening.ended ? [h("button.primary", { onclick: () => close() }, t("close"))] : [h("button", { onclick: () => close() }, t("final.go-on")), h("button.primary", { "data-key": "end", onclick: () => close("end") }, t("final.end"))]),
  });
  if (chosen === "end") await change("POST", "/end");
}

const showAids = () => dialog({ title: t("table.aids"), wide: true, content: () => h("div.stack", {}, aids(evening), h("a.button", { href: byRulesOf(evening)(`/rules/${encodeURIComponent(evening.ruleset)}`) }, icon("book"), t("table.rules"))) });

async function showJoin() {
  const path = `/table/${id}`;
  const joined = await get(`/api/join?path=${encodeURIComponent(path)}`).catch((error) => { complain(error); return null; });
  if (joined) await dialog({ title: t("table.join"), content: () => h("div.stack", {}, h("p", {}, t("join.why")), h("img.qr", { src: joined.qr, alt: t("join.alt") }), joined.urls.map((one) => h("p.way-in", {}, one))) });
}

async function showMore() {
  const chosen = await dialog({
    title: t("table.more"),
    content: (close) => h("div.stack", {}, ["penalty", "reseat", "round", "names", "counters", "history"].map((what) => h("button.large", { "data-key": `more-${what}`, onclick: () => close(what) }, t(`more.${what}`))),
      h("a.button.large", { href: "/sets", "data-key": "more-sets" }, icon("camera"), t("sets.link")),
      check({ label: t("table.facing"), checked: here(id).facing, onchange: (facing) => { keepHere(id, { facing }); draw(); } }),
      evening.players.length ? h("fieldset", {}, h("legend", {}, t("table.near")), segments({ label: t("table.near"), wrap: true, value: here(id).near, options: evening.players.map((player, value) => ({ value, text: player.name })), onchange: (value) => { keepHere(id, { near: Number(value) }); draw(); } })) : null),
  });
  await { penalty, reseat, round, names, counters: recount, history }[chosen]?.();
}

/** The button that sends what a dialog asks for; refused, the dialog stays with what was typed. */
const sends = (text, run) => (close) => h("button.primary", { onclick: async () => { if (await run()) close(); } }, text);

const people = () => evening.players.map((player, place) => ({ value: String(place), text: player.name }));

async function penalty() {
  const state = { from: "0", to: "1", points: "", why: "" };
  const settle = () => {
    const to = state.to === "all" ? evening.players.map((_, place) => place).filter((place) => String(place) !== state.from) : [Number(state.to)];
    return change("POST", "/penalties", { payments: to.map((place) => ({ from: Number(state.from), to: place, points: Number(state.points) })), why: state.why });
  };
  await dialog({
    title: t("more.penalty"),
    content: () => h("div.stack", {}, field(t("penalty.from"), select({ options: people(), value: state.from, onchange: (value) => { state.from = value; } })), field(t("penalty.to"), select({ options: [...people(), { value: "all", text: t("penalty.all") }], value: state.to, onchange: (value) => { state.to = value; } })),
      field(t("penalty.points"), h("input.figure", { type: "text", inputMode: "numeric", oninput: (event) => { state.points = event.target.value; } })), field(t("penalty.why"), h("input", { maxLength: 200, oninput: (event) => { state.why = event.target.value; } }))),
    actions: sends(t("penalty.settle"), settle),
  });
}

async function reseat() {
  const present = WINDS.filter((wind) => wind in evening.seats);
  const state = { seats: { ...evening.seats }, from: String(evening.hand), keep: "players" };
  const body = () => ({ seats: state.seats, keep: state.keep, ...(Number(state.from) < evening.hand ? { from_hand: Number(state.from) } : {}) });
  await dialog({
    title: t("more.reseat"),
    content: () => h("div.stack", {}, h("p.muted", {}, t("reseat.why")), present.map((wind) => field(t(`wind.${wind}`), select({ options: people(), value: String(state.seats[wind]), onchange: (value) => { state.seats[wind] = Number(value); } }))),
      field(t("reseat.from"), select({ options: [...evening.hands.map((hand) => ({ value: String(hand.n), text: t("reseat.from-hand", { n: hand.n }) })), { value: String(evening.hand), text: t("reseat.next") }], value: state.from, onchange: (value) => { state.from = value; } })),
      h("fieldset", {}, h("legend", {}, t("reseat.keep")), segments({ label: t("reseat.keep"), wrap: true, value: state.keep, options: ["players", "seats"].map((value) => ({ value, text: t(`reseat.keep-${value}`) })), onchange: (value) => { state.keep = value; } }))),
    actions: sends(t("reseat.do"), () => change("POST", "/reseat", body())),
  });
}

async function round() {
  const wind = await dialog({ title: t("more.round"), content: (close) => h("div.row", {}, WINDS.map((one) => h("button.large", { "data-key": `round-${one}`, "aria-pressed": String(evening.round === one), onclick: () => close(one) }, t(`wind.${one}`)))) });
  if (wind) await change("POST", "/round", { round: wind });
}

async function names() {
  const state = { title: evening.title ?? "", players: evening.players.map((player, place) => ({ name: player.name, colour: colourOf(evening.players, place) })), keep: evening.keep_photos };
  await dialog({
    title: t("more.names"),
    content: () => h("div.stack", {}, field(t("new.name"), h("input", { value: state.title, maxLength: 80, oninput: (event) => { state.title = event.target.value; } })),
      state.players.map((player, place) => h("div.row", {}, h("input.grow", { value: player.name, maxLength: 40, "aria-label": t("new.player", { n: place + 1 }), oninput: (event) => { player.name = event.target.value; } }), h("input", { type: "color", value: player.colour, "aria-label": t("new.colour-of", { name: player.name }), oninput: (event) => { player.colour = event.target.value; } }))),
      check({ label: t("new.keep-photos"), checked: state.keep, onchange: (on) => { state.keep = on; } })),
    actions: sends(t("names.keep"), () => change("PATCH", "", { title: state.title, players: state.players, keep_photos: state.keep })),
  });
}

async function recount() {
  const held = evening.counters.map((one) => Object.fromEntries(evening.denominations.map((value) => [value, one[value] ?? 0])));
  await dialog({
    title: t("more.counters"), wide: true,
    content: () => h("div.stack", {}, h("p.muted", {}, t("counters.why")), h("div.scroll", {}, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("counters.title")), evening.players.map((player) => h("th", { scope: "col" }, player.name)))),
      h("tbody", {}, evening.denominations.map((value) => h("tr", {}, h("th", { scope: "row" }, number(value)), held.map((one, place) => h("td", {}, h("input.figure", { type: "text", inputMode: "numeric", value: String(one[value]), "aria-label": `${evening.players[place].name}, ${value}`, oninput: (event) => { one[value] = Number(event.target.value); } }))))))))),
    actions: sends(t("counters.keep"), () => change("PUT", "/counters", { counters: held })),
  });
}

async function history() {
  const { events } = await get(`${url}/history`);
  await dialog({ title: t("more.history"), content: () => h("ol.plain", {}, events.map((one) => h("li", {}, one.undone ? h("s.muted", {}, one.what) : one.what, h("span.source", {}, ` ${clock(one.at)}`)))) });
}

// --- live

await draw();
follow(`${url}/events`, (news) => {
  if (news.version === evening.version || changing) return;
  const open = document.querySelector("dialog.wide[open]");
  refresh().then(() => { if (!open) toast(t("table.news", { what: news.what })); }).catch(complain);
}, (on) => { if (on !== connected) { connected = on; side.querySelector(".link-state")?.replaceWith(linkState()); if (on) refresh().catch(complain); } });

const asked = new URLSearchParams(location.search).get("enter");
if (asked) {
  window.history.replaceState(null, "", location.pathname);
  const kept = JSON.parse(sessionStorage.getItem("kept-hand") ?? "null");
  sessionStorage.removeItem("kept-hand");
  if (asked === "kept" && kept && !evening.ended) enter({ begin: { ...kept, blob: kept.picture ? blobOf(kept.picture) : null } });
  else if (asked === "hand" && !evening.ended) enter();
}

function blobOf(data) {
  const [head, body] = data.split(",");
  return new Blob([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], { type: head.slice(5).split(";")[0] });
}
