/** What this device keeps, as JSON. Where there is nothing, or nothing readable, it is null. */

/** @typedef {"localStorage" | "sessionStorage"} Where on the device, or in this tab alone */

/** @param {Where} where @param {string} name */
export function stored(where, name) {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null");
  } catch (broken) {
    return null;
  }
}

/** Keep it; null forgets it. @param {Where} where @param {string} name @param {any} value */
export function store(where, name, value) {
  try {
    if (value === null) window[where].removeItem(name);
    else window[where].setItem(name, JSON.stringify(value));
  } catch (full) {
    /* it lives as long as the page */
  }
}
