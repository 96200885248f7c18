/** Parts of the dialogs that put an evening right. */

import { h } from "./dom.js";

/** The button that sends what a dialog asks for; refused, the dialog stays with what was typed. */
export const sends = (text, run) => (close) =>
  h(
    "button.primary",
    {
      onclick: async () => {
        if (await run()) close();
      },
    },
    text,
  );

export const people = ({ evening }) =>
  evening.players.map((player, place) => ({ value: String(place), text: player.name }));
