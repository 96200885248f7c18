/** Tapping tiles and whole sets into the hand that is put together. */

import { segments } from "./controls.js";
import { h } from "./dom.js";
import { add, addSet, used } from "./hand.js";
import { picker } from "./picker.js";
import { t } from "./text.js";
import { isBonus, limitOf } from "./tiles.js";

/** The tiles that a tap on one adds, for each thing it may add; null where no such set begins with it. */
const ADDED = {
  tile: (code) => [code],
  chow: (code) =>
    "mps".includes(code[1]) && +code[0] <= 7 ? [0, 1, 2].map((step) => `${+code[0] + step}${code[1]}`) : null,
  pung: (code) => Array(3).fill(code),
  kong: (code) => Array(4).fill(code),
  hidden: (code) => Array(4).fill(code),
};

export const addAsChoice = (editor) =>
  segments({
    label: t("hand.add-as"),
    key: "as",
    value: editor.state.addAs,
    options: Object.keys(ADDED).map((value) => ({ value, text: t(`add.${value}`) })),
    onchange: (addAs) => editor.update({ addAs }),
  });

export function addPicker(editor) {
  const { hand, addAs } = editor.state;
  const mine = used(hand);
  const left = (code) => limitOf(code) - (mine[code] ?? 0) - (editor.options.usedElsewhere?.(code) ?? 0);
  const pick = (code) =>
    editor.change(() => {
      if (isBonus(code) || addAs === "tile") add(hand, code);
      else addSet(hand, ADDED[addAs](code), addAs !== "hidden");
    });
  const fitsIn = (code) => {
    const wanted = isBonus(code) ? [code] : ADDED[addAs](code);
    return wanted?.every((one) => left(one) >= wanted.filter((other) => other === one).length);
  };
  return h(
    "div.add-panel",
    {},
    picker({ onpick: pick, left: (code) => Math.max(0, left(code)), offered: fitsIn }),
  );
}
