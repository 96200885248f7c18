/** All hands of a table in one photograph: taking it, and the hand that lies at each side. */

import { h } from "./dom.js";
import { allTiles, fromReading, isDoubtful } from "./hand.js";
import { glance, photoButtons, read } from "./photo.js";
import { counted, t } from "./text.js";
import { complain, dialog } from "./ui.js";

/** The reading of one side, as if that hand had been photographed alone. */
const ofSide = (reading, side) => ({ ...reading, ...reading.sides[side] });

/** Hands are worth handing out where there is a tile in them. */
const hasTiles = (hand) => allTiles(hand).length > 0;

/**
 * A photograph as it was read: {blob, reading, hands: {side: {hand, photo}}}, by the sides of the picture;
 * `photo` as the hand editor takes it.
 */
function tableOf(blob, reading) {
  const hands = {};
  for (const side of Object.keys(reading.sides ?? {})) {
    const alone = ofSide(reading, side);
    const hand = fromReading(alone);
    if (hasTiles(hand)) hands[side] = { hand, photo: { blob, blobs: [blob], url: URL.createObjectURL(blob), reading: alone, choice: 0, winAsked: false, learnAsked: false } };
  }
  return { blob, reading, hands };
}

/** Read a photograph of the whole table; `status` shows how far it is. Raises Refused. */
export const readTable = async (blob, status) => tableOf(blob, await read(blob, status, { table: true }));

/** players: how many hands are wanted. Resolves to what `readTable` does, undefined where no picture was taken. */
export function photographTable(players) {
  const status = h("div");
  return dialog({
    title: t("entry.whole-table"),
    content: (close) => h("div.stack", {}, h("p", {}, t("entry.whole-why")), status,
      photoButtons(async ({ blob, reading }) => {
        try { close(reading ? tableOf(blob, reading) : await readTable(blob, status)); } catch (error) { complain(error); }
      }, { look: lookFor(players) })),
  });
}

/** What the viewfinder does with a frame: it takes it when every hand is sure. */
const lookFor = (players) => async (blob, signal) => {
  const reading = await glance(blob, signal, { table: true });
  const hands = Object.keys(reading.sides ?? {}).map((side) => fromReading(ofSide(reading, side))).filter(hasTiles);
  const held = new Map(hands.flatMap(allTiles).map((one) => [one.seen, one]));
  const seen = reading.tiles.map((tile, place) => {
    const one = held.get(place);
    return { code: one?.code ?? tile.code, sure: !one || !isDoubtful(one), byRule: one?.byRule ?? false, part: Boolean(one), winning: false };
  });
  const doubtful = seen.filter((one) => !one.sure).length;
  const found = t("camera.hands", { count: hands.length, wanted: players });
  if (hands.length < players || reading.certain) return { reading, seen, certain: hands.length >= players && reading.certain, words: found };
  return { reading, seen, certain: false, words: doubtful ? counted("camera.doubtful", doubtful) : reading.warnings[0] };
};
