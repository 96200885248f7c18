/** What the books answer at the table, in words and with the page. */

import { h, replace } from "./dom.js";
import { complain } from "./ui.js";

/** Shows in the box what a call answers. */
export const said = (box) => async (call) => {
  try {
    const answer = await call();
    replace(
      box,
      h("p", {}, h("strong", {}, answer.words)),
      answer.source ? h("p.source", {}, answer.source) : null,
    );
  } catch (error) {
    complain(error);
  }
};
