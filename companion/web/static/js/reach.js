/**
 * Whether the companion is reached. Every page says so while it is not, and goes on by itself when it is
 * again: the window hears `lost` and `reached`.
 */

import { h, onPage } from "./dom.js";
import { clock, t } from "./text.js";

/** Milliseconds between two looks: while all is well; while it is lost; before it is called lost. */
const LOOK_MS = { quiet: 15_000, lost: 3_000, again: 1_000 };
/** How long a look waits for an answer. */
const PATIENCE_MS = 5_000;

const strip = h("div.reach", { role: "status" });
let missed = 0; // looks without an answer, one after the other
let timer = 0;

/** Put the line for it below the top of the page, and begin to look. */
export function watchReach() {
  onPage("#top").after(strip);
  addEventListener("online", look);
  addEventListener("offline", look);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look();
  });
  later(LOOK_MS.quiet);
}

/** The page could not come forth: do this as soon as the companion is reached. */
export function whenReached(action) {
  addEventListener("reached", action);
  missed = Math.max(missed, 2);
  later(LOOK_MS.lost);
}

/** Look now, because something was not answered. */
export async function look() {
  clearTimeout(timer);
  try {
    await fetch("/api/session", { cache: "no-store", signal: patience() });
    found();
  } catch (unanswered) {
    missed += 1;
    if (missed === 2) lost();
    later(missed < 2 ? LOOK_MS.again : LOOK_MS.lost);
  }
}

/** As `AbortSignal.timeout` does, which Safari before 16 and Chrome before 103 lack. */
function patience() {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), PATIENCE_MS);
  return giveUp.signal;
}

const later = (ms) => {
  clearTimeout(timer);
  timer = setTimeout(() => (document.visibilityState === "visible" ? look() : later(ms)), ms);
};

function lost() {
  strip.textContent = t("reach.lost", { time: clock(new Date().toISOString()) });
  dispatchEvent(new Event("lost"));
}

function found() {
  const away = missed > 1;
  missed = 0;
  later(LOOK_MS.quiet);
  if (!away) return;
  strip.textContent = "";
  dispatchEvent(new Event("reached"));
}
