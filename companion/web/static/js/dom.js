/** Building elements. Text goes in as text only, so a name can never become markup. */

import { inPlace } from "./steady.js";
import { isolated, runsLeft } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    } else if (name in element && typeof value !== "string" && !(element instanceof SVGElement)) {
      element[name] = value;
    } else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...placed(element, children));
  return element;
}

/**
 * Children as they go into an element. A name that is written to the left turns nothing around that stands
 * beside it; an element that holds nothing else is written to the left as well, so that it cuts the end of
 * the name.
 */
function placed(element, children) {
  const there = children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => {
    if (typeof child !== "string" || !runsLeft(child)) return child;
    if (element instanceof SVGElement) return isolated(child);
    if (there.length > 1) return h("bdi", {}, child);
    element.dir = "auto";
    return child;
  });
}

/** h("button.primary", {onclick}, "Settle"): tag, classes after dots, then attributes, then children. */
export function h(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button" && !properties.type) element.type = "button";
  return fill(element, properties, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const ICONS = {
  camera:
    "M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z" +
    "M12 10.2a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 1 0 0-6.6z",
  tiles: "M4 5h6v8H4zM14 5h6v8h-6zM9 15h6v5H9z",
  undo: "M9 6L4 10.5L9 15M4.5 10.5H15a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 4.5L15 15M19.5 10.5H9a5 5 0 0 0 0 10h3",
  close: "M6 6l12 12M18 6L6 18",
  lamp: "M12 3a6 6 0 0 1 3.5 10.9V17h-7v-3.1A6 6 0 0 1 12 3zM9.5 20.5h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  chart: "M4 4v16h16M7 15l4-5l3 3l5-7",
  print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6" +
    "M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2.3.7 3.5 2.7 3.5 5.5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
  book: "M5 4h9a4 4 0 0 1 4 4v12a3 3 0 0 0-3-3H5zM18 8h1v12",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  turn: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
  keypad: "M6 6h.01M12 6h.01M18 6h.01M6 12h.01M12 12h.01M18 12h.01M6 18h.01M12 18h.01M18 18h.01",
  scales: "M12 4v16M7 20h10M4 8h16M6.5 8L4 14a2.7 2.7 0 0 0 5 0zM17.5 8L15 14a2.7 2.7 0 0 0 5 0z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
};

export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", {
      d: ICONS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": name === "more" || name === "keypad" || name === "dice" ? 2.2 : 1.7,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/** An element that every page has: `onPage("#top")`. */
export const onPage = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export function replace(element, ...children) {
  inPlace(element, () => element.replaceChildren(...placed(element, children)));
  return element;
}

/** What has the focus, if it is in this element; its key, if it has one. */
export function focusedIn(element) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  return element.contains(focused) && focused !== document.body ? { key: focused.dataset.key } : null;
}

/**
 * Focus what has the key now that had the focus. Where it is gone, it is the element that it was in, or what
 * is around that: the keyboard goes on from there, and not from the beginning of the page, and a second Enter
 * does nothing.
 */
export function focusAgain(element, { key }) {
  const same = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  /** @type {HTMLElement} */ (same)?.focus({ preventScroll: true });
  if (!isLost(element)) return;
  let shown = element;
  while (!shown.childElementCount) shown = shown.parentElement; // what is empty may not be shown
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

/** Whether the focus is on nothing that can be pressed. */
const isLost = (element) => [document.body, element].includes(document.activeElement);

/** The same element with its focus, where a redraw would lose it: marks by data-key. */
export function redraw(element, ...children) {
  const before = focusedIn(element);
  replace(element, ...children);
  if (before && isLost(element)) focusAgain(element, before);
  return element;
}

/**
 * Put these children into the element; those that are there already are not touched, so that a field in
 * which somebody types keeps its focus and every digit.
 */
export function renew(element, ...children) {
  const wanted = children.flat(Infinity).filter((child) => child instanceof Node);
  const before = focusedIn(element);
  inPlace(element, () => {
    for (const child of [...element.childNodes]) if (!wanted.includes(child)) child.remove();
    wanted.forEach((child, place) => {
      if (element.childNodes[place] !== child) element.insertBefore(child, element.childNodes[place] ?? null);
    });
  });
  if (before && isLost(element)) focusAgain(element, before);
  return element;
}
