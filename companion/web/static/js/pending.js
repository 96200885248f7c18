/**
 * The hand to come while it is entered: one draft on the server that every device fills and sees, and a
 * copy on this device, so that neither a reload nor a lost network loses what was tapped.
 */

import { Refused, currentSession, get, send } from "./api.js";
import { followsIn, identityOf, isBegun, namesSeats, partsOf, seatsOf, standsIn } from "./entry-state.js";
import { keep, kept } from "./kept.js";

const AGAIN_MS = 3000;
const SEND_MS = 150;

const merged = (parts, changes) =>
  Object.fromEntries(
    Object.entries({ ...parts, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Parts that no other device sees. shot: the photographs, or the hands, that wait until somebody says whose
 * they are, as kept.js has it. onset(): after each change.
 */
export class Aside {
  constructor({ parts, shot = [] }, onset = /** @type {(now: Aside) => void} */ (() => {})) {
    this.parts = parts;
    this.shots = shot;
    this.onset = onset;
    this.onchange = () => {};
  }

  keepShots(shots) {
    this.shots = shots;
    this.onset(this);
  }

  /** Nobody changes the seats of a hand that is settled. */
  tellReseated() {
    return false;
  }

  set(changes, anew = false) {
    this.parts = merged(anew ? {} : this.parts, changes);
    this.onset(this);
  }
}

/**
 * A correction: kept on this device until it is made or left. hand: as it stands in the evening. parts,
 * shots: what to begin with in its place.
 */
export function correction(evening, hand, parts = null, shots = []) {
  const of = identityOf(hand);
  const before = kept(evening, "correction");
  const mine = before?.of === of ? before : null;
  const stands = { parts: partsOf(hand) };
  return new Aside(parts ? { parts, shot: shots } : (mine ?? stands), (now) => {
    const changed = now.shots.length || !same(now.parts, stands.parts);
    keep(evening, "correction", changed ? { of, parts: now.parts, shot: now.shots } : null);
  });
}

/** The draft of the evening's hand to come. */
export class Pending {
  /** evening: as GET answers; onchange(names): parts that others changed, none where this device did. */
  constructor(evening, onchange) {
    this.id = evening.id;
    this.onchange = () => {};
    this.url = `/api/evenings/${encodeURIComponent(evening.id)}/draft`;
    this.begin(evening, kept(evening.id, "draft"));
    this.revision = 0; // of the newest draft this device has seen
    this.timer = 0;
    this.sending = Promise.resolve();
    this.moveTo(evening);
    this.onchange = onchange;
  }

  /**
   * own: what was entered on this device, and nobody has changed since. seats: who sat where meanwhile.
   * reseated: they have changed, and nobody has been told yet. before: as `keep` kept it.
   * @param {{hand: number, hands: any[], seats: any}} evening
   * @param {any} before
   */
  begin(evening, before = null) {
    const { hand, seats } = evening;
    this.hand = before?.hand ?? hand;
    this.follows = before ? before.follows : followsIn(evening);
    this.seats = before?.seats ?? seats;
    this.reseated = before?.reseated ?? false;
    this.parts = before?.parts ?? {};
    this.unsent = before?.unsent ?? {};
    this.own = before?.own ?? {};
  }

  keep() {
    const { hand, follows, seats, reseated, parts, unsent, own } = this;
    const some = Object.keys(parts).length || Object.keys(unsent).length;
    keep(this.id, "draft", some ? { hand, follows, seats, reseated, parts, unsent, own } : null);
  }

  /** Change parts; null takes one away. anew: all others go too. */
  set(changes, anew = false) {
    const gone = anew ? Object.fromEntries(Object.keys(this.parts).map((name) => [name, null])) : {};
    this.parts = merged(anew ? {} : this.parts, changes);
    this.unsent = { ...this.unsent, ...gone, ...changes };
    this.own = merged(anew ? {} : this.own, changes);
    this.keep();
    this.onchange([]);
    this.soon(SEND_MS);
  }

  /** What waits until somebody says whose it is, as kept.js has it. */
  get shots() {
    return (kept(this.id, "shot") ?? []).filter(({ n }) => n === this.hand);
  }

  keepShots(shots) {
    const mine = shots.map((shot) => ({ ...shot, n: this.hand }));
    const waiting = mine.length || null;
    keep(this.id, "shot", waiting && mine);
    if (waiting !== (this.parts.waiting ?? null)) this.set({ waiting }); // others see that it is begun
  }

  /** Whether anything is entered, or waits here until somebody says whose it is. */
  get begun() {
    return isBegun(this.parts) || this.shots.length > 0;
  }

  /** One more waits. */
  keepShot(shot) {
    this.keepShots([...this.shots, shot]);
  }

  soon(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.push(), ms);
  }

  /** Send what was not sent yet, one call after the other: two on their way may overtake each other. */
  push() {
    this.sending = this.sending.catch(() => {}).then(() => this.pushNow());
    return this.sending;
  }

  /** What fails and may well pass in a moment is sent later. */
  async pushNow() {
    if (!Object.keys(this.unsent).length) return;
    if ((await currentSession()).role !== "scorekeeper") return; // who only watches enters nothing
    const sent = this.unsent;
    const { hand } = this;
    try {
      const draft = await send("PATCH", this.url, { hand, parts: sent }, { ask: false });
      if (hand !== this.hand) return;
      const still = Object.entries(this.unsent).filter(([name, value]) => !same(sent[name], value));
      this.unsent = Object.fromEntries(still);
      this.take(draft);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.passes) this.soon(AGAIN_MS);
    }
  }

  /** What the server has now, with what this device has not sent yet on top. */
  take(draft) {
    // An answer that was overtaken by a later one tells what is no longer so.
    if (draft.hand !== this.hand || draft.revision < this.revision) return;
    this.revision = draft.revision;
    const next = merged(draft.parts, this.unsent);
    const names = [...new Set([...Object.keys(next), ...Object.keys(this.parts)])];
    const changed = names.filter((name) => !same(next[name], this.parts[name]));
    // A part that is the same stays the same object: tiles keep the ids they have on this page.
    for (const name of names) if (!changed.includes(name)) next[name] = this.parts[name];
    if (changed.length) this.parts = merged(next, {});
    this.own = merged(this.own, Object.fromEntries(changed.map((name) => [name, null])));
    this.keep();
    if (changed.length) this.onchange(changed);
  }

  async refresh() {
    try {
      this.take(await get(this.url));
      if (Object.keys(this.unsent).length) this.soon(0);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // it is asked again with the next news
    }
  }

  /** Who sits where now. What is entered already stays beside the seats, as all devices share it. */
  sit(seats) {
    if (same(seats, this.seats)) return;
    this.seats = seats;
    this.reseated = namesSeats(this.parts);
    this.keep();
  }

  /** Whether the seats have changed under what was entered; asked once, by who says so. */
  tellReseated() {
    const { reseated } = this;
    this.reseated = false;
    this.keep();
    return reseated;
  }

  /** This hand has another number: one before it was removed, or brought back. */
  renumber(hand) {
    if (hand === this.hand) return;
    const { shots } = this;
    this.hand = hand;
    this.keepShots(shots);
    this.keep();
    if (Object.keys(this.unsent).length) this.soon(SEND_MS); // under the old number it was refused
  }

  /** This device has settled the hand, as it now stands in the evening. */
  settled() {
    keep(this.id, "shot", null);
    this.own = {};
  }

  /**
   * The evening goes on with another hand, or back to one before: this draft ends, and the next begins
   * empty. What was entered here and stands nowhere is kept as missed; tells whether there is any.
   */
  moveTo(evening) {
    if (followsIn(evening) === this.follows) {
      this.renumber(evening.hand);
      this.sit(evening.seats);
      return false;
    }
    clearTimeout(this.timer);
    const { hand: n, seats, shots } = this;
    const hand = evening.hands.find((one) => one.n === n);
    const stands = standsIn(this.own, this.parts, hand && partsOf(hand), seatsOf(hand?.seats ?? {}));
    const lost = !stands || shots.length > 0;
    if (lost) keep(this.id, "missed", { n, seats, shots, parts: this.parts });
    keep(this.id, "shot", null);
    this.begin(evening);
    this.keep();
    this.onchange([]);
    return lost;
  }
}
