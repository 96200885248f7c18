/** Keeps the screen awake while a game runs; a hidden page loses the lock, so it is taken again. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** Whether this browser can be asked to keep the screen on: only at an encrypted address. */
const canStayAwake = () => "wakeLock" in navigator;

/** Where the screen may go dark while the game runs: that it may, and what keeps it on. */
export function sleepNote({ ended }) {
  if (canStayAwake() || ended) return null;
  return h("p.muted.small", {}, t(window.isSecureContext ? "table.no-wake-here" : "table.no-wake"));
}

/** wanted(): whether the screen shall stay on. Returns what to call whenever that may have changed. */
export function stayAwake(wanted) {
  if (!canStayAwake()) return () => {};
  let lock = null;
  let asking = false;
  const held = () => lock && !lock.released;
  async function follow() {
    if (asking) return;
    if (!wanted()) {
      await lock?.release();
      lock = null;
      return;
    }
    if (held() || document.visibilityState !== "visible") return;
    asking = true;
    // Refused with an empty battery, for one: the screen then sleeps as it always does.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    asking = false;
    if (lock && !wanted()) follow();
  }
  document.addEventListener("visibilitychange", follow);
  return follow;
}
