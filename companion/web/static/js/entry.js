/**
 * Entering the result of one hand: photographs, tapped tiles or typed scores. The sheet has one state;
 * everything on it follows from that. Correcting a hand is the same sheet, apart from the others' draft.
 */

import { freshKey } from "./api.js";
import { segments } from "./controls.js";
import { h, icon, redraw, renew } from "./dom.js";
import { isOf, laid, leaveUnread, photographed, photographedBefore, readAgain } from "./entry-photographs.js";
import { calculator } from "./entry-calculating.js";
import { keypad, questions, seatRows, showAsked, showFilled } from "./entry-seats.js";
import { elsewhereNote, news } from "./entry-settling.js";
import { shotPanel, whose } from "./entry-shot.js";
import { falseCall, specialCases, washing } from "./entry-special.js";
import { followsIn, handAt, resultOf, seatsOf, standing } from "./entry-state.js";
import { footLine, verdictPanel } from "./entry-verdict.js";
import { whenUp } from "./finger.js";
import { here, keepHere } from "./here.js";
import { keep } from "./kept.js";
import { correction } from "./pending.js";
import { loadPictures } from "./pictures.js";
import { photographer } from "./photo.js";
import { playerAt, playsNow, seated } from "./seats.js";
import { lookFor } from "./shot.js";
import { remark } from "./status.js";
import { t } from "./text.js";
import { confirm, dialog, settleDown, toast } from "./ui.js";

const CALCULATE_MS = 120;

/** Where the keypad and the payments have room beside the seats: on a tablet, and on a phone on its side. */
const BESIDE = matchMedia("(min-width: 58rem), (min-width: 40rem) and (max-height: 30rem)");

/** The sheet that is open, if one is: {news(evening)}. */
let open = null;
export const openSheet = () => open;

/**
 * Open the sheet. pending: the draft that all devices share. replaces: the settled hand to correct, then
 * `parts` and `shots` may be what to begin with, as pending.js has them. shot: {blob, reading}, a photograph
 * just taken; result: how the hand ended.
 * Resolves to the server's answer, undefined where nothing was settled.
 * @param {{evening: any, pending: any, replaces?: any, parts?: any, shots?: any, shot?: any, result?:
 *   string}} options
 */
export function enterHand({ evening, pending, replaces = null, parts = null, shots, shot, result }) {
  const draft = replaces ? correction(evening.id, replaces, parts, shots) : pending;
  const sheet = new Sheet(evening, draft, replaces);
  if (result) sheet.draft.set({ result });
  return sheet.show(shot);
}

class Sheet {
  constructor(evening, draft, replaces) {
    /** @type {any} */
    this.draft = draft;
    this.replaces = replaces;
    /** @type {string[]} */
    this.seats = [];
    this.take(evening);
    this.key = freshKey();
    this.begun = this.work;
    this.uploads = new Map(); // name of a shot → its name on the server, as a promise
    // Everything that is shown follows from this and from the draft's parts.
    this.state = {
      calculated: { scores: {}, ways: [], winningTiles: [], preview: null, problem: null }, // by the server
      stale: true, // the answer is of what was entered before
      active: null, // the seat whose score the keypad fills
      fresh: true, // the next key begins a new number
      /** @type {string[]} */
      unread: [], // the names of photographs that could not be read yet
      /** @type {any[]} */
      shots: [], // photographed hands that nobody has taken yet: whose the first is, is asked
      table: null, // the last photograph of the whole table
      shown: null, // the seat whose photograph is on the sheet
      /** @type {Map<string, boolean>} */
      unfolded: new Map(), // whether what folds stands open, by key
      settling: false,
      refused: null, // why the server did not settle it
      elsewhere: null, // {n, hand, evening}: the evening went past this hand meanwhile
      /** @type {{words: string} | null} */
      said: null, // that people have changed seats
    };
    this.editing = null; // tells the tiles that are being tapped what another device has changed
    this.drawing = false;
    this.past = false; // the evening went past this hand
    this.asked = null; // the photograph whose hand was asked for when the sheet was drawn last
    this.noted = null; // the note that was brought into view last
    this.looked = null; // the seat that is kept in view until its tiles are scored
    this.filled = null; // the seat whose score the keypad filled when the sheet was drawn last
    this.drawNow = () => this.drawn();
    this.calculate = calculator(this);
    this.soon = settleDown(CALCULATE_MS, () => this.calculate());
    this.status = h("div");
    this.main = h("div.entry-main.stack");
    this.verdict = h("section.entry-preview.panel.stack", { "aria-label": t("entry.preview") });
    this.keys = h("div.entry-keys");
    this.side = h("div.entry-side");
    this.foot = h("div.entry-foot");
    this.title = h("span");
    this.camera = photographer((taken) => photographed(this, taken), {
      look: lookFor(evening, this.seats.length),
    });
  }

