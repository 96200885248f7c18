/**
 * Entering the result of one hand: photographs, tapped tiles or typed scores. The sheet has one state;
 * everything on it follows from that. Correcting a hand is the same sheet, apart from the others' draft.
 */

import { currentSession, freshKey, get, send, upload } from "./api.js";
import { confirmChange } from "./changes.js";
import { h, icon, redraw, renew } from "./dom.js";
import { keypad, nextAround, questions, seatRows } from "./entry-seats.js";
import { specialCases, washing, falseCall } from "./entry-special.js";
import { footLine, verdictPanel } from "./entry-verdict.js";
import { reckoner } from "./entry-reckoning.js";
import {
  bodyOf,
  doubtsIn,
  handAt,
  isBegun,
  isWhole,
  missing,
  partOf,
  partsOf,
  photosOf,
  resultOf,
  seatsOf,
  withoutScore,
} from "./entry-state.js";
import { allTiles, change, fromJson, remove, takeOut, used } from "./hand.js";
import { handEditor } from "./hand-editor.js";
import { here, keepHere } from "./here.js";
import { aside, missHand } from "./pending.js";
import { keepPicture, loadPictures, picture, pictureOf } from "./pictures.js";
import { photographer } from "./photo.js";
import { shotPanel, whose } from "./entry-shot.js";
import { asRead, readAgain } from "./read-again.js";
import { playerAt, playersAround } from "./seats.js";
import { lookFor, readShot, shotOf } from "./shot.js";
import { t } from "./text.js";
import { complain, confirm, dialog, segments, settleDown, toast } from "./ui.js";

const RECKON_MS = 120;

/** The sheet that is open, if one is: {news(evening), changed(names)}. */
let open = null;
export const openSheet = () => open;

/**
 * Open the sheet. pending: the draft that all devices share. replaces: the settled hand to correct, then
 * `parts` may be what to begin with. begin: {seat, winner, hand, blob} to put in; shot: {blob, reading}, a
 * photograph just taken; result: how the hand ended.
 * Resolves to the server's answer, undefined where nothing was settled.
 * @param {{evening: any, pending: any, replaces?: any, parts?: any, begin?: any, shot?: any, result?:
 *   string}} options
 */
export function enterHand({ evening, pending, replaces = null, parts = null, begin, shot, result }) {
  const sheet = new Sheet(evening, replaces ? aside(parts ?? partsOf(replaces)) : pending, replaces);
  if (result) sheet.draft.set({ result });
  if (begin) sheet.putIn(begin);
  return sheet.show(shot);
}

class Sheet {
  constructor(evening, draft, replaces) {
    this.evening = evening;
    this.draft = draft;
    this.replaces = replaces;
    this.play = evening.play;
    this.seating = replaces?.seats ?? evening.seats;
    this.round = replaces?.round ?? evening.round;
    this.seats = seatsOf(this.seating);
    this.version = evening.version; // what the players saw when they began
    this.key = freshKey();
    this.begun = JSON.stringify(draft.parts);
    this.uploads = new Map(); // name of a shot → its name on the server, as a promise
    // Everything that is shown follows from this and from the draft's parts.
    this.state = {
      reckoned: { scores: {}, ways: [], preview: null, problem: null }, // what the server says of `of`
      stale: true, // the answer is of what was entered before
      active: null, // the seat whose score the keypad fills
      fresh: true, // the next key begins a new number
      shot: null, // one photographed hand that nobody has taken yet
      table: null, // the last photograph of the whole table
      shown: null, // the seat whose photograph is on the sheet
      settling: false,
      refused: null, // why the server did not settle it
      elsewhere: null, // {n, hand}: another device settled this hand meanwhile
      said: null, // what another device has just changed
    };
    this.inputs = {}; // fields for typed scores, by seat
    this.rows = {}; // lines of the seats as they were drawn last: {sign, element}
    this.rowsPart = null;
    this.drawing = false;
    this.specialOpen = false;
    this.reckon = reckoner(this);
    this.soon = settleDown(RECKON_MS, () => this.reckon());
    this.status = h("div");
    this.main = h("div.entry-main.stack");
    this.verdict = h("section.entry-preview.panel.stack", { "aria-label": t("entry.preview") });
    this.keys = h("div.entry-keys");
    this.foot = h("div.entry-foot");
    this.camera = photographer((taken) => this.photographed(taken), {
      look: lookFor(evening, this.seats.length),
    });
  }

