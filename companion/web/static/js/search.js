/** The field by which a list is searched while somebody types. */

import { field } from "./controls.js";
import { h } from "./dom.js";
import { complain, settleDown } from "./ui.js";

/** Milliseconds without a letter after which the list is asked for. */
const PAUSE_MS = 200;

/**
 * @param {string} label
 * @param {(words: string) => Promise<void>} show Shows what the words find.
 */
export function searchField(label, show) {
  const search = h("input", { type: "search", oninput: () => again() });
  const again = settleDown(PAUSE_MS, () => show(search.value).catch(complain));
  return field(label, search);
}
