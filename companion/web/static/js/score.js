/** A score as the book writes it: line by line, with the page. */

import { h } from "./dom.js";
import { counted, number, t } from "./text.js";

const worth = (line) =>
  [line.points ? number(line.points) : null, line.doubles ? counted("score.doubles", line.doubles) : null]
    .filter(Boolean)
    .join(" · ") || "–";

/**
 * score: as POST /api/score answers. brief: without the headline total. open: a tile is still in doubt, so
 * that a hand without a score is nothing wrong yet.
 */
export function scoreView(score, { brief = false, open = false } = {}) {
  const lines = score.lines ?? [];
  const factor = 2 ** score.doubles;
  const sum = score.doubles
    ? t("score.sum", {
        points: number(score.points),
        factor: number(factor),
        product: number(score.uncapped),
      })
    : t("score.plain", { points: number(score.points) });
  return h(
    "div.score",
    {},
    score.complete === false && score.reason
      ? h(open ? "p.note" : "p.problem", { role: "status" }, score.reason)
      : null,
    lines.length
      ? h(
          "table.score-lines",
          {},
          h("caption.unseen", {}, t("score.caption")),
          h(
            "thead.unseen",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("score.for")),
              h("th", { scope: "col" }, t("score.worth")),
              h("th", { scope: "col" }, t("score.source")),
            ),
          ),
          h(
            "tbody",
            {},
            lines.map((line) =>
              h(
                "tr",
                {},
                h("td", {}, line.text),
                h("td.number", {}, worth(line)),
                h("td.source", {}, line.source),
              ),
            ),
          ),
        )
      : h("p.muted", {}, t("score.nothing")),
    score.limit_hand ? h("p.note", {}, t("score.limit-hand", { name: limitHandName(score) })) : null,
    (score.missed ?? []).length
      ? h(
          "details.missed",
          {},
          h("summary", {}, counted("score.missed", score.missed.length)),
          h(
            "ul.plain",
            {},
            score.missed.map((one) => h("li", {}, one.text, " ", h("span.source", {}, one.source))),
          ),
        )
      : null,
    (score.notes ?? []).map((note) => h("p.note", {}, note)),
    h(
      "p.muted.small",
      {},
      sum,
      score.total !== score.uncapped ? ` ${t("score.capped", { total: number(score.total) })}` : "",
    ),
    brief
      ? null
      : h(
          "div.score-total",
          {},
          h("span", {}, t("score.total")),
          h("output", { "aria-live": "polite", "data-total": score.total }, number(score.total)),
        ),
  );
}

const limitHandName = (score) =>
  score.lines?.find((line) => line.id === score.limit_hand)?.text ?? score.limit_hand.replaceAll("_", " ");
