/** Where this device lies at the table: kept on it for the evening. */

import { store, stored } from "./stored.js";

const known = new Map(); // as long as the page lives, also where nothing can be stored

const place = (evening) => `seat-${evening}`;

/**
 * evening: its id. near: the player nearest to the device, null until somebody says; owner: whose device
 * it is, null for nobody's; facing: every plate
 * turned to its own side.
 */
export function here(evening) {
  if (!known.has(evening)) {
    const before = stored(place(evening));
    known.set(evening, { near: null, owner: null, facing: false, ...before });
  }
  return known.get(evening);
}

export function keepHere(evening, change) {
  known.set(evening, { ...here(evening), ...change });
  store(place(evening), known.get(evening));
}
