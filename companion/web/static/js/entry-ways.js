/** How the winner's hand was won, as far as that changes the score: asked beside its tiles. */

import { h } from "./dom.js";
import { handAt } from "./entry-state.js";
import { alter } from "./entry-tiles.js";
import { find } from "./hand.js";
import { signed, t } from "./text.js";
import { tile, words } from "./tiles.js";

/** What is asked of the winner's hand; nothing where no answer changes the score. */
export const howWon = (sheet) => {
  const hand = handAt(sheet.parts, sheet.parts.winner);
  return hand ? [waysChoice(sheet, hand), winningTileChoice(sheet, hand)] : [];
};

/** How the winning tile came; the likeliest is chosen already. */
function waysChoice(sheet, hand) {
  const { ways } = sheet.state.calculated;
  if (!ways.length) return null;
  const now = ways.find((one) => one.by === hand.by)?.total ?? ways[0].total;
  return h(
    "div.ways",
    { role: "group", "aria-label": t("win.by") },
    ways.map(({ by, total }) =>
      h(
        "button.chip",
        {
          "data-key": `by-${by}`,
          "aria-pressed": String(by === hand.by),
          onclick: () => alter(sheet, sheet.parts.winner, (mine) => Object.assign(mine, { by })),
        },
        t(`by.short.${by}`),
        total === now ? null : h("small", {}, ` ${signed(total - now)}`),
      ),
    ),
  );
}

/** Which tile won: nobody has to say. */
function winningTileChoice(sheet, hand) {
  const { winningTiles } = sheet.state.calculated;
  if (!winningTiles.length) return null;
  const won = hand.winningTile && find(hand, hand.winningTile);
  const chosen = winningTiles.find(({ code }) => code === (won?.code ?? null)) ?? winningTiles[0];
  const name = (id) => alter(sheet, sheet.parts.winner, (mine) => Object.assign(mine, { winningTile: id }));
  return h(
    "div.ways",
    { role: "group", "aria-label": t("win.tile") },
    winningTiles.map(({ id, code, total }) =>
      h(
        "button.chip",
        {
          "data-key": `won-with-${code ?? "any"}`,
          "aria-pressed": String(code === chosen.code),
          onclick: () => name(id),
        },
        code ? [tile(code), h("span.said", {}, t("win.with", { tile: words(code) }))] : t("win.with-any"),
        code || total !== chosen.total ? h("small", {}, ` ${signed(total - chosen.total)}`) : null,
      ),
    ),
  );
}
