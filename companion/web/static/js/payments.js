/** Who pays whom, why, and with which counters. */

import { handOver } from "./counters.js";
import { h } from "./dom.js";
import { colourOf, playerAt } from "./seats.js";
import { filled, money, number, t } from "./text.js";
import { WINDS } from "./tiles.js";

/** hand: a settled or previewed hand; its payments are by seat, its moves of counters by player. */
export function payments(evening, seats, hand) {
  const moves = [...(hand.moves ?? [])];
  const names = Object.fromEntries(WINDS.map((wind) => [wind, playerAt(evening, wind, seats)]));
  return h(
    "ul.payments",
    {},
    hand.payments.map((payment) => {
      const at = moves.findIndex(
        (move) => move.from === seats[payment.from] && move.to === seats[payment.to],
      );
      const move = at < 0 ? null : moves.splice(at, 1)[0];
      return h(
        "li.payment",
        {},
        whoToWhom(evening, seats[payment.from], seats[payment.to]),
        h("span.points.number", {}, number(payment.points)),
        h("span.why", {}, filled(payment.why_with_seats ?? payment.why, names)),
        move ? handOver(move, (place) => evening.players[place].name) : null,
      );
    }),
  );
}

/** The same for payments by player, as at the end of an evening. */
export function transfers(evening, list, currency) {
  return h(
    "ul.payments",
    {},
    list.map((one) =>
      h(
        "li.payment",
        {},
        whoToWhom(evening, one.from, one.to),
        h("span.points.number", {}, number(one.points), one.money ? ` = ${money(one.money, currency)}` : ""),
        one.why ? h("span.why", {}, one.why) : null,
        one.give ? handOver(one, (place) => evening.players[place].name) : null,
      ),
    ),
  );
}

const whoToWhom = (evening, from, to) =>
  h(
    "span.pays",
    {},
    player(evening, from),
    h("span.arrow", { "aria-label": t("pays"), role: "img" }, "→"),
    player(evening, to),
  );

/** A name and its dot, which stay in one line. */
const player = (evening, place) =>
  h("span.player", {}, dot(evening, place), h("span", {}, evening.players[place].name));

/**
 * A cell a player with the name in it, all beside each other or two and two: nobody's stands alone.
 * kind: a class. cell: what stands beside or below the name, by the player's place. places: of whom.
 */
export const ofEach = (evening, kind, cell, places = [...evening.players.keys()]) =>
  h(
    `span.of-each.${kind}`,
    {},
    h(
      "span",
      {},
      places.map((place) => h("span", {}, player(evening, place), cell(place))),
    ),
  );

export function dot(evening, place) {
  const element = h("span.player-dot", { "aria-hidden": "true" });
  element.style.setProperty("--player", colourOf(evening.players, place));
  return element;
}
