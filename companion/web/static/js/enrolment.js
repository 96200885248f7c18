/**
 * Enrolling a set: its tiles are photographed in rows, the grid that was found is looked over and kept. What
 * is begun stays on this device until then: nobody has to photograph a set twice.
 */

import { get, send } from "./api.js";
import { h } from "./dom.js";
import { grid } from "./enrolment-grid.js";
import { photographs } from "./enrolment-photographs.js";
import { halfFilled, keepHalfFilled } from "./half-filled.js";
import { loadPictures, picture } from "./pictures.js";
import { t } from "./text.js";
import { SUITS } from "./tiles.js";
import { confirm, dialog, toast } from "./ui.js";

const formOf = (name) => `set-${name}`;

/** Whether a set of this name is begun, or more pictures of it are; an empty name: a new one. */
export const isEnrolmentBegun = (name) => halfFilled(formOf(name)) !== null;

/**
 * order: the rows that the program asks for; name: of the set, to add to one that exists.
 * Resolves to the set as it is kept, or undefined.
 */
export async function enrol({ order, name = "" }) {
  const form = formOf(name);
  const rows = [...order, SUITS.x];
  const nothing = () => ({
    title: name,
    together: true,
    on: rows.map((_, i) => !name && i < order.length),
    own: [],
    shots: [],
    draft: null,
  });
  const work = Object.assign(nothing(), halfFilled(form));
  await loadPictures(work.shots.map((shot) => shot.picture));
  work.shots = work.shots.filter((shot) => picture(shot.picture));
  // The server may have forgotten what it found; the photographs are here.
  let found = work.draft && (await get(draftAt(work.draft)).catch(() => null));
  const keep = () => keepHalfFilled(form, work);

  const kept = await dialog({
    title: t(name ? "enrol.title-more" : "enrol.title", { name }),
    wide: true,
    content: (close) => {
      const place = h("div.enrol.stack");
      const look = (draft) => {
        if (found?.id !== draft.id) place.parentElement.scrollTop = 0;
        found = draft;
        grid(place, draft, { close, changed: look, again: photograph });
      };
      const photograph = () =>
        photographs(place, {
          work,
          rows,
          name,
          keep,
          found: (draft) => {
            forget(work);
            work.draft = draft.id;
            keep();
            look(draft);
          },
          back: found && (() => look(found)),
          startOver,
        });
      async function startOver() {
        const title = t("enrol.start-over");
        if (!(await confirm({ title, text: t("enrol.start-over-why"), yes: title }))) return;
        forget(work);
        found = null;
        Object.assign(work, nothing());
        keepHalfFilled(form, null);
        photograph();
      }
      if (found) look(found);
      else photograph();
      return place;
    },
  });
  if (kept) keepHalfFilled(form, null);
  else if (halfFilled(form)) toast(t("enrol.left"));
  return kept;
}

const draftAt = (id) => `/api/enrolments/${id}`;
const forget = ({ draft }) =>
  draft && send("DELETE", draftAt(draft), undefined, { ask: false }).catch(() => {});
