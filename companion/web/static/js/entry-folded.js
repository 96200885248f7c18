/** What is folded away on the sheet where a hand is entered, until somebody unfolds it. */

import { h } from "./dom.js";

/**
 * Drawn again, it stays as it was, or as people left it. open: it begins unfolded, once this is so.
 * @param {any} sheet
 * @param {{key: string, summary: string, open?: boolean}} how
 */
export function folded(sheet, { key, summary, open = false }, ...content) {
  const { unfolded } = sheet.state;
  const stands = unfolded.get(key) ?? open;
  if (open) unfolded.set(key, stands);
  return h(
    "details",
    { open: stands },
    h(
      "summary",
      {
        "data-key": key,
        // The browser tells of a toggle only later, when the sheet may have been drawn anew and shut again.
        onclick: (event) => {
          unfolded.set(key, !event.currentTarget.parentElement.open);
        },
      },
      summary,
    ),
    content,
  );
}
