/** What this device keeps, as JSON. Where there is nothing, or nothing readable, it is null. */

/** @param {string} name */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch (broken) {
    return null;
  }
}

/** Keep it; null forgets it. @param {string} name @param {any} value */
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch (full) {
    /* it lives as long as the page */
  }
}

/** Whether anything that is kept speaks of it, by its name. @param {string} name */
export function isMentioned(name) {
  try {
    return Object.values(localStorage).some((text) => text.includes(name));
  } catch (refused) {
    return false;
  }
}