  get parts() {
    return this.draft.parts;
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
    const said = seats.length
      ? t("entry.filled-elsewhere", { names: seats.map((s) => this.name(s)).join(", ") })
      : null;
    this.entered({ said });
  }

  // --- what people do

  win(seat) {
    const winner = this.parts.winner === seat ? null : seat;
    this.set({ winner, result: null });
    this.update({ active: winner ? this.nextToType(winner) : null, fresh: true });
  }

  /** Who is to be typed first: the winner, where there are no tiles, then the losers around the table. */
  nextToType(winner = this.parts.winner) {
    const waiting = withoutScore(this.parts, this.seats);
    if (winner && waiting.includes(winner)) return winner;
    return waiting[0] ?? null;
  }

  /** The keypad opens by itself once nothing in the photographs has to be looked at any more. */
  typingNext() {
    const doubtful = this.seats.some(
      (seat) => handAt(this.parts, seat) && doubtsIn(handAt(this.parts, seat)),
    );
    return doubtful || !this.parts.winner || resultOf(this.parts) !== "win" ? null : this.nextToType();
  }

  type(seat, digits) {
    this.set({ [`score:${seat}`]: digits.replace(/\D/g, "").slice(0, 9) || null, [`tiles:${seat}`]: null });
  }

  /** A key of the keypad: a digit, "back", "next", or a whole score such as {score: "16"}. */
  press(key) {
    const { active, fresh } = this.state;
    const now = fresh ? "" : (this.parts[`score:${active}`] ?? "");
    if (key === "next") this.typeNext();
    else if (key === "back") this.type(active, now.slice(0, -1));
    else if (typeof key === "object") {
      this.type(active, key.score);
      this.typeNext();
      return;
    } else this.type(active, now + key);
    if (key !== "next") this.update({ fresh: false });
  }

  /** Somebody has tapped a field: the keypad fills it; the rows stay, for they hold the focus. */
  activate(seat) {
    if (this.state.active === seat) return;
    this.state = { ...this.state, active: seat, fresh: true };
    for (const one of this.main.querySelectorAll(".seat-row")) {
      one.classList.toggle("active", one.dataset.seat === seat);
    }
    redraw(this.keys, keypad(this));
  }

  typeNext() {
    const waiting = withoutScore(this.parts, this.seats);
    this.update({ active: nextAround(this.seats, this.state.active, waiting), fresh: true });
  }

  allOthersNothing() {
    const waiting = withoutScore(this.parts, this.seats).filter((seat) => seat !== this.parts.winner);
    this.set(Object.fromEntries(waiting.map((seat) => [`score:${seat}`, "0"])));
    this.update({ active: null });
  }

  /** Tiles of a seat instead of a typed score; undone with one tap. */
  giveTiles(seat, hand) {
    const tiles = partOf(hand);
    const more = isWhole(hand) && !this.parts.winner ? { winner: seat } : {};
    this.set({ [`tiles:${seat}`]: tiles, [`score:${seat}`]: null, ...more });
    this.update({
      shown: seat,
      active: this.typingNext(),
      fresh: true,
    });
    this.keepPicture(seat);
    this.main.querySelector(".shot")?.scrollIntoView({ block: "start" });
  }

