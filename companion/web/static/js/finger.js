/** A finger on the page. A button that is drawn anew under it loses the tap, so drawing waits for it. */

/** A browser tells of the click of a touch within this time after the finger went up. */
const CLICK_MS = 120;
/** A finger that stays longer than this does not tap, and the page no longer waits for it. */
const TAP_MS = 1000;
/**
 * The second tap of a double tap comes within this time after the first, and so near to it. By hand: taps 150
 * to 300 ms apart did things twice, and a key (48 pixels at least) is larger than what a finger wanders.
 */
const TWICE_MS = 350;
const NEAR_PX = 30;

/** What is to be drawn when the finger is up: {promise, drawn}, where `drawn` keeps the promise. */
const waiting = new Map();
let down = false;
let timer = 0;
let spent = false; // it has held a button to the end, and taps nothing when it is lifted
let touched = false; // by a finger, whose click is still to come
let tapped = { name: null, at: 0, x: 0, y: 0 }; // the last tap that counted

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

/** What can be tapped, and on which of it each tap counts, however fast: digits, tiles, closer, further. */
const BUTTONS = "button, a, summary, label, input, select, [role=button]";
const KEYS = ".keys .key:not(.primary), .tile, .stage-tools button";

/**
 * Whether the tap is meant for what it hits. Many people tap twice. The first half often puts something else
 * under the finger, and “Undo” or “Pay” would do its work again: the second half counts only on keys.
 */
function isMeant({ target, timeStamp, clientX, clientY }) {
  if (!touched) return true; // by a mouse, by the keyboard, or by a label for its field
  touched = false;
  const button = target.closest(BUTTONS);
  const name = button && (button.dataset.key ?? button.ariaLabel ?? button.textContent);
  const soon = timeStamp - tapped.at < TWICE_MS;
  const near = Math.hypot(clientX - tapped.x, clientY - tapped.y) < NEAR_PX;
  const again = soon && near && button && tapped.name;
  const meant = !again || (name === tapped.name && button.matches(KEYS));
  if (meant) tapped = { name, at: timeStamp, x: clientX, y: clientY };
  return meant;
}

/** Who holds a button so long means more than a tap. */
const HOLD_MS = 800;

/**
 * A button that does one thing when it is tapped and another when it is held down: by a finger, by a mouse,
 * or with the space bar or Enter. Meanwhile it has the class `holding`.
 */
export function holdable(button, { tapped: tap, held }) {
  let wait = 0;
  let done = false; // it was held to the end: what follows is no tap
  const press = () => {
    done = false;
    clearTimeout(wait);
    button.classList.add("holding");
    wait = setTimeout(() => {
      done = true;
      spent = down;
      release();
      held();
    }, HOLD_MS);
  };
  const release = () => {
    clearTimeout(wait);
    button.classList.remove("holding");
  };
  const isKey = ({ key }) => key === " " || key === "Enter";
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  button.addEventListener("pointerdown", ({ button: which }) => which === 0 && press());
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(name, release);
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // of a finger that stays
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault(); // Enter would tap at once, and again and again
    if (!event.repeat) press();
  });
  button.addEventListener("keyup", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    const began = button.classList.contains("holding");
    release();
    if (began && !done) tap();
    done = false;
  });
  button.addEventListener("click", () => {
    release();
    if (!done) tap();
    done = false;
  });
  return button;
}

addEventListener(
  "pointerdown",
  (event) => {
    touched = event.pointerType !== "mouse";
    spent = false;
    down = true;
    upIn(TAP_MS);
  },
  true,
);
addEventListener(
  "pointerup",
  () => {
    upIn(CLICK_MS);
    if (spent) setTimeout(() => (spent = false), CLICK_MS);
  },
  true,
);
addEventListener("pointercancel", up, true);
addEventListener(
  "click",
  (event) => {
    down = false; // what the tap does is drawn at once
    upIn(0); // and then what came before it
    if (spent || !isMeant(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
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
