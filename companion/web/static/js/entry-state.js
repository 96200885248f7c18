/**
 * What is entered for one hand, as one bag of named parts that all devices share, and what follows
 * from it. Nothing here draws or sends.
 *
 * Parts: `result` (win where absent), `winner` (a seat), `score:E` (digits as text), `tiles:E` (a hand as
 * hand.js has it; `local` names its photograph on the device that took it, `picture` on the server),
 * `dead:E`, `discarder`, `paysForAll`, `wash`
 * ({seat, heads}), `falseSeat`, `photos` (names that a settled hand keeps already), `waiting` (how many
 * photographs wait on a device until somebody says whose hands they show), `key`.
 */

import { allTiles, fromJson, isDoubtful, restored, size, toJson } from "./hand.js";
import { number } from "./text.js";
import { WINDS } from "./tiles.js";

export const seatsOf = (seats) => WINDS.filter((wind) => wind in seats);
export const resultOf = (parts) => parts.result ?? "win";
export const washOf = (parts) => ({ seat: null, heads: null, ...parts.wash });
const hasScore = (parts, seat) => /^\d+$/.test(parts[`score:${seat}`] ?? "");
/** The dead hands of the others: whoever won has none, whatever was said before that. */
const deadOf = (parts, seats) =>
  seats
    .filter((seat) => parts[`dead:${seat}`] && seat !== parts.winner)
    .map((seat) => ({ kind: "dead_hand", seat, count: parts[`dead:${seat}`] }));
/** Who discarded the winning tile; undefined for nobody, also where the one who was said to won himself. */
export const discarderOf = ({ discarder, winner }) => (discarder !== winner ? discarder : undefined);

const hands = new WeakMap(); // a part as it came → the hand with ids of this page

/** The hand of a seat, with ids that are this page's own; undefined where it has no tiles. */
export function handAt(parts, seat) {
  const part = parts[`tiles:${seat}`];
  if (!part) return undefined;
  if (!hands.has(part)) hands.set(part, restored(part));
  return hands.get(part);
}

/** A hand as a part. It is copied, so that the part never changes under those who hold it. */
export function partOf(hand) {
  const part = structuredClone(hand);
  hands.set(part, part);
  return part;
}

/** What tells a settled hand from all others, however it is corrected, or numbered anew, meanwhile. */
export const identityOf = ({ key, settled, seats }) => JSON.stringify([key, settled, seats]);

/**
 * What tells the hand to come from all others: the hand that it follows. Its number does not, because hands
 * move up where an earlier one is removed.
 */
export function followsIn({ hands: all }) {
  const last = all.at(-1);
  return last ? JSON.stringify([last.key, last.settled]) : "";
}

/** This hand as it stands in an evening by now; undefined where it is gone. */
export function standing(hand, { hands: all }) {
  const same = all.filter((one) => identityOf(one) === identityOf(hand));
  return same.find(({ n }) => n === hand.n) ?? same[0];
}

/** Fourteen tiles: only the winner's hand has so many. */
export const isWhole = (hand) => size(hand) === 14;
export const doubtsIn = (hand) => allTiles(hand).filter(isDoubtful).length;

/** Whether anything is entered at all. */
export const isBegun = (parts) => Object.keys(parts).some((name) => name !== "key");

/** Which losers still need a score, East first; those whose payer pays for all do not. */
export function withoutScore(parts, seats) {
  return seats.filter(
    (seat) =>
      !parts[`tiles:${seat}`] && !hasScore(parts, seat) && !(parts.paysForAll && seat !== parts.winner),
  );
}

/** Null where the hand can be settled; else what is missing: {what, seats}. */
export function missing(parts, seats) {
  const result = resultOf(parts);
  const lacks = (what) => ({ what, seats: [] });
  if (result === "wash" && !washOf(parts).seat) return lacks("washer");
  if (result === "wash" && !washOf(parts).heads) return lacks("heads");
  if (result === "false_mah_jongg" && !parts.falseSeat) return lacks("caller");
  if (result !== "win") return null;
  const scores = withoutScore(parts, seats);
  if (!parts.winner) return { what: "winner", seats: scores };
  if (scores.length) return { what: "scores", seats: scores };
  return parts.paysForAll && !discarderOf(parts) ? lacks("discarder") : null;
}

/** A score as it is shown: dots while it is worked out, a dash where there is none, as zero is one. */
export const shownScore = (score, stale) => (score === null ? (stale ? "…" : "–") : number(score));

/** Whether the winner drew the last tile. Who was chosen as discarder before then counts no more. */
const wasDrawn = (parts) => ["draw", "loose"].includes(handAt(parts, parts.winner)?.by);

