/** The players over all evenings. */

import { get } from "../api.js";
import { h, replace } from "../dom.js";
import { searchField } from "../search.js";
import { number, signed, t } from "../text.js";
import { start } from "../ui.js";

const main = start("statistics");
const box = h("div", { "aria-live": "polite" });

async function show(search = "") {
  const { players } = await get(`/api/statistics?search=${encodeURIComponent(search)}`);
  replace(
    box,
    players.length
      ? h(
          "div.scroll",
          { tabIndex: 0, role: "region", "aria-label": t("page.statistics") },
          h(
            "table",
            {},
            h("caption.unseen", {}, t("page.statistics")),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                [
                  "name",
                  "evenings",
                  "hands",
                  "won",
                  "highest",
                  "rank",
                  "average",
                  "limit",
                  "best",
                  "points",
                ].map((column) =>
                  h(column === "name" ? "th" : "th.number", { scope: "col" }, t(`statistics.${column}`)),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              players.map((one) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, one.name),
                  h("td.number", {}, number(one.evenings)),
                  h("td.number", {}, number(one.hands)),
                  h("td.number", {}, `${number(one.won)} (${Math.round(one.won_share * 100)} %)`),
                  h(
                    "td.number",
                    {},
                    one.highest_evening
                      ? h("a", { href: `/table/${one.highest_evening}` }, number(one.highest))
                      : number(one.highest ?? 0),
                  ),
                  h("td.number", {}, one.highest_evening ? rank(one.highest_rank) : "–"),
                  h("td.number", {}, one.average === null ? "–" : number(one.average)),
                  h("td.number", {}, number(one.limit_hands)),
                  h("td.number", {}, one.best_evening === null ? "–" : signed(one.best_evening)),
                  h("td.number", {}, signed(one.points)),
                ),
              ),
            ),
          ),
        )
      : h("div.empty", {}, h("p", {}, t("statistics.none"))),
  );
}

/** Of all hands that anybody won, how many scored as high. */
const rank = ({ as_high: high, of_won: won }) =>
  high === 0 ? "–" : t("statistics.rank-of", { high: number(high), won: number(won) });

replace(
  main,
  h("h1", {}, t("page.statistics")),
  h("div.stack", {}, searchField(t("statistics.search"), show), box),
);
await show();
