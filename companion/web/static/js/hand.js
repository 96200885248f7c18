/**
 * A hand while it is being put together: groups of tiles, which tile won and how.
 *
 * groups: [{tiles: [{id, code, seen, beside, sure, byRule, said, alternatives, couldBe}], exposed}]; `seen`
 * is the place of the tile in the photograph's reading, or null; `beside`: of a tile that was not found, the
 * place of one next to which a person sees it, else null; `byRule`: named by the rules of the game
 * where the eye doubted; `said`: a person told what it is; `couldBe`: for a tile face down, what would
 * complete the hand. Flowers stand in `bonus`.
 * `noTiles` are the places in the photograph's reading of what is no tile, as a person told.
 * `flags` is what a loser did wrong, or that only a part is entered, as docs/api.md names it.
 * Nothing here is checked against the rules: that is the server's part.
 */

import { BACK, byOrder, isBonus, kindOf } from "./tiles.js";

let counter = 0;
function newTile(code, more = {}) {
  counter += 1;
  return {
    id: `t${counter}`,
    code,
    seen: null,
    beside: null,
    sure: true,
    byRule: false,
    said: false,
    alternatives: [],
    couldBe: [],
    ...more,
  };
}

/** @returns {any} */
export function emptyHand() {
  return {
    groups: [],
    bonus: [],
    noTiles: [],
    winningTile: null,
    by: "discard",
    circumstances: [],
    flags: [],
  };
}

export const kind = (group) => kindOf(group.tiles.map((one) => one.code));
export const allTiles = (hand) => [...hand.groups.flatMap((group) => group.tiles), ...hand.bonus];
export const groupOf = (hand, id) => hand.groups.find((group) => group.tiles.some((one) => one.id === id));
export const find = (hand, id) => allTiles(hand).find((one) => one.id === id);
/** Whether a person sees it in the photograph, and the program did not find it. */
export const isOverlooked = (one) => one.seen === null && (one.beside ?? null) !== null;
/** Whether a person has to look at this tile. */
export const isDoubtful = (one) => !one.sure || one.code === BACK;

/** Tiles of the hand itself: a kong counts three, flowers none. */
export function size(hand) {
  return hand.groups.reduce(
    (sum, group) => sum + (kind(group) === "kong" && isLaidDown(group) ? 3 : group.tiles.length),
    0,
  );
}

/** Tiles of a hand as people count them, and how many are wanted; a kong adds one to both. */
export function counts(hand, won) {
  const kongs = hand.groups.filter((group) => kind(group) === "kong").length;
  return { count: size(hand) + kongs, wanted: (won ? 14 : 13) + kongs };
}

/** Whether tiles of the hand are still to come, or are not entered. */
export const lacksTiles = (hand, won) => {
  const { count, wanted } = counts(hand, won);
  return count < wanted;
};

/** Whether somebody said that only those tiles of a loser are entered that score. */
export const isPart = (hand, won) => !won && hand.flags.includes("part");

/** A concealed kong lies on the table with its ends turned over; other concealed sets, and pairs, stand. */
export const isLaidDown = (group) => kind(group) === "kong" || (group.exposed && group.tiles.length >= 3);

export function remove(hand, id) {
  hand.bonus = hand.bonus.filter((one) => one.id !== id);
  for (const group of hand.groups) group.tiles = group.tiles.filter((one) => one.id !== id);
  hand.groups = hand.groups.filter((group) => group.tiles.length);
  if (hand.winningTile === id) hand.winningTile = null;
}

/** The group of held tiles that belong to no set yet; made where there is none. */
export function held(hand) {
  let group = hand.groups.find((one) => !one.exposed && one.loose);
  if (!group) {
    group = { tiles: [], exposed: false, loose: true };
    hand.groups.push(group);
  }
  return group;
}

/**
 * @param {any} hand
 * @param {string} code
 * @param {{to?: any, seen?: any}} options  to: the group it joins, else those held; seen: what the
 *   picture tells of it
 */
export function add(hand, code, { to, seen = {} } = {}) {
  const one = newTile(code, seen);
  if (isBonus(code)) hand.bonus.push(one);
  else {
    const group = to ?? held(hand);
    group.tiles.push(one);
    sortTiles(group);
  }
  return one;
}

/** One more tile, which lies beside another. */
export function addBeside(hand, id, code) {
  const { seen, beside } = find(hand, id);
  return add(hand, code, { to: groupOf(hand, id), seen: { beside: seen ?? beside, said: true } });
}

/** What a person says is no tile. */
export function leaveOut(hand, id) {
  const { seen } = find(hand, id);
  remove(hand, id);
  if (seen !== null) hand.noTiles = [...(hand.noTiles ?? []), seen];
}

/** A tile of the photograph that was not taken for part of the hand. With that a person says what it is, if
 * it was not in doubt. */
