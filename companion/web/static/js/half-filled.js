/** What is half filled in on a page: a reload of it, and a look at another page, keep it in this tab. */

import { store, stored } from "./stored.js";

/** @param {string} form */
const place = (form) => `half-filled-${form}`;

/** What is half filled in, null where nothing is. */
export const halfFilled = (form) => stored("sessionStorage", place(form));

/** Keep it; null forgets it. */
export const keepHalfFilled = (form, value) => store("sessionStorage", place(form), value);
