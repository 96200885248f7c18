/**
 * Entering the result of one hand: typed scores, tapped tiles or photographs, with every payment
 * shown before the one tap that settles. Correcting a hand is the same sheet, with what it changes.
 */

import { freshKey, get, send, upload } from "./api.js";
import { h, icon, redraw } from "./dom.js";
import { allTiles, change, fromJson, isDoubtful, isLaidDown, restored, toJson, used } from "./hand.js";
import { handEditor } from "./hand-editor.js";
import { anyTile, openQuestions } from "./hand-questions.js";
import { here, keepHere } from "./here.js";
import { payments as paymentList } from "./payments.js";
import { cutOut } from "./photo.js";
import { judgeDiscard } from "./reckless.js";
import { scoreView } from "./score.js";
import { colourOf, playerAt, playersAround } from "./seats.js";
import { setOffer } from "./set-offer.js";
import { number, signed, t } from "./text.js";
import { WINDS, WIND_TILE, byOrder, picture, tile } from "./tiles.js";
import { check, complain, confirm, dialog, field, segments, select, settleDown, toast } from "./ui.js";
import { photographTable, readTable } from "./whole-table.js";

const draftName = (evening) => `draft-${evening.id}`;

/** The draft of an unsettled hand, kept on this device until it is settled or thrown away. */
function keepDraft(evening, entry) {
  if (!entry.winner && entry.result === "win" && !Object.keys(entry.hands).length && !Object.values(entry.scores).some(Boolean)) { forgetDraft(evening); return; }
  const { winner, result, scores, dead, discarder, paysForAll, wash, falseSeat, key } = entry;
  const hands = Object.fromEntries(Object.entries(entry.hands).map(([seat, one]) => [seat, one.hand]));
  try { localStorage.setItem(draftName(evening), JSON.stringify({ hand: evening.hand, winner, result, scores, dead, discarder, paysForAll, wash, falseSeat, key, hands })); } catch (full) { /* the entry itself stays */ }
}

function draft(evening) {
  try {
    const kept = JSON.parse(localStorage.getItem(draftName(evening)) ?? "null");
    if (kept?.hand !== evening.hand) return null;
    return { ...blank(), ...kept, hands: Object.fromEntries(Object.entries(kept.hands).map(([seat, hand]) => [seat, { hand: restored(hand) }])) };
  } catch (broken) { return null; }
}

function forgetDraft(evening) { localStorage.removeItem(draftName(evening)); }

/** Whether this device has begun to enter the hand that is to come. */
export const hasDraft = (evening) => draft(evening) !== null;

const blank = () => ({ winner: null, result: "win", scores: {}, hands: {}, dead: {}, discarder: null, paysForAll: false, wash: { seat: "E", heads: null }, falseSeat: "E", key: freshKey(), photos: [], blobs: [], table: null });

/** An entry from a hand that stands in the evening. */
function fromSettled(settled) {
  const entry = { ...blank(), winner: settled.winner, result: settled.result ?? (settled.winner ? "win" : "draw"), discarder: settled.discarder, paysForAll: settled.pays_for_all, photos: settled.photos ?? [] };
  for (const [seat, json] of Object.entries(settled.hands ?? {})) entry.hands[seat] = { hand: fromJson(json) };
  for (const [seat, score] of Object.entries(settled.typed ?? settled.scores)) if (!entry.hands[seat]) entry.scores[seat] = String(score);
  for (const event of settled.events) {
    if (event.kind === "dead_hand") entry.dead[event.seat] = event.count;
    if (event.kind === "wash") entry.wash = { seat: event.seat, heads: event.heads };
    if (event.kind === "false_mah_jongg") entry.falseSeat = event.seat;
  }
  return entry;
}

/**
 * Open the sheet. replaces: the settled hand to correct. begin: {seat, winner, hand, blob} to put in.
 * Resolves to the server's answer, or undefined where nothing was settled.
 */
