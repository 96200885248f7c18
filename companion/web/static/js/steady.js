/**
 * What a person looks at stays where it stands while something above it grows or vanishes. Chromium and
 * Firefox see to that by themselves (CSS Scroll Anchoring), Safari does not.
 */

/** What is held still: {element, top, scrolled}, of each scroller that has been scrolled. */
const held = new Map();
/** What lies still in a scroller while the rest moves, and so cannot say how far that went. */
const FLOATS = new Set(["fixed", "sticky"]);

const whole = () => document.scrollingElement;
const topOf = (element) => element.getBoundingClientRect().top;

/** The first element within that is seen from its top on, or else the innermost one that is seen at all. */
function firstSeen(parent, from, to) {
  for (const child of parent.children) {
    const { top, bottom, height } = child.getBoundingClientRect();
    if (height && (bottom <= from || top >= to)) continue;
    if (FLOATS.has(getComputedStyle(child).position)) continue;
    if (height && (top >= from || child instanceof SVGElement)) return child;
    const within = firstSeen(child, from, to) ?? (height ? child : null);
    if (within) return within;
  }
  return null;
}

/** Remember what is seen in this scroller now, and where it stands; nothing where it is not scrolled. */
function hold(scroller) {
  const page = scroller === whole();
  const { top, bottom } = page ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  const scrolled = scroller.isConnected && scroller.scrollTop;
  const element = scrolled > 0 && firstSeen(page ? document.body : scroller, top, bottom);
  if (element) held.set(scroller, { element, top: topOf(element), scrolled });
  else held.delete(scroller);
}

/** Put back what has moved by itself. */
function steady() {
  for (const [scroller, { element, top, scrolled }] of [...held]) {
    const there = scroller.scrollTop === scrolled && element.isConnected;
    // Where somebody has scrolled since, a script or a hand, that is where they want to be.
    const moved = there ? topOf(element) - top : 0;
    if (moved) scroller.scrollTop += moved;
    if (moved || !there) hold(scroller);
  }
}

/**
 * Draw this element anew; what scrolls around it stays scrolled as far. Safari measures the rest of the page
 * while what asks for the width of a container (`cqw`) is still missing: then little seems left to scroll.
 */
export function inPlace(element, draw) {
  const around = [...held.keys()].filter((scroller) => scroller.contains(element));
  const before = around.map((scroller) => scroller.scrollTop);
  draw();
  around.forEach((scroller, place) => {
    if (scroller.scrollTop < before[place]) scroller.scrollTop = before[place];
  });
}

/** Begin to hold still what is seen, where the browser does not. */
export function holdSteady() {
  if (CSS.supports("overflow-anchor", "auto")) return;
  const grows = new ResizeObserver(steady);
  document.addEventListener(
    "scroll",
    ({ target }) => {
      const scroller = /** @type {Element} */ (target === document ? whole() : target);
      hold(scroller);
      for (const child of scroller.children) grows.observe(child);
    },
    { capture: true, passive: true },
  );
  new MutationObserver(steady).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
}