  dropTiles(seat) {
    const before = this.parts[`tiles:${seat}`];
    this.set({ [`tiles:${seat}`]: null });
    this.update({ active: seat, fresh: true });
    const back = () => this.set({ [`tiles:${seat}`]: before, [`score:${seat}`]: null });
    toast(t("entry.tiles-dropped", { name: this.name(seat) }), {
      action: { label: t("learn.undo"), run: back },
    });
  }

  putIn({ seat, winner, hand, blob }) {
    const to = this.seats.includes(seat) ? seat : this.seats[0];
    const given = fromJson(hand);
    if (blob) {
      given.local = freshKey();
      keepPicture(given.local, pictureOf(blob, { image: { width: 1, height: 1 }, tiles: [], warnings: [] }));
    }
    this.draft.set({
      [`tiles:${to}`]: partOf(given),
      [`score:${to}`]: null,
      ...(winner ? { winner: to, result: null } : {}),
    });
  }

  // --- photographs

  /** @param {{blob: Blob, reading?: any}} taken */
  async photographed({ blob, reading }) {
    try {
      const shot = reading ? shotOf(blob, reading) : await readShot(blob, this.status);
      if (shot.sides) this.laid(shot);
      else this.oneHand(shot);
    } catch (error) {
      complain(error);
    }
  }

  oneHand(shot) {
    if (!allTiles(shot.hand).length) {
      toast(t("camera.no-tiles"));
      return;
    }
    const own = Object.entries(this.seating).find(([, place]) => place === here(this.evening.id).owner)?.[0];
    const { winner } = this.parts;
    const winnerWaits = winner && !this.parts[`tiles:${winner}`] && isWhole(shot.hand);
    if (own) this.giveTiles(own, shot.hand);
    else if (winnerWaits) this.giveTiles(winner, shot.hand);
    else this.update({ shot });
  }

  /** Each hand of the whole table to the player who sits at its side, as far as that is known. */
  laid(table) {
    const { near } = here(this.evening.id);
    this.update({ table });
    if (near === null) return;
    const at = playersAround({ ...this.evening, seats: this.seating }, near, Object.keys(table.sides));
    const changes = {};
    for (const seat of this.seats) {
      if (handAt(this.parts, seat)?.local?.startsWith(table.name)) changes[`tiles:${seat}`] = null;
    }
    for (const [side, seat] of Object.entries(at)) {
      changes[`tiles:${seat}`] = partOf(table.sides[side]);
      changes[`score:${seat}`] = null;
    }
    const whole = Object.entries(at).filter(([side]) => isWhole(table.sides[side]));
    if (whole.length === 1) changes.winner = whole[0][1];
    this.set({ ...changes, result: null });
    const shown = whole[0]?.[1] ?? Object.values(at)[0] ?? null;
    this.update({ shown, active: null });
    for (const seat of Object.values(at)) this.keepPicture(seat);
  }

  /** Send a seat's photograph to the server, once, where the evening keeps photographs. */
  async keepPicture(seat) {
    const hand = handAt(this.parts, seat);
    const photo = hand?.local && picture(hand.local);
    if (!photo || hand.picture || !this.evening.keep_photos) return;
    if ((await currentSession()).role !== "scorekeeper") return;
    const shot = hand.local.split("-")[0];
    if (!this.uploads.has(shot)) this.uploads.set(shot, this.sent(photo.blob));
    try {
      const name = await this.uploads.get(shot);
      const now = handAt(this.parts, seat);
      if (now?.local === hand.local) this.draft.set({ [`tiles:${seat}`]: partOf({ ...now, picture: name }) });
    } catch (error) {
      this.uploads.delete(shot); // it is sent again when the hand is settled
    }
  }

  async sent(blob) {
    const form = new FormData();
    form.append("photo", blob, blob.name ?? "photo.jpg");
    return (await upload(`/api/evenings/${this.evening.id}/photos`, form, { guarded: true })).photo;
  }

