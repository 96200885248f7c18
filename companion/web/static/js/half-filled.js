/** What is half filled in on a page: a reload of it, and a look at another page, keep it in this tab. */

/** @param {string} form */
const place = (form) => `half-filled-${form}`;

/** What is half filled in, null where nothing is. */
export function halfFilled(form) {
  try {
    return JSON.parse(sessionStorage.getItem(place(form)) ?? "null");
  } catch (broken) {
    return null;
  }
}

/** Keep it; null forgets it. */
export function keepHalfFilled(form, value) {
  try {
    if (value === null) sessionStorage.removeItem(place(form));
    else sessionStorage.setItem(place(form), JSON.stringify(value));
  } catch (full) {
    /* it lives as long as the page */
  }
}
