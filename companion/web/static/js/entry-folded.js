/** What is folded away on the sheet where a hand is entered, until somebody unfolds it. */

import { h } from "./dom.js";

/**
 * Drawn again, it stays as people left it. open: it is unfolded in any case.
 * @param {any} sheet
 * @param {{key: string, summary: string, open?: boolean}} how
 */
export function folded(sheet, { key, summary, open = false }, ...content) {
  return h(
    "details",
    { open: open || sheet.state.unfolded.includes(key) },
    h(
      "summary",
      {
        "data-key": key,
        // The browser tells of a toggle only later, when the sheet may have been drawn anew and shut again.
        onclick: (event) => {
          const others = sheet.state.unfolded.filter((one) => one !== key);
          const shut = event.currentTarget.parentElement.open;
          sheet.state = { ...sheet.state, unfolded: shut ? others : [...others, key] };
        },
      },
      summary,
    ),
    content,
  );
}