/** The hand as POST …/hands takes it. Only asked where nothing is missing. */
export function bodyOf(parts, seats) {
  const result = resultOf(parts);
  if (result === "draw") return { winner: null, result };
  if (result === "wash") return { winner: null, result, events: [{ kind: result, ...washOf(parts) }] };
  if (result === "false_mah_jongg") {
    return { winner: null, result, events: [{ kind: result, seat: parts.falseSeat }] };
  }
  const tiles = {};
  const scores = {};
  for (const seat of seats) {
    const hand = handAt(parts, seat);
    if (hand) tiles[seat] = toJson(hand, seat === parts.winner);
    else if (hasScore(parts, seat)) scores[seat] = Number(parts[`score:${seat}`]);
    else if (parts.paysForAll && seat !== parts.winner) scores[seat] = 0;
  }
  const discarder = discarderOf(parts);
  return {
    winner: parts.winner,
    result,
    scores,
    ...(Object.keys(tiles).length ? { hands: tiles } : {}),
    events: deadOf(parts, seats),
    ...(discarder && (parts.paysForAll || !wasDrawn(parts))
      ? { discarder, pays_for_all: Boolean(parts.paysForAll) }
      : {}),
  };
}

/** The names of the photographs that belong to the hand. */
export const photosOf = (parts, seats) => [
  ...new Set([
    ...(parts.photos ?? []),
    ...seats.map((seat) => parts[`tiles:${seat}`]?.picture).filter(Boolean),
  ]),
];

/** Which of these photographs shows whose tiles, by seat. */
export const photoOf = (parts, seats, photos) =>
  Object.fromEntries(
    seats.map((seat) => [seat, parts[`tiles:${seat}`]?.picture]).filter(([, name]) => photos.includes(name)),
  );

/** The parts of a hand that stands in the evening, to be corrected. */
export function partsOf(settled) {
  const parts = { winner: settled.winner, result: settled.result ?? (settled.winner ? "win" : "draw") };
  for (const [seat, json] of Object.entries(settled.hands ?? {})) {
    const picture = settled.photo_of?.[seat];
    parts[`tiles:${seat}`] = partOf({ ...fromJson(json), ...(picture ? { picture } : {}) });
  }
  for (const [seat, score] of Object.entries(settled.typed ?? settled.scores)) {
    // Where one pays for all, the others have no score: `bodyOf` says 0 for them.
    const asked = score || !settled.pays_for_all || seat === settled.winner;
    if (asked && !parts[`tiles:${seat}`]) parts[`score:${seat}`] = String(score);
  }
  for (const event of settled.events) {
    if (event.kind === "dead_hand") parts[`dead:${event.seat}`] = event.count;
    if (event.kind === "wash") parts.wash = { seat: event.seat, heads: event.heads };
    if (event.kind === "false_mah_jongg") parts.falseSeat = event.seat;
  }
  if (settled.discarder) parts.discarder = settled.discarder;
  if (settled.pays_for_all) parts.paysForAll = true;
  if (settled.photos?.length) parts.photos = settled.photos;
  return parts;
}

/** Parts whose value is a seat. */
const NAMES_A_SEAT = ["winner", "discarder", "falseSeat"];

/** Whether anything is entered of a seat. */
export const namesSeats = (parts) =>
  Object.keys(parts).some((name) => name.includes(":") || name === "wash" || NAMES_A_SEAT.includes(name));

/**
 * The same parts where people have changed seats: what was entered of a player stays with that player, or
 * goes to who plays on for one who has left. from, to: who sits where, as an evening's `seats`.
 */
export function moved(parts, from, to) {
  const alone = (seats, others) =>
    seatsOf(seats).filter((seat) => !Object.values(others).includes(seats[seat]));
  const [left, came] = [alone(from, to), alone(to, from)];
  const seatOf = (seat) => seatsOf(to).find((wind) => to[wind] === from[seat]) ?? came[left.indexOf(seat)];
  const partAt = ([name, value]) => {
    const [what, seat] = name.split(":");
    if (seat) return [`${what}:${seatOf(seat)}`, value];
    if (name === "wash") return [name, { ...value, seat: seatOf(value.seat) }];
    return [name, NAMES_A_SEAT.includes(name) ? seatOf(value) : value];
  };
  return Object.fromEntries(Object.entries(parts).map(partAt));
}

/** Whether what was entered, `own` of all `parts`, stands in a settled hand; settled: undefined for none. */
export function standsIn(own, parts, settled, seats) {
  const names = Object.keys(own).filter((name) => !OF_NO_HAND.includes(name));
  if (!settled) return names.length === 0;
  const [mine, stored] = [parts, settled].map((of) => ({
    ...of,
    ...Object.fromEntries(seats.map((seat) => [`score:${seat}`, scoreIn(of, seat)])),
    ...Object.fromEntries(seats.map((seat) => [`tiles:${seat}`, tilesIn(of, seat)])),
  }));
  return names.every((name) => JSON.stringify(mine[name]) === JSON.stringify(stored[name]));
}

/** Parts that tell nothing of how the hand went. */
const OF_NO_HAND = ["key", "photos", "waiting"];
const scoreIn = (parts, seat) => (hasScore(parts, seat) ? Number(parts[`score:${seat}`]) : null);

/** A seat's tiles, whichever way its sets stand in a row. */
function tilesIn(parts, seat) {
  const hand = handAt(parts, seat);
  if (!hand) return null;
  const { melds, concealed, bonus } = toJson(hand, false);
  return [melds.map((meld) => JSON.stringify(meld)).sort(), concealed, [...bonus].sort()];
}
