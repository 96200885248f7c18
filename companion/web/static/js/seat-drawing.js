/** Who sits where is drawn, with dice or with the wind box. */

import { send } from "./api.js";
import { die, throwDie } from "./dice.js";
import { h } from "./dom.js";
import { t } from "./text.js";
import { WINDS, WIND_TILE, picture } from "./tiles.js";
import { dialog } from "./ui.js";

const twoDice = () => [throwDie(), throwDie()];
const sum = (dice) => dice[0] + dice[1];
const thrown = (who, dice) => h("div.row.apart", {}, h("span", {}, who), h("span.dice", {}, dice.map(die)));

/**
 * Everyone throws, the highest is East; those who are level throw again. The others stay in their order to
 * the right. Resolves to the places in their new order, East first.
 * @param {{ruleset: string, players: number, name: (place: number) => string}} options
 */
export async function byDice({ ruleset, players, name }) {
  const places = Array.from({ length: players }, (_, place) => place);
  let still = places;
  const rows = [];
  /** @type {any} */
  let found = null;
  while (found?.east == null) {
    const throws = still.map(twoDice);
    found = await send("POST", "/api/aids/seats", { throws: throws.map(sum), ruleset }, { guarded: false });
    rows.push(still.map((place, i) => thrown(name(place), throws[i])));
    still = found.highest.map((i) => still[i]);
  }
  const [east] = still;
  await dialog({
    title: t("new.dice"),
    content: () =>
      h(
        "div.stack",
        {},
        rows.map((row) => h("div.stack.throw", {}, row)),
        h("p", {}, h("strong", {}, t("new.is-east", { name: name(east) }))),
        h("p.source", {}, found.source),
      ),
  });
  return [...places.slice(east), ...places.slice(0, east)];
}

/**
 * The wind box as the book has it: two throws, and the discs are taken in their order. Resolves as `byDice`.
 * @param {{name: (place: number) => string}} options
 */
export async function byBox({ name }) {
  const [first, second] = [twoDice(), twoDice()];
  const discs = shuffled(WINDS);
  const drawn = await send(
    "POST",
    "/api/aids/wind-box",
    { thrower: 0, first: sum(first), second: sum(second), discs, box: shuffled([1, 2, 3, 4])[0] },
    { guarded: false },
  );
  await dialog({
    title: t("new.box"),
    content: () =>
      h(
        "div.stack",
        {},
        h("div.stack.throw", {}, thrown(name(0), first), thrown(name(drawn.shuffler), second)),
        h("p", {}, drawn.words),
        h("p.source", {}, drawn.source),
        h(
          "ul.plain.stack",
          {},
          WINDS.map((wind) =>
            h(
              "li.row",
              {},
              h("img", { src: picture(WIND_TILE[wind]), alt: t(`wind.${wind}`), width: 42, height: 56 }),
              h("span", {}, name(drawn.seats[wind])),
            ),
          ),
        ),
      ),
  });
  return WINDS.map((wind) => drawn.seats[wind]);
}

function shuffled(list) {
  const drawn = [...list];
  for (let i = drawn.length - 1; i > 0; i -= 1) {
    const j = crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1);
    [drawn[i], drawn[j]] = [drawn[j], drawn[i]];
  }
  return drawn;
}
