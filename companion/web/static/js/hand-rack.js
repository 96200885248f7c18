/** The tiles of the hand that is put together: its sets, its flowers, and what can be done with them. */

import { h, icon } from "./dom.js";
import { addAsChoice, addPicker } from "./hand-adding.js";
import { correct, tap } from "./hand-answers.js";
import * as hands from "./hand.js";
import { counted, t } from "./text.js";
import { tileButton, words } from "./tiles.js";

/** What a tap is for, where it does not correct a tile. */
const PROMPTS = { win: "hand.tap-winning", set: "hand.tap-set" };

/** How much stays in view above what is tapped in: what is focused below is scrolled clear of it. */
const covering = new ResizeObserver(([{ target }]) => {
  const { parentElement, offsetHeight } = /** @type {HTMLElement} */ (target);
  parentElement?.style.setProperty("--covered", `${offsetHeight}px`);
});

function inView(...children) {
  const tapped = h("div.tapped", {}, ...children);
  covering.disconnect();
  covering.observe(tapped);
  return tapped;
}

export function rackPart(editor) {
  const { hand, mode, adding } = editor.state;
  const { count, wanted } = hands.counts(hand, editor.options.winner());
  const tapping = adding && !mode;
  // While tiles are tapped in, all that stands above them is there from the first one on, or it would come
  // with that tile and push the others away from the finger.
  const melds = isEmpty(hand) && !tapping ? h("p.muted", {}, t("hand.empty")) : meldsOf(editor);
  return [
    h(
      "div.row.apart.rack-head",
      {},
      h("h2", {}, t("hand.title")),
      tapping ? buttons(editor) : null,
      h(
        "span",
        { class: count === wanted ? "count good" : "count muted" },
        counted("hand.count", count, { wanted }),
      ),
    ),
    mode
      ? h(
          "p.warning",
          { role: "status" },
          h("span.grow", {}, t(PROMPTS[mode])),
          h("button", { onclick: () => editor.update({ mode: null, chosen: new Set() }) }, t("cancel")),
        )
      : null,
    tapping ? null : [melds, buttons(editor)],
    tapping ? [inView(melds, addAsChoice(editor)), addPicker(editor)] : null,
  ];
}

const isEmpty = (hand) => !hands.allTiles(hand).length;

const meldsOf = (editor) =>
  h(
    "div.melds",
    {},
    editor.hand.groups.map((group) => meld(editor, group)),
    editor.hand.bonus.length ? flowers(editor) : null,
    h("div.meld.new-set", { "data-drop": "", "aria-hidden": "true" }, t("hand.drop-new")),
  );

function meld(editor, group) {
  const kind = hands.kind(group);
  const title = group.loose ? counted("hand.held", group.tiles.length) : t(`set.${kind}`);
  const turned = (place) => !group.exposed && kind === "kong" && (place === 0 || place === 3);
  return h(
    "div.meld",
    { "data-kind": kind, "data-exposed": String(group.exposed), "data-drop": group.tiles[0].id },
    h(
      "div.meld-tiles",
      {},
      group.tiles.map((one, place) => tileOf(editor, one, turned(place))),
    ),
    h(
      "div.meld-foot",
      {},
      group.loose || kind === "pair" ? h("span.meld-name", {}, title) : toggle(editor, group, title),
      group.loose
        ? null
        : h(
            "button.quiet",
            {
              "aria-label": t("hand.split", { set: title }),
              onclick: () => editor.change((hand) => hands.split(hand, group)),
            },
            t("hand.split-short"),
          ),
    ),
  );
}

function tileOf(editor, one, turned) {
  const { hand, mode, chosen } = editor.state;
  const states = [
    hands.isDoubtful(one) ? t("photo.unsure") : null,
    one.byRule ? t("photo.by-rule") : null,
    one.id === hand.winningTile ? t("hand.winning") : null,
  ];
  const shown = tileButton(one.code, {
    key: one.id,
    onclick: () => tap(editor, one),
    unsure: hands.isDoubtful(one),
    winning: one.id === hand.winningTile,
    pressed: mode === "set" ? chosen.has(one.id) : undefined,
    label: [words(one.code), ...states].filter(Boolean).join(", "),
  });
  shown.dataset.tile = one.id;
  shown.classList.toggle("by-rule", one.byRule);
  shown.classList.toggle("turned", turned);
  return shown;
}

/** The name of a set, which lays it open or closes it. */
const toggle = (editor, group, title) =>
  h(
    "button.meld-toggle",
    {
      "data-key": `open-${group.tiles[0].id}`,
      onclick: () => editor.change(() => (group.exposed = !group.exposed)),
    },
    h("span.meld-name", {}, title),
    h("span.meld-state", {}, group.exposed ? t("set.exposed") : t("set.concealed")),
    h("span.said", {}, t("hand.toggle")),
    icon("turn"),
  );

const flowers = (editor) =>
  h(
    "div.meld.flowers",
    {},
    h(
      "div.meld-tiles",
      {},
      editor.hand.bonus.map((one) =>
        tileButton(one.code, {
          key: one.id,
          onclick: () => correct(editor, one),
          unsure: hands.isDoubtful(one),
        }),
      ),
    ),
    h("div.meld-foot", {}, h("span.meld-name", {}, t("set.bonus"))),
  );

function buttons(editor) {
  const { hand, past, mode, chosen, adding } = editor.state;
  if (mode === "set") {
    const few = chosen.size < 2 ? "true" : null;
    return h(
      "div.row",
      {},
      h(
        "button.primary",
        { "aria-disabled": few, onclick: () => makeSet(editor, true) },
        t("hand.lay-exposed"),
      ),
      h("button", { "aria-disabled": few, onclick: () => makeSet(editor, false) }, t("hand.lay-concealed")),
    );
  }
  /** A button that has something to do; while tiles are tapped in, it waits for that in its place. */
  const inPlace = (some, what, properties, ...content) =>
    some || adding ? h(what, { ...properties, disabled: !some }, content) : null;
  return h(
    "div.row",
    {},
    h(
      "button",
      {
        "aria-pressed": String(adding),
        "data-key": "adding",
        onclick: () => editor.update({ adding: !adding }),
      },
      icon("tiles"),
      t("hand.add"),
    ),
    inPlace(
      hand.groups.length > 0,
      "button",
      { "data-key": "join", onclick: () => editor.tapFor("set") },
      t("hand.make-set"),
    ),
    inPlace(
      past.length > 0,
      "button.quiet",
      { "data-key": "undo-hand", onclick: () => editor.undo() },
      icon("undo"),
      t("hand.undo"),
    ),
    inPlace(
      !isEmpty(hand),
      "button.quiet",
      { "data-key": "clear", onclick: () => clear(editor) },
      t("hand.clear"),
    ),
  );
}

function clear(editor) {
  const { by, circumstances } = editor.hand;
  editor.become({ ...hands.emptyHand(), by, circumstances });
}

function makeSet(editor, exposed) {
  const { hand, chosen } = editor.state;
  if (chosen.size < 2) return;
  const tiles = hands.allTiles(hand).filter((one) => chosen.has(one.id));
  editor.change(() => hands.join(hand, tiles, exposed), { mode: null, chosen: new Set() });
}
