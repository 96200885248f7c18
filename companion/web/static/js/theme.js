/* Runs before the first paint: lamplight or daylight, as chosen here or as the device is set. */
(function () {
  let kept = null;
  try {
    kept = localStorage.getItem("theme");
  } catch (refused) {
    /* private window */
  }
  const dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
