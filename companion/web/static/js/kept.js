/**
 * What this device keeps of an evening until somebody has dealt with it: neither a reload nor an empty
 * battery loses it.
 *
 * `draft`: {hand, parts, unsent, own}, as pending.js has it.
 * `missed`: {n, parts}, a hand entered here that another device settled, or took back, first.
 * `correction`: {n, of, parts}, a settled hand while it is corrected; `of` is how it stood before.
 * `shot`: {n, name}, a photograph that nobody has read, or placed, yet.
 */

/** @param {string} evening @param {"draft" | "missed" | "correction" | "shot"} what */
const place = (evening, what) => `${what}-${evening}`;

/** What is kept of this kind, null where nothing is. */
export function kept(evening, what) {
  try {
    return JSON.parse(localStorage.getItem(place(evening, what)) ?? "null");
  } catch (broken) {
    return null;
  }
}

/** Keep it; null forgets it. */
export function keep(evening, what, value) {
  try {
    if (value === null) localStorage.removeItem(place(evening, what));
    else localStorage.setItem(place(evening, what), JSON.stringify(value));
  } catch (full) {
    /* it lives as long as the page */
  }
}
