/** Learning a set from corrections: asked once a photograph, and taken back with the correction. */

import { get, send } from "./api.js";
import { h } from "./dom.js";
import { allTiles, said } from "./hand.js";
import { questionCard } from "./hand-questions.js";
import { keepPicture } from "./pictures.js";
import { counted, t } from "./text.js";
import { BACK } from "./tiles.js";
import { complain, toast } from "./ui.js";

/** Tiles whose face the picture shows and which are something else than what was read. */
export const corrected = (hand, reading) =>
  allTiles(hand).filter(
    (one) =>
      one.said &&
      one.seen !== null &&
      reading.tiles[one.seen].code !== BACK &&
      reading.tiles[one.seen].code !== one.code &&
      one.code !== BACK,
  );

/**
 * The set that a correction belongs to; a first one is begun where there is none. null where nobody knows
 * which of them the picture shows: another set's faces would spoil it.
 */
async function setFor(reading) {
  if (reading.profile) return reading.profile;
  const { sets, chosen } = await get("/api/sets");
  return chosen ?? (sets.length ? null : t("learn.first-set"));
}

/**
 * Resolves to the question, or null where there is nothing to learn for, or this server learns nothing.
 * onanswer(name): it is answered; name: of the set that shall learn, null where none shall.
 */
export async function learnQuestion(tiles, reading, { look, onanswer }) {
  const name = await setFor(reading).catch(() => null);
  if (!name) return null;
  return questionCard(
    look(tiles[0]),
    counted("learn.ask", tiles.length, { name }),
    h("button.primary", { "data-key": "learn-yes", onclick: () => onanswer(name) }, t("learn.yes")),
    h("button", { "data-key": "learn-no", onclick: () => onanswer(null) }, t("learn.no")),
  );
}

const examplesOf = (name) => `/api/sets/${encodeURIComponent(name)}/examples`;

/** Teach the set of this name these tiles of a photograph. now(): the hand as it stands by then. */
export async function learn(name, tiles, photo, now) {
  const learnt = [];
  for (const { seen: tile, code } of tiles) {
    const { example } = await send("POST", examplesOf(name), { reading: photo.reading.id, tile, code });
    learnt.push({ name, example, tile, code });
  }
  await remember(photo, [...photo.learnt, ...learnt]);
  toast(counted("learn.done", learnt.length, { name }), {
    seconds: 9,
    action: { label: t("learn.undo"), run: () => forget(photo, learnt).catch(complain) },
  });
  await unlearn(now(), photo);
}

/** Forget again what was learnt from a photograph and its hand says no longer: its correction is undone. */
export async function unlearn(hand, photo) {
  const says = said(hand);
  const wrong = (photo?.learnt ?? []).filter(({ tile, code }) => says.get(tile) !== code);
  if (!wrong.length) return;
  photo.learnAsked = false; // another correction is a question of its own
  await forget(photo, wrong);
}

async function forget(photo, wrong) {
  await remember(
    photo,
    photo.learnt.filter((one) => !wrong.includes(one)),
  );
  for (const { name, example } of wrong) {
    await send("DELETE", `${examplesOf(name)}/${example}`).catch((refused) => {
      if (refused.status !== 404) throw refused; // else somebody has taken it out of the set already
    });
  }
  toast(t("learn.forgotten", { name: wrong[0].name }));
}

/** What was learnt from a photograph is kept with it, so that a reload does not hinder forgetting. */
async function remember(photo, learnt) {
  photo.learnt = learnt;
  if (photo.local) await keepPicture(photo.local, photo);
}
