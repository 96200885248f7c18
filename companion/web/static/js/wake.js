/** Keeps the screen awake while a game runs; a hidden page loses the lock, so it is taken again. */

export function stayAwake(wanted) {
  if (!("wakeLock" in navigator)) return () => {};
  let lock = null;
  const take = async () => {
    if (document.visibilityState !== "visible" || !wanted() || (lock && !lock.released)) return;
    try { lock = await navigator.wakeLock.request("screen"); } catch (refused) { lock = null; }
  };
  document.addEventListener("visibilitychange", take);
  take();
  return () => { if (wanted()) take(); else { lock?.release(); lock = null; } };
}
