/** What a correction alters, told in people before it is made: who won each hand, and the new totals. */

import { send } from "./api.js";
import { h } from "./dom.js";
import { ofEach } from "./payments.js";
import { number, signed, t } from "./text.js";
import { dialog } from "./ui.js";

/** Ask before it is changed who sat where. asked: for the preview. title, yes: keys of its words. */
export async function confirmPreview({ evening, url }, asked, title, yes) {
  const preview = await send("POST", `${url}/preview`, asked, { guarded: false });
  return confirmChange({ evening, preview, title: t(title), yes: t(yes), stay: false });
}

/**
 * Ask before hands are corrected or removed.
 * preview: as POST …/preview answers. stay: whether later hands stay with whoever played them by the list.
 * Resolves to whether to go on.
 * @param {{evening: any, preview: any, title: string, yes: string, stay?: boolean}} options
 */
export function confirmChange({ evening: before, preview, title, yes, stay = true }) {
  const evening = { ...before, players: preview.after.players }; // one who is new among them
  return dialog({
    title,
    content: () =>
      h(
        "div.stack",
        {},
        newTotals(evening, preview.after.totals),
        h("p.muted.small", {}, t(stay && preview.later.length > 1 ? "changes.why" : "changes.last")),
        changes(evening, preview.later),
      ),
    actions: (close) => [
      h("button", { onclick: () => close(false) }, t("cancel")),
      h("button.primary.large", { "data-key": "confirm-change", onclick: () => close(true) }, yes),
    ],
  });
}

/** Everyone's total, as it was and as it will be. */
function newTotals(evening, totals) {
  return h(
    "div.new-totals",
    { role: "group", "aria-label": t("changes.totals") },
    ofEach(evening, "totals-line", (place) => [
      h("span.now.number", {}, number(totals[place])),
      h(
        "span.number.small.muted",
        {},
        totals[place] === (evening.totals[place] ?? 0)
          ? t("changes.same")
          : t("changes.before", { total: number(evening.totals[place] ?? 0) }),
      ),
    ]),
  );
}

/** later: hands as `later` of a preview or `changed` of an answer tell them. */
export function changes(evening, later) {
  return h(
    "ol.changes.plain",
    { "aria-label": t("entry.changes") },
    later.map((one) =>
      h(
        "li",
        { "data-hand": one.n },
        h("strong", {}, one.after ? t("changes.hand", { n: one.n }) : t("changes.gone", { n: one.was })),
        one.after && one.was && one.was !== one.n
          ? h("span.muted", {}, t("changes.was", { n: one.was }))
          : null,
        h("span.change-won", {}, wonChange(evening, one)),
        same(one.before, one.after) ? null : nets(evening, one),
      ),
    ),
  );
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** "Bo wins with 32", or "Ann wins with 32 → Bo wins with 30" where that changes. */
function wonChange(evening, { won, after }) {
  const before = won.before && outcome(evening, won.before);
  const now = won.after && outcome(evening, won.after);
  if (!after) return h("s.muted", {}, before);
  if (before === null || before === now) return before === null ? now : t("changes.stays", { outcome: now });
  return [h("s.muted", {}, before), " → ", h("strong", {}, now)];
}

function outcome(evening, { result, winner, score }) {
  if (winner === null) return t(`result.${result}`);
  return t("changes.wins", { name: evening.players[winner].name, score: number(score) });
}

/** What everyone wins or pays by the hand, where that changes. */
function nets(evening, { before, after }) {
  return ofEach(evening, "nets", (place) => {
    const [was, is] = [before?.[place] ?? null, after?.[place] ?? null];
    if (was === is) return h("span", {}, signed(is ?? 0));
    return h(
      "span",
      {},
      was === null ? null : h("s.muted", {}, signed(was)),
      is === null ? null : [was === null ? "" : " → ", h("strong", {}, signed(is))],
    );
  });
}
