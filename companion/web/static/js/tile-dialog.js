/** One tile of a hand, tapped: what it is, whether it won, whether it belongs here at all. */

import { h, icon } from "./dom.js";
import { likely } from "./hand-questions.js";
import { picker } from "./picker.js";
import { t } from "./text.js";
import { words } from "./tiles.js";
import { dialog } from "./ui.js";

/**
 * Resolves to {code}, {win}, {out} or {remove}, undefined where the tile stays as it is.
 * @param {{one: any, look?: any, winner: boolean, won: boolean}} options  look: the tile cut out of its
 *   photograph; winner: whether the hand won; won: whether this tile did
 */
export const tileDialog = ({ one, look = null, winner, won }) =>
  dialog({
    title: words(one.code),
    content: (close) =>
      h(
        "div.stack.correct",
        {},
        h(
          "div.row",
          {},
          look,
          h(
            "div.row.grow",
            {},
            winner
              ? h(
                  "button",
                  {
                    "aria-pressed": String(won),
                    "data-key": "tile-won",
                    onclick: () => close({ win: true }),
                  },
                  "★ ",
                  t("hand.mark-winning"),
                )
              : null,
            !one.sure
              ? h(
                  "button.primary",
                  { onclick: () => close({ code: one.code }) },
                  t("hand.is-right", { tile: words(one.code) }),
                )
              : null,
            h("button", { onclick: () => close({ out: true }) }, t("hand.take-out")),
            h("button", { onclick: () => close({ remove: true }) }, icon("close"), t("hand.remove")),
          ),
        ),
        picker({
          onpick: (code) => close({ code }),
          first: likely(one.alternatives).slice(0, 6),
          bonus: true,
        }),
      ),
  });
