/**
 * Putting a hand together, from a photograph or by tapping, with its score beside it.
 * The same part serves the photo page and the scorekeeper.
 */

import { Refused, send } from "./api.js";
import { h, icon, redraw, replace } from "./dom.js";
import * as hands from "./hand.js";
import { draggable } from "./hand-drag.js";
import { likely, readingsChoice, tileQuestions, winQuestion } from "./hand-questions.js";
import { corrected, learnQuestion } from "./learning.js";
import { cutOut, photoButtons, photoStage, read } from "./photo.js";
import { picker } from "./picker.js";
import { scoreView } from "./score.js";
import { counted, t } from "./text.js";
import { BACK, isBonus, limitOf, tileButton, words } from "./tiles.js";
import { complain, dialog, segments, settleDown } from "./ui.js";

/** Which circumstances a rule set knows; a house rule set has those of its base. */
export const CIRCUMSTANCES = {
  harr: ["original"],
  "harr-limit": ["original", "first_discard", "last_tile"],
  international: ["standing"],
  traditional: ["original", "first_discard", "last_tile", "kong_on_kong", "loose_after_flower"],
};

/** As many questions as fit a phone; the rest wait in the picture, marked. */
const QUESTIONS = 6;

/**
 * options.context(): {ruleset, options, seat, round}; options.base(): the rule set's own base.
 * options.winner(): whether this hand won; options.usedElsewhere(code): tiles in other hands.
 * options.hand: a hand to begin with; options.onchange(hand, score) after each score.
 */
