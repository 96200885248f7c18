/** How the hand that is put together was won; of a loser's, what was not laid out or is not entered. */

import { check, segments } from "./controls.js";
import { h } from "./dom.js";
import { allTiles, find, isPart, lacksTiles } from "./hand.js";
import { t } from "./text.js";
import { tileButton, words } from "./tiles.js";

/** Only what the rules make a difference to, for this wind and this way to win. */
export const askedOf = (options, hand) =>
  options
    .play()
    .circumstances.filter((one) => one.by.includes(hand.by) && one.seats.includes(options.context().seat));

export function winningPart(editor) {
  const { hand, options } = editor;
  const head = options.head?.(() => editor.change(() => {})) ?? null;
  if (!options.winner()) return [head, keptBack(editor), onlyPart(editor)];
  const asked = askedOf(options, hand);
  return [
    head,
    h("fieldset", {}, h("legend", {}, t("win.by")), byChoice(editor)),
    h(
      "div.row.win-more",
      {},
      h("fieldset", {}, h("legend", {}, t("win.tile")), winningTile(editor)),
      asked.length
        ? h(
            "fieldset",
            {},
            h("legend", {}, t("win.circumstances")),
            h(
              "div.segments.wrap",
              {},
              asked.map((one) => circumstance(editor, one)),
            ),
          )
        : null,
    ),
  ];
}

function byChoice(editor) {
  const ways = editor.options.play().win_by;
  const { by } = editor.hand;
  return segments({
    label: t("win.by"),
    key: "by",
    value: by,
    wrap: true,
    options: (ways.includes(by) ? ways : [...ways, by]).map((value) => ({ value, text: t(`by.${value}`) })),
    onchange: (chosen) => editor.change((hand) => (hand.by = chosen)),
  });
}

function winningTile(editor) {
  const { hand } = editor;
  const winning = hand.winningTile && find(hand, hand.winningTile);
  if (winning) {
    return tileButton(winning.code, {
      size: "2.4rem",
      key: "win-tile",
      label: t("win.change", { tile: words(winning.code) }),
      onclick: () => editor.tapFor("win"),
    });
  }
  const empty = !allTiles(hand).length;
  return h(
    "button",
    {
      "data-key": "win-tile",
      "aria-disabled": empty ? "true" : null,
      onclick: () => empty || editor.tapFor("win"),
    },
    "★ ",
    t("win.choose"),
  );
}

function circumstance(editor, { id, words: meaning, source }) {
  const on = editor.hand.circumstances.includes(id);
  return h(
    "button",
    {
      "aria-pressed": String(on),
      "data-key": `circ-${id}`,
      title: `${meaning} (${source})`,
      onclick: () =>
        editor.change((hand) => {
          const others = hand.circumstances.filter((one) => one !== id);
          hand.circumstances = on ? others : [...others, id];
        }),
    },
    t(`circumstance.${id}`),
  );
}

/** A special tile that a loser kept back instead of laying it out. */
function keptBack(editor) {
  if (!editor.options.play().flags.includes("unexposed_special")) return null;
  return check({
    label: t("win.kept-back"),
    key: "kept-back",
    checked: editor.hand.flags.includes("unexposed_special"),
    onchange: (on) => editor.change((hand) => (hand.flags = on ? ["unexposed_special"] : [])),
  });
}

/** Of a loser, the sets that score are enough where somebody says so: a tile may have been overlooked. */
function onlyPart(editor) {
  const { hand } = editor;
  if (!allTiles(hand).length || !lacksTiles(hand, false)) return null;
  return check({
    label: t("win.part"),
    key: "part",
    checked: isPart(hand, false),
    onchange: (on) => editor.change((mine) => (mine.flags = on ? ["part"] : [])),
  });
}
