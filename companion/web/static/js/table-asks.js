/** The dialogs that put an evening right, and what is half filled in in them. */

import { freshKey } from "./api.js";
import { field, select } from "./controls.js";
import { h } from "./dom.js";
import { EVENING_HOURS, halfFilled, keepHalfFilled } from "./half-filled.js";
import { seated } from "./seats.js";
import { t } from "./text.js";
import { dialog, toast } from "./ui.js";

/**
 * A dialog that asks for a change of the evening. What is half filled in is there when it is opened again, as
 * long as the evening still is as it was; refused, the dialog stays with what was typed. Where another device
 * has changed what it began with, that is said, and nothing is sent.
 * name: of the form. begun(): what it begins with, as the evening is now. content(state, fill): what it asks;
 * fill(changes): some of it is filled in. words: on its button. send(state, changed, how): resolves to the
 * server's answer, null where it refuses, undefined where no answer came; changed: whether anything is filled
 * in at all; how: the key and the version of the evening, both the same as long as the same is sent, so that
 * a change whose answer was lost is not made twice, nor taken for another device's.
 * @param {any} table
 * @param {{name: string, title: string, begun: () => any, words: string, wide?: boolean,
 *   content: (state: any, fill: (changes?: any) => void) => any,
 *   send: (state: any, changed: boolean, how: {key: string, version: number}) => any}} options
 */
export async function ask(table, options) {
  const { name, title, begun, content, words, send, wide } = options;
  const form = `${name}-${table.id}`;
  const as = JSON.stringify(begun());
  const kept = halfFilled(form, EVENING_HOURS);
  const goesOn = kept?.begun === as;
  const state = goesOn ? kept.state : JSON.parse(as);
  const changed = () => JSON.stringify(state) !== as;
  let how = goesOn ? (kept.how ?? null) : null; // it may have been made, and its answer lost
  let sending = false;
  const fill = (changes = {}) => {
    Object.assign(state, changes);
    how = null;
    keepIt();
  };
  const keepIt = () => keepHalfFilled(form, changed() ? { begun: as, state, how } : null);
  const again = await dialog({
    title,
    wide,
    content: (close) =>
      h(
        "div.stack",
        {},
        goesOn ? begunNote(how ? "ask.lost" : "ask.begun", () => close("again")) : null,
        content(state, fill),
      ),
    actions: (close) =>
      h(
        "button.primary",
        {
          onclick: async () => {
            if (sending) return;
            if (!how && JSON.stringify(begun()) !== as) toast(t("refused.stale-version"), { bad: true });
            else {
              sending = true;
              how ??= { key: freshKey(), version: table.evening.version };
              keepIt();
              let answer;
              try {
                answer = await send(state, changed(), how);
              } finally {
                sending = false;
              }
              if (answer === null) how = null;
              if (!answer) keepIt();
              if (!answer) return;
            }
            keepHalfFilled(form, null);
            close();
          },
        },
        words,
      ),
  });
  if (!again) return;
  keepHalfFilled(form, null);
  await ask(table, options);
}

const begunNote = (words, drop) =>
  h(
    "div.note.row.apart",
    {},
    h("p", {}, t(words)),
    h("button.quiet", { "data-key": "ask-again", onclick: drop }, t("entry.throw-away")),
  );

/** Who sits at the table, to choose from. */
export const sitting = ({ evening }) =>
  seated(evening).map((place) => ({ value: String(place), text: evening.players[place].name }));

/** From which hand on something is so: one that was played, or the next. value: its number, as text. */
export const fromHand = ({ evening }, value, onchange) =>
  field(
    t("reseat.from"),
    select({
      options: [
        ...evening.hands.map(({ n }) => ({ value: String(n), text: t("reseat.from-hand", { n }) })),
        { value: String(evening.hand), text: t("reseat.next") },
      ],
      value,
      onchange,
    }),
  );

/** Everyone who has played, to choose from. */
export const people = ({ evening }) =>
  evening.players.map((player, place) => ({ value: String(place), text: player.name }));
