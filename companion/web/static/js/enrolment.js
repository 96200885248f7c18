/** Enrolling a set: its tiles are photographed in rows, the grid that was found is looked over and kept. */

import { send } from "./api.js";
import { h } from "./dom.js";
import { grid } from "./enrolment-grid.js";
import { photographs } from "./enrolment-photographs.js";
import { t } from "./text.js";
import { dialog } from "./ui.js";

/**
 * order: the rows that the program asks for; name: of the set, to add to one that exists.
 * Resolves to the set as it is kept, or undefined.
 */
export async function enrol({ order, name = "" }) {
  let draft = null;
  const kept = await dialog({
    title: t(name ? "enrol.title-more" : "enrol.title", { name }),
    wide: true,
    content: (close) => {
      const place = h("div.enrol.stack");
      const look = (found) => {
        if (!draft) place.parentElement.scrollTop = 0;
        draft = found;
        grid(place, found, {
          close,
          changed: look,
          again: () => {
            forget(draft);
            draft = null;
            begin();
          },
        });
      };
      const begin = () => photographs(place, { order, name, found: look });
      begin();
      return place;
    },
  });
  if (!kept && draft) forget(draft);
  return kept;
}

const forget = (draft) => send("DELETE", `/api/enrolments/${draft.id}`).catch(() => {});
