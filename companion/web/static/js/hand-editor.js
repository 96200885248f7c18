/**
 * Putting a hand together, from a photograph or by tapping, with its score beside it.
 * The same part serves the photo page and the scorekeeper.
 */

import { send } from "./api.js";
import { h, icon, redraw, replace } from "./dom.js";
import * as hands from "./hand.js";
import { cutOut, photoButtons, photoStage, read, readingNotes, tileInBox } from "./photo.js";
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

/**
 * options.context(): {ruleset, options, seat, round}; options.base(): the rule set's own base.
 * options.winner(): whether this hand won; options.usedElsewhere(code): tiles in other hands.
 * options.hand: a hand to begin with; options.onchange(hand, score) after each score.
 */
export function handEditor(options) {
  let hand = options.hand ?? hands.emptyHand();
  let photo = options.photo ?? null; // {blob, url, reading, name}
  let score = null;
  let mode = null; // null, "win", "set"
  let chosen = new Set();
  let adding = options.adding ?? false;
  let addAs = "tile";
  let request = null;
  let assumed = null; // the tile taken for the winning one while nobody told

  const parts = { photo: h("div.editor-photo"), status: h("div"), rack: h("section.editor-rack", { "aria-label": t("hand.title") }), how: h("section.editor-how.panel.stack", { "aria-label": t("win.title") }), score: h("section.editor-score.panel", { "aria-label": t("score.title") }) };
  const element = h("div.editor", {}, h("div.editor-left.stack", {}, parts.photo, parts.status, parts.rack), h("div.editor-right.stack", {}, parts.how, parts.score));

  const left = (code) => limitOf(code) - (hands.used(hand)[code] ?? 0) - (options.usedElsewhere?.(code) ?? 0);
  const unsure = () => hands.allTiles(hand).filter((one) => !one.sure || one.code === BACK).length;

  function changed() { draw(); rescore(); }

  // --- the photograph

  async function take({ blob, winBox }) {
    try {
      const reading = await read(blob, parts.status);
      if (photo) URL.revokeObjectURL(photo.url);
      photo = { blob, reading, url: URL.createObjectURL(blob) };
      const before = hand;
      hand = hands.fromReading(reading);
      hand.by = before.by;
      hand.circumstances = before.circumstances;
      const winning = tileInBox(reading, winBox);
      if (winning !== null) hand.winningTile = hands.allTiles(hand).find((one) => one.seen === winning)?.id ?? null;
      adding = false;
      changed();
    } catch (error) { complain(error); }
  }

  function drawPhoto() {
    if (!photo) { replace(parts.photo, photoButtons(take, { large: !adding }), h("p.muted.small", {}, t("photo.hint"))); return; }
    const bySeen = new Map(hands.allTiles(hand).filter((one) => one.seen !== null).map((one) => [one.seen, one]));
    const seen = photo.reading.tiles.map((tile, place) => {
      const mine = bySeen.get(place);
      return { code: mine?.code ?? tile.code, sure: mine ? mine.sure && mine.code !== BACK : true, part: Boolean(mine), winning: Boolean(mine) && mine.id === hand.winningTile };
    });
    const ontile = (place) => {
      const mine = bySeen.get(place);
      if (mine) tap(mine); else addSeen(place);
    };
    redraw(parts.photo, photoStage({ url: photo.url, reading: photo.reading, seen, ontile, tools: photoButtons(take, { again: true }) }), readingNotes(photo.reading, unsure()));
  }

  /** A tile of the picture that was not taken for part of the hand. */
  function addSeen(place) {
    const tile = photo.reading.tiles[place];
    hands.add(hand, tile.code, { seen: { seen: place, sure: tile.sure !== false, alternatives: tile.alternatives ?? [], confidence: tile.confidence } });
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
    const likely = one.alternatives.length ? one.alternatives : [];
    const done = await dialog({
      title: words(one.code),
      content: (close) => h("div.stack.correct", {},
        h("div.row", {}, seen ? cutOut(photo.url, seen.quad) : null,
          h("div.row.grow", {},
            options.winner() ? h("button", { "aria-pressed": String(hand.winningTile === one.id), onclick: () => close({ win: true }) }, "★ ", t("hand.mark-winning")) : null,
            !one.sure ? h("button.primary", { onclick: () => close({ code: one.code }) }, t("hand.is-right", { tile: words(one.code) })) : null,
            h("button", { onclick: () => close({ out: true }) }, t("hand.take-out")),
            h("button", { onclick: () => close({ remove: true }) }, icon("close"), t("hand.remove")))),
        picker({ onpick: (code) => close({ code }), first: likely.slice(0, 6), bonus: true })),
    });
    if (!done) return;
    if (done.win) hand.winningTile = hand.winningTile === one.id ? null : one.id;
    else if (done.out) hands.takeOut(hand, one.id);
    else if (done.remove) hands.remove(hand, one.id);
    else hands.change(hand, one.id, done.code);
    changed();
  }

  function groupView(group) {
    const kind = hands.kind(group);
    const title = group.loose ? counted("hand.held", group.tiles.length) : t(`set.${kind}`);
    const openness = group.exposed ? t("set.exposed") : t("set.concealed");
    return h("div.meld", { "data-kind": kind, "data-exposed": String(group.exposed) },
      h("div.meld-tiles", {}, group.tiles.map((one, i) => {
        const turned = !group.exposed && kind === "kong" && (i === 0 || i === 3);
        const element = tileButton(one.code, { key: one.id, onclick: () => tap(one), unsure: !one.sure || one.code === BACK, winning: one.id === hand.winningTile,
          pressed: mode === "set" ? chosen.has(one.id) : undefined,
          label: [words(one.code), !one.sure ? t("photo.unsure") : null, one.id === hand.winningTile ? t("hand.winning") : null].filter(Boolean).join(", ") });
        if (turned) element.classList.add("turned");
        return element;
      })),
      h("div.meld-foot", {}, group.loose ? h("span.meld-name", {}, title)
        : h("button.meld-toggle", { "data-key": `open-${group.tiles[0].id}`, "aria-label": t("hand.toggle", { set: title, state: openness }), onclick: () => { group.exposed = !group.exposed; changed(); } }, h("span.meld-name", {}, title), h("span.meld-state", {}, openness), icon("turn")),
      group.loose ? null : h("button.quiet", { "aria-label": t("hand.split", { set: title }), onclick: () => { hands.split(hand, group); changed(); } }, t("hand.split-short"))));
  }

  function drawRack() {
    const wanted = options.winner() ? 14 : 13;
    const count = hands.size(hand);
    const kongs = hand.groups.filter((group) => hands.kind(group) === "kong").length;
    const prompt = mode === "win" ? t("hand.tap-winning") : mode === "set" ? t("hand.tap-set") : null;
    const tapping = adding && mode === null;
    const melds = hand.groups.length || hand.bonus.length ? h("div.melds", {}, hand.groups.map(groupView), hand.bonus.length ? flowersView() : null)
      : h("p.muted", {}, t("hand.empty"));
    parts.rack.classList.toggle("compact", tapping);
    redraw(parts.rack,
      h("div.row.apart.rack-head", {}, h("h2", {}, t("hand.title")),
        h("span", { class: count === wanted ? "count good" : "count muted" }, counted("hand.count", count + kongs, { wanted: wanted + kongs }))),
      prompt ? h("p.warning", { role: "status" }, h("span.grow", {}, prompt), h("button", { onclick: () => { mode = null; chosen = new Set(); draw(); } }, t("cancel"))) : null,
      tapping ? null : melds, rackButtons(),
      tapping ? [h("div.tapped", {}, melds, addAsChoice()), addPicker()] : null);
  }

  const flowersView = () => h("div.meld.flowers", {}, h("div.meld-tiles", {}, hand.bonus.map((one) => tileButton(one.code, { key: one.id, onclick: () => correct(one), unsure: !one.sure }))), h("div.meld-foot", {}, h("span.meld-name", {}, t("set.bonus"))));

  function rackButtons() {
    if (mode === "set") {
      const few = chosen.size < 2 ? "true" : null;
      return h("div.row", {}, h("button.primary", { "aria-disabled": few, onclick: () => makeSet(true) }, t("hand.lay-exposed")), h("button", { "aria-disabled": few, onclick: () => makeSet(false) }, t("hand.lay-concealed")));
    }
    const some = hand.groups.length || hand.bonus.length;
    return h("div.row", {}, h("button", { "aria-pressed": String(adding), "data-key": "adding", onclick: () => { adding = !adding; draw(); } }, icon("tiles"), t("hand.add")),
      hand.groups.length ? h("button", { "data-key": "join", onclick: () => { mode = "set"; chosen = new Set(); draw(); } }, t("hand.make-set")) : null,
      some ? h("button.quiet", { "data-key": "clear", onclick: clear }, t("hand.clear")) : null);
  }

  function clear() {
    const before = hand;
    hand = { ...hands.emptyHand(), by: before.by, circumstances: before.circumstances };
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

  const ask = (json) => send("POST", "/api/score", json, { guarded: false, signal: request.signal });

  /**
   * Nobody may know which tile won. Then every tile that could have is tried: where all give the
   * same score there is nothing to ask, else the lowest counts until somebody tells.
   */
  async function scoreWithoutWinningTile() {
    const context = options.context();
    const candidates = hands.winningCandidates(hand);
    const scores = await Promise.all(candidates.map((one) => ask(hands.toJson({ ...hand, winningTile: one.id }, true, context))));
    const complete = scores.map((each, i) => ({ each, one: candidates[i] })).filter(({ each }) => each.complete);
    if (!complete.length) { assumed = candidates[0].id; return scores[0]; }
    const lowest = complete.reduce((low, next) => (next.each.total < low.each.total ? next : low));
    assumed = lowest.one.id;
    const same = complete.every(({ each }) => each.total === lowest.each.total);
    return same ? lowest.each : { ...lowest.each, notes: [...(lowest.each.notes ?? []), t("score.tile-unknown")] };
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
      score = options.winner() && !hand.winningTile && hands.winningCandidates(hand).length ? await scoreWithoutWinningTile() : await ask(hands.toJson(hand, options.winner(), options.context()));
      show(scoreView(score));
      options.onchange?.(hand, score);
    } catch (error) {
      if (error.name === "AbortError") return;
      score = null;
      show(h("p.problem", { role: "status" }, h("span", {}, error.message)));
      options.onchange?.(hand, null, error);
    }
  });

  function draw() { drawPhoto(); drawRack(); drawHow(); }

  changed();
  return {
    element, take, changed,
    get hand() { return hand; }, get score() { return score; }, get photo() { return photo; },
    /** The hand as the server takes it, with the assumed winning tile where none was told. */
    get json() { return hands.toJson({ ...hand, winningTile: hand.winningTile ?? assumed }, options.winner()); },
  };
}