export function handEditor(options) {
  let hand = options.hand ?? hands.emptyHand();
  let photo = options.photo ?? null; // {blob, blobs, url, reading, choice, winAsked, learnAsked}; blob is the one of blobs that is shown
  let score = null;
  let mode = null; // null, "win", "set"
  let chosen = new Set();
  let adding = options.adding ?? false;
  let addAs = "tile";
  let request = null;
  let assumed = null; // the tile taken for the winning one while nobody told
  let before = structuredClone(hand);
  const past = []; // hands as they were, the last one last

  const parts = { photo: h("div.editor-photo"), status: h("div"), questions: h("section.editor-questions", { "aria-label": t("question.title") }), rack: h("section.editor-rack", { "aria-label": t("hand.title") }), how: h("section.editor-how.panel.stack", { "aria-label": t("win.title") }), score: h("section.editor-score.panel", { "aria-label": t("score.title") }) };
  const element = h("div.editor", {}, h("div.editor-left.stack", {}, parts.photo, parts.status, parts.questions, parts.rack), h("div.editor-right.stack", {}, parts.how, parts.score));

  const left = (code) => limitOf(code) - (hands.used(hand)[code] ?? 0) - (options.usedElsewhere?.(code) ?? 0);

  function changed() {
    if (JSON.stringify(hand) !== JSON.stringify(before)) past.push(before);
    before = structuredClone(hand);
    draw();
    rescore();
  }

  function undo() {
    hand = past.pop();
    before = structuredClone(hand);
    changed();
  }

  // --- the photograph

  /** A photograph, or one more of the same hand, read together with those before. */
  async function take({ blob, reading = null }, more = []) {
    try {
      const blobs = [...more, blob];
      const seen = reading && !more.length ? reading : await read(blobs, parts.status);
      if (photo) URL.revokeObjectURL(photo.url);
      const shown = blobs[seen.photo ?? 0];
      photo = { blob: shown, blobs, reading: seen, url: URL.createObjectURL(shown), choice: 0, winAsked: false, learnAsked: false };
      adding = false;
      layOut();
      past.length = 0; // earlier hands are of another picture
      drawRack();
    } catch (error) { complain(error); }
  }

  /** The hand anew from the photograph; said: codes that a person gave, by a tile's place in it. */
  function layOut(said = new Map()) {
    const { by, circumstances } = hand;
    hand = { ...hands.fromReading(photo.reading, { choice: photo.choice, said }), by, circumstances };
    changed();
  }

  /** What the viewfinder does with a frame: read it, and tell whether that needs nobody's help. */
  async function look(blob, signal) {
    const form = new FormData();
    form.append("photo", blob, "frame.jpg");
    const reading = await send("POST", "/api/read", form, { guarded: false, signal });
    const seen = hands.fromReading(reading);
    return { reading, seen: hands.seenStates(reading, seen), ...(await verdict(seen, signal)) };
  }

  async function verdict(seen, signal) {
    const tiles = hands.allTiles(seen);
    const doubtful = tiles.filter(hands.isDoubtful).length;
    const { count, wanted } = counts(seen);
    if (!tiles.length) return { certain: false, words: t("camera.no-tiles") };
    if (doubtful) return { certain: false, words: counted("camera.doubtful", doubtful) };
    if (count !== wanted) return { certain: false, words: counted("camera.count", count, { wanted }) };
    try {
      const { score: scored } = await scoreOf(seen, signal);
      const legal = scored.complete || !options.winner();
      return { certain: legal, words: legal ? counted("camera.certain", tiles.length) : scored.reason };
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return { certain: false, words: refused.message };
    }
  }

  /** Tiles of a hand, and how many it should have; a kong adds one to both. */
  function counts(one) {
    const kongs = one.groups.filter((group) => hands.kind(group) === "kong").length;
    return { count: hands.size(one) + kongs, wanted: (options.winner() ? 14 : 13) + kongs };
  }

  function drawPhoto() {
    if (!photo) { replace(parts.photo, photoButtons(take, { large: !adding, look }), h("p.muted.small", {}, t("photo.hint"), " ", h("a", { href: "/sets" }, t("sets.link")), ".")); return; }
    const seen = hands.seenStates(photo.reading, hand);
    const ontile = (place) => { if (seen[place].one) tap(seen[place].one); else addSeen(place); };
    const tools = [h("button", { "data-key": "another-shot", onclick: anotherShot }, icon("plus"), t("photo.another-shot")), photoButtons(take, { again: true, look })];
    redraw(parts.photo, photoStage({ url: photo.url, reading: photo.reading, seen, ontile, tools }),
      photo.reading.warnings.map((warning) => h("p.warning", {}, h("span", {}, warning))));
  }

  /** Another picture of the same hand, for what the first does not show clearly. */
  async function anotherShot() {
    const shot = await dialog({ title: t("photo.another-shot"),
      content: (close) => h("div.stack", {}, h("p", {}, t("photo.another-why")), photoButtons(close, { large: true })) });
    if (shot) take(shot, photo.blobs);
  }

  // --- what the photograph leaves open

  function drawQuestions() {
    if (!photo) { replace(parts.questions); return; }
    const look = (one) => cutOut(photo.url, photo.reading.tiles[one.seen].quad, 60);
    const proposed = photo.winAsked || hand.winningTile || !options.winner() ? null : hands.allTiles(hand).find((one) => one.seen !== null && one.seen === photo.reading.proposed_win);
    const open = [
      proposed ? winQuestion(proposed, { look, onanswer: (won) => { photo.winAsked = true; if (won) hand.winningTile = proposed.id; changed(); } }) : null,
      ...tileQuestions(hand, photo.reading, { look, oncode: setCode, onmore: correct }),
    ].filter(Boolean);
    const shown = open.slice(0, QUESTIONS);
    const learning = h("div");
    askToLearn(learning, look);
    redraw(parts.questions, readingsChoice(photo.reading, photo.choice, (choice) => { photo.choice = choice; layOut(hands.said(hand)); }),
      open.length ? h("h2", {}, counted("question.open", open.length)) : null,
      h("div.questions", {}, shown), learning,
      open.length > shown.length ? h("p.muted.small", {}, t("question.rest", { count: open.length - shown.length })) : null);
  }

  /** Once all is answered: whether the set shall be known better next time. */
  async function askToLearn(place, look) {
    const { reading, learnAsked } = photo;
    const tiles = corrected(hand, reading);
    if (learnAsked || !tiles.length || !reading.id || hands.allTiles(hand).some(hands.isDoubtful)) return;
    const question = await learnQuestion(tiles, reading, { look, onanswer: () => { photo.learnAsked = true; drawQuestions(); } });
    if (question && place.isConnected) place.append(question);
  }

  /** What a person says a tile is. */
  function setCode(one, code) {
    hands.change(hand, one.id, code);
    changed();
  }

  /** A tile of the picture that was not taken for part of the hand. */
  function addSeen(place) {
    const { id, code, ...seen } = hands.seenTile(photo.reading, place);
    hands.add(hand, code, { seen });
    changed();
  }

  // --- the tiles

  function tap(one) {
    if (mode === "win") { hand.winningTile = one.id; mode = null; changed(); return; }
    if (mode === "set") { if (!chosen.delete(one.id)) chosen.add(one.id); draw(); return; }
    correct(one);
  }

  async function correct(one) {
    const seen = one.seen === null ? null : photo?.reading.tiles[one.seen];
    const done = await dialog({
      title: words(one.code),
      content: (close) => h("div.stack.correct", {},
        h("div.row", {}, seen ? cutOut(photo.url, seen.quad) : null,
          h("div.row.grow", {},
            options.winner() ? h("button", { "aria-pressed": String(hand.winningTile === one.id), onclick: () => close({ win: true }) }, "★ ", t("hand.mark-winning")) : null,
            !one.sure ? h("button.primary", { onclick: () => close({ code: one.code }) }, t("hand.is-right", { tile: words(one.code) })) : null,
            h("button", { onclick: () => close({ out: true }) }, t("hand.take-out")),
            h("button", { onclick: () => close({ remove: true }) }, icon("close"), t("hand.remove")))),
        picker({ onpick: (code) => close({ code }), first: likely(one.alternatives).slice(0, 6), bonus: true })),
    });
    if (!done) return;
    if (done.win) hand.winningTile = hand.winningTile === one.id ? null : one.id;
    else if (done.out) hands.takeOut(hand, one.id);
    else if (done.remove) hands.remove(hand, one.id);
    else { setCode(one, done.code); return; }
    changed();
  }

  function groupView(group) {
    const kind = hands.kind(group);
    const title = group.loose ? counted("hand.held", group.tiles.length) : t(`set.${kind}`);
    const openness = group.exposed ? t("set.exposed") : t("set.concealed");
    const tileState = (one) => [hands.isDoubtful(one) ? t("photo.unsure") : null, one.byRule ? t("photo.by-rule") : null, one.id === hand.winningTile ? t("hand.winning") : null];
    return h("div.meld", { "data-kind": kind, "data-exposed": String(group.exposed), "data-drop": group.tiles[0].id },
      h("div.meld-tiles", {}, group.tiles.map((one, i) => {
        const turned = !group.exposed && kind === "kong" && (i === 0 || i === 3);
        const element = tileButton(one.code, { key: one.id, onclick: () => tap(one), unsure: hands.isDoubtful(one), winning: one.id === hand.winningTile,
          pressed: mode === "set" ? chosen.has(one.id) : undefined, label: [words(one.code), ...tileState(one)].filter(Boolean).join(", ") });
        element.dataset.tile = one.id;
        element.classList.toggle("by-rule", one.byRule);
        element.classList.toggle("turned", turned);
        return element;
      })),
      h("div.meld-foot", {}, group.loose || kind === "pair" ? h("span.meld-name", {}, title)
        : h("button.meld-toggle", { "data-key": `open-${group.tiles[0].id}`, "aria-label": t("hand.toggle", { set: title, state: openness }), onclick: () => { group.exposed = !group.exposed; changed(); } }, h("span.meld-name", {}, title), h("span.meld-state", {}, openness), icon("turn")),
      group.loose ? null : h("button.quiet", { "aria-label": t("hand.split", { set: title }), onclick: () => { hands.split(hand, group); changed(); } }, t("hand.split-short"))));
  }

  function drawRack() {
    const { count, wanted } = counts(hand);
    const prompt = mode === "win" ? t("hand.tap-winning") : mode === "set" ? t("hand.tap-set") : null;
    const tapping = adding && mode === null;
    const melds = hand.groups.length || hand.bonus.length ? h("div.melds", {}, hand.groups.map(groupView), hand.bonus.length ? flowersView() : null, h("div.meld.new-set", { "data-drop": "", "aria-hidden": "true" }, t("hand.drop-new")))
      : h("p.muted", {}, t("hand.empty"));
    parts.rack.classList.toggle("compact", tapping);
    redraw(parts.rack,
      h("div.row.apart.rack-head", {}, h("h2", {}, t("hand.title")),
        h("span", { class: count === wanted ? "count good" : "count muted" }, counted("hand.count", count, { wanted }))),
      prompt ? h("p.warning", { role: "status" }, h("span.grow", {}, prompt), h("button", { onclick: () => { mode = null; chosen = new Set(); draw(); } }, t("cancel"))) : null,
      tapping ? null : melds, rackButtons(),
      tapping ? [h("div.tapped", {}, melds, addAsChoice()), addPicker()] : null);
  }

  const flowersView = () => h("div.meld.flowers", {}, h("div.meld-tiles", {}, hand.bonus.map((one) => tileButton(one.code, { key: one.id, onclick: () => correct(one), unsure: hands.isDoubtful(one) }))), h("div.meld-foot", {}, h("span.meld-name", {}, t("set.bonus"))));

  function rackButtons() {
    if (mode === "set") {
      const few = chosen.size < 2 ? "true" : null;
      return h("div.row", {}, h("button.primary", { "aria-disabled": few, onclick: () => makeSet(true) }, t("hand.lay-exposed")), h("button", { "aria-disabled": few, onclick: () => makeSet(false) }, t("hand.lay-concealed")));
    }
    const some = hand.groups.length || hand.bonus.length;
    return h("div.row", {}, h("button", { "aria-pressed": String(adding), "data-key": "adding", onclick: () => { adding = !adding; draw(); } }, icon("tiles"), t("hand.add")),
      hand.groups.length ? h("button", { "data-key": "join", onclick: () => { mode = "set"; chosen = new Set(); draw(); } }, t("hand.make-set")) : null,
      past.length ? h("button.quiet", { "data-key": "undo-hand", onclick: undo }, icon("undo"), t("hand.undo")) : null,
      some ? h("button.quiet", { "data-key": "clear", onclick: clear }, t("hand.clear")) : null);
  }

  function clear() {
    const { by, circumstances } = hand;
    hand = { ...hands.emptyHand(), by, circumstances };
    changed();
  }

  function makeSet(exposed) {
    if (chosen.size < 2) return;
    hands.join(hand, hands.allTiles(hand).filter((one) => chosen.has(one.id)), exposed);
    mode = null;
    chosen = new Set();
    changed();
  }

  const setOf = {
    tile: (code) => [code],
    chow: (code) => ("mps".includes(code[1]) && +code[0] <= 7 ? [0, 1, 2].map((step) => `${+code[0] + step}${code[1]}`) : null),
    pung: (code) => Array(3).fill(code), kong: (code) => Array(4).fill(code), hidden: (code) => Array(4).fill(code),
  };

  const addAsChoice = () => segments({ label: t("hand.add-as"), key: "as", value: addAs, options: Object.keys(setOf).map((value) => ({ value, text: t(`add.${value}`) })), onchange: (value) => { addAs = value; drawRack(); } });

  function addPicker() {
    const pick = (code) => {
      if (isBonus(code) || addAs === "tile") hands.add(hand, code);
      else hands.addSet(hand, setOf[addAs](code), addAs !== "hidden");
      changed();
    };
    const fitsIn = (code) => {
      const wanted = isBonus(code) ? [code] : setOf[addAs](code);
      return wanted?.every((one) => left(one) >= wanted.filter((other) => other === one).length);
    };
    return h("div.add-panel", {}, picker({ onpick: pick, left: (code) => Math.max(0, left(code)), offered: fitsIn }));
  }

  // --- how it was won

  function drawHow() {
    const head = options.head?.(changed) ?? null;
    if (!options.winner()) { redraw(parts.how, head); return; }
    const winning = hand.winningTile && hands.find(hand, hand.winningTile);
    const context = options.context();
    const known = (CIRCUMSTANCES[options.base()] ?? Object.values(CIRCUMSTANCES).flat().filter((one, i, all) => all.indexOf(one) === i)).filter((name) => fits(name, context));
    redraw(parts.how, head,
      h("fieldset", {}, h("legend", {}, t("win.by")), segments({ label: t("win.by"), key: "by", value: hand.by, wrap: true, options: ["discard", "draw", "loose", "rob"].map((value) => ({ value, text: t(`by.${value}`) })), onchange: (by) => { hand.by = by; hand.circumstances = hand.circumstances.filter((name) => fits(name, context)); changed(); } })),
      h("div.row.win-more", {},
        h("fieldset", {}, h("legend", {}, t("win.tile")), winning
          ? tileButton(winning.code, { size: "2.4rem", key: "win-tile", label: t("win.change", { tile: words(winning.code) }), onclick: () => { mode = "win"; draw(); } })
          : h("button", { "data-key": "win-tile", "aria-disabled": hands.allTiles(hand).length ? null : "true", onclick: chooseWinning }, "★ ", t("win.choose"))),
        known.length ? h("fieldset", {}, h("legend", {}, t("win.circumstances")), h("div.segments.wrap", {}, known.map(circumstance))) : null));
  }

  function chooseWinning() {
    if (!hands.allTiles(hand).length) return;
    mode = "win";
    draw();
    parts.rack.scrollIntoView({ block: "nearest" });
  }

  function circumstance(name) {
    const on = hand.circumstances.includes(name);
    return h("button", { "aria-pressed": String(on), "data-key": `circ-${name}`, onclick: () => { hand.circumstances = on ? hand.circumstances.filter((one) => one !== name) : [...hand.circumstances, name]; changed(); } }, t(`circumstance.${name}`));
  }

  /** A question is only asked where it can matter. */
  function fits(name, { seat }) {
    if (name === "kong_on_kong" || name === "loose_after_flower") return hand.by === "loose";
    if (name === "first_discard") return hand.by === "discard" && seat !== "E";
    if (name === "original") return seat === "E";
    if (name === "last_tile") return hand.by === "draw";
    return true;
  }

  // --- the score

  const ask = (json, signal) => send("POST", "/api/score", json, { guarded: false, signal });

  /** {score, assumed}: assumed is the tile that counts as the winning one while nobody told. */
  async function scoreOf(one, signal) {
    if (options.winner() && !one.winningTile && hands.winningCandidates(one).length) return scoreWithoutWinningTile(one, signal);
    return { score: await ask(hands.toJson(one, options.winner(), options.context()), signal), assumed: null };
  }

  /**
   * Nobody may know which tile won. Then every tile that could have is tried: where all give the
   * same score there is nothing to ask, else the lowest counts until somebody tells.
   */
  async function scoreWithoutWinningTile(hand, signal) {
    const context = options.context();
    const candidates = hands.winningCandidates(hand);
    const scores = await Promise.all(candidates.map((one) => ask(hands.toJson({ ...hand, winningTile: one.id }, true, context), signal)));
    const complete = scores.map((each, i) => ({ each, one: candidates[i] })).filter(({ each }) => each.complete);
    if (!complete.length) return { score: scores[0], assumed: candidates[0].id };
    const lowest = complete.reduce((low, next) => (next.each.total < low.each.total ? next : low));
    const same = complete.every(({ each }) => each.total === lowest.each.total);
    return { assumed: lowest.one.id, score: same ? lowest.each : { ...lowest.each, notes: [...(lowest.each.notes ?? []), t("score.tile-unknown")] } };
  }

  const rescore = settleDown(60, async () => {
    request?.abort();
    request = new AbortController();
    assumed = null;
    const show = (...content) => redraw(parts.score, h("h2", {}, t("score.title")), ...content);
    if (!hands.allTiles(hand).length) { score = null; show(h("p.muted", {}, t("score.waiting"))); options.onchange?.(hand, null); return; }
    const short = 13 - hands.size(hand) + (options.winner() ? 1 : 0);
    try {
      if (short > 0 && adding) { score = null; show(h("p.muted", {}, counted("score.short", short))); options.onchange?.(hand, null); return; }
      ({ score, assumed } = await scoreOf(hand, request.signal));
      show(scoreView(score));
      options.onchange?.(hand, score);
    } catch (error) {
      if (error.name === "AbortError") return;
      score = null;
      show(h("p.problem", { role: "status" }, h("span", {}, error.message)));
      options.onchange?.(hand, null, error);
    }
  });

  function draw() { drawPhoto(); drawQuestions(); drawRack(); drawHow(); }

  draggable(parts.rack, (id, drop) => {
    hands.move(hand, id, drop ? hands.groupOf(hand, drop) : null);
    changed();
  });
  changed();
  return {
    element, take, changed,
    get hand() { return hand; }, get score() { return score; }, get photo() { return photo; },
    /** The hand as the server takes it, with the assumed winning tile where none was told. */
    get json() { return hands.toJson({ ...hand, winningTile: hand.winningTile ?? assumed }, options.winner()); },
  };
}