  sayCode(seat, one, code) {
    const hand = structuredClone(handAt(this.parts, seat));
    const photo = hand.local && picture(hand.local);
    const untouched = photo && one.seen !== null && asRead(hand, photo);
    change(hand, one.id, code);
    this.set({ [`tiles:${seat}`]: partOf(hand) });
    if (untouched) this.lieAnew(seat, photo).catch(complain);
    if (!this.state.active) this.update({ active: this.typingNext(), fresh: true });
  }

  /** With what a person said, the other tiles of a seat may be others and lie otherwise. */
  async lieAnew(seat, photo) {
    const again = await readAgain(() => handAt(this.parts, seat), photo);
    if (!again) return;
    keepPicture(again.hand.local, { ...photo, reading: again.reading, choice: 0 });
    this.set({ [`tiles:${seat}`]: partOf(again.hand) });
  }

  /** Change a seat's hand by a function of it. */
  alter(seat, how) {
    const hand = structuredClone(handAt(this.parts, seat));
    how(hand);
    this.set({ [`tiles:${seat}`]: allTiles(hand).length ? partOf(hand) : null });
  }

  /** What was said about one tile, as the tile's own dialog answers. */
  tileSaid(seat, one, { code, win, out, remove: gone }) {
    if (code) this.sayCode(seat, one, code);
    else {
      this.alter(seat, (hand) => {
        if (win) hand.winningTile = hand.winningTile === one.id ? null : one.id;
        else if (out) takeOut(hand, one.id);
        else if (gone) remove(hand, one.id);
      });
    }
  }

  async editTiles(seat) {
    const elsewhere = {};
    for (const other of this.seats) {
      const hand = other === seat ? null : handAt(this.parts, other);
      for (const [code, count] of Object.entries(hand ? used(hand) : {})) {
        elsewhere[code] = (elsewhere[code] ?? 0) + count;
      }
    }
    const before = handAt(this.parts, seat);
    /** @type {any} */
    let editor;
    // Each tap is entered at once: closing, reloading or another device loses none of it.
    const keepSoFar = (hand) => {
      const local = this.localOf(editor?.photo, before);
      const tiles = {
        ...hand,
        ...(local ? { local } : {}),
        ...(local === before?.local ? { picture: before?.picture } : {}),
      };
      const kept = allTiles(hand).length ? partOf(tiles) : null;
      if (JSON.stringify(kept) === JSON.stringify(this.parts[`tiles:${seat}`] ?? null)) return;
      this.set({ [`tiles:${seat}`]: kept, ...(kept ? { [`score:${seat}`]: null } : {}) });
    };
    const won = () => this.parts.winner === seat;
    await dialog({
      title: t("entry.tiles-of", { name: this.name(seat) }),
      wide: true,
      content: () => {
        editor = handEditor({
          hand: before && structuredClone(before),
          photo:
            before?.local && picture(before.local)?.reading.tiles.length ? picture(before.local) : undefined,
          adding: !before,
          winner: () => won() || (!this.parts.winner && Boolean(editor && isWhole(editor.hand))),
          play: () => this.play,
          evening: this.evening,
          onchange: keepSoFar,
          context: () => ({ ruleset: this.evening.ruleset, seat, round: this.round }),
          usedElsewhere: (code) => elsewhere[code] ?? 0,
          head: (again) =>
            h(
              "button",
              {
                "aria-pressed": String(won()),
                "data-key": "head-won",
                onclick: () => {
                  this.win(seat);
                  again();
                },
              },
              t("win.winner"),
            ),
        });
        return editor.element;
      },
      actions: (close) => [
        h("span.grow"),
        h("button.primary.large", { "data-key": "use", onclick: () => close() }, t("entry.use-tiles")),
      ],
    });
    if (allTiles(editor.hand).length) {
      keepSoFar(editor.hand);
      this.giveTiles(seat, handAt(this.parts, seat));
    } else if (before) this.set({ [`tiles:${seat}`]: null });
    else this.draw();
  }

