/**
 * The hand to come while it is entered: one draft on the server that every device fills and sees, and a
 * copy on this device, so that neither a reload nor a lost network loses what was tapped.
 */

import { Refused, currentSession, get, send } from "./api.js";

const AGAIN_MS = 3000;
const SEND_MS = 150;

/** A draft that no other device sees, for a correction. */
export function aside(parts, onchange = () => {}) {
  return {
    parts,
    set(changes, anew = false) {
      this.parts = merged(anew ? {} : this.parts, changes);
      onchange();
    },
  };
}

const merged = (parts, changes) =>
  Object.fromEntries(
    Object.entries({ ...parts, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The draft of the evening's hand to come. */
export class Pending {
  /** evening: as GET answers; onchange(names): parts that others changed, none where this device did. */
  constructor(evening, onchange) {
    this.id = evening.id;
    this.hand = evening.hand;
    this.onchange = onchange;
    this.url = `/api/evenings/${encodeURIComponent(evening.id)}/draft`;
    const kept = this.kept();
    this.parts = kept?.hand === this.hand ? kept.parts : {};
    this.unsent = kept?.hand === this.hand ? (kept.unsent ?? {}) : {};
    this.revision = 0; // of the newest draft this device has seen
    this.timer = 0;
    this.sending = null;
  }

  get storage() {
    return `draft-${this.id}`;
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.storage) ?? "null");
    } catch (broken) {
      return null;
    }
  }

  keep() {
    const { hand, parts, unsent } = this;
    try {
      if (Object.keys(parts).length || Object.keys(unsent).length) {
        localStorage.setItem(this.storage, JSON.stringify({ hand, parts, unsent }));
      } else localStorage.removeItem(this.storage);
    } catch (full) {
      /* the server keeps it too */
    }
  }

  /** Change parts; null takes one away. anew: all others go too. */
  set(changes, anew = false) {
    const gone = anew ? Object.fromEntries(Object.keys(this.parts).map((name) => [name, null])) : {};
    this.parts = merged(anew ? {} : this.parts, changes);
    this.unsent = { ...this.unsent, ...gone, ...changes };
    this.keep();
    this.onchange([]);
    this.soon(SEND_MS);
  }

  soon(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.push(), ms);
  }

  /** Send what was not sent yet; what fails for want of a network is sent later. */
  async push() {
    if (this.sending) await this.sending;
    if (!Object.keys(this.unsent).length) return;
    if ((await currentSession()).role !== "scorekeeper") return; // who only watches enters nothing
    const sent = this.unsent;
    const { hand } = this;
    this.sending = send("PATCH", this.url, { hand, parts: sent }, { ask: false })
      .then((draft) => {
        if (hand !== this.hand) return;
        const still = Object.entries(this.unsent).filter(([name, value]) => !same(sent[name], value));
        this.unsent = Object.fromEntries(still);
        this.take(draft);
      })
      .catch((error) => {
        if (error instanceof Refused && error.status === 0) this.soon(AGAIN_MS);
      })
      .finally(() => {
        this.sending = null;
      });
    await this.sending;
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

  /** The evening goes on with another hand: this draft ends, and the next begins empty. */
  moveTo(hand) {
    if (hand === this.hand) return;
    clearTimeout(this.timer);
    Object.assign(this, { hand, parts: {}, unsent: {} });
    this.keep();
    this.onchange([]);
  }
}

const missed = (id) => `missed-${id}`;

/** The hand that this device was entering when another settled it: {n, parts}, null where there is none. */
export function missedHand(id) {
  try {
    return JSON.parse(localStorage.getItem(missed(id)) ?? "null");
  } catch (broken) {
    return null;
  }
}

/** Keep that hand until somebody has looked at it; null forgets it. */
export function missHand(id, hand) {
  if (hand) localStorage.setItem(missed(id), JSON.stringify(hand));
  else localStorage.removeItem(missed(id));
}
