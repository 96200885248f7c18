/** The tiles of one seat: given by a photograph, tapped, corrected, put aside. */

import { currentSession, freshKey, upload } from "./api.js";
import { typingNext, win } from "./entry-typing.js";
import { handAt, isWhole, partOf } from "./entry-state.js";
import { h } from "./dom.js";
import {
  addBeside,
  addSeen,
  allTiles,
  change,
  emptyHand,
  find,
  leaveOut,
  seenTile,
  takeOut,
  used,
} from "./hand.js";
import { HandEditor } from "./hand-editor.js";
import { unlearn } from "./learning.js";
import { formWith, keepPicture, picture } from "./pictures.js";
import { asRead, isTold, readAgain } from "./read-again.js";
import { listed, t } from "./text.js";
import { complain, dialog, toast } from "./ui.js";

const photoOf = (hand) => hand?.local && picture(hand.local);

/** The photograph of a hand in which there is something to see. */
const shownPhotoOf = (hand) => {
  const photo = photoOf(hand);
  return photo?.reading.tiles.length ? photo : null;
};

/** Tiles of a seat instead of a typed score. */
export function giveTiles(sheet, seat, hand) {
  const more = isWhole(hand) && !sheet.parts.winner ? { winner: seat } : {};
  sheet.set({ [`tiles:${seat}`]: partOf(hand), [`score:${seat}`]: null, ...more });
  sheet.update({ shown: seat });
  typeOn(sheet);
  keepSent(sheet, seat);
  sheet.main.querySelector(".shot")?.scrollIntoView({ block: "start" });
  sheet.lookAt(seat);
}

/** The keypad goes on with whoever is missing; who types already, types on. */
function typeOn(sheet) {
  if (!sheet.state.active) sheet.update({ active: typingNext(sheet), fresh: true });
}

/** Say what was done, with one tap that takes it back while the same hand is entered. */
function sayWithUndo(sheet, words, back) {
  const { follows } = sheet.draft;
  const run = () => sheet.draft.follows === follows && back();
  toast(words, { action: { label: t("learn.undo"), run } });
}

const namesOf = (sheet, seats) => listed(seats.map((seat) => sheet.name(seat)));

/**
 * A photograph has given tiles to these seats: what they took the place of comes back with one tap. before:
 * the parts until then. words: what is said if they took no other's place; without them, nothing. undone:
 * what else comes back.
 */
export function sayGiven(sheet, seats, before, { words = null, undone = () => {} } = {}) {
  const instead = (what) => seats.filter((seat) => before[`${what}:${seat}`]);
  const what = ["tiles", "score"].find((each) => instead(each).length);
  const said = what ? t(`entry.${what}-replaced`, { names: namesOf(sheet, instead(what)) }) : words;
  if (!said) return;
  const now = sheet.parts;
  const changed = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
  const back = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
  sayWithUndo(sheet, said, () => {
    sheet.set(back);
    undone();
  });
}

export function dropTiles(sheet, seat) {
  const before = sheet.parts[`tiles:${seat}`];
  sheet.set({ [`tiles:${seat}`]: null });
  sheet.update({ active: seat, fresh: true });
  sayWithUndo(sheet, t("entry.tiles-dropped", { name: sheet.name(seat) }), () =>
    sheet.set({ [`tiles:${seat}`]: before, [`score:${seat}`]: null }),
  );
}

/** Change a seat's hand by a function of it. */
export function alter(sheet, seat, how) {
  const hand = structuredClone(handAt(sheet.parts, seat));
  how(hand);
  unlearn(hand, photoOf(hand)).catch(complain);
  sheet.set({ [`tiles:${seat}`]: allTiles(hand).length ? partOf(hand) : null });
}

/** Whether the seat still has this tile; where another device has taken it away meanwhile, that is said. */
function stillThere(sheet, seat, one) {
  const hand = handAt(sheet.parts, seat);
  const there = Boolean(hand && find(hand, one.id));
  if (!there) toast(t("entry.tile-gone", { name: sheet.name(seat) }));
  return there;
}