  /** The name of the photograph an editor works with; a new one is kept first. */
  localOf(photo, before) {
    if (!photo) return before?.local ?? null;
    if (before?.local && picture(before.local) === photo) return before.local;
    photo.local ??= freshKey();
    keepPicture(photo.local, photo);
    return photo.local;
  }

  // --- settling

  async settle() {
    const { reckoned, stale, settling, elsewhere } = this.state;
    if (settling || elsewhere) return;
    if (missing(this.parts, this.seats) || !reckoned.preview || stale) {
      this.update({ refused: stale ? null : this.state.refused });
      return;
    }
    if (this.replaces && !(await this.confirmed(reckoned.preview))) return;
    this.update({ settling: true, refused: null });
    const url = `/api/evenings/${this.evening.id}/hands`;
    try {
      for (const seat of this.seats) await this.keepPicture(seat);
      const photos = this.evening.keep_photos ? photosOf(this.parts, this.seats) : (this.parts.photos ?? []);
      const body = { ...bodyOf(this.parts, this.seats), ...(photos.length ? { photos } : {}) };
      const put = () => {
        const how = { key: this.key, version: this.version };
        return this.replaces
          ? send("PUT", `${url}/${this.replaces.n}`, body, how)
          : send("POST", url, body, how);
      };
      let answer;
      try {
        answer = await put();
      } catch (error) {
        // Somebody changed something else meanwhile, a name perhaps: then this hand still stands.
        if (error.status !== 409 || !(await this.stillThisHand())) throw error;
        answer = await put();
      }
      this.close(answer);
    } catch (error) {
      if (error.status === 409) this.key = freshKey();
      this.update({ settling: false, refused: error.status === 409 ? null : error.message });
    }
  }

  confirmed(preview) {
    const words = t("entry.correct", { n: this.replaces.n });
    return confirmChange({ evening: this.evening, preview, title: words, yes: words });
  }

  /** Whether the evening still waits for this very hand; takes its version if so. */
  async stillThisHand() {
    const now = await get(`/api/evenings/${this.evening.id}`);
    const same =
      !this.replaces &&
      now.hand === this.evening.hand &&
      JSON.stringify(now.seats) === JSON.stringify(this.seating);
    if (same) this.version = now.version;
    else this.news(now);
    return same;
  }

  /** The evening has changed while the sheet is open. */
  news(evening) {
    if (this.replaces || this.state.settling || evening.hand === this.evening.hand) {
      const same = JSON.stringify(evening.seats) === JSON.stringify(this.seating);
      if (!this.replaces && same) this.version = evening.version;
      return;
    }
    const n = this.evening.hand;
    const hand = evening.hands.find((one) => one.n === n);
    const mine = this.parts;
    this.draft = aside(mine);
    if (!isBegun(mine) || (hand && sameHand(partsOf(hand), mine, this.seats))) {
      this.close(undefined);
      toast(t("table.settled", { n }));
    } else {
      missHand(evening.id, { n, parts: mine }); // also for a page that is closed now
      this.update({ elsewhere: { n, hand: hand ?? null, evening } });
    }
  }

  async startOver() {
    const before = this.parts;
    this.set({}, true);
    this.update({ shot: null, table: null, shown: null, active: null });
    toast(t("entry.thrown-away"), { action: { label: t("learn.undo"), run: () => this.set(before) } });
  }

  // --- drawing

  async show(shot) {
    await loadPictures(this.seats.map((seat) => handAt(this.parts, seat)?.local));
    const { replaces, evening } = this;
    open = replaces ? null : this;
    this.draft.onchange = (names) => this.changed(names);
    const answer = await dialog({
      title: replaces
        ? t("entry.correct-title", { n: replaces.n })
        : t(evening.counts_rounds === false ? "entry.title-plain" : "entry.title", {
            n: evening.hand,
            round: t(`wind.${this.round}`),
          }),
      wide: true,
      content: (close) => {
        this.close = close;
        return h(
          "div.entry",
          {},
          this.main,
          h("div.entry-side", {}, this.verdict, this.keys),
          this.camera.inputs,
        );
      },
      actions: () => [this.foot],
      ready: (element) => {
        element.classList.add("entry-sheet");
        this.entered();
        if (shot) this.photographed(shot);
      },
      leave: async () => !replaces || JSON.stringify(this.parts) === this.begun || this.leaving(),
    });
    open = null;
    return answer;
  }

