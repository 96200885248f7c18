/** The table from above: who sits where, whose wind is whose, totals, and who pays whom. */

import { h, svg } from "./dom.js";
import { number, signed, t } from "./text.js";
import { WINDS, WIND_TILE, picture } from "./tiles.js";

const COLOURS = ["#b3382c", "#2b6cb0", "#2f8a57", "#c08a1e", "#7d4fa0", "#50606b", "#8a5a2b", "#1f7f86"];
export const colourAt = (place) => COLOURS[place % COLOURS.length];
export const colourOf = (players, place) => players[place].colour ?? colourAt(place);
export const windOf = (seats, place) => WINDS.find((wind) => seats[wind] === place) ?? null;
export const playerAt = (evening, seat, seats = evening.seats) => evening.players[seats[seat]]?.name ?? "";

/** The winds that so many players take when they begin. */
export const TAKEN = { 2: ["E", "W"], 3: ["E", "S", "W"], 4: WINDS };

/** Sides from the near one, going to the right as play does: near, right, far, left. */
const SIDES = ["near", "right", "far", "left"];

/** The sides that so many players take. */
const TAKEN_SIDES = { 2: ["near", "far"], 3: ["near", "right", "left"], 4: SIDES };

/** Who sits at the table, in the order of the list of players. */
export const seated = ({ seats }) => Object.values(seats).sort();

/** Which of the changes of players a player left by last; -1 for none. */
export const lastLeft = ({ seats_taken: taken }, place) =>
  taken.findLastIndex(({ leaves }) => leaves === place);

/** Who plays now where that player sat: the same one, or who plays on for one who has left. */
export function playsNow(evening, place) {
  const { seats, seats_taken: taken } = evening;
  const sits = (one) => Object.values(seats).includes(one);
  let at = lastLeft(evening, place);
  while (!sits(place) && at >= 0) {
    place = taken[at].comes;
    at = taken.findIndex(({ leaves }, i) => i > at && leaves === place);
  }
  return place;
}

/** Who sits at which side of the picture: {side: place}; `near` is the player nearest to the reader. */
function aroundFrom(evening, near) {
  const { seats } = evening;
  // Of three, the last has the empty place to the right.
  const empty = WINDS.findIndex((wind) => !(wind in seats));
  const order = [1, 2, 3, 4].map((step) => seats[WINDS[(empty + step + 4) % 4]]).filter((one) => one >= 0);
  const first = Math.max(0, order.indexOf(playsNow(evening, near)));
  const sides = TAKEN_SIDES[order.length];
  return Object.fromEntries(sides.map((side, i) => [side, order[(first + i) % order.length]]));
}

/**
 * Whose hand lies where in a photograph of the table: {side: seat}. occupied: the sides with a hand.
 * Where there is one for everyone, they follow each other to the right from the near side on,
 * whichever sides they use; else everyone sits as the table is drawn.
 */
export function playersAround(evening, near, occupied) {
  const around = Object.entries(aroundFrom(evening, near));
  const used = SIDES.filter((side) => occupied.includes(side));
  const lying = used.length === around.length && used[0] === "near" ? used : around.map(([side]) => side);
  const hands = lying.map((side, i) => [side, windOf(evening.seats, around[i][1])]);
  return Object.fromEntries(hands.filter(([side]) => occupied.includes(side)));
}

/**
 * evening: as GET answers. payments: [{from, to, points}] by player, drawn as arrows.
 * net: what each player won by them. facing: every plate turned to its own side of the table.
 * @param {any} evening
 * @param {{near?: number, payments?: any[], net?: number[] | null, facing?: boolean, onplayer?: (place:
 *   number) => any}} options
 */
export function tableView(evening, { near = 0, payments = [], net = null, facing = false, onplayer } = {}) {
  const sideOf = Object.fromEntries(
    Object.entries(aroundFrom(evening, near)).map(([side, place]) => [place, side]),
  );
  const plates = seated(evening).map((place) => plate(evening, place, sideOf[place], net, onplayer));
  const arrows = svg("svg", { class: "arrows", "aria-hidden": "true" });
  const felt = h(
    "div.felt",
    { role: "group", "aria-label": t("table.label") },
    arrows,
    medallion(evening),
    plates,
  );
  felt.classList.toggle("facing", facing);
  const draw = () => drawArrows(felt, arrows, plates, merged(payments), evening);
  new ResizeObserver(draw).observe(felt);
  return felt;
}

