/**
 * Outlines of tiles over a picture. A state is {code, sure, byRule, part, winning}; see hand.js,
 * `seenStates`.
 */

import { svg } from "./dom.js";
import { t } from "./text.js";
import { picture, words } from "./tiles.js";

/** One layer over the picture of a reading; it scales with the picture. */
export const layerOf = ({ image }, outlines, attributes) =>
  svg("svg", { class: "overlay", viewBox: `0 0 ${image.width} ${image.height}`, ...attributes }, outlines);

/** The outlines alone, to lie over a picture that is looked at and not pressed. */
export function overlay(reading, seen) {
  return layerOf(
    reading,
    reading.tiles.map((tile, place) => outline(tile.quad, seen[place])),
    { "aria-hidden": "true" },
  );
}

/** One tile: its edge, what it is taken for, and a mark where a person or the rules have a say. */
export function outline(quad, { code, sure, byRule, part, winning }) {
  const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = quad;
  const points = quad.map((point) => point.join(",")).join(" ");
  // The small picture stands on the tile's own lower edge, upright for whoever looks at the page.
  const middle = [(cx + dx) / 2, (cy + dy) / 2];
  const size = side * 0.5;
  return svg(
    "g",
    {
      class: [
        "seen",
        sure ? "" : "unsure",
        byRule ? "by-rule" : "",
        part ? "" : "other",
        winning ? "winning" : "",
      ]
        .filter(Boolean)
        .join(" "),
    },
    svg("polygon", {
      points,
      class: "edge",
      "stroke-width": Math.max(2, side * (sure ? 0.045 : 0.09)),
      "stroke-dasharray": sure ? null : `${side * 0.16} ${side * 0.1}`,
    }),
    part
      ? svg("image", {
          class: "name",
          href: picture(code),
          x: middle[0] - size / 2,
          y: middle[1] - size * 0.75,
          width: size,
          height: (size * 4) / 3,
        })
      : null,
    sure && !byRule
      ? null
      : svg(
          "g",
          { class: "doubt", transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2})` },
          svg("circle", { r: side * 0.26 }),
          svg(
            "text",
            { "text-anchor": "middle", y: side * 0.145, "font-size": side * 0.42 },
            sure ? "§" : "?",
          ),
        ),
    winning
      ? svg("text", { class: "star", x: ax, y: ay, "font-size": side * 0.6, "text-anchor": "middle" }, "★")
      : null,
  );
}

export function pressable(group, { code, sure, byRule, part, winning }, onclick, place) {
  const state = [
    sure ? null : t("photo.unsure"),
    byRule ? t("photo.by-rule") : null,
    part ? null : t("photo.apart-from-hand"),
    winning ? t("hand.winning") : null,
  ].filter(Boolean);
  for (const [name, value] of Object.entries({
    role: "button",
    tabindex: 0,
    "data-key": `seen-${place}`,
    "data-place": place,
    "aria-label": [words(code), ...state].join(", "),
  })) {
    group.setAttribute(name, value);
  }
  group.addEventListener("click", onclick);
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onclick(event);
    }
  });
  return group;
}