export function enterHand({ evening, replaces = null, begin = null }) {
  const { play } = evening; // what its rules have a form ask
  const seats = replaces?.seats ?? evening.seats;
  const round = replaces?.round ?? evening.round;
  const present = WINDS.filter((wind) => wind in seats);
  const entry = replaces ? fromSettled(replaces) : draft(evening) ?? blank();
  if (begin) {
    const seat = present.includes(begin.seat) ? begin.seat : present[0];
    entry.hands[seat] = { hand: fromJson(begin.hand) };
    delete entry.scores[seat];
    if (begin.winner) { entry.winner = seat; entry.result = "win"; }
    if (begin.blob) entry.blobs.push(begin.blob);
  }
  let preview = null; // what settling would do; while `stale` it stays in view, so that nothing jumps
  let stale = false;
  let problem = null;
  let request = null;
  let settling = false;
  let { version } = evening; // what the players saw when they began; nobody's later hand is overwritten
  const parts = { status: h("div"), rows: h("section.stack", { "aria-label": t("entry.scores") }), preview: h("section.entry-preview.panel.stack", { "aria-label": t("entry.preview") }), settle: h("button.primary.large") };

  const name = (seat) => playerAt(evening, seat, seats);
  const missing = () => {
    if (entry.result === "wash" && !entry.wash.heads) return t("entry.no-heads");
    if (entry.result !== "win") return null;
    if (!entry.winner) return t("entry.no-winner");
    const without = present.filter((seat) => !entry.hands[seat] && !/^\d+$/.test(entry.scores[seat] ?? "") && !(entry.paysForAll && seat !== entry.winner));
    return without.length ? t("entry.no-score", { names: without.map(name).join(", ") }) : null;
  };

  function body() {
    const events = Object.entries(entry.dead).filter(([, count]) => count).map(([seat, count]) => ({ kind: "dead_hand", seat, count }));
    if (entry.result === "draw") return { winner: null, result: "draw" };
    if (entry.result === "wash") return { winner: null, result: "wash", events: [{ kind: "wash", ...entry.wash }] };
    if (entry.result === "false_mah_jongg") return { winner: null, result: "false_mah_jongg", events: [{ kind: "false_mah_jongg", seat: entry.falseSeat }] };
    const tiles = Object.fromEntries(present.filter((seat) => entry.hands[seat]).map((seat) => [seat, toJson(entry.hands[seat].hand, seat === entry.winner)]));
    const scores = Object.fromEntries(present.filter((seat) => !entry.hands[seat] && /^\d+$/.test(entry.scores[seat] ?? "")).map((seat) => [seat, Number(entry.scores[seat])]));
    if (entry.paysForAll) for (const seat of present) if (seat !== entry.winner && !(seat in tiles)) scores[seat] ??= 0;
    return { winner: entry.winner, result: "win", scores, ...(Object.keys(tiles).length ? { hands: tiles } : {}), events, ...(entry.discarder ? { discarder: entry.discarder, pays_for_all: entry.paysForAll } : {}) };
  }

  const ask = settleDown(120, async () => {
    if (missing()) { preview = null; problem = null; stale = false; drawPreview(); return; }
    request = new AbortController();
    try {
      preview = await send("POST", `/api/evenings/${evening.id}/preview`, { ...body(), ...(replaces ? { replaces: replaces.n } : {}) }, { guarded: false, signal: request.signal });
      problem = null;
      stale = false;
    } catch (error) {
      if (error.name === "AbortError") return;
      preview = null;
      stale = false;
      problem = error.message;
    }
    drawPreview();
  });

  function changed({ rows = true } = {}) {
    if (!replaces) keepDraft(evening, entry);
    if (rows) drawRows();
    request?.abort(); // an answer to what was entered before would pass for the present one
    stale = true;
    drawPreview();
    ask();
  }

  // --- the four seats

  function row(seat) {
    const place = seats[seat];
    const won = entry.result === "win" && entry.winner === seat;
    const mine = entry.hands[seat];
    const shown = mine ? String(preview?.hand.scores[seat] ?? mine.total ?? "") : entry.scores[seat] ?? "";
    const figure = h("input.figure", { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 9, value: shown, placeholder: "–", "data-key": `score-${seat}`, "data-seat": seat, "aria-label": t("entry.score-of", { name: name(seat) }),
      oninput: (event) => {
        event.target.value = event.target.value.replace(/\D/g, "");
        entry.scores[seat] = event.target.value;
        if (entry.hands[seat]) { delete entry.hands[seat]; changed(); } else changed({ rows: false });
      },
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); next(event.target); } } });
    const element = h("div.seat-row", { "data-seat": seat, role: "group", "aria-label": `${name(seat)}, ${t(`wind.${seat}`)}` },
      h("img.seat-tile", { src: picture(WIND_TILE[seat]), alt: "" }),
      h("span.seat-name", {}, name(seat), h("small", {}, t(`wind.${seat}`))),
      h("button.seat-won", { "aria-pressed": String(won), "data-key": `won-${seat}`, "aria-label": t("entry.won-by", { name: name(seat) }), onclick: () => { entry.winner = won ? null : seat; changed(); } }, t("win.winner")),
      figure,
      h("span.seat-tools.row", {}, h("button", { "data-key": `tiles-${seat}`, "aria-label": t("entry.tiles-of", { name: name(seat) }), onclick: () => editTiles(seat) }, icon("camera"), icon("tiles"))),
      mine ? h("div.seat-hand", {}, tilesInBrief(mine.hand), h("button.quiet", { onclick: () => { delete entry.hands[seat]; changed(); } }, t("entry.drop-tiles"))) : null,
      mine ? doubts(seat, mine) : null);
    element.style.setProperty("--player", colourOf(evening.players, place));
    element.classList.toggle("won", won);
    return element;
  }

  /** What the photograph leaves open about this hand, each answered with one tap. */
  function doubts(seat, { hand, photo }) {
    const look = (one) => (photo ? cutOut(photo.url, photo.reading.tiles[one.seen].quad, 60) : tile(one.code));
    const say = (one, code) => { change(hand, one.id, code); changed(); };
    const open = openQuestions(hand, photo, { look, winner: entry.winner === seat, again: changed, oncode: say,
      onmore: async (one) => { const code = await anyTile(one, look(one)); if (code) say(one, code); } });
    return open.length ? h("div.questions", { role: "group", "aria-label": t("entry.doubts-of", { name: name(seat) }) }, open) : null;
  }

  const next = (input) => { const all = [...parts.rows.querySelectorAll("input.figure")]; (all[all.indexOf(input) + 1] ?? parts.settle).focus(); };

  function drawRows() {
    redraw(parts.rows,
      h("div.row.apart", {}, segments({ label: t("entry.result"), key: "result", wrap: true, value: entry.result, options: play.results.map((value) => ({ value, text: t(`result.${value}`) })), onchange: (value) => { entry.result = value; changed(); } }),
        entry.result === "win" ? h("button", { "data-key": "whole", onclick: wholeTable }, icon("camera"), t("entry.whole-table")) : null),
      entry.result === "win" && entry.table ? tableChoice() : null,
      entry.result === "win" ? h("div.seat-rows", {}, present.map(row)) : null,
      entry.result === "win" ? special() : null,
      entry.result === "draw" ? h("p.note", {}, t("entry.draw-note")) : null,
      entry.result === "wash" ? washing() : null,
      entry.result === "false_mah_jongg" ? h("div.stack", {}, seatChoice(t("entry.false-who"), entry.falseSeat, (seat) => { entry.falseSeat = seat; changed(); }, "false"), byTheBook(t("entry.false-costs", { words: play.false_mah_jongg.words }), play.false_mah_jongg.source)) : null);
  }

  const seatChoice = (label, value, onchange, key, options = present) => h("fieldset", {}, h("legend", {}, label), segments({ label, key, wrap: true, value, onchange, options: options.map((seat) => ({ value: seat, text: name(seat) })) }));

  const byTheBook = (text, source) => h("p.note", {}, text, " ", h("span.source", {}, source));

  const washing = () => h("div.stack", {}, seatChoice(t("entry.wash-who"), entry.wash.seat, (seat) => { entry.wash.seat = seat; changed(); }, "wash"),
    h("fieldset", {}, h("legend", {}, t("entry.wash-heads")), segments({ label: t("entry.wash-heads"), key: "heads", value: entry.wash.heads, options: Object.keys(play.washing.from_each).map((value) => ({ value, text: value })), onchange: (heads) => { entry.wash.heads = Number(heads); changed(); } })),
    entry.wash.heads ? byTheBook(t("entry.wash-costs", { points: number(play.washing.from_each[entry.wash.heads]) }), play.washing.source) : null);

  /** Dead hands and a discarder who pays for all: rare, so they stand folded away until used. */
  function special() {
    const losers = present.filter((seat) => seat !== entry.winner);
    const dead = losers.map((seat) => field(t("entry.dead-of", { name: name(seat) }), select({ value: entry.dead[seat] ?? "", options: ["", "many", "few"].map((value) => ({ value, text: t(`dead.${value || "none"}`) })), onchange: (count) => { entry.dead[seat] = count || undefined; changed({ rows: false }); } })));
    const open = Object.values(entry.dead).some(Boolean) || entry.paysForAll;
    return h("details", { open }, h("summary", { "data-key": "special" }, t("entry.special")), h("div.stack", {}, h("div.row", {}, dead),
      Object.values(entry.dead).some(Boolean) ? [...new Set(Object.values(entry.dead).filter(Boolean))].map((count) => byTheBook(play.dead_hand[count], play.dead_hand.source)) : null,
      play.pays_for_all && entry.winner ? [seatChoice(t("entry.discarder"), entry.discarder, (seat) => { entry.discarder = seat; changed({ rows: false }); }, "discarder", losers),
        check({ label: t("entry.pays-for-all"), checked: entry.paysForAll, key: "pays", onchange: (on) => { entry.paysForAll = on; if (on) entry.discarder ??= losers[0]; changed(); } }),
        h("button", { "data-key": "judge", onclick: judge }, icon("scales"), t("reckless.judge"))] : null));
  }

  /** The book's four cases, by the winner's tiles; where it says so, the discarder is marked as paying for all. */
  async function judge() {
    const winner = entry.hands[entry.winner];
    const liable = await judgeDiscard({ evening, exceptions: play.pays_for_all.exceptions, cases: play.pays_for_all.cases, source: play.pays_for_all.source,
      winner: winner && { ...toJson(winner.hand, true), ruleset: evening.ruleset, seat: entry.winner, round, winner: true } });
    if (liable === undefined) return;
    entry.paysForAll = liable;
    if (liable) entry.discarder ??= present.find((seat) => seat !== entry.winner);
    changed();
  }

  // --- tiles and photographs

  async function editTiles(seat) {
    const elsewhere = {};
    // A reload amid the tapping loses no tile of it.
    const keepSoFar = (hand) => {
      if (replaces || !allTiles(hand).length) return;
      keepDraft(evening, { ...entry, hands: { ...entry.hands, [seat]: { hand } } });
    };
    for (const [other, one] of Object.entries(entry.hands)) if (other !== seat) for (const [code, count] of Object.entries(used(one.hand))) elsewhere[code] = (elsewhere[code] ?? 0) + count;
    let editor;
    const done = await dialog({
      title: t("entry.tiles-of", { name: name(seat) }), wide: true,
      content: () => {
        editor = handEditor({ hand: entry.hands[seat]?.hand && structuredClone(entry.hands[seat].hand), photo: entry.hands[seat]?.photo, adding: !entry.hands[seat], winner: () => entry.winner === seat, play: () => play,
          evening, onchange: keepSoFar, context: () => ({ ruleset: evening.ruleset, seat, round }), usedElsewhere: (code) => elsewhere[code] ?? 0,
          head: (again) => h("div.row", {}, h("button", { "aria-pressed": String(entry.winner === seat), "data-key": "head-won", onclick: () => { entry.winner = entry.winner === seat ? null : seat; entry.result = "win"; again(); } }, t("win.winner"))) });
        return editor.element;
      },
      actions: (close) => [h("button", { onclick: () => close(false) }, t("cancel")), h("button.primary.large", { "data-key": "use", onclick: () => close(true) }, t("entry.use-tiles"))],
    });
    if (!done) { changed(); return; }
    const { hand, photo, score } = editor;
    if (allTiles(hand).length) {
      // The same hand, corrected: it still is the one of its side of the table.
      entry.hands[seat] = Object.assign(entry.hands[seat] ?? {}, { hand, photo, total: score?.total });
      delete entry.scores[seat];
      if (photo && !entry.blobs.includes(photo.blob)) entry.blobs.push(photo.blob);
    } else delete entry.hands[seat];
    changed();
  }

  /** One photograph of all hands. Who sits where is asked once an evening. */
  async function wholeTable() {
    const table = await photographTable(present.length);
    if (!table) return;
    entry.table = table;
    entry.blobs.push(table.blob);
    toast(t("entry.whole-found", { count: Object.keys(table.hands).length }));
    handOut();
  }

  /** Each hand of the photograph to the player who sits at its side, as far as that is known. */
  function handOut() {
    const { near } = here(evening.id);
    const found = Object.values(entry.table.hands);
    for (const seat of present) if (found.includes(entry.hands[seat])) delete entry.hands[seat];
    if (near !== null) for (const [side, seat] of Object.entries(playersAround({ ...evening, seats }, near, Object.keys(entry.table.hands)))) {
      entry.hands[seat] = entry.table.hands[side];
      delete entry.scores[seat];
    }
    changed();
  }

  /** Whoever is nearest to this device is nearest to its photographs; another tap seats everyone anew. */
  const tableChoice = () => h("div.panel.stack", {}, entry.table.reading.warnings.map((warning) => h("p.warning", {}, h("span", {}, warning))),
    setOffer(entry.table.reading, async () => { entry.table = await readTable(entry.table.blob, parts.status); handOut(); }), parts.status,
    h("fieldset", {}, h("legend", {}, t("entry.near")), segments({ label: t("entry.near"), key: "near", wrap: true, value: here(evening.id).near,
      options: Object.values(seats).sort().map((place) => ({ value: place, text: evening.players[place].name })), onchange: (place) => { keepHere(evening.id, { near: Number(place) }); handOut(); } })));

  // --- what it comes to

  function drawPreview() {
    const wants = missing();
    const said = problem ?? wants;
    const hand = wants ? null : preview?.hand;
    parts.preview.classList.toggle("stale", stale);
    if (hand && !stale) for (const seat of present) {
      // Scores from tiles appear in their fields; focus stays where it is.
      const input = parts.rows.querySelector(`input[data-seat="${seat}"]`);
      if (input && entry.hands[seat]) input.value = hand.scores[seat];
    }
    redraw(parts.preview, h("h2", {}, t("entry.preview")),
      said ? h(problem ? "p.problem" : "p.muted", { role: "status" }, h("span", {}, said)) : null,
      hand ? [
        hand.payments.length ? paymentList(evening, seats, hand) : h("p.muted", {}, t("entry.nobody-pays")),
        h("div.totals-line", {}, evening.players.map((player, place) => { const seat = present.find((one) => seats[one] === place); const box = h("div", {}, h("span.muted.small", {}, h("span.player-dot"), player.name), h("span.now.number", {}, number(preview.after.totals[place])), h("span.number.small", {}, seat ? signed(hand.net[seat]) : "")); box.style.setProperty("--player", colourOf(evening.players, place)); return box; })),
        replaces && preview.changed?.length ? changes(evening, preview.changed) : null,
        Object.keys(hand.explained ?? {}).length ? h("details", {}, h("summary", {}, t("entry.explained")), Object.entries(hand.explained).map(([seat, score]) => [h("h3", {}, name(seat)), scoreView(score)])) : null,
        preview.after && !replaces ? h("p.muted.small", {}, t("entry.then", { name: playerAt(evening, "E", preview.after.seats), wind: t(`wind.${preview.after.round}`) })) : null,
      ] : null);
    parts.settle.textContent = replaces ? t("entry.correct", { n: replaces.n }) : t("entry.settle");
    if (hand && !stale && !settling) parts.settle.removeAttribute("aria-disabled"); else parts.settle.setAttribute("aria-disabled", "true");
  }

  async function keepPhotos() {
    if (!evening.keep_photos) return entry.photos;
    const names = [...entry.photos];
    for (const blob of entry.blobs) {
      const form = new FormData();
      form.append("photo", blob, blob.name ?? "photo.jpg");
      names.push((await upload(`/api/evenings/${evening.id}/photos`, form, { guarded: true })).photo);
    }
    entry.photos = names;
    entry.blobs = [];
    return names;
  }

  async function settle(close) {
    if (!preview || stale || settling) return;
    settling = true;
    drawPreview();
    const url = `/api/evenings/${evening.id}/hands`;
    try {
      const photos = await keepPhotos();
      const what = { ...body(), ...(photos.length ? { photos } : {}) };
      const put = () => (replaces ? send("PUT", `${url}/${replaces.n}`, what, { key: entry.key, version }) : send("POST", url, what, { key: entry.key, version }));
      let answer;
      try { answer = await put(); } catch (error) {
        // Somebody changed something else meanwhile, a name perhaps: then this hand still stands.
        if (error.status !== 409 || !(await stillThisHand())) throw error;
        answer = await put();
      }
      if (!replaces) forgetDraft(evening);
      close(answer);
    } catch (error) {
      settling = false;
      problem = error.message;
      if (error.status === 409) entry.key = freshKey();
      drawPreview();
      complain(error);
    }
  }

  /** Whether the evening still waits for this very hand; takes its version if so. */
  async function stillThisHand() {
    const now = await get(`/api/evenings/${evening.id}`);
    const same = !replaces && now.hand === evening.hand && JSON.stringify(now.seats) === JSON.stringify(seats);
    if (same) version = now.version;
    return same;
  }

  return dialog({
    title: replaces ? t("entry.correct-title", { n: replaces.n }) : t("entry.title", { n: evening.hand, round: t(`wind.${round}`) }), wide: true,
    content: (close) => { parts.settle.addEventListener("click", () => settle(close)); changed(); return h("div.entry", {}, parts.rows, parts.preview); },
    actions: (close) => [
      replaces ? null : h("button.quiet", { onclick: async () => { if (await confirm({ title: t("entry.throw-away"), text: t("entry.throw-away-why"), yes: t("entry.throw-away") })) { forgetDraft(evening); close(); } } }, t("entry.throw-away")),
      h("span.grow"), parts.settle],
  });
}

