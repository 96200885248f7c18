/** Which ways to read a photograph make a difference: those that give the hand another score. */

import { allTiles, fromReading, said } from "./hand.js";
import { scoreOf } from "./hand-score.js";

const wonPlace = (hand) => allTiles(hand).find((one) => one.id === hand.winningTile)?.seen ?? null;

/** The hand as another way has it, with all that was said of it. */
export function inOtherWay(hand, reading, choice) {
  const read = fromReading(reading, { choice, said: said(hand) });
  const won = wonPlace(hand);
  const winningTile = won === null ? null : (allTiles(read).find((one) => one.seen === won)?.id ?? null);
  return { ...read, winningTile, by: hand.by, circumstances: hand.circumstances, flags: hand.flags };
}

/** What decides what the ways are worth, besides the photograph. */
const asked = ({ hand, options }) =>
  JSON.stringify([
    options.winner(),
    options.context(),
    hand.by,
    hand.circumstances,
    hand.flags,
    wonPlace(hand),
    [...said(hand)],
  ]);

/** The ways worked out before, undefined where something has changed since. */
export const knownWays = (editor) => {
  const { reading, ways } = editor.photo;
  return ways?.of === reading && ways.asked === asked(editor) ? ways.found : undefined;
};

/**
 * The ways to read a photograph among which a person has to choose, the likeliest first:
 * [{places, total, share}].
 * Ways that score alike are one: `places` in the readings, the share of all of them. What does not score as
 * it is, `total` null, stands for itself.
 */
export async function waysThatDiffer(editor) {
  const { hand, photo, options } = editor;
  const now = asked(editor);
  const { reading } = photo;
  const totals = await Promise.all(
    reading.readings.map((_, place) =>
      scoreOf(options, inOtherWay(hand, reading, place)).then(
        (score) => score.total,
        () => null,
      ),
    ),
  );
  const found = [];
  for (const [place, total] of totals.entries()) {
    const { likelihood } = reading.readings[place];
    const alike = total === null ? undefined : found.find((one) => one.total === total);
    if (alike) {
      alike.places.push(place);
      alike.share += likelihood;
    } else found.push({ places: [place], total, share: likelihood });
  }
  photo.ways = { of: reading, asked: now, found };
  return found;
}
