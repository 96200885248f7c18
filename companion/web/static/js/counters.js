/** Counters as little bone sticks: the book's dots where it names them, else the figure. */

import { h, svg } from "./dom.js";
import { number, t } from "./text.js";

const MARKS = {
  1000: ["#c8962a", 1],
  500: ["#1d1712", 5],
  100: ["#1d1712", 1],
  10: ["#a5241b", 10],
  2: ["#a5241b", 2],
};

function stick(value) {
  const marks = MARKS[value];
  const middle = 28;
  let face;
  if (!marks) {
    face = [
      svg(
        "text",
        { x: middle, y: 8.6, "text-anchor": "middle", "font-size": 7.5, fill: "#5a1a12" },
        String(value),
      ),
    ];
  } else {
    const [colour, count] = marks;
    const radius = count === 1 ? 3.1 : count === 10 ? 1.05 : 1.7;
    const rows = count === 10 ? 2 : 1;
    const across = count / rows;
    const gap = radius * 2.9;
    face = Array.from({ length: count }, (_, i) =>
      svg("circle", {
        cx: middle + ((i % across) - (across - 1) / 2) * gap,
        cy: 6 + (Math.floor(i / across) - (rows - 1) / 2) * 3.6,
        r: radius,
        fill: colour,
      }),
    );
  }
  return svg(
    "svg",
    { class: "stick", viewBox: "0 0 56 12", "aria-hidden": "true" },
    svg("rect", { x: 0.5, y: 0.5, width: 55, height: 11, rx: 4.5, fill: "#f6eedb", stroke: "#b9a06a" }),
    svg("path", { d: "M6 2.5v7M50 2.5v7", stroke: "#c7a766", "stroke-width": 0.8 }),
    face,
  );
}

/** counters: {"100": 2, "10": 3}. */
export function counters(held) {
  const values = Object.entries(held)
    .filter(([, count]) => count)
    .sort(([a], [b]) => Number(b) - Number(a));
  if (!values.length) return h("span.muted", {}, t("counters.none"));
  return h(
    "span.counters",
    {},
    values.map(([value, count]) =>
      h(
        "span.counter",
        {},
        h("span.number", {}, `${count} ×`),
        stick(+value),
        h("span.unseen", {}, t("counters.of", { value: number(+value) })),
        h("span.muted.small", { "aria-hidden": "true" }, number(+value)),
      ),
    ),
  );
}

/** What one player hands over, what comes back, what is changed before, and what stays owed. */
export function handOver({ give, change, exchange, owed }, name) {
  const some = (held) => Object.values(held ?? {}).some(Boolean);
  return h(
    "span.hand-over",
    {},
    exchange
      ? h(
          "span.exchange",
          {},
          t(exchange.with === null ? "counters.exchange-box" : "counters.exchange", {
            name: name?.(exchange.with) ?? "",
          }),
          " ",
          counters(exchange.gives),
          " → ",
          counters(exchange.gets),
        )
      : null,
    some(give) ? counters(give) : null,
    some(change) ? [h("span.muted.gets-back", {}, t("counters.back")), counters(change)] : null,
    owed ? h("span.owed", {}, ` ${t("counters.owed", { points: number(owed) })}`) : null,
  );
}
