/** Keeps the screen awake while a game runs; a hidden page loses the lock, so it is taken again. */

/** Whether this browser can be asked to keep the screen on: only at an encrypted address. */
export const canStayAwake = () => "wakeLock" in navigator;

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