/** What a person says of a tile: how(hand) notes it, and the rest of the hand is read again with that. */
function say(sheet, seat, one, how) {
  const hand = handAt(sheet.parts, seat);
  const photo = photoOf(hand);
  const untouched = photo && isTold(one) && asRead(hand, photo);
  alter(sheet, seat, how);
  if (untouched) lieAnew(sheet, seat, photo).catch(complain);
}

/** A tile of a seat's photograph that was not taken for part of the hand. */
export function sayMine(sheet, seat, place) {
  const { reading } = photoOf(handAt(sheet.parts, seat));
  say(sheet, seat, seenTile(reading, place), (hand) => addSeen(hand, reading, place));
}

export function sayCode(sheet, seat, one, code) {
  if (!stillThere(sheet, seat, one)) return;
  say(sheet, seat, one, (mine) => change(mine, one.id, code));
  typeOn(sheet);
  sheet.lookAt(seat);
}

/** With what a person said, the other tiles of a seat may be others and lie otherwise. */
async function lieAnew(sheet, seat, photo) {
  const again = await readAgain(() => handAt(sheet.parts, seat), photo);
  if (!again) return;
  keepPicture(again.hand.local, { ...photo, reading: again.reading, choice: 0 });
  sheet.set({ [`tiles:${seat}`]: partOf(again.hand) });
}

/**
 * What was said about one tile, as the tile's own dialog answers.
 * @param {any} sheet
 * @param {string} seat
 * @param {any} one
 * @param {{code?: string, win?: boolean, out?: boolean, remove?: boolean, another?: string}} said
 */
export function tileSaid(sheet, seat, one, { code, win: won, out, remove: gone, another }) {
  if (code) {
    sayCode(sheet, seat, one, code);
    return;
  }
  if (!stillThere(sheet, seat, one)) return;
  if (gone) say(sheet, seat, one, (hand) => leaveOut(hand, one.id));
  else if (another) say(sheet, seat, one, (hand) => addBeside(hand, one.id, another));
  else {
    alter(sheet, seat, (hand) => {
      if (won) hand.winningTile = hand.winningTile === one.id ? null : one.id;
      else if (out) takeOut(hand, one.id);
    });
  }
}

/** Tiles of all other seats, by code. */
function usedElsewhere(sheet, seat) {
  const elsewhere = {};
  for (const other of sheet.seats) {
    const hand = other === seat ? null : handAt(sheet.parts, other);
    for (const [code, count] of Object.entries(hand ? used(hand) : {})) {
      elsewhere[code] = (elsewhere[code] ?? 0) + count;
    }
  }
  return elsewhere;
}

