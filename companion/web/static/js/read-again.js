/** A hand read once more with what a person said: its other tiles, and how they lie, are weighed again. */

import { Refused, send } from "./api.js";
import { allTiles, fromReading, isOverlooked, said } from "./hand.js";

const places = (tiles) => tiles.map((one) => one.seen ?? -1).sort((a, b) => a - b);

const words = (hand) => JSON.stringify([...said(hand)]);

const codes = (hand) => String(allTiles(hand).map((one) => one.code));

/** How a hand lies, whatever its tiles are called. */
const lies = (hand) =>
  JSON.stringify([
    hand.groups.map((group) => [places(group.tiles), group.exposed, Boolean(group.loose)]),
    places(hand.bonus),
  ]);

const asItWasRead = (hand, photo) => fromReading(photo.reading, { choice: photo.choice, said: said(hand) });

const foundIn = (hand) => new Set(places(allTiles(hand)).filter((place) => place >= 0));

/** The places of those tiles of a hand that its photograph showed outside it: a person added them. */
function addedTo(hand, photo) {
  const read = foundIn(asItWasRead(hand, photo));
  return [...foundIn(hand)].filter((place) => !read.has(place));
}

/** A hand without some tiles of its photograph. */
function less(hand, left) {
  const stay = (tiles) => tiles.filter((one) => !left.includes(one.seen));
  const groups = hand.groups.map((group) => ({
    ...group,
    tiles: stay(group.tiles),
  }));
  return {
    ...hand,
    groups: groups.filter((group) => group.tiles.length),
    bonus: stay(hand.bonus),
  };
}

/**
 * Whether a hand still lies as its photograph was read, whatever a person added to it from there. What they
 * have moved stays where they put it.
 */
export const asRead = (hand, photo) =>
  lies(less(hand, addedTo(hand, photo))) === lies(asItWasRead(hand, photo));

/** Whether the server can be told what a person says of this tile: it lies in the photograph. */
export const isTold = (one) => one.seen !== null || isOverlooked(one);

/** Whether both are one tile of the photograph. */
const isSame = (one, other) =>
  one.seen === other.seen && (one.seen !== null || (one.beside === other.beside && one.code === other.code));

/** The tiles that both hands have keep their ids. */
function keepIds(anew, before) {
  const left = [...allTiles(before)];
  for (const one of allTiles(anew)) {
    const at = left.findIndex((other) => isSame(other, one));
    if (at >= 0) one.id = left.splice(at, 1)[0].id;
  }
}

/** The reading of the hand that has most of these tiles; of one hand, that hand's. */
function readingOf(reading, hand) {
  const mine = new Set(places(allTiles(hand)));
  const shared = (side) => side.groups.flatMap((group) => group.tiles).filter((place) => mine.has(place));
  const sides = Object.values(reading.sides ?? {});
  const [side] = sides.sort((a, b) => shared(b).length - shared(a).length);
  return { ...reading, ...side };
}

/**
 * {hand, reading} with what a person said so far. null leaves the hand as it is: the server has forgotten
 * the photograph or cannot be reached, somebody changed the hand meanwhile, or a tile that a person added
 * would not be of this hand.
 * now(): the hand as it stands. For the tiles that a person named, the reading keeps what was seen; those
 * that it had overlooked stand in it as `overlooked`.
 */
export async function readAgain(now, photo) {
  const asked = now();
  if (!asked) return null;
  const told = said(asked);
  const added = addedTo(asked, photo);
  const overlooked = allTiles(asked)
    .filter(isOverlooked)
    .map(({ beside, code }) => ({ beside, code }));
  const { id, tiles } = photo.reading;
  if (!id) return null;
  const body = {
    said: [...told].map(([tile, code]) => ({ tile, code })),
    overlooked,
  };
  const again = await send("POST", `/api/readings/${encodeURIComponent(id)}/again`, body, {
    guarded: false,
  }).catch((refused) => {
    if (refused instanceof Refused) return null;
    throw refused;
  });
  const hand = now();
  if (!again || !hand || lies(hand) !== lies(asked) || codes(hand) !== codes(asked)) return null;
  if (words(hand) !== words(asked)) return null; // the word that came after it is asked with both
  const reading = readingOf(again, hand);
  reading.tiles = tiles.map((tile, place) => (told.has(place) ? tile : again.tiles[place]));
  reading.overlooked = overlooked;
  const counted = new Set(reading.groups.flatMap((group) => group.tiles));
  const more = [...added, ...overlooked.map((_, place) => tiles.length + place)];
  if (more.some((place) => !counted.has(place))) return null;
  const { groups, bonus } = fromReading(reading, { said: told });
  const anew = { ...hand, groups, bonus };
  keepIds(anew, hand); // a dialog may ask about one of these tiles
  if (!allTiles(anew).some((one) => one.id === hand.winningTile)) anew.winningTile = null;
  return { hand: anew, reading };
}