export function addSeen(hand, reading, place) {
  const seen = seenTile(reading, place);
  seen.said = !isDoubtful(seen);
  hand.noTiles = (hand.noTiles ?? []).filter((other) => other !== place);
  return add(hand, seen.code, { seen });
}

export function addSet(hand, codes, exposed) {
  hand.groups = [
    ...hand.groups.filter((group) => !group.loose),
    { tiles: codes.map((code) => newTile(code)), exposed },
    ...hand.groups.filter((group) => group.loose),
  ];
}

/** A new code for a tile; a flower leaves its group, and what was a flower joins the held tiles. */
export function change(hand, id, code) {
  const one = find(hand, id);
  const wasBonus = isBonus(one.code);
  one.code = code;
  Object.assign(one, { sure: true, byRule: false, said: true });
  if (isBonus(code) === wasBonus) return;
  remove(hand, id);
  if (isBonus(code)) hand.bonus.push(one);
  else held(hand).tiles.push(one);
}

export function split(hand, group) {
  hand.groups = hand.groups.filter((one) => one !== group);
  const target = held(hand);
  target.tiles.push(...group.tiles);
  sortTiles(target);
}

/** Take one tile out of its group: it stands by itself among the held tiles. */
export function takeOut(hand, id) {
  const one = find(hand, id);
  const winning = hand.winningTile;
  remove(hand, id);
  const target = held(hand);
  target.tiles.push(one);
  sortTiles(target);
  hand.winningTile = winning;
}

export function join(hand, tiles, exposed) {
  const winning = hand.winningTile;
  for (const one of tiles) remove(hand, one.id);
  const group = { tiles: [...tiles].sort((a, b) => byOrder(a.code, b.code)), exposed };
  const at = hand.groups.findIndex((one) => one.loose);
  hand.groups.splice(at < 0 ? hand.groups.length : at, 0, group);
  hand.winningTile = winning;
  return group;
}

/** Lay one tile into another group, or begin a set with it where `target` is null. */
export function move(hand, id, target) {
  const one = find(hand, id);
  if (!one || target?.tiles.includes(one) || isBonus(one.code)) return;
  const winning = hand.winningTile;
  remove(hand, id);
  if (target) {
    target.tiles.push(one);
    sortTiles(target);
    if (!hand.groups.includes(target)) hand.groups.push(target);
  } else {
    hand.groups.splice(hand.groups.filter((group) => !group.loose).length, 0, {
      tiles: [one],
      exposed: false,
    });
  }
  hand.winningTile = winning;
}

function sortTiles(group) {
  group.tiles.sort((a, b) => byOrder(a.code, b.code));
}

/** How many of each code this hand uses. */
export function used(hand) {
  const found = {};
  for (const one of allTiles(hand)) found[one.code] = (found[one.code] ?? 0) + 1;
  return found;
}

/** The hand as the server takes it. context: {seat, round, ruleset}, for a score. */
export function toJson(hand, winner, context = {}) {
  const melds = [];
  const concealed = [];
  let meldOfWin = null;
  for (const group of hand.groups) {
    const codes = group.tiles.map((one) => one.code);
    if (isLaidDown(group)) {
      if (group.tiles.some((one) => one.id === hand.winningTile)) meldOfWin = melds.length;
      melds.push({
        kind: kind(group) === "loose" ? guessKind(codes) : kind(group),
        tiles: [...codes].sort(byOrder),
        concealed: !group.exposed,
      });
    } else concealed.push(...codes);
  }
  /** @type {any} */
  const answer = {
    ...context,
    winner,
    concealed: concealed.sort(byOrder),
    melds,
    bonus: hand.bonus.map((one) => one.code),
  };
  if (!winner && hand.flags.length) answer.flags = hand.flags;
  if (winner) {
    answer.win = {
      tile: find(hand, hand.winningTile)?.code ?? null,
      by: hand.by,
      circumstances: hand.circumstances,
    };
    if (meldOfWin !== null) answer.win.meld = meldOfWin;
  }
  return answer;
}

/** What is on the table and is no set is sent as what its length suggests; the server says what is wrong. */
const guessKind = (codes) => (codes.length === 4 ? "kong" : new Set(codes).size === 1 ? "pung" : "chow");

/** Back from JSON, as an entry of the evening or a reading without groups has it. */
export function fromJson(json) {
  const hand = emptyHand();
  for (const meld of json.melds ?? []) {
    hand.groups.push({ tiles: meld.tiles.map((code) => newTile(code)), exposed: !meld.concealed });
  }
  for (const code of json.concealed ?? []) add(hand, code);
  hand.bonus.push(...(json.bonus ?? []).map((code) => newTile(code)));
  hand.flags = [...(json.flags ?? [])];
  if (json.win) {
    hand.by = json.win.by ?? hand.by;
    hand.circumstances = [...(json.win.circumstances ?? [])];
    const places =
      json.win.meld === undefined || json.win.meld === null
        ? [...hand.groups].reverse().flatMap((group) => group.tiles)
        : hand.groups[json.win.meld].tiles;
    hand.winningTile = places.find((one) => one.code === json.win.tile)?.id ?? null;
  }
  return hand;
}