  /** The evening as it is now: who sits where, and what the players see. */
  take(evening) {
    this.evening = evening;
    this.follows = followsIn(evening); // which hand it is; the draft may have gone on to the next
    this.play = evening.play;
    this.seating = this.replaces?.seats ?? evening.seats;
    this.round = this.replaces?.round ?? evening.round;
    this.seats = seatsOf(this.seating);
    this.version = evening.version;
    this.inputs = {}; // fields for typed scores, by seat
    this.mistyped = {}; // what stands in them where it is no score
    this.rows = {}; // lines of the seats as they were drawn last: {sign, element}
    this.rowsPart = null;
    this.plates = null; // the name plates of the hand that is asked about: {of, order}
  }

  get parts() {
    return this.draft.parts;
  }

  /** All that a correction would lose where it is left. */
  get work() {
    return JSON.stringify([this.parts, this.draft.shots]);
  }

  /** The photographed hand whose player is asked for, if one is. */
  get shot() {
    return this.state.shots[0];
  }

  name(seat) {
    return playerAt(this.evening, seat, this.seating);
  }

  // --- the one state

  /** Change what is shown; what is entered stays. */
  update(changes) {
    this.state = { ...this.state, ...changes };
    this.draw();
  }

  /** Change what is entered. */
  set(changes, anew = false) {
    this.draft.set(changes, anew);
    this.entered();
  }

  entered(more = {}) {
    const waiting = this.state.active;
    const filled = waiting && this.parts[`tiles:${waiting}`];
    this.update({ stale: true, refused: null, ...(filled ? { active: null } : {}), ...more });
    this.soon();
  }

  /** The shared draft has changed; names: the parts that another device changed. */
  async changed(names) {
    if (!names.length) return;
    await loadPictures(this.seats.map((seat) => handAt(this.parts, seat)?.local));
    const seats = this.seats.filter((seat) => names.some((name) => name.endsWith(`:${seat}`)));
    const players = seats.map((seat) => this.name(seat)).join(", ");
    // In the top line: a line among the seats would move them all under a finger.
    if (seats.length) toast(t("entry.filled-elsewhere", { names: players }), { yields: true });
    this.entered();
    this.editing?.(names);
  }

  /** Another device has changed the evening. */
  news(evening) {
    news(this, evening);
  }

  /** The same hand, in an evening that was changed: other names, or other seats. */
  now(evening) {
    const people = ({ players, seats }) => JSON.stringify([players, seats]);
    this.draft.moveTo(evening);
    if (people(evening) === people(this.evening)) {
      const { round, play, version } = evening;
      Object.assign(this, { evening, round, play, version });
      this.entered(); // what the hand is worth, and what everyone has then, may be another
      return;
    }
    this.take(evening);
    this.entered(this.reseated());
  }

  /**
   * The evening has changed while one of its hands is corrected. That is gone on with, as long as the hand is
   * still there. Tells whether it is.
   */
  renewed(evening) {
    const stands = standing(this.replaces, evening);
    if (!stands) return false;
    this.replaces = stands;
    this.take(evening);
    this.entered();
    return true;
  }

  /** What to say where people have changed seats under what is entered. */
  reseated() {
    return this.draft.tellReseated() ? { said: { words: t("entry.reseated") } } : {};
  }

  // --- drawing

  async show(shot) {
    await loadPictures(this.seats.map((seat) => handAt(this.parts, seat)?.local));
    const { replaces } = this;
    open = replaces ? null : this;
    const read = () => readAgain(this);
    addEventListener("reached", read);
    BESIDE.addEventListener("change", this.drawNow);
    this.draft.onchange = (names) => this.changed(names);
    const answer = await dialog({
      title: this.title,
      wide: true,
      content: (close) => {
        this.close = close;
        return h("div.entry", {}, this.main, this.side, this.camera.inputs);
      },
      actions: () => [this.foot],
      ready: (element) => {
        element.classList.add("entry-sheet");
        this.entered(this.reseated());
        photographedBefore(this);
        if (shot) photographed(this, shot);
      },
      leave: async () => !replaces || this.work === this.begun || this.leaving(),
    });
    open = null;
    removeEventListener("reached", read);
    BESIDE.removeEventListener("change", this.drawNow);
    return answer;
  }

  async leaving() {
    const sure = await confirm({
      title: t("entry.leave"),
      text: t("entry.leave-why"),
      yes: t("entry.leave-yes"),
    });
    if (sure) keep(this.evening.id, "correction", null);
    return sure;
  }

  draw() {
    whenUp(this.drawNow);
  }

  /** Number and round, which may change while the sheet is open. */
  titled() {
    const { replaces, evening } = this;
    if (replaces) return t("entry.correct-title", { n: replaces.n });
    const words = evening.counts_rounds === false ? "entry.title-plain" : "entry.title";
    return t(words, { n: evening.hand, round: t(`wind.${this.round}`) });
  }