function plate(evening, place, side, net, onplayer) {
  const wind = windOf(evening.seats, place);
  const { name } = evening.players[place];
  const total = evening.totals[place];
  const element = h(
    "button.plate",
    {
      "data-side": side,
      "data-place": place,
      "data-key": `plate-${place}`,
      onclick: () => onplayer?.(place),
    },
    h("span.plate-wind", {}, h("img", { src: picture(WIND_TILE[wind]), alt: t(`wind.${wind}`) })),
    h("span.plate-name", {}, name),
    net ? h("span.said", {}, t("table.last-was")) : null,
    h("span.plate-net", { "data-sign": String(Math.sign(net?.[place] ?? 0)) }, net ? signed(net[place]) : ""),
    h("span.said", {}, t("table.total-is")),
    h("span.plate-total", { "data-sign": String(Math.sign(total)) }, number(total)),
  );
  element.classList.toggle("east", wind === "E");
  element.style.setProperty("--player", colourOf(evening.players, place));
  return element;
}

function medallion(evening) {
  return h(
    "div.medallion",
    {},
    evening.counts_rounds
      ? h(
          "span.medal-round",
          { "aria-hidden": "true" },
          h("img", { src: picture(WIND_TILE[evening.round]), alt: "" }),
        )
      : null,
    h(
      "span.medal-text",
      {},
      evening.ended
        ? t("table.ended")
        : evening.counts_rounds
          ? t("table.round", { wind: t(`wind.${evening.round}`) })
          : evening.title || t("table.untitled"),
    ),
    evening.ended ? null : h("span.medal-hand", {}, t("table.hand", { n: evening.hand })),
  );
}

/** Between two players one arrow, with what is left after both directions. */
function merged(payments) {
  const sums = new Map();
  for (const { from, to, points } of payments) {
    const [key, sign] = from < to ? [`${from}-${to}`, 1] : [`${to}-${from}`, -1];
    sums.set(key, (sums.get(key) ?? 0) + sign * points);
  }
  return [...sums]
    .filter(([, points]) => points)
    .map(([key, points]) => {
      const [a, b] = key.split("-").map(Number);
      return points > 0 ? { from: a, to: b, points } : { from: b, to: a, points: -points };
    });
}

function drawArrows(felt, layer, plates, payments, evening) {
  const { clientWidth: width, clientHeight: height } = felt;
  if (!width) return;
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const frame = felt.getBoundingClientRect();
  const boxOf = (one) => {
    const box = one.getBoundingClientRect();
    return {
      x: box.left - frame.left + box.width / 2,
      y: box.top - frame.top + box.height / 2,
      w: box.width,
      h: box.height,
    };
  };
  const boxes = plates.map(boxOf);
  const boxAt = Object.fromEntries(plates.map((one, i) => [one.dataset.place, boxes[i]]));
  const roomy = width > 560 && height > 520;
  // Who has left has no plate.
  const shown = payments.filter(({ from, to }) => boxAt[from] && boxAt[to]);
  const drawn = shown.map(({ from, to, points }) => {
    const [a, b] = [boxAt[from], boxAt[to]];
    // Bent a little to the right of the way, so that no two arrows lie on each other.
    const upright = Math.abs(b.x - a.x) < 4;
    const level = Math.abs(b.y - a.y) < 4;
    // Those that cross the table go around its middle; a level one stays short, so it bends more.
    const bend = upright ? 0.28 : level ? 0.5 : -0.1;
    const { start, control, end, at } = BENDS.map((share) => curve(a, b, bend * share)).reduce((best, one) =>
      covered(one, boxes) < covered(best, boxes) ? one : best,
    );
    const head = at(0.94);
    const angle = (Math.atan2(end[1] - head[1], end[0] - head[0]) * 180) / Math.PI;
    const way = svg("path", {
      d: `M${start} Q${control.map(Math.round)} ${end}`,
      class: "way",
      style: { stroke: colourOf(evening.players, from) },
    });
    const point = svg("path", {
      d: "M-13-8L5 0L-13 8L-9 0Z",
      class: "point",
      transform: `translate(${end}) rotate(${angle})`,
    });
    return { way, point, end, at, wanted: upright ? 0.26 : 0.5, text: number(points) };
  });
  // Figures stand on no plate, no words, no head of an arrow and no other figure, and above every line.
  const words = [...felt.querySelectorAll(".medallion > span")].map(boxOf);
  const heads = drawn.map(({ end: [x, y] }) => ({ x, y, w: HEAD_PX, h: HEAD_PX }));
  const taken = [...boxes, ...words, ...heads];
  const figures = roomy ? drawn.flatMap((arrow) => figure(arrow, taken)) : [];
  layer.replaceChildren(...drawn.map(({ way }) => way), ...drawn.map(({ point }) => point), ...figures);
}

