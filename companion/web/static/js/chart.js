/** Lines from plain numbers: an evening's totals hand by hand, or players' points evening by evening. */

import { h, svg } from "./dom.js";
import { colourOf } from "./seats.js";
import { number, t } from "./text.js";

const DASHES = ["", "9 5", "2 6", "14 4 2 4"];

/** Everyone's total after each hand; last the totals now, where somebody paid between hands since. */
function steps(evening) {
  const hands = evening.hands.map(({ n, totals, seats }) => ({ name: String(n), totals, seats }));
  const last = hands.at(-1)?.totals ?? [];
  return evening.totals.some((total, place) => total !== (last[place] ?? 0))
    ? [...hands, { name: t("chart.now"), totals: evening.totals, seats: evening.seats }]
    : hands;
}

/** A player's totals from the start on; none before the step `first`, in which the player first sat down. */
const sinceSat = (first, totals) =>
  [0, ...totals].map((total, step) => (step >= (first < 0 ? totals.length : first) ? total : null));

/** evening: as GET answers. */
export function chart(evening) {
  const shown = steps(evening);
  return lines({
    label: t("chart.label"),
    names: shown.map(({ name }) => name),
    runs: evening.players.map(({ name }, place) => ({
      name,
      colour: colourOf(evening.players, place),
      values: sinceSat(
        shown.findIndex(({ seats }) => Object.values(seats).includes(place)),
        shown.map(({ totals }) => totals[place]),
      ),
    })),
  });
}

/**
 * The same of an evening's story, with what was paid between hands where it was paid.
 * paper: as wide and low as a page of paper leaves room for.
 */
export const storyChart = (story, { paper = false } = {}) =>
  lines({
    paper,
    label: t("chart.label"),
    names: story.lines.map(({ hand }) => (hand === null ? "" : String(hand))),
    runs: story.players.map(({ name }, place) => ({
      name,
      colour: colourOf(story.players, place),
      values: sinceSat(
        story.lines.findIndex(({ winds }) => winds[place]),
        story.lines.map(({ totals }) => totals[place]),
      ),
    })),
  });

/**
 * names: of the steps after the first. values: one for the start and one for each step; null where
 * there is none, which the line passes over.
 * @param {{label: string, names: string[], runs: {name: string, colour: string, values: (number |
 *   null)[]}[], paper?: boolean}} what
 */
export function lines({ label, names, runs, paper = false }) {
  const frame = frameOf(names, runs, paper);
  const every = Math.ceil(frame.count / (frame.narrow ? 8 : 16));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${frame.width} ${frame.height}`, role: "img", "aria-label": label },
    levels(frame),
    names.map((name, i) => ((i + 1) % every ? null : stepName(frame, name, i + 1))),
    runs.map((run, place) => way(frame, run, place)),
    ends(frame, runs),
  );
}

function frameOf(names, runs, paper) {
  const values = runs.flatMap((run) => run.values).filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  // On a phone the picture is drawn narrower, not smaller, so that its letters can be read.
  const narrow = innerWidth < 600 && !paper;
  const [width, height] = narrow ? [390, 330] : [820, paper ? 230 : 420];
  const [left, right, top, bottom] = [narrow ? 52 : 64, 130, 16, 34];
  const count = Math.max(1, names.length);
  const span = high - low || 1;
  return {
    ...{ low, high, narrow, width, height, left, right, count },
    x: (i) => left + ((width - left - right) * i) / count,
    y: (value) => top + ((height - top - bottom) * (high - value)) / span,
  };
}

function levels({ low, high, left, right, width, y }) {
  const step = niceStep((high - low) / 5);
  const values = [];
  // Adding 0 turns −0 into 0.
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value + 0);
  return values.map((value) => [
    svg("path", { class: value === 0 ? "zero" : "grid", d: `M${left} ${y(value)}H${width - right}` }),
    svg("text", { class: "scale", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)),
  ]);
}

const stepName = ({ x, height, count }, name, i) =>
  svg(
    "text",
    {
      class: "scale step",
      x: x(i),
      y: height - 12,
      "text-anchor": i === count ? "end" : "middle",
    },
    name,
  );

function way({ x, y }, { colour, values }, place) {
  const points = values.map((value, i) =>
    value === null ? null : `${x(i).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  return svg("path", {
    class: "run",
    d: `M${points.filter((point) => point !== null).join("L")}`,
    stroke: colour,
    "stroke-dasharray": DASHES[place % DASHES.length] || null,
  });
}

/** How far the names beside the lines stand apart, and the last from the edge, in units of the picture. */
const APART = 19;
const EDGE = 12;

/** Each name beside the end of its line, none over another and none over the edge. */
function ends({ y, width, height, right }, runs) {
  const sorted = runs
    .map((run, place) => ({ ...run, place, at: y(run.values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.at - b.at);
  sorted.forEach((end, i) => {
    if (i) end.at = Math.max(end.at, sorted[i - 1].at + APART);
  });
  sorted.reverse().forEach((end, below) => {
    end.at = Math.min(end.at, height - EDGE - below * APART);
  });
  return sorted.map(({ place, at, name, colour }) => [
    svg("path", {
      d: `M${width - right + 6} ${at}h16`,
      class: "run",
      stroke: colour,
      "stroke-dasharray": DASHES[place % DASHES.length] || null,
    }),
    svg("text", { x: width - right + 28, y: at + 5 }, shortened(name, 13)),
  ]);
}

const shortened = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
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
