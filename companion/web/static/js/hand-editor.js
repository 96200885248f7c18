/**
 * Putting a hand together, from a photograph or by tapping, with its score beside it.
 * The same part serves the photo page and the scorekeeper.
 */

import { Refused, byRulesOf, send } from "./api.js";
import { h, icon, redraw, replace } from "./dom.js";
import * as hands from "./hand.js";
import { draggable } from "./hand-drag.js";
import { openQuestions, readingsChoice } from "./hand-questions.js";
import { corrected, learnQuestion } from "./learning.js";
import { cutOut, glance, photoButtons, photoStage, read } from "./photo.js";
import { picker } from "./picker.js";
import { asRead, readAgain } from "./read-again.js";
import { scoreView } from "./score.js";
import { tileDialog } from "./tile-dialog.js";
import { setOffer } from "./set-offer.js";
import { counted, t } from "./text.js";
import { isBonus, limitOf, tileButton, words } from "./tiles.js";
import { check, complain, dialog, segments, settleDown } from "./ui.js";

/** As many questions as fit a phone; the rest wait in the picture, marked. */
const QUESTIONS = 6;

/**
 * options.context(): {ruleset, seat, round}; options.evening: the one that is played, whose own rules then
 * count.
 * options.play(): what these rules ask.
 * options.winner(): whether this hand won; options.usedElsewhere(code): tiles in other hands.
 * options.hand: a hand to begin with; options.onhand(hand, photo) at once after each change;
 * options.onchange(hand, score) after each score.
 */
