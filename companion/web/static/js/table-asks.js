/** The dialogs that put an evening right, and what is half filled in in them. */

import { h } from "./dom.js";
import { EVENING_HOURS, halfFilled, keepHalfFilled } from "./half-filled.js";
import { t } from "./text.js";
import { dialog } from "./ui.js";

/**
 * A dialog that asks for a change of the evening. What is half filled in is there when it is opened again, as
 * long as the evening still is as it was; refused, the dialog stays with what was typed.
 * name: of the form. begun: what it begins with, as the evening is. content(state, fill): what it asks;
 * fill(changes): some of it is filled in. words: on its button. send(state, changed): resolves to the
 * server's answer, null where there is none; changed: whether anything is filled in at all.
 * @param {any} table
 * @param {{name: string, title: string, begun: any, content: (state: any, fill: (changes?: any) => void) =>
 *   any, words: string, send: (state: any, changed: boolean) => any, wide?: boolean}} options
 */
export async function ask(table, options) {
  const { name, title, begun, content, words, send, wide } = options;
  const form = `${name}-${table.id}`;
  const as = JSON.stringify(begun);
  const kept = halfFilled(form, EVENING_HOURS);
  const goesOn = kept?.begun === as;
  const state = goesOn ? kept.state : JSON.parse(as);
  const changed = () => JSON.stringify(state) !== as;
  const fill = (changes = {}) => {
    Object.assign(state, changes);
    keepHalfFilled(form, changed() ? { begun: as, state } : null);
  };
  const again = await dialog({
    title,
    wide,
    content: (close) =>
      h("div.stack", {}, goesOn ? begunNote(() => close("again")) : null, content(state, fill)),
    actions: (close) =>
      h(
        "button.primary",
        {
          onclick: async () => {
            if (!(await send(state, changed()))) return;
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

const begunNote = (drop) =>
  h(
    "div.note.row.apart",
    {},
    h("p", {}, t("ask.begun")),
    h("button.quiet", { "data-key": "ask-again", onclick: drop }, t("entry.throw-away")),
  );

export const people = ({ evening }) =>
  evening.players.map((player, place) => ({ value: String(place), text: player.name }));
