/** One tile of a hand, tapped: what it is, whether it won, whether it belongs here at all. */

import { h, icon } from "./dom.js";
import { picker } from "./picker.js";
import { t } from "./text.js";
import { isBonus, likeliest, words } from "./tiles.js";
import { dialog } from "./ui.js";

/**
 * Resolves to {code}, {win}, {out}, {remove} or {another}, a code of one more tile beside it; undefined where
 * all stays as it is.
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
            winner && !isBonus(one.code)
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
          ),
        ),
        picker({
          onpick: (code) => close({ code }),
          // What a person tapped in was not misread: one tap among all tiles puts it right.
          first: one.seen === null ? [] : likeliest(one),
          beside: [
            h(
              "button.likely-other",
              { "data-key": "tile-none", onclick: () => close({ remove: true }) },
              icon("close"),
              t(one.seen === null ? "hand.remove" : "hand.no-tile"),
            ),
            h(
              "button.likely-other",
              { "data-key": "tile-another", onclick: async () => close(await anotherTile(one)) },
              icon("plus"),
              t("hand.another"),
            ),
          ],
        }),
      ),
  });

/** One more tile beside this one, most likely of its own kind or next to it. Resolves as the dialog does. */
async function anotherTile({ code }) {
  const another = await dialog({
    title: t("hand.another-beside", { tile: words(code) }),
    content: (close) =>
      h(
        "div.stack.correct",
        {},
        picker({
          onpick: close,
          first: [[code, null], ...likeliest({ code, alternatives: [] })].slice(0, 6),
        }),
      ),
  });
  return another && { another };
}