/** The tiles of a hand in one line of small pictures, sets on the table first. */
function tilesInBrief(hand) {
  const laid = hand.groups.filter(isLaidDown).map((group) => group.tiles);
  const held = hand.groups.filter((group) => !isLaidDown(group)).flatMap((group) => group.tiles).sort((a, b) => byOrder(a.code, b.code));
  return [...laid, held, hand.bonus].filter((tiles) => tiles.length)
    .map((tiles) => h("span.set", {}, tiles.map((one) => tile(one.code, { classes: isDoubtful(one) ? "unsure" : "" }))));
}

/** Which hands a correction alters, before and after. */
export function changes(evening, changed) {
  return h("details", { open: true }, h("summary", {}, t("entry.changes")), h("div.scroll", {}, h("table.changes", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("sheet.hand")), evening.players.map((player) => h("th.number", { scope: "col" }, player.name)))),
    h("tbody", {}, changed.map((one) => h("tr", {}, h("td", {}, String(one.n)), evening.players.map((_, place) => h("td.number", {}, difference(one.before?.[place] ?? null, one.after?.[place] ?? null)))))))));
}

/** null: the hand was not there, or is there no more. */
function difference(before, after) {
  if (before === after) return number(after);
  return [before === null ? null : h("s.muted", {}, number(before)), after === null ? null : [before === null ? "" : " → ", h("strong", {}, number(after))]];
}
