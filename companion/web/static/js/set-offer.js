/**
 * Where no enrolled set was surely the one in the picture: the one that it looks most like, used with one
 * tap.
 */

import { send } from "./api.js";
import { h } from "./dom.js";
import { t } from "./text.js";
import { complain, toast } from "./ui.js";

const choose = (name) => send("PUT", "/api/sets", { chosen: name });

/** Null where nothing is to be offered. again(): reads the photograph again, with the set. */
export function setOffer({ nearest: name }, again) {
  if (!name) return null;
  const use = async () => {
    await choose(name);
    toast(t("sets.used", { name }), {
      seconds: 9,
      action: { label: t("learn.undo"), run: () => choose(null).catch(complain) },
    });
    await again();
  };
  return h(
    "p.warning.set-offer",
    {},
    h("span.grow", {}, t("sets.nearest", { name })),
    h("button", { "data-key": "use-set", onclick: () => use().catch(complain) }, t("sets.use")),
  );
}
