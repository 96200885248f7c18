/** A photograph of the table as it was read: one hand, or the hand at each side. */

import { byRulesOf, send } from "./api.js";
import { allTiles, counts, fromReading, isDoubtful, seenStates, toJson } from "./hand.js";
import { isWhole } from "./entry-state.js";
import { glance } from "./photo.js";
import { keepPicture, pictureOf } from "./pictures.js";
import { counted, t } from "./text.js";

/** The reading of one side, as if that hand had been photographed alone. */
const ofSide = (reading, side) => ({ ...reading, ...reading.sides[side] });

/**
 * {name, reading, hand, sides}: `hand` where the picture shows one hand, else `sides`, the hand at each side
 * of the table. name: of the picture on this device; each hand's photograph is kept under it.
 */
export function shotOf(name, blob, reading) {
  keepPicture(name, pictureOf(blob, reading));
  const sides = {};
  for (const side of Object.keys(reading.sides ?? {})) {
    const alone = ofSide(reading, side);
    const hand = fromReading(alone);
    if (!allTiles(hand).length) continue;
    sides[side] = { ...hand, local: `${name}-${side}` };
    keepPicture(`${name}-${side}`, pictureOf(blob, alone));
  }
  if (Object.keys(sides).length) return { name, reading, hand: null, sides };
  return { name, reading, hand: { ...fromReading(reading), local: name }, sides: null };
}

/**
 * What the viewfinder does with a frame: it takes it when nobody needs to look at it any more: a table
 * with a hand for every player, or one hand of the right number of tiles.
 */
export const lookFor = (evening, players) => async (blob, signal) => {
  const reading = await glance(blob, signal, { table: "auto", evening });
  return reading.sides && Object.keys(reading.sides).length
    ? tableSeen(reading, players)
    : { reading, ...(await handSeen(reading, evening, signal)) };
};

function tableSeen(reading, players) {
  const hands = Object.keys(reading.sides)
    .map((side) => fromReading(ofSide(reading, side)))
    .filter((hand) => allTiles(hand).length);
  const held = new Map(hands.flatMap(allTiles).map((one) => [one.seen, one]));
  const seen = reading.tiles.map((tile, place) => {
    const one = held.get(place);
    return {
      code: one?.code ?? tile.code,
      sure: !one || !isDoubtful(one),
      byRule: one?.byRule ?? false,
      part: Boolean(one),
      winning: false,
    };
  });
  const doubtful = seen.filter((one) => !one.sure).length;
  const all = hands.length >= players;
  if (!all || reading.certain) {
    const words = t("camera.hands", { count: hands.length, wanted: players });
    return { reading, seen, certain: all && reading.certain, words };
  }
  const words = doubtful ? counted("camera.doubtful", doubtful) : reading.warnings[0];
  return { reading, seen, certain: false, words };
}

async function handSeen(reading, evening, signal) {
  const hand = fromReading(reading);
  const seen = seenStates(reading, hand);
  const doubtful = allTiles(hand).filter(isDoubtful).length;
  const whole = isWhole(hand);
  const { count, wanted } = counts(hand, whole);
  const no = (words) => ({ seen, certain: false, words });
  if (!allTiles(hand).length) return no(t("camera.no-tiles"));
  if (doubtful) return no(counted("camera.doubtful", doubtful));
  if (count !== wanted) return no(counted("camera.count", count, { wanted }));
  const certain = { seen, certain: true, words: counted("camera.certain", allTiles(hand).length) };
  if (!whole) return certain;
  const json = toJson(hand, true, { ruleset: evening.ruleset, seat: "E", round: "E" });
  const scored = await send("POST", byRulesOf(evening)("/api/score"), json, { guarded: false, signal });
  return scored.complete ? certain : no(scored.reason);
}
