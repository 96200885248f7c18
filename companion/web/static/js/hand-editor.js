/**
 * Putting a hand together, from a photograph or by tapping, with its score beside it.
 * The same part serves the photo page and the scorekeeper.
 */

import { h, redraw } from "./dom.js";
import * as hands from "./hand.js";
import { questionsPart } from "./hand-answers.js";
import { draggable } from "./hand-drag.js";
import { photographPart } from "./hand-photograph.js";
import { rackPart } from "./hand-rack.js";
import { scorePart, scorer } from "./hand-score.js";
import { askedOf, winningPart } from "./hand-winning.js";
import { unlearn } from "./learning.js";
import { t } from "./text.js";
import { complain } from "./ui.js";

/** @typedef {{hand: any, reading?: any, choice?: number}} Step what undoing goes back to */

/**
 * options.context(): {ruleset, seat, round}; options.evening: the one that is played, whose own rules then
 * count.
 * options.play(): what these rules ask.
 * options.winner(): whether this hand won; options.usedElsewhere(code): tiles in other hands.
 * options.hand: a hand to begin with; options.onhand(hand, photo) at once after each change;
 * options.onchange(hand, score) after each score.
 */
export class HandEditor {
  constructor(options) {
    this.options = options;
    // Everything that is shown follows from this.
    this.state = {
      hand: options.hand ?? hands.emptyHand(), // changed in place, by `change` alone
      /** @type {Step[]} */
      past: [], // steps to go back to, the last one last: see `step`
      // as pictures.js has it; blob is the one of blobs that is shown
      photo: options.photo ?? null,
      mode: null, // what a tap on a tile does: "win" names the winning tile, "set" chooses for a set
      chosen: new Set(), // ids of the tiles chosen for a set
      adding: options.adding ?? false, // whether the tiles to add are laid out
      addAs: "tile", // what a tap there adds
      outcome: {}, // {score}, or {waiting}, {problem} or both: why there is none
    };
    this.learning = null; // {photo, about, question}: whether a set shall learn, as it is asked
    this.photograph = h("div.editor-photo");
    this.status = h("div");
    this.questions = h("section.editor-questions", { "aria-label": t("question.title") });
    this.rack = h("section.editor-rack", { "aria-label": t("hand.title") });
    this.winning = h("section.editor-how.panel.stack", { "aria-label": t("win.title") });
    this.score = h("section.editor-score.panel", { "aria-label": t("score.title") });
    this.element = h(
      "div.editor",
      {},
      h("div.editor-left.stack", {}, this.photograph, this.status, this.questions, this.rack),
      h("div.editor-right.stack", {}, this.winning, this.score),
    );
    this.rescore = scorer(this);
    draggable(this.rack, (id, drop) =>
      this.change((hand) => hands.move(hand, id, drop ? hands.groupOf(hand, drop) : null)),
    );
    this.change(() => {});
  }

  get hand() {
    return this.state.hand;
  }

  get photo() {
    return this.state.photo;
  }

  /** The hand as it stands, and how its photograph is read: what undoing the next change goes back to. */
  get step() {
    const { hand, photo } = this.state;
    return { hand: structuredClone(hand), reading: photo?.reading, choice: photo?.choice };
  }

  /** The hand as the server takes it. */
  get json() {
    return hands.toJson(this.hand, this.options.winner());
  }

  // --- the one state

  /** Change what is shown; the hand stays. */
  update(changes) {
    this.state = { ...this.state, ...changes };
    this.draw();
  }

  /** From now on a tap on a tile is for this mode: the tiles, and what is asked about them, are in view. */
  tapFor(mode) {
    this.update({ mode, chosen: new Set() });
    this.rack.scrollIntoView({ block: "nearest" });
    this.rack.querySelector(".warning")?.scrollIntoView({ block: "nearest" });
  }

  /** Change the hand, as one step that can be undone. action(hand) changes it in place. */
  change(action, more = {}) {
    const before = this.step;
    action(this.hand);
    this.follow({ hand: this.hand, ...more }, before);
  }

  /** Put another hand in place of this one, as one step that can be undone. choice: the way it is read. */
  become(hand, choice = this.photo?.choice) {
    const before = this.step;
    if (this.photo) this.photo.choice = choice;
    this.follow({ hand }, before);
  }

  undo() {
    const past = [...this.state.past];
    const { hand, ...seen } = /** @type {Step} */ (past.pop());
    if (this.photo) Object.assign(this.photo, seen);
    this.follow({ hand, past });
  }

  /**
   * All that follows when the hand is another. before: the step to which undoing goes back, if to any.
   * @param {any} changes
   * @param {Step | null} before
   */
  follow(changes, before = null) {
    const { hand } = changes;
    const asked = askedOf(this.options, hand).map((one) => one.id);
    hand.circumstances = hand.circumstances.filter((name) => asked.includes(name));
    hand.flags = hand.flags.filter(
      (name) =>
        this.options.play().flags.includes(name) && (name !== "part" || hands.lacksTiles(hand, false)),
    );
    this.state = { ...this.state, ...changes };
    if (before && JSON.stringify(hand) !== JSON.stringify(before.hand)) this.state.past.push(before);
    this.options.onhand?.(hand, this.photo);
    unlearn(hand, this.photo).catch(complain);
    this.draw();
    this.rescore();
  }

  // --- drawing

  draw() {
    redraw(this.photograph, photographPart(this));
    redraw(this.questions, questionsPart(this));
    this.rack.classList.toggle("compact", this.state.adding && !this.state.mode);
    redraw(this.rack, rackPart(this));
    redraw(this.winning, winningPart(this));
  }

  /** The score comes later than the rest, and is drawn by itself. */
  scored(outcome) {
    this.state.outcome = outcome;
    redraw(this.score, h("h2", {}, t("score.title")), scorePart(outcome));
    this.options.onchange?.(this.hand, outcome.score ?? null);
  }
}
