/**
 * What this device keeps of an evening until somebody has dealt with it: neither a reload nor an empty
 * battery loses it.
 *
 * `draft`: {hand, follows, seats, reseated, parts, unsent, own}, as pending.js has it.
 * `missed`: {n, seats, parts, shots}, a hand entered here that another device settled, or took back, first.
 * `correction`: {of, parts, shot}, a settled hand while it is corrected; `of` tells which, as `identityOf` of
 * entry-state.js does, `shot` what waits in it.
 * `brought`: {name, hand}, a hand put together on another page, as hand.js has it, with the name of its
 * photograph or null.
 * `shot`: a list of {n, name}, a photograph for hand n that nobody has read, or placed, yet; or of
 * {n, name, hand}, a hand that was brought.
 */

import { store, stored } from "./stored.js";

/** @param {string} evening @param {"draft" | "missed" | "correction" | "brought" | "shot"} what */
const place = (evening, what) => `${what}-${evening}`;

/** What is kept of this kind, null where nothing is. */
export const kept = (evening, what) => stored(place(evening, what));

/** Keep it; null forgets it. */
export const keep = (evening, what, value) => store(place(evening, what), value);