/** The tiles of a seat, to be tapped. Each tap is entered at once: nothing that follows loses it. */
export async function editTiles(sheet, seat) {
  const elsewhere = usedElsewhere(sheet, seat);
  const began = sheet.parts;
  const before = handAt(began, seat);
  const won = () => sheet.parts.winner === seat;
  /** @type {any} */
  let editor;
  let given = null; // the hand as the editor was given it: who only looks changes nothing
  let taking = true; // the hand comes from elsewhere, and not by a tap
  let told = false;
  const keepSoFar = (hand) => {
    if (taking) given = JSON.stringify(hand);
    if (JSON.stringify(hand) === given) return;
    given = "";
    const local = localOf(editor?.photo, before);
    const tiles = {
      ...hand,
      ...(local ? { local } : {}),
      ...(local === before?.local ? { picture: before?.picture } : {}),
    };
    const kept = allTiles(hand).length ? partOf(tiles) : null;
    if (JSON.stringify(kept) === JSON.stringify(sheet.parts[`tiles:${seat}`] ?? null)) return;
    const typed = began[`score:${seat}`] ?? null; // it is back where all that was tapped is taken back
    sheet.set({ [`tiles:${seat}`]: kept, [`score:${seat}`]: kept ? null : typed });
  };
  const wonButton = (again) =>
    h(
      "button",
      {
        "aria-pressed": String(won()),
        "data-key": "head-won",
        onclick: () => {
          win(sheet, seat);
          again();
        },
      },
      t("win.winner"),
    );
  // Another device has changed these tiles: what is tapped here next is added to those.
  sheet.editing = (names) => {
    if (!names.includes(`tiles:${seat}`)) return;
    taking = true;
    const theirs = handAt(sheet.parts, seat);
    const hand = structuredClone(theirs ?? emptyHand());
    editor.follow({ hand, photo: shownPhotoOf(theirs), past: [] });
    taking = false;
    if (!told) toast(t("entry.tile-gone", { name: sheet.name(seat) }));
    told = true;
  };
  await dialog({
    title: t("entry.tiles-of", { name: sheet.name(seat) }),
    wide: true,
    content: () => {
      editor = new HandEditor({
        hand: before && structuredClone(before),
        photo: shownPhotoOf(before) ?? undefined,
        adding: !before,
        winner: () => won() || (!sheet.parts.winner && Boolean(editor && isWhole(editor.hand))),
        play: () => sheet.play,
        evening: sheet.evening,
        onhand: keepSoFar,
        context: () => ({ ruleset: sheet.evening.ruleset, seat, round: sheet.round }),
        usedElsewhere: (code) => elsewhere[code] ?? 0,
        head: wonButton,
      });
      taking = false;
      return editor.element;
    },
    actions: (close) => [
      h("span.grow"),
      h("button.primary.large", { "data-key": "use", onclick: () => close() }, t("entry.use-tiles")),
    ],
    // Who opens it without tiles comes to tap some: they are below the ways to take a photograph.
    ready: () => before || editor.rack.scrollIntoView({ block: "start" }),
  });
  sheet.editing = null;
  if (given) sheet.draw();
  else if (allTiles(editor.hand).length) {
    keepSoFar(editor.hand);
    giveTiles(sheet, seat, handAt(sheet.parts, seat));
    const typed = began[`score:${seat}`];
    if (typed) {
      sayWithUndo(sheet, t("entry.score-replaced", { names: sheet.name(seat) }), () =>
        sheet.set({ [`score:${seat}`]: typed, [`tiles:${seat}`]: null }),
      );
    }
  } else if (before) sheet.set({ [`tiles:${seat}`]: null });
  else sheet.draw();
}

/** The name of the photograph an editor works with; a new one is kept first. */
function localOf(photo, before) {
  if (!photo) return before?.local ?? null;
  if (before?.local && picture(before.local) === photo) return before.local;
  photo.local ??= freshKey();
  keepPicture(photo.local, photo);
  return photo.local;
}

/** Send a seat's photograph to the server, once, where the evening keeps photographs. */
export async function keepSent(sheet, seat) {
  const { uploads, evening } = sheet;
  const hand = handAt(sheet.parts, seat);
  const photo = photoOf(hand);
  if (!photo || hand.picture || !evening.keep_photos) return;
  if ((await currentSession()).role !== "scorekeeper") return;
  const shot = hand.local.split("-")[0];
  if (!uploads.has(shot)) uploads.set(shot, sent(evening, photo.blob));
  try {
    const name = await uploads.get(shot);
    const now = handAt(sheet.parts, seat);
    if (now?.local === hand.local) sheet.draft.set({ [`tiles:${seat}`]: partOf({ ...now, picture: name }) });
  } catch (error) {
    uploads.delete(shot); // it is sent again when the hand is settled
  }
}

async function sent(evening, blob) {
  return (await upload(`/api/evenings/${evening.id}/photos`, formWith(blob), { guarded: true })).photo;
}
