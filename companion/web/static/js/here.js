/** Where this device lies at the table: kept on it for the evening. */

const known = new Map(); // as long as the page lives, also where nothing can be stored

function stored(evening) {
  try {
    return JSON.parse(localStorage.getItem(`seat-${evening}`) ?? "null");
  } catch (broken) {
    return null;
  }
}

/**
 * evening: its id. near: the player nearest to the device, null until somebody says; owner: whose device
 * it is, null for nobody's; facing: every plate
 * turned to its own side.
 */
export function here(evening) {
  if (!known.has(evening)) known.set(evening, { near: null, owner: null, facing: false, ...stored(evening) });
  return known.get(evening);
}

export function keepHere(evening, change) {
  known.set(evening, { ...here(evening), ...change });
  try {
    localStorage.setItem(`seat-${evening}`, JSON.stringify(known.get(evening)));
  } catch (full) {
    /* only for now */
  }
}
