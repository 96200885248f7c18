/** A finger on the page. A button that is drawn anew under it loses the tap, so drawing waits for it. */

/** A browser tells of the click of a touch within this time after the finger went up. */
const CLICK_MS = 120;
/** A finger that stays longer than this does not tap, and the page no longer waits for it. */
const TAP_MS = 1000;

/** What is to be drawn when the finger is up: {promise, drawn}, where `drawn` keeps the promise. */
const waiting = new Map();
let down = false;
let timer = 0;

function promised() {
  /** @type {(done: unknown) => void} */
  let drawn = () => {};
  const promise = new Promise((keep) => (drawn = keep));
  return { promise, drawn };
}

function up() {
  clearTimeout(timer);
  down = false;
  for (const draw of [...waiting.keys()]) whenUp(draw);
}

function upIn(time) {
  clearTimeout(timer);
  timer = setTimeout(up, time);
}

addEventListener(
  "pointerdown",
  () => {
    down = true;
    upIn(TAP_MS);
  },
  true,
);
addEventListener("pointerup", () => upIn(CLICK_MS), true);
addEventListener("pointercancel", up, true);
addEventListener(
  "click",
  () => {
    down = false; // what the tap does is drawn at once
    upIn(0); // and then what came before it
  },
  true,
);

/**
 * Draw now, or, while a finger is on the page, when it is up. draw: always the same function for the same
 * part of the page, so that it is drawn once. Gives what draw gives, later as a promise.
 */
export function whenUp(draw) {
  if (down) {
    if (!waiting.has(draw)) waiting.set(draw, promised());
    return waiting.get(draw).promise;
  }
  const before = waiting.get(draw);
  waiting.delete(draw);
  const done = draw();
  before?.drawn(done);
  return done;
}
