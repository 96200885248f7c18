/** What the books answer at the table, in words and with the page. */

import { h, replace } from "./dom.js";
import { complain, latestOnly } from "./ui.js";

/** Shows in the box what the latest call answers. */
export function said(box) {
  const show = latestOnly(
    (call) => call(),
    (answer) =>
      replace(
        box,
        h("p", {}, h("strong", {}, answer.words)),
        answer.source ? h("p.source", {}, answer.source) : null,
      ),
  );
  return (call) => show(call).catch(complain);
}
