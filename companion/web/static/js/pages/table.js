/** The tablet on the table: who is East, totals, the hand just settled, and the one button to go on. */

import { currentSession, follow, freshKey, get, send } from "../api.js";
import { changes } from "../changes.js";
import { h, redraw } from "../dom.js";
import { openSheet } from "../entry.js";
import { whenUp } from "../finger.js";
import { here } from "../here.js";
import { photographer } from "../photo.js";
import { Pending } from "../pending.js";
import { tableView } from "../seats.js";
import { lookFor } from "../shot.js";
import { enter, enterRow, keepBrought, keptNotes, pendingStrip } from "../table-entering.js";
import { byPlayer, lastHand, ledger, netByPlayer, whoOwes } from "../table-hands.js";
import { penalties } from "../table-penalties.js";
import { showFinal, showPlayer, tools } from "../table-tools.js";
import { sittingOut } from "../table-turns.js";
import { first, t } from "../text.js";
import { complain, dialog, roleButton, start, titled, toast } from "../ui.js";
import { sleepNote, stayAwake } from "../wake.js";

const main = start("table");
const id = document.body.dataset.evening ?? "";
const url = `/api/evenings/${encodeURIComponent(id)}`;

/** Everything that is shown follows from this, from the draft, and from what this device keeps. */
let state = {
  evening: await get(url),
  connected: true,
  keeper: false, // whether this device keeps the score
  shownHand: null, // the hand whose arrows are on the table; null: the last one
  version: 0, // of the evening as it is drawn: what people see while they tap
  changing: false, // our own change is under way; its news need not be told
  heard: null, // the last news that came meanwhile
  /** @type {any} */
  final: null, // who owes whom, once the evening has ended
};

/** How often the evening was asked for, and which of the answers is shown. */
let turns = 0;
let shown = 0;

/** A phone held upright: what was done last, and the way back, come before the tools, or nobody sees them. */
const PHONE = matchMedia("(max-width: 46rem)");

/** What the parts of this page work with. */
const table = {
  id,
  url,
  get evening() {
    return state.evening;
  },
  get keeper() {
    return state.keeper;
  },
  pending: new Pending(state.evening, () => draw()),
  camera: photographer((shot) => enter(table, { shot }), {
    look: lookFor(state.evening, Object.keys(state.evening.seats).length),
  }),
  update,
  change,
  refresh,
  quietly,
  draw,
};

const feltBox = h("section", { "aria-label": t("table.label") });
const side = h("section.table-side", { "aria-label": t("table.side") });
main.replaceChildren(h("div.table-page", {}, feltBox, side));
const awake = stayAwake(() => !state.evening.ended);

/** Change what is shown. */
function update(more) {
  state = { ...state, ...more };
  return draw();
}

async function draw() {
  state.keeper = (await currentSession()).role === "scorekeeper";
  return whenUp(drawNow);
}

async function drawNow() {
  const { evening, shownHand } = state;
  const final = await settledUp();
  const role = await roleButton(draw);
  if (evening !== state.evening) return; // what came meanwhile is drawn by whoever brought it
  const hand = evening.hands.find((one) => one.n === shownHand) ?? evening.hands.at(-1) ?? null;
  const mine = here(id);
  const owed = shownHand ? null : final?.transfers;
  redraw(
    feltBox,
    tableView(evening, {
      near: mine.near ?? 0,
      facing: mine.facing,
      payments: owed ?? (hand ? byPlayer(hand) : []),
      net: hand && !owed ? netByPlayer(evening, hand) : null,
      onplayer: (place) => showPlayer(table, place),
    }),
  );
  const last = final ? whoOwes(table, final) : lastHand(table, hand);
  const title = evening.title || t("table.untitled");
  titled(title);
  redraw(
    side,
    h("div.state", {}, h("h1", {}, title), linkState(), role),
    evening.set_complete && !evening.ended ? setComplete() : null,
    evening.ended ? finalButton() : enterRow(table),
    keptNotes(table),
    pendingStrip(table),
    PHONE.matches ? [last, tools(table)] : [tools(table), last],
    sittingOut(table, (place) => showPlayer(table, place)),
    sleepNote(evening),
    ledger(table),
    penalties(table),
  );
  state.version = evening.version;
  awake();
}