  leaving() {
    return confirm({ title: t("entry.leave"), text: t("entry.leave-why"), yes: t("entry.leave-yes") });
  }

  draw() {
    const { state } = this;
    const won = resultOf(this.parts) === "win";
    this.drawing = true;
    renew(
      this.main,
      state.elsewhere ? this.elsewhereNote() : null,
      state.said ? h("p.note", { role: "status" }, state.said) : null,
      this.head(),
      this.status,
      won && state.shot ? whose(this) : null,
      won && state.table ? this.nearChoice() : null,
      won ? shotPanel(this) : null,
      won ? questions(this) : null,
      won ? seatRows(this) : null,
      won ? specialCases(this) : null,
      resultOf(this.parts) === "draw" ? h("p.note", {}, t("entry.draw-note")) : null,
      resultOf(this.parts) === "wash" ? washing(this) : null,
      resultOf(this.parts) === "false_mah_jongg" ? falseCall(this) : null,
    );
    redraw(this.keys, won ? keypad(this) : null);
    redraw(this.verdict, verdictPanel(this));
    redraw(this.foot, footLine(this));
    this.drawing = false;
  }

  head() {
    const result = resultOf(this.parts);
    return h(
      "div.entry-head",
      {},
      result === "win"
        ? h(
            "div.row.photograph-row",
            {},
            h(
              this.anyTiles() ? "button" : "button.primary.large",
              { "data-key": "take", onclick: this.camera.take },
              icon("camera"),
              t(this.anyTiles() ? "entry.photograph-more" : "entry.photograph"),
            ),
            h("button.large", { "data-key": "choose", onclick: this.camera.choose }, t("photo.choose")),
          )
        : null,
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

  anyTiles() {
    return this.seats.some((seat) => this.parts[`tiles:${seat}`]);
  }

  /** Whoever is nearest to this device is nearest to its photographs; another tap seats everyone anew. */
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
        value: near,
        options: Object.values(this.seating)
          .sort()
          .map((place) => ({ value: place, text: this.evening.players[place].name })),
        onchange: (place) => {
          keepHere(this.evening.id, { near: Number(place) });
          this.laid(this.state.table);
        },
      }),
    );
  }

  /** The hand that another device settled first is dealt with. */
  leaveMissed(answer) {
    missHand(this.evening.id, null);
    this.close(answer);
  }

  elsewhereNote() {
    const { n, hand } = this.state.elsewhere;
    return h(
      "div.warning.stack",
      { role: "alert" },
      h("p", {}, t("entry.elsewhere", { n })),
      h(
        "div.row",
        {},
        hand
          ? h(
              "button",
              {
                "data-key": "correct-with-mine",
                onclick: () => this.close({ correct: n, parts: this.parts }),
              },
              t("entry.elsewhere-correct", { n }),
            )
          : null,
        h(
          "button",
          { "data-key": "take-over", onclick: () => this.leaveMissed({ takeOver: this.parts }) },
          t("entry.elsewhere-next", { n: this.state.elsewhere.evening.hand }),
        ),
        h(
          "button.quiet",
          { "data-key": "let-go", onclick: () => this.leaveMissed() },
          t("entry.elsewhere-drop"),
        ),
      ),
    );
  }
}

/** Whether two bags of parts are the same hand. */
function sameHand(one, other, seats) {
  if (missing(other, seats)) return false;
  return JSON.stringify(bodyOf(one, seats)) === JSON.stringify(bodyOf(other, seats));
}