  drawn() {
    const { state } = this;
    this.title.textContent = this.titled();
    const result = resultOf(this.parts);
    const won = result === "win";
    this.drawing = true;
    renew(
      this.main,
      state.elsewhere ? elsewhereNote(this) : null,
      this.evening.ended && !this.replaces ? remark(t("refused.evening-ended"), { role: "alert" }) : null,
      state.said ? h("p.note", { role: "status" }, state.said.words) : null,
      this.head(),
      this.status,
      state.unread.length ? this.unread() : null,
      won && this.shot ? whose(this, (seat) => isOf(this, seat)) : null,
      won && state.table ? this.nearChoice() : null,
      won ? [shotPanel(this), questions(this), seatRows(this)] : null,
      // What is corrected comes before the ways to photograph it again.
      won && this.replaces ? this.photographRow() : null,
      won ? specialCases(this) : null,
      result === "draw" ? h("p.note", {}, t("entry.draw-note")) : null,
      result === "wash" ? washing(this) : null,
      result === "false_mah_jongg" ? falseCall(this) : null,
    );
    redraw(this.keys, won ? keypad(this) : null);
    redraw(this.verdict, verdictPanel(this));
    // The keys stand on what is always as high: above them the words may grow, and no key moves.
    const beside = BESIDE.matches;
    this.side.closest("dialog").classList.toggle("beside", beside);
    renew(this.side, beside ? this.keys : null, this.verdict);
    redraw(this.foot, footLine(this, beside ? null : this.keys));
    if (state.active !== this.filled) showFilled(this);
    this.filled = state.active;
    if (this.shot && this.shot !== this.asked) this.showWhose();
    this.asked = this.shot;
    if (this.looked) showAsked(this, this.looked);
    if (!state.stale) this.looked = null;
    const note = state.elsewhere ?? state.said;
    if (note && note !== this.noted) this.showNotes();
    this.noted = note;
    this.drawing = false;
  }

  /** The tiles of a seat are new: what is asked about them is in view, also once they are scored. */
  lookAt(seat) {
    this.looked = seat;
    this.draw();
  }

  /** Whose hand a photograph shows is asked below the ways to take one: out of view on a small phone. */
  showWhose() {
    this.main.querySelector(".whose")?.scrollIntoView({ block: "nearest" });
  }

  /** What another device has done stands above all else; on a phone that may be far above the keypad. */
  showNotes() {
    this.main.scrollIntoView({ block: "start" });
  }

  head() {
    const result = resultOf(this.parts);
    return h(
      "div.entry-head",
      {},
      result === "win" && !this.replaces ? this.photographRow() : null,
      segments({
        label: t("entry.result"),
        key: "result",
        wrap: true,
        value: result,
        options: this.play.results.map((value) => ({ value, text: t(`result.${value}`) })),
        onchange: (value) => this.set({ result: value === "win" ? null : value }),
      }),
    );
  }

  photographRow() {
    const some = this.seats.some((seat) => this.parts[`tiles:${seat}`]);
    const first = !some && !this.replaces; // nothing is entered yet: this is the way to begin
    return h(
      "div.row.photograph-row",
      {},
      h(
        first ? "button.primary.large" : "button",
        { "data-key": "take", onclick: this.camera.take },
        icon("camera"),
        t(some ? "entry.photograph-more" : "entry.photograph"),
      ),
      h(
        this.replaces ? "button" : "button.large",
        { "data-key": "choose", onclick: this.camera.choose },
        t("photo.choose"),
      ),
    );
  }

  /** A photograph that the server could not be asked about: it is kept, and read as soon as it can be. */
  unread() {
    return h(
      "div.warning.stack",
      { role: "status" },
      h("p", {}, t("entry.unread")),
      h(
        "div.row",
        {},
        h(
          "button.primary",
          { "data-key": "read-again", onclick: () => readAgain(this) },
          t("entry.read-again"),
        ),
        h("button.quiet", { "data-key": "leave-out", onclick: () => leaveUnread(this) }, t("whose.none")),
      ),
    );
  }

  /** Whoever is nearest to this device is nearest to its photographs; another tap seats everyone again. */
  nearChoice() {
    const { near } = here(this.evening.id);
    return h(
      "fieldset.near-choice",
      {},
      h("legend", {}, t("entry.near")),
      segments({
        label: t("entry.near"),
        key: "near",
        wrap: true,
        value: near === null ? null : playsNow(this.evening, near),
        options: seated({ seats: this.seating }).map((place) => ({
          value: place,
          text: this.evening.players[place].name,
        })),
        onchange: (place) => {
          keepHere(this.evening.id, { near: Number(place) });
          laid(this, this.state.table);
        },
      }),
    );
  }
}