/** Shares of the wanted bend, in the order in which they are tried where plates cover an arrow. */
const BENDS = [1, 0.5, 0.25, 0, -0.5, -1];

/** From one plate to another; bend: to the right of the way, as a share of its length. */
function curve(a, b, bend) {
  const control = [(a.x + b.x) / 2 - (b.y - a.y) * bend, (a.y + b.y) / 2 + (b.x - a.x) * bend];
  const start = leave(a, control, 4);
  const end = leave(b, control, 15);
  const at = (s) =>
    [0, 1].map((i) => (1 - s) ** 2 * start[i] + 2 * s * (1 - s) * control[i] + s ** 2 * end[i]);
  return { start, control, end, at };
}

const LOOKS = 20; // places along an arrow where it is looked whether a plate covers it

/** How many places of an arrow are under plates; its head counts as much as all of its way. */
function covered({ at }, boxes) {
  const under = ([x, y]) =>
    boxes.some((one) => Math.abs(one.x - x) < one.w / 2 && Math.abs(one.y - y) < one.h / 2);
  const way = Array.from({ length: LOOKS }, (_, i) => at(i / LOOKS)).filter(under).length;
  return way + (under(at(1)) ? LOOKS : 0);
}

const HEAD_PX = 16;
/** A tablet on the table is read from a metre away. */
const FIGURE_PX = 32;
const DIGIT_WIDE = 0.55; // of the height of the letters
const FIGURE_HIGH = FIGURE_PX * 1.25;

/** The figure of an arrow: as near to the wanted place along it as nothing stands that is `taken`. */
function figure({ at, wanted, text }, taken) {
  const w = text.length * FIGURE_PX * DIGIT_WIDE + FIGURE_PX * 0.6;
  const apart = ([x, y]) =>
    Math.min(
      ...taken.map((one) =>
        Math.max(Math.abs(one.x - x) - (one.w + w) / 2, Math.abs(one.y - y) - (one.h + FIGURE_HIGH) / 2),
      ),
    );
  const places = STEPS.map((step) => wanted + step)
    .filter((share) => share > 0.08 && share < 0.88)
    .map(at);
  const [x, y] =
    places.find((place) => apart(place) > 2) ??
    places.reduce((best, place) => (apart(place) > apart(best) ? place : best));
  taken.push({ x, y, w, h: FIGURE_HIGH });
  return [
    svg("rect", {
      class: "pill",
      x: x - w / 2,
      y: y - FIGURE_HIGH / 2,
      width: w,
      height: FIGURE_HIGH,
      rx: FIGURE_HIGH / 2,
    }),
    svg(
      "text",
      { x, y: y + FIGURE_PX / 3, "text-anchor": "middle", style: { "font-size": `${FIGURE_PX}px` } },
      text,
    ),
  ];
}

/** Shares of an arrow's length, from the wanted place, in the order in which they are tried. */
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((step) => (step ? [0.06 * step, -0.06 * step] : [0]));

/**
 * Where the line from a plate's middle to a point crosses the plate's edge, `more` pixels further out.
 * @param {{x: number, y: number, w: number, h: number}} plate
 * @param {number[]} point
 * @param {number} more
 */
function leave({ x, y, w, h: high }, [tx, ty], more) {
  const [dx, dy] = [tx - x, ty - y];
  const length = Math.hypot(dx, dy) || 1;
  const share = Math.min((w / 2 + 2) / Math.abs(dx || 1e-6), (high / 2 + 4) / Math.abs(dy || 1e-6));
  return [x + dx * share + (dx / length) * more, y + dy * share + (dy / length) * more].map(Math.round);
}
