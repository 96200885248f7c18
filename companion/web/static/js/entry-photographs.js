/**
 * Photographs taken while a hand is entered: of one hand, or of the whole table; whose hand it is.
 * Until that is said the photograph is kept on this device, read or not, through a reload as well. Where
 * several wait, they are asked about one after the other.
 */

import { Refused, freshKey } from "./api.js";
import { handAt, isWhole, partOf } from "./entry-state.js";
import { giveTiles, keepSent, sayGiven } from "./entry-tiles.js";
import { allTiles, restored } from "./hand.js";
import { here } from "./here.js";
import { keepPicture, loadPictures, picture, pictureOf } from "./pictures.js";
import { read } from "./photo.js";
import { playersAround } from "./seats.js";
import { shotOf } from "./shot.js";
import { t } from "./text.js";
import { advise, complain, toast } from "./ui.js";

/** A photograph was taken; reading: what the viewfinder has read in it already. */
export async function photographed(sheet, { blob, reading = null }) {
  const name = freshKey();
  await keepPicture(name, pictureOf(blob, reading));
  sheet.draft.keepShots([...sheet.draft.shots, { name }]);
  await placed(sheet, name);
}

/** The photographs, and the hands from another page, that wait since before the page was loaded. */
export async function photographedBefore(sheet) {
  for (const { name, hand } of sheet.draft.shots) {
    await loadPictures([name]);
    if (hand) oneHand(sheet, { name, hand: { ...restored(hand), local: name } });
    else if (picture(name)) await placed(sheet, name);
    else done(sheet, name);
  }
}

/** The photograph, or the hand, of this name waits no more. */
function done({ draft }, name) {
  const at = draft.shots.findIndex((one) => one.name === name);
  draft.keepShots(draft.shots.filter((_, place) => place !== at));
}

/** Read the photograph of this name, if nobody has, and give its tiles to whose they are. */
async function placed(sheet, name) {
  const { blob, reading } = picture(name);
  const { draft } = sheet;
  const { hand, follows } = draft;
  try {
    const { status, evening } = sheet;
    const shot = shotOf(name, blob, reading ?? (await read(blob, status, { table: "auto", evening })));
    if (draft === sheet.draft && draft.follows !== follows) {
      toast(t("entry.read-late", { n: hand })); // the draft is of the next hand by now
      return;
    }
    if (shot.sides) laid(sheet, shot);
    else oneHand(sheet, shot);
  } catch (error) {
    complain(error);
    // Where only the server was not to be had, the picture is as good as before.
    if (error instanceof Refused && error.passes) sheet.update({ unread: [...sheet.state.unread, name] });
    else done(sheet, name);
  }
}

export async function readAgain(sheet) {
  const names = sheet.state.unread;
  sheet.update({ unread: [] });
  for (const name of names) await placed(sheet, name);
}

/** What could not be read is left out. */
export function leaveUnread(sheet) {
  for (const name of sheet.state.unread) done(sheet, name);
  sheet.update({ unread: [] });
}

/** The hand that is asked about; whoever takes it has answered, and the next is asked about. */
export function taken(sheet) {
  const [shot, ...next] = sheet.state.shots;
  done(sheet, shot.name);
  sheet.update({ shots: next });
  return shot;
}

function oneHand(sheet, shot) {
  if (!allTiles(shot.hand).length) {
    done(sheet, shot.name);
    advise(shot.reading?.warnings[0] ?? t("camera.no-tiles"));
    return;
  }
  const { owner } = here(sheet.evening.id);
  const own = Object.entries(sheet.seating).find(([, place]) => place === owner)?.[0];
  const waits = (seat) => seat && !sheet.parts[`tiles:${seat}`];
  const { winner } = sheet.parts;
  sheet.update({ shots: [...sheet.state.shots, shot] });
  if (sheet.shot !== shot) return; // another is asked about first
  if (waits(own)) give(sheet, own);
  else if (isWhole(shot.hand) && waits(winner)) give(sheet, winner);
}

/** Somebody has said whose hand it is that is asked about; fourteen tiles are the winner's. */
export function isOf(sheet, seat) {
  const before = sheet.parts;
  if (isWhole(sheet.shot.hand)) sheet.draft.set({ winner: seat, result: null });
  give(sheet, seat, before);
}

/** The hand that is asked about is this player's. before: the parts to go back to. */
function give(sheet, seat, before = sheet.parts) {
  const { draft } = sheet;
  const kept = draft.shots;
  const shot = taken(sheet);
  giveTiles(sheet, seat, shot.hand);
  sayGiven(sheet, [seat], before, {
    words: t("entry.given", { name: sheet.name(seat) }),
    undone: () => {
      draft.keepShots(kept);
      sheet.update({ shots: [shot, ...sheet.state.shots] });
    },
  });
}

/** Each hand of the whole table to the player who sits at its side, as far as that is known. */
export function laid(sheet, table) {
  const { near } = here(sheet.evening.id);
  const earlier = sheet.state.table;
  if (earlier && earlier !== table) done(sheet, earlier.name); // this one takes its place
  sheet.update({ table });
  if (near === null) return;
  done(sheet, table.name);
  const before = sheet.parts;
  const at = playersAround({ ...sheet.evening, seats: sheet.seating }, near, Object.keys(table.sides));
  const changes = {};
  for (const seat of sheet.seats) {
    if (handAt(before, seat)?.local?.startsWith(table.name)) changes[`tiles:${seat}`] = null;
  }
  for (const [side, seat] of Object.entries(at)) {
    changes[`tiles:${seat}`] = partOf(table.sides[side]);
    changes[`score:${seat}`] = null;
  }
  const whole = Object.entries(at).filter(([side]) => isWhole(table.sides[side]));
  if (whole.length === 1) changes.winner = whole[0][1];
  sheet.set({ ...changes, result: null });
  sheet.update({ shown: whole[0]?.[1] ?? Object.values(at)[0] ?? null });
  for (const seat of Object.values(at)) keepSent(sheet, seat);
  // What lay there by this same photograph is only at another seat now.
  const others = Object.entries(before).filter(([, part]) => !part?.local?.startsWith(table.name));
  sayGiven(sheet, Object.values(at), Object.fromEntries(others));
}
