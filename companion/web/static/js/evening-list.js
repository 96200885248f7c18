/** Evenings as a list: when, who, how it stands. */

import { h } from "./dom.js";
import { dot } from "./payments.js";
import { counted, day, signed, t } from "./text.js";

/** When it began, and how many hands it has. */
export const whenAndHowLong = (one) => `${day(one.started)} · ${counted("evenings.hands", one.hand_count)}`;

export function evenings(list) {
  return h(
    "ul.plain.evening-list",
    {},
    list.map((one) =>
      h(
        "li",
        {},
        h(
          "a.panel.evening-card",
          { href: `/table/${one.id}` },
          h(
            "span.row.apart",
            {},
            h("strong", {}, one.title || t("table.untitled")),
            h("span.muted", {}, one.ended ? t("evenings.ended") : t("evenings.running")),
          ),
          h("span.muted.small", {}, whenAndHowLong(one)),
          h(
            "span.standing",
            {},
            one.players.map((player, place) =>
              h(
                "span",
                {},
                dot(one, place),
                player.name,
                h("span.number", {}, ` ${signed(one.totals[place])}`),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