export function handEditor(options) {
  let hand = options.hand ?? hands.emptyHand();
  // {blob, blobs, url, reading, choice, winAsked, learnAsked}; blob is the one of blobs that is shown.
  let photo = options.photo ?? null;
  let score = null;
  let mode = null; // null, "win", "set"
  let chosen = new Set();
  let adding = options.adding ?? false;
  let addAs = "tile";
  let request = null;
  let before = structuredClone(hand);
  const past = []; // hands as they were, the last one last

  const parts = {
    photo: h("div.editor-photo"),
    status: h("div"),
    questions: h("section.editor-questions", { "aria-label": t("question.title") }),
    rack: h("section.editor-rack", { "aria-label": t("hand.title") }),
    how: h("section.editor-how.panel.stack", { "aria-label": t("win.title") }),
    score: h("section.editor-score.panel", { "aria-label": t("score.title") }),
  };
  const element = h(
    "div.editor",
    {},
    h("div.editor-left.stack", {}, parts.photo, parts.status, parts.questions, parts.rack),
    h("div.editor-right.stack", {}, parts.how, parts.score),
  );

  const left = (code) => limitOf(code) - (hands.used(hand)[code] ?? 0) - (options.usedElsewhere?.(code) ?? 0);

  function changed() {
    hand.circumstances = hand.circumstances.filter((name) => asked().some((one) => one.id === name));
    hand.flags = hand.flags.filter((name) => options.play().flags.includes(name));
    if (JSON.stringify(hand) !== JSON.stringify(before)) past.push(before);
    before = structuredClone(hand);
    options.onhand?.(hand, photo);
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
      photo = {
        blob: shown,
        blobs,
        reading: seen,
        url: URL.createObjectURL(shown),
        choice: 0,
        winAsked: false,
        learnAsked: false,
      };
      adding = false;
      layOut();
      past.length = 0; // earlier hands are of another picture
      drawRack();
    } catch (error) {
      complain(error);
    }
  }

  /** The hand anew from the photograph; said: codes that a person gave, by a tile's place in it. */
  function layOut(said = new Map()) {
    const { by, circumstances } = hand;
    hand = { ...hands.fromReading(photo.reading, { choice: photo.choice, said }), by, circumstances };
    changed();
  }

  /** What the viewfinder does with a frame: read it, and tell whether that needs nobody's help. */
  async function look(blob, signal) {
    const reading = await glance(blob, signal);
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
      const scored = await scoreOf(seen, signal);
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
    if (!photo) {
      replace(
        parts.photo,
        photoButtons(take, { large: !adding, look }),
        h("p.muted.small.photo-hint", {}, t("photo.hint"), " ", h("a", { href: "/sets" }, t("sets.link"))),
      );
      return;
    }
    const seen = hands.seenStates(photo.reading, hand);
    const ontile = (place) => {
      if (seen[place].one) tap(seen[place].one);
      else addSeen(place);
    };
    const tools = [
      h(
        "button",
        { "data-key": "another-shot", onclick: anotherShot },
        icon("plus"),
        t("photo.another-shot"),
      ),
      photoButtons(take, { again: true, look }),
    ];
    redraw(
      parts.photo,
      photoStage({ url: photo.url, reading: photo.reading, seen, ontile, tools }),
      photo.reading.warnings.map((warning) => h("p.warning", {}, h("span", {}, warning))),
      setOffer(photo.reading, () => take({ blob: photo.blobs.at(-1) }, photo.blobs.slice(0, -1))),
    );
  }

  /** Another picture of the same hand, for what the first does not show clearly. */
  async function anotherShot() {
    const shot = await dialog({
      title: t("photo.another-shot"),
      content: (close) =>
        h("div.stack", {}, h("p", {}, t("photo.another-why")), photoButtons(close, { large: true })),
    });
    if (shot) take(shot, photo.blobs);
  }

  // --- what the photograph leaves open

  function drawQuestions() {
    if (!photo) {
      replace(parts.questions);
      return;
    }
    const cut = (one) => cutOut(photo.url, photo.reading.tiles[one.seen].quad, 60);
    const open = openQuestions(hand, photo, {
      look: cut,
      winner: options.winner(),
      oncode: setCode,
      onmore: correct,
      again: changed,
    });
    const shown = open.slice(0, QUESTIONS);
    const learning = h("div");
    askToLearn(learning, cut);
    redraw(
      parts.questions,
      readingsChoice(photo.reading, photo.choice, (choice) => {
        photo.choice = choice;
        layOut(hands.said(hand));
      }),
      open.length ? h("h2", {}, counted("question.open", open.length)) : null,
      h("div.questions", {}, shown),
      learning,
      open.length > shown.length
        ? h("p.muted.small", {}, t("question.rest", { count: open.length - shown.length }))
        : null,
    );
  }

  /** Once all is answered: whether the set shall be known better next time. */
  async function askToLearn(place, cut) {
    const { reading, learnAsked } = photo;
    const tiles = corrected(hand, reading);
    if (learnAsked || !tiles.length || !reading.id || hands.allTiles(hand).some(hands.isDoubtful)) return;
    const question = await learnQuestion(tiles, reading, {
      look: cut,
      onanswer: () => {
        photo.learnAsked = true;
        drawQuestions();
      },
    });
    if (question && place.isConnected) place.append(question);
  }

  /** What a person says a tile is. */
  function setCode(one, code) {
    const untouched = photo && one.seen !== null && asRead(hand, photo);
    hands.change(hand, one.id, code);
    changed();
    if (untouched) lieAnew().catch(complain);
  }

  /** With what a person said, the other tiles may be others and lie otherwise: one step with that word. */
  async function lieAnew() {
    const again = await readAgain(() => hand, photo);
    if (!again) return;
    photo.reading = again.reading;
    photo.choice = 0;
    hand = again.hand;
    before = past.pop() ?? before;
    changed();
  }

  /** A tile of the picture that was not taken for part of the hand. */
  function addSeen(place) {
    const seen = hands.seenTile(photo.reading, place);
    hands.add(hand, seen.code, { seen: { ...seen, id: undefined } });
    changed();
  }

  // --- the tiles

  function tap(one) {
    if (mode === "win") {
      hand.winningTile = one.id;
      mode = null;
      changed();
      return;
    }
    if (mode === "set") {
      if (!chosen.delete(one.id)) chosen.add(one.id);
      draw();
      return;
    }
    correct(one);
  }

  async function correct(one) {
    const seen = one.seen === null ? null : photo?.reading.tiles[one.seen];
    const done = await tileDialog({
      one,
      look: seen ? cutOut(photo.url, seen.quad) : null,
      winner: options.winner(),
      won: hand.winningTile === one.id,
    });
    if (!done) return;
    if (done.win) hand.winningTile = hand.winningTile === one.id ? null : one.id;
    else if (done.out) hands.takeOut(hand, one.id);
    else if (done.remove) hands.remove(hand, one.id);
    else {
      setCode(one, done.code);
      return;
    }
    changed();
  }

  function groupView(group) {
    const kind = hands.kind(group);
    const title = group.loose ? counted("hand.held", group.tiles.length) : t(`set.${kind}`);
    const openness = group.exposed ? t("set.exposed") : t("set.concealed");
    const tileState = (one) => [
      hands.isDoubtful(one) ? t("photo.unsure") : null,
      one.byRule ? t("photo.by-rule") : null,
      one.id === hand.winningTile ? t("hand.winning") : null,
    ];
    return h(
      "div.meld",
      { "data-kind": kind, "data-exposed": String(group.exposed), "data-drop": group.tiles[0].id },
      h(
        "div.meld-tiles",
        {},
        group.tiles.map((one, i) => {
          const turned = !group.exposed && kind === "kong" && (i === 0 || i === 3);
          const shown = tileButton(one.code, {
            key: one.id,
            onclick: () => tap(one),
            unsure: hands.isDoubtful(one),
            winning: one.id === hand.winningTile,
            pressed: mode === "set" ? chosen.has(one.id) : undefined,
            label: [words(one.code), ...tileState(one)].filter(Boolean).join(", "),
          });
          shown.dataset.tile = one.id;
          shown.classList.toggle("by-rule", one.byRule);
          shown.classList.toggle("turned", turned);
          return shown;
        }),
      ),
      h(
        "div.meld-foot",
        {},
        group.loose || kind === "pair"
          ? h("span.meld-name", {}, title)
          : h(
              "button.meld-toggle",
              {
                "data-key": `open-${group.tiles[0].id}`,
                onclick: () => {
                  group.exposed = !group.exposed;
                  changed();
                },
              },
              h("span.meld-name", {}, title),
              h("span.meld-state", {}, openness),
              h("span.said", {}, t("hand.toggle")),
              icon("turn"),
            ),
        group.loose
          ? null
          : h(
              "button.quiet",
              {
                "aria-label": t("hand.split", { set: title }),
                onclick: () => {
                  hands.split(hand, group);
                  changed();
                },
              },
              t("hand.split-short"),
            ),
      ),
    );
  }

  function drawRack() {
    const { count, wanted } = counts(hand);
    const prompt = mode === "win" ? t("hand.tap-winning") : mode === "set" ? t("hand.tap-set") : null;
    const tapping = adding && mode === null;
    const melds =
      hand.groups.length || hand.bonus.length
        ? h(
            "div.melds",
            {},
            hand.groups.map(groupView),
            hand.bonus.length ? flowersView() : null,
            h("div.meld.new-set", { "data-drop": "", "aria-hidden": "true" }, t("hand.drop-new")),
          )
        : h("p.muted", {}, t("hand.empty"));
    parts.rack.classList.toggle("compact", tapping);
    redraw(
      parts.rack,
      h(
        "div.row.apart.rack-head",
        {},
        h("h2", {}, t("hand.title")),
        tapping ? rackButtons() : null,
        h(
          "span",
          { class: count === wanted ? "count good" : "count muted" },
          counted("hand.count", count, { wanted }),
        ),
      ),
      prompt
        ? h(
            "p.warning",
            { role: "status" },
            h("span.grow", {}, prompt),
            h(
              "button",
              {
                onclick: () => {
                  mode = null;
                  chosen = new Set();
                  draw();
                },
              },
              t("cancel"),
            ),
          )
        : null,
      tapping ? null : [melds, rackButtons()],
      tapping ? [h("div.tapped", {}, melds, addAsChoice()), addPicker()] : null,
    );
  }

  const flowersView = () =>
    h(
      "div.meld.flowers",
      {},
      h(
        "div.meld-tiles",
        {},
        hand.bonus.map((one) =>
          tileButton(one.code, { key: one.id, onclick: () => correct(one), unsure: hands.isDoubtful(one) }),
        ),
      ),
      h("div.meld-foot", {}, h("span.meld-name", {}, t("set.bonus"))),
    );

  function rackButtons() {
    if (mode === "set") {
      const few = chosen.size < 2 ? "true" : null;
      return h(
        "div.row",
        {},
        h("button.primary", { "aria-disabled": few, onclick: () => makeSet(true) }, t("hand.lay-exposed")),
        h("button", { "aria-disabled": few, onclick: () => makeSet(false) }, t("hand.lay-concealed")),
      );
    }
    const some = hand.groups.length || hand.bonus.length;
    return h(
      "div.row",
      {},
      h(
        "button",
        {
          "aria-pressed": String(adding),
          "data-key": "adding",
          onclick: () => {
            adding = !adding;
            draw();
          },
        },
        icon("tiles"),
        t("hand.add"),
      ),
      hand.groups.length
        ? h(
            "button",
            {
              "data-key": "join",
              onclick: () => {
                mode = "set";
                chosen = new Set();
                draw();
              },
            },
            t("hand.make-set"),
          )
        : null,
      past.length
        ? h("button.quiet", { "data-key": "undo-hand", onclick: undo }, icon("undo"), t("hand.undo"))
        : null,
      some ? h("button.quiet", { "data-key": "clear", onclick: clear }, t("hand.clear")) : null,
    );
  }

  function clear() {
    const { by, circumstances } = hand;
    hand = { ...hands.emptyHand(), by, circumstances };
    changed();
  }

  function makeSet(exposed) {
    if (chosen.size < 2) return;
    hands.join(
      hand,
      hands.allTiles(hand).filter((one) => chosen.has(one.id)),
      exposed,
    );
    mode = null;
    chosen = new Set();
    changed();
  }

  const setOf = {
    tile: (code) => [code],
    chow: (code) =>
      "mps".includes(code[1]) && +code[0] <= 7
        ? [0, 1, 2].map((step) => `${+code[0] + step}${code[1]}`)
        : null,
    pung: (code) => Array(3).fill(code),
    kong: (code) => Array(4).fill(code),
    hidden: (code) => Array(4).fill(code),
  };

  const addAsChoice = () =>
    segments({
      label: t("hand.add-as"),
      key: "as",
      value: addAs,
      options: Object.keys(setOf).map((value) => ({ value, text: t(`add.${value}`) })),
      onchange: (value) => {
        addAs = value;
        drawRack();
      },
    });

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
    return h(
      "div.add-panel",
      {},
      picker({ onpick: pick, left: (code) => Math.max(0, left(code)), offered: fitsIn }),
    );
  }

  // --- how it was won

  function drawHow() {
    const head = options.head?.(changed) ?? null;
    if (!options.winner()) {
      redraw(parts.how, head, keptBack());
      return;
    }
    const winning = hand.winningTile && hands.find(hand, hand.winningTile);
    const known = asked();
    const ways = options.play().win_by;
    redraw(
      parts.how,
      head,
      h(
        "fieldset",
        {},
        h("legend", {}, t("win.by")),
        segments({
          label: t("win.by"),
          key: "by",
          value: hand.by,
          wrap: true,
          options: (ways.includes(hand.by) ? ways : [...ways, hand.by]).map((value) => ({
            value,
            text: t(`by.${value}`),
          })),
          onchange: (by) => {
            hand.by = by;
            changed();
          },
        }),
      ),
      h(
        "div.row.win-more",
        {},
        h(
          "fieldset",
          {},
          h("legend", {}, t("win.tile")),
          winning
            ? tileButton(winning.code, {
                size: "2.4rem",
                key: "win-tile",
                label: t("win.change", { tile: words(winning.code) }),
                onclick: () => {
                  mode = "win";
                  draw();
                },
              })
            : h(
                "button",
                {
                  "data-key": "win-tile",
                  "aria-disabled": hands.allTiles(hand).length ? null : "true",
                  onclick: chooseWinning,
                },
                "★ ",
                t("win.choose"),
              ),
        ),
        known.length
          ? h(
              "fieldset",
              {},
              h("legend", {}, t("win.circumstances")),
              h("div.segments.wrap", {}, known.map(circumstance)),
            )
          : null,
      ),
    );
  }

  function chooseWinning() {
    if (!hands.allTiles(hand).length) return;
    mode = "win";
    draw();
    parts.rack.scrollIntoView({ block: "nearest" });
  }

  /** Only what the rules make a difference to, for this wind and this way to win. */
  const asked = () =>
    options
      .play()
      .circumstances.filter((one) => one.by.includes(hand.by) && one.seats.includes(options.context().seat));

  function circumstance({ id: name, words: meaning, source }) {
    const on = hand.circumstances.includes(name);
    return h(
      "button",
      {
        "aria-pressed": String(on),
        "data-key": `circ-${name}`,
        title: `${meaning} (${source})`,
        onclick: () => {
          hand.circumstances = on
            ? hand.circumstances.filter((one) => one !== name)
            : [...hand.circumstances, name];
          changed();
        },
      },
      t(`circumstance.${name}`),
    );
  }

  /** A special tile that a loser kept back instead of laying it out. */
  function keptBack() {
    if (!options.play().flags.includes("unexposed_special")) return null;
    return check({
      label: t("win.kept-back"),
      key: "kept-back",
      checked: hand.flags.includes("unexposed_special"),
      onchange: (on) => {
        hand.flags = on ? ["unexposed_special"] : [];
        changed();
      },
    });
  }

  // --- the score

  const scoreOf = (one, signal) =>
    send(
      "POST",
      byRulesOf(options.evening)("/api/score?hints=1"),
      hands.toJson(one, options.winner(), options.context()),
      { guarded: false, signal },
    );

  const rescore = settleDown(60, async () => {
    request?.abort();
    request = new AbortController();
    const show = (...content) => redraw(parts.score, h("h2", {}, t("score.title")), ...content);
    if (!hands.allTiles(hand).length) {
      score = null;
      show(h("p.muted", {}, t("score.waiting")));
      options.onchange?.(hand, null);
      return;
    }
    const short = 13 - hands.size(hand) + (options.winner() ? 1 : 0);
    try {
      if (short > 0 && adding) {
        score = null;
        show(h("p.muted", {}, counted("score.short", short)));
        options.onchange?.(hand, null);
        return;
      }
      score = await scoreOf(hand, request.signal);
      show(scoreView(score));
      options.onchange?.(hand, score);
    } catch (error) {
      if (error.name === "AbortError") return;
      score = null;
      show(h("p.problem", { role: "status" }, h("span", {}, error.message)));
      options.onchange?.(hand, null, error);
    }
  });

  function draw() {
    drawPhoto();
    drawQuestions();
    drawRack();
    drawHow();
  }

  draggable(parts.rack, (id, drop) => {
    hands.move(hand, id, drop ? hands.groupOf(hand, drop) : null);
    changed();
  });
  changed();
  return {
    element,
    take,
    changed,
    get hand() {
      return hand;
    },
    get score() {
      return score;
    },
    get photo() {
      return photo;
    },
    /** The hand as the server takes it. */
    get json() {
      return hands.toJson(hand, options.winner());
    },
  };
}
