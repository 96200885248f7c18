/** Dice: thrown, and drawn as Chinese dice are. */

import { svg } from "./dom.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

export const throwDie = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 6);
export function die(value) {
  return svg(
    "svg",
    { viewBox: "-24 -24 48 48", role: "img", "aria-label": String(value) },
    svg("rect", {
      x: -22,
      y: -22,
      width: 44,
      height: 44,
      rx: 8,
      fill: "#f7f0df",
      stroke: "#b58b47",
      "stroke-width": 2,
    }),
    // On Chinese dice the one and the four are red.
    PIPS[value].map(([x, y]) =>
      svg("circle", {
        cx: x * 11,
        cy: y * 11,
        r: value === 1 ? 7 : 4.4,
        fill: value === 1 || value === 4 ? "#b3241c" : "#1b2733",
      }),
    ),
  );
}