/** A hand as it was written down, to go on with: its tiles known by ids of this page. */
export function restored(written) {
  const hand = structuredClone(written);
  let won = null;
  for (const one of allTiles(hand)) {
    const { id } = newTile(one.code);
    if (one.id === hand.winningTile) won = id;
    one.id = id;
  }
  return { ...hand, winningTile: won };
}

/**
 * What the picture shows of one tile, for the hand that is put together from it. What was overlooked has its
 * place behind the tiles that were found.
 */
export function seenTile(reading, place) {
  const overlooked = reading.overlooked?.[place - reading.tiles.length];
  if (overlooked) return newTile(overlooked.code, { beside: overlooked.beside, said: true });
  const tile = reading.tiles[place];
  const down = (reading.face_down ?? []).find((one) => one.tile === place);
  return newTile(down?.code ?? tile.code, {
    seen: place,
    sure: tile.sure !== false || reading.certain === true || Boolean(down?.code),
    byRule: tile.by_rule === true,
    alternatives: tile.alternatives ?? [],
    couldBe: down?.could_be ?? [],
  });
}

/** What a person said about tiles of the photograph: codes by their places in it, null for no tile. */
export const said = (hand) =>
  new Map([
    ...(hand.noTiles ?? []).map((place) => [place, null]),
    ...allTiles(hand)
      .filter((one) => one.said && one.seen !== null)
      .map((one) => [one.seen, one.code]),
  ]);

const WHOLE = { chow: 3, pung: 3, kong: 4 };
const lacksOne = (group) => group.tiles.length === WHOLE[group.kind] - 1;

/**
 * What was not found of a group, but counts in the hand that was read: under a drawn tile, at the end of a
 * kong, where a row leaves room for it.
 */
function unseenIn(group, reading, { groups, hand }) {
  const codes = (places) => places.map((place) => seenTile(reading, place).code);
  const unseen = [...hand.concealed, ...hand.melds.flatMap((meld) => meld.tiles)];
  for (const code of codes(groups.flatMap((one) => one.tiles))) {
    const at = unseen.indexOf(code);
    if (at >= 0) unseen.splice(at, 1);
  }
  if (group.kind === "loose") return groups.some(lacksOne) ? [] : unseen;
  if (!lacksOne(group)) return [];
  return unseen.filter((code) => kindOf([...codes(group.tiles), code]) === group.kind).slice(0, 1);
}

/** The tiles of a group in one way to read a photograph, those not found among them. */
export function tilesOf(group, reading, way) {
  return [
    ...group.tiles.map((place) => seenTile(reading, place)),
    ...unseenIn(group, reading, way).map((code) => newTile(code, { sure: false })),
  ];
}

/** From a photograph, by the reading that was chosen. said: as `said` gives it. */
export function fromReading(reading, { choice = 0, said: told = new Map() } = {}) {
  const hand = emptyHand();
  hand.noTiles = [...told.keys()].filter((place) => told.get(place) === null);
  const way = reading.readings?.[choice] ?? reading;
  for (const group of way.groups) {
    const tiles = tilesOf(group, reading, way)
      .filter((one) => told.get(one.seen) !== null)
      .map((one) =>
        told.has(one.seen)
          ? { ...one, code: told.get(one.seen), sure: true, byRule: false, said: true }
          : one,
      );
    const bonus = tiles.filter((one) => isBonus(one.code));
    const rest = tiles.filter((one) => !isBonus(one.code));
    hand.bonus.push(...bonus);
    if (!rest.length) continue;
    if (group.kind === "loose" || group.kind === "bonus") held(hand).tiles.push(...rest);
    else hand.groups.push({ tiles: rest, exposed: !group.concealed });
  }
  for (const group of hand.groups) if (group.loose) sortTiles(group);
  hand.groups.sort((a, b) => Number(Boolean(a.loose)) - Number(Boolean(b.loose)));
  return hand;
}

/**
 * For each tile of the reading how it stands now: {one, code, sure, byRule, part, winning}; `one` is the
 * hand's own tile.
 */
export function seenStates(reading, hand) {
  const mine = new Map(
    allTiles(hand)
      .filter((one) => one.seen !== null)
      .map((one) => [one.seen, one]),
  );
  return reading.tiles.map((tile, place) => {
    const one = mine.get(place);
    return one
      ? {
          one,
          code: one.code,
          sure: !isDoubtful(one),
          byRule: one.byRule,
          part: true,
          winning: one.id === hand.winningTile,
        }
      : { code: tile.code, sure: true, byRule: false, part: false, winning: false };
  });
}
