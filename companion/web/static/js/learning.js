/** Learning a set from corrections: asked once a photograph, and to be taken back. */

import { get, send } from "./api.js";
import { h } from "./dom.js";
import { allTiles } from "./hand.js";
import { questionCard } from "./hand-questions.js";
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
 * onanswer runs when it is answered.
 */
export async function learnQuestion(tiles, reading, { look, onanswer }) {
  const name = await setFor(reading).catch(() => null);
  if (!name) return null;
  return questionCard(
    look(tiles[0]),
    counted("learn.ask", tiles.length, { name }),
    h(
      "button.primary",
      {
        "data-key": "learn-yes",
        onclick: () => {
          onanswer();
          learn(name, tiles, reading).catch(complain);
        },
      },
      t("learn.yes"),
    ),
    h("button", { "data-key": "learn-no", onclick: onanswer }, t("learn.no")),
  );
}

async function learn(name, tiles, reading) {
  const url = `/api/sets/${encodeURIComponent(name)}/examples`;
  const learnt = [];
  for (const one of tiles) {
    learnt.push((await send("POST", url, { reading: reading.id, tile: one.seen, code: one.code })).example);
  }
  const forget = async () => {
    for (const example of learnt) await send("DELETE", `${url}/${example}`);
    toast(t("learn.forgotten"));
  };
  toast(counted("learn.done", learnt.length, { name }), {
    seconds: 9,
    action: { label: t("learn.undo"), run: () => forget().catch(complain) },
  });
}
