/** Choosing a tile: all of them in their order, with how many are left. By tapping, or by keys. */

import { h } from "./dom.js";
import { t } from "./text.js";
import { BACK, LIKELY, SUITS, limitOf, tileButton, words } from "./tiles.js";

/**
 * The grid of tiles. left(code) tells how many of a code are still to be had; onpick gets the code.
 * first: codes with probabilities, null where nobody knows them, that stand in front; beside: what stands in
 * one row with them; bonus, back: whether these are shown.
 * offered(code): whether it may be picked now; absent: where any is left.
 * @param {{onpick: (code: string) => any, left?: (code: string) => number, first?: any[], beside?: any,
 *   bonus?: boolean, back?: boolean, offered?: (code: string) => boolean}} options
 */
export function picker({ onpick, left, first = [], beside = null, bonus = true, back = false, offered }) {
  const button = (code, more = {}) => {
    const rest = left ? left(code) : limitOf(code);
    const enough = offered ? offered(code) : rest > 0;
    const label = left && code !== BACK ? t("picker.left", { tile: words(code), count: rest }) : words(code);
    return h(
      "div.pick",
      {},
      tileButton(code, {
        onclick: () => onpick(code),
        label,
        key: `pick-${code}`,
        disabled: !enough,
        ...more,
      }),
      left && code !== BACK ? h("span.left", { "aria-hidden": "true" }, String(rest)) : null,
    );
  };
  listen();
  const rows = ["m", "p", "s", "z", ...(bonus ? ["f", "x"] : [])];
  return h(
    "div.picker",
    {},
    first.length || beside
      ? h(
          "section",
          {},
          first.length ? h("h3", {}, t("picker.likely")) : null,
          h(
            "div.likely",
            {},
            first.map(([code, share]) => likelyOne(code, share, onpick)),
            beside,
          ),
        )
      : null,
    rows.map((letter) =>
      h(
        `div.picker-row.row-${letter}`,
        { role: "group", "aria-label": t(`suit.${letter}`) },
        SUITS[letter].map((code) => button(code)),
      ),
    ),
    back ? h("div.picker-row", {}, button(BACK)) : null,
    h("p.muted.small.picker-keys", {}, t("picker.keys")),
  );
}

function likelyOne(code, share, onpick) {
  const percent = share >= LIKELY ? Math.round(share * 100) : null;
  return h(
    "div.pick.likely-one",
    {},
    tileButton(code, {
      onclick: () => onpick(code),
      label: percent ? t("picker.share", { tile: words(code), share: percent }) : words(code),
    }),
    percent ? h("span", { "aria-hidden": "true" }, `${percent} %`) : null,
    h("span.name", { "aria-hidden": "true" }, words(code)),
  );
}

// --- by keys

/** Letters after a digit, and letters alone. */
const SUIT_OF = { c: "m", d: "p", b: "s", f: "f" };
const HONOUR_OF = { e: "1z", s: "2z", w: "3z", n: "4z", x: "5z", g: "6z", r: "7z" };

let digit = null; // waits for its letter
let listening = false;

function listen() {
  if (listening) return;
  listening = true;
  document.addEventListener("keydown", pressed);
}

/** A key names a tile of the picker that is on top; where somebody types text, it is theirs. */
function pressed(event) {
  const element = [...document.querySelectorAll(".picker")].at(-1);
  const typing = event.target.closest?.("input, textarea, select");
  if (!element || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) {
    digit = key;
    return;
  }
  const code = digit ? SUIT_OF[key] && `${digit}${SUIT_OF[key]}` : HONOUR_OF[key];
  digit = null;
  if (!code) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */ (element.querySelector(`[data-key="pick-${code}"]`))?.click();
}
