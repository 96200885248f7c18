/** The tiles: codes, words, order, pictures. */

import { h } from "./dom.js";
import { counted, t } from "./text.js";

const run = (from, to, letter) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}${letter}`);

export const SUITS = {
  m: run(1, 9, "m"),
  p: run(1, 9, "p"),
  s: run(1, 9, "s"),
  z: run(1, 7, "z"),
  f: run(1, 8, "f"),
  x: run(1, 8, "x"),
};
export const KINDS = [...SUITS.m, ...SUITS.p, ...SUITS.s, ...SUITS.z];
const BONUS = [...SUITS.f, ...SUITS.x];
const ALL = [...KINDS, ...BONUS];
export const BACK = "0z";
export const WINDS = ["E", "S", "W", "N"];
export const WIND_TILE = { E: "1z", S: "2z", W: "3z", N: "4z" };

export const isBonus = (code) => code[1] === "f" || code[1] === "x";
export const limitOf = (code) => (isBonus(code) ? 1 : code === BACK ? Infinity : 4);
const place = (code) => (ALL.includes(code) ? ALL.indexOf(code) : ALL.length);
export const byOrder = (a, b) => place(a) - place(b);

/** Probability from which it is worth telling. */
export const LIKELY = 0.01;

/** So many names a tile's dialog offers: one row of them. By hand. */
const OFFERED = 6;
/** So many times likelier than the last of the unlikely names the first must be to say anything. By hand. */
const STANDS_OUT = 2;

/** What the eye says a face may be rather than `code`; nothing unlikely where light makes all alike. */
function seenAs({ code, alternatives }) {
  const seen = alternatives.filter(([other]) => other !== code && other !== BACK);
  const faint = seen.filter(([, p]) => p < LIKELY);
  const alike = faint.length > OFFERED && faint[0][1] < STANDS_OUT * faint.at(-1)[1];
  return alike ? seen.filter(([, p]) => p >= LIKELY) : seen;
}

/**
 * The six tiles that one may be rather than `code`, with their probabilities: as the picture gives them,
 * then those nearest to it in its suit, whose probability nobody knows: null.
 */
export function likeliest({ code, alternatives }) {
  const seen = seenAs({ code, alternatives });
  const [like] = code === BACK ? (seen[0] ?? ["5z"]) : [code]; // a white dragon is as blank as a back
  const apart = (other) => Math.abs(+other[0] - +like[0]);
  const near = SUITS[like[1]]
    .filter((other) => other !== code && !seen.some(([known]) => known === other))
    .sort((a, b) => apart(a) - apart(b));
  return [...seen, ...near.map((other) => [other, null])].slice(0, OFFERED);
}

/** What people call it: "5 characters", "Red dragon". */
export function words(code) {
  return "mps".includes(code[1]) ? counted(`tile.${code[1]}`, Number(code[0])) : t(`tile.${code}`);
}

const PICTURES = new URL("../tiles/", import.meta.url).pathname;
export const picture = (code) => `${PICTURES}${code}.svg`;

/**
 * @param {string} code
 * @param {{size?: string, classes?: string, label?: string}} options
 */
export function tile(code, { size, classes = "", label } = {}) {
  const element = h(
    "span.tile",
    {},
    h("img", { src: picture(code), alt: label ?? words(code), draggable: false }),
  );
  if (classes) element.classList.add(...classes.split(" "));
  if (size) element.style.setProperty("--tile", size);
  return element;
}

/**
 * @param {string} code
 * @param {{onclick?: () => any, label?: string, size?: string, key?: string, unsure?: boolean, winning?:
 *   boolean,
 *   pressed?: boolean, disabled?: boolean}} options
 */
export function tileButton(
  code,
  { onclick, label, size, key, unsure = false, winning = false, pressed, disabled = false } = {},
) {
  const element = h(
    "button.tile",
    {
      onclick: disabled ? null : onclick,
      "aria-label": label ?? words(code),
      "data-code": code,
      "data-key": key ?? null,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "aria-disabled": disabled ? "true" : null,
    },
    h("img", { src: picture(code), alt: "", draggable: false }),
  );
  element.classList.toggle("unsure", unsure);
  element.classList.toggle("winning", winning);
  if (size) element.style.setProperty("--tile", size);
  return element;
}

/** What a group of codes is: chow, pung, kong, pair, or loose where it is no set. */
export function kindOf(codes) {
  const sorted = [...codes].sort(byOrder);
  const alike = sorted.every((code) => code === sorted[0]);
  if (alike && sorted.length >= 2 && sorted.length <= 4 && !isBonus(sorted[0]) && sorted[0] !== BACK) {
    return { 2: "pair", 3: "pung", 4: "kong" }[sorted.length];
  }
  const [a, b, c] = sorted;
  if (
    sorted.length === 3 &&
    "mps".includes(a[1]) &&
    b === `${+a[0] + 1}${a[1]}` &&
    c === `${+a[0] + 2}${a[1]}`
  ) {
    return "chow";
  }
  return "loose";
}