/** Who owes whom at the end, asked once; null before the end, and where the companion is not reached. */
async function settledUp() {
  const { evening } = state;
  if (!evening.ended) return null;
  if (state.final?.version !== evening.version) {
    const told = await get(`${url}/final`).catch(() => null);
    state.final = told && { ...told, version: evening.version };
  }
  return state.final;
}

const finalButton = () =>
  h(
    "div.enter-row",
    {},
    h("button.primary", { "data-key": "final", onclick: () => showFinal(table) }, t("table.final")),
  );

/** People often stop here: said first, with the way to settle up; whoever plays on may. */
const setComplete = () =>
  h(
    "div.note.row.apart.set-complete",
    { role: "status" },
    h("p", {}, t("table.set-complete")),
    h("button", { "data-key": "final-now", onclick: () => showFinal(table) }, t("table.final")),
  );

function linkState() {
  const { connected } = state;
  const element = h("span.link-state", { role: "status" }, t(connected ? "table.connected" : "table.lost"));
  element.classList.toggle("lost", !connected);
  return element;
}

// --- changing the game

/**
 * Every change answers with what it altered; the page shows that and the new state. say(answer) tells it.
 * key: the same for what is tried again. version: of the evening that people looked at. Resolves to the
 * answer; to null where it is refused, to undefined where no answer came, so that it may have been made.
 */
function change(method, path, body, { say = sayDone, key = freshKey(), version = state.version } = {}) {
  return quietly(async () => {
    try {
      const answer = await send(method, url + path, body, { key, version });
      await refresh();
      say(answer);
      return answer;
    } catch (error) {
      complain(error);
      if (error.status === 409) await refresh().catch(() => {}); // it was said already
      return error.passes ? undefined : null;
    }
  });
}

function sayDone(answer) {
  const { evening } = state;
  const altered = (answer.changed ?? []).filter((one) => one.n <= evening.hand_count);
  const show = () => dialog({ title: t("entry.changes"), content: () => changes(evening, altered) });
  const action = altered.length > 1 ? { label: t("entry.changes"), run: show } : undefined;
  toast(answer.what ? t("table.done", { what: first(answer.what) }) : t("done"), { action });
}

/** Do something whose news this device need not be told. */
async function quietly(action) {
  state.changing = true;
  try {
    return await action();
  } finally {
    state.changing = false;
    const { heard } = state;
    state.heard = null;
    if (heard) news(heard).catch(complain); // of another device's change, or of one that is known by now
  }
}

async function refresh() {
  const turn = (turns += 1);
  const evening = await get(url);
  if (turn < shown) return; // what was asked for later came before it
  shown = turn;
  const before = state.evening.version;
  state = { ...state, evening, shownHand: evening.version === before ? state.shownHand : null };
  openSheet()?.news(evening);
  table.pending.moveTo(evening);
  await table.pending.refresh();
  await draw();
}

// --- live

async function news(told) {
  if (state.changing) {
    state.heard = told;
    return;
  }
  const { version, draft, what } = told;
  if (version < state.evening.version) return; // an evening comes whole: this change is in it
  if (version === state.evening.version) {
    if (draft || what === "now") table.pending.refresh(); // "now" comes first, and may come after a pause
    return;
  }
  const busy = document.querySelector("dialog[open]");
  await refresh();
  if (!busy && what && what !== "now") toast(t("table.news", { what }));
}

await draw();
PHONE.addEventListener("change", draw);
const draftSeen = table.pending.refresh();
follow(
  `${url}/events`,
  (told) => news(told).catch(complain),
  (connected) => {
    if (connected === state.connected) return;
    state.connected = connected;
    side.querySelector(".link-state")?.replaceWith(linkState());
    if (connected) refresh().catch(complain);
  },
);

const entering = new URLSearchParams(location.search).get("enter");
keepBrought(table);
if (entering) {
  window.history.replaceState(null, "", location.pathname);
  await draftSeen; // what others have entered is there before the sheet is, and is no news on it
  if (!state.evening.ended) enter(table);
}
