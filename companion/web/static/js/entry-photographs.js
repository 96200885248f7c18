/**
 * Photographs taken while a hand is entered: of one hand, or of the whole table; whose hand it is.
 * Until that is said the photograph is kept on this device, read or not, through a reload as well.
 */

import { Refused, freshKey } from "./api.js";
import { handAt, isWhole, partOf } from "./entry-state.js";
import { giveTiles, keepSent, sayReplaced } from "./entry-tiles.js";
import { allTiles, fromJson, restored } from "./hand.js";
import { here } from "./here.js";
import { keepPicture, loadPictures, picture, pictureOf } from "./pictures.js";
import { read } from "./photo.js";
import { playersAround } from "./seats.js";
import { shotOf } from "./shot.js";
import { t } from "./text.js";
import { complain, toast } from "./ui.js";

/** A photograph was taken; reading: what the viewfinder has read in it already. */
export async function photographed(sheet, { blob, reading = null }) {
  const name = freshKey();
  await keepPicture(name, pictureOf(blob, reading));
  wait(sheet, name);
  await placed(sheet, name);
}

/** The photograph, or the hand from another page, that waits since before the page was loaded. */
export async function photographedBefore(sheet) {
  const before = sheet.draft.shot;
  if (!before) return;
  await loadPictures([before.name]);
  if (before.hand) {
    // An older version of the page kept only what the server takes.
    const hand = before.hand.groups ? restored(before.hand) : fromJson(before.hand);
    oneHand(sheet, { hand: { ...hand, local: before.name } });
  } else if (picture(before.name)) await placed(sheet, before.name);
  else wait(sheet, null);
}

/** Keep the name of a photograph that waits; null: none does. */
const wait = (sheet, name) => sheet.draft.keepShot(name && { name });

/** Read the photograph of this name, if nobody has, and give its tiles to whose they are. */
async function placed(sheet, name) {
  const { blob, reading } = picture(name);
  const { draft } = sheet;
  const { hand } = draft;
  sheet.update({ unread: null });
  try {
    const { status, evening } = sheet;
    const shot = shotOf(name, blob, reading ?? (await read(blob, status, { table: "auto", evening })));
    if (draft === sheet.draft && draft.hand !== hand) {
      toast(t("entry.read-late", { n: hand })); // the draft is of the next hand by now
      return;
    }
    if (shot.sides) laid(sheet, shot);
    else oneHand(sheet, shot);
  } catch (error) {
    complain(error);
    // Where only the server was not to be had, the picture is as good as before.
    if (error instanceof Refused && error.passes) sheet.update({ unread: name });
    else wait(sheet, null);
  }
}

export const readAgain = (sheet) => placed(sheet, sheet.state.unread);

/** Nobody's: the photograph that waits is left out. */
export function leaveOut(sheet) {
  wait(sheet, null);
  sheet.update({ shot: null, unread: null });
}

function oneHand(sheet, shot) {
  if (!allTiles(shot.hand).length) {
    wait(sheet, null);
    toast(t("camera.no-tiles"));
    return;
  }
  const { owner } = here(sheet.evening.id);
  const own = Object.entries(sheet.seating).find(([, place]) => place === owner)?.[0];
  const { winner } = sheet.parts;
  const winnerWaits = winner && !sheet.parts[`tiles:${winner}`] && isWhole(shot.hand);
  if (own) give(sheet, own, shot.hand);
  else if (winnerWaits) give(sheet, winner, shot.hand);
  else sheet.update({ shot });
}

function give(sheet, seat, hand) {
  wait(sheet, null);
  giveTiles(sheet, seat, hand);
}

/** Somebody has said whose hand it is; fourteen tiles are the winner's. */
export function isOf(sheet, seat) {
  const { hand } = sheet.state.shot;
  const before = sheet.parts;
  sheet.update({ shot: null });
  if (isWhole(hand)) sheet.draft.set({ winner: seat, result: null });
  wait(sheet, null);
  giveTiles(sheet, seat, hand, before);
}

/** Each hand of the whole table to the player who sits at its side, as far as that is known. */
export function laid(sheet, table) {
  const { near } = here(sheet.evening.id);
  sheet.update({ table });
  if (near === null) return;
  wait(sheet, null);
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
  sayReplaced(sheet, Object.values(at), before);
}
