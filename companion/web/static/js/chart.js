/** The evening as a picture: everyone's total after each hand, and now. The table below it says the same. */

import { h, svg } from "./dom.js";
import { colourOf } from "./seats.js";
import { number, t } from "./text.js";

const DASHES = ["", "9 5", "2 6", "14 4 2 4"];

/** Everyone's total after each hand; last the totals now, where somebody paid between hands since. */
function steps(evening) {
  const hands = evening.hands.map(({ n, totals }) => ({ name: String(n), totals }));
  const last = hands.at(-1)?.totals ?? [];
  return evening.totals.some((total, place) => total !== (last[place] ?? 0))
    ? [...hands, { name: t("chart.now"), totals: evening.totals }]
    : hands;
}

export function chart(evening) {
  const shown = steps(evening);
  const runs = evening.players.map((_, place) => [0, ...shown.map(({ totals }) => totals[place])]);
  const all = runs.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const span = high - low || 1;
  // On a phone the picture is drawn narrower, not smaller, so that its letters can be read.
  const narrow = innerWidth < 600;
  const [width, height] = narrow ? [390, 330] : [820, 420];
  const left = narrow ? 52 : 64,
    right = narrow ? 92 : 130,
    top = 16,
    bottom = 34;
  const count = Math.max(1, shown.length);
  const x = (i) => left + ((width - left - right) * i) / count;
  const y = (value) => top + ((height - top - bottom) * (high - value)) / span;
  const step = niceStep(span / 5);
  const levels = [];
  // Adding 0 turns −0 into 0.
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) levels.push(value + 0);
  const ends = runs.map((run, place) => ({ place, at: y(run.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => {
    if (i) end.at = Math.max(end.at, ends[i - 1].at + 19);
  });
  const every = Math.ceil(count / (narrow ? 8 : 16));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("chart.label") },
    levels.map((value) => [
      svg("path", { class: value === 0 ? "zero" : "grid", d: `M${left} ${y(value)}H${width - right}` }),
      svg("text", { class: "scale", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)),
    ]),
    shown
      .map(({ name }, i) =>
        (i + 1) % every
          ? null
          : svg(
              "text",
              {
                class: "scale step",
                x: x(i + 1),
                y: height - 12,
                "text-anchor": i + 1 === shown.length ? "end" : "middle",
              },
              name,
            ),
      )
      .filter(Boolean),
    runs.map((run, place) =>
      svg("path", {
        class: "run",
        d: run.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join(""),
        stroke: colourOf(evening.players, place),
        "stroke-dasharray": DASHES[place % 4] || null,
      }),
    ),
    ends.map(({ place, at }) => [
      svg("path", {
        d: `M${width - right + 6} ${at}h16`,
        class: "run",
        stroke: colourOf(evening.players, place),
        "stroke-dasharray": DASHES[place % 4] || null,
      }),
      svg(
        "text",
        { x: width - right + 28, y: at + 5 },
        shortened(evening.players[place].name, narrow ? 8 : 13),
      ),
    ]),
  );
}

const shortened = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
}

/** The same as a table. */
export function totalsTable(evening) {
  return h(
    "div.scroll",
    { tabIndex: 0, role: "region", "aria-label": t("chart.table") },
    h(
      "table",
      {},
      h("caption.unseen", {}, t("chart.table")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("sheet.hand")),
          evening.players.map((player) => h("th.number", { scope: "col" }, player.name)),
        ),
      ),
      h(
        "tbody",
        {},
        steps(evening).map(({ name, totals }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name),
            totals.map((total) => h("td.number", {}, number(total))),
          ),
        ),
      ),
    ),
  );
}
