/** The start: go on with the evening, begin one, or just score a hand. */

import { get } from "../api.js";
import { h, icon, replace } from "../dom.js";
import { evenings as eveningList } from "../evening-list.js";
import { t } from "../text.js";
import { tile } from "../tiles.js";
import { start } from "../ui.js";

const main = start("index");
const { evenings } = await get("/api/evenings?limit=6");
const running = evenings.find((one) => one.id === document.body.dataset.table);

replace(
  main,
  h(
    "div.welcome",
    {},
    h(
      "div.welcome-felt",
      {},
      h(
        "div.fan",
        { "aria-hidden": "true" },
        ["1s", "7z", "1p", "6z", "5m"].map((code) => tile(code, { label: "" })),
      ),
      h("h1", {}, t("index.title")),
      h("p", {}, t("index.lead")),
      h(
        "div.row.welcome-actions",
        {},
        running
          ? h(
              "a.button.primary.large",
              { href: `/table/${running.id}` },
              t("index.go-on", {
                title: running.title || running.players.map((player) => player.name).join(", "),
              }),
            )
          : h("a.button.primary.large", { href: "/evenings/new" }, t("evening.new")),
        h("a.button.large", { href: "/photo" }, icon("camera"), t("index.photo")),
      ),
    ),
    evenings.length
      ? h(
          "section.stack",
          {},
          h("h2", {}, t("index.last")),
          eveningList(evenings),
          h(
            "div.row",
            {},
            h("a.button", { href: "/evenings" }, t("index.all")),
            running ? h("a.button", { href: "/evenings/new" }, t("evening.new")) : null,
          ),
        )
      : h(
          "ol.first-steps",
          {},
          ["begin", "enter", "join"].map((step) =>
            h("li.panel", {}, h("h2", {}, t(`index.step.${step}`)), h("p", {}, t(`index.step.${step}-how`))),
          ),
        ),
  ),
);
