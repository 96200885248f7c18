/**
 * What is half filled in on a page: kept on this device until it is done or dropped. Neither a reload nor a
 * closed tab loses it.
 */

import { store, stored } from "./stored.js";

/** Hours after which nobody goes on with what belongs to one evening, such as a hand. */
export const EVENING_HOURS = 12;
const HOUR_MS = 3_600_000;

/** @param {string} form */
const place = (form) => `half-filled-${form}`;

/**
 * What is half filled in, null where nothing is, or nothing so young.
 * @param {string} form
 * @param {number} hours
 */
export function halfFilled(form, hours = Infinity) {
  const kept = stored(place(form));
  return kept && Date.now() - kept.at < hours * HOUR_MS ? kept.what : null;
}

/** Keep it; null forgets it. */
export const keepHalfFilled = (form, what) => store(place(form), what && { at: Date.now(), what });
