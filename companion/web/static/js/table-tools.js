/** What is opened from the table: a player, the chart, settling up, the aids, the way in for phones. */

import { aids } from "./aids.js";
import { byRulesOf, get } from "./api.js";
import { chart, totalsTable } from "./chart.js";
import { counters } from "./counters.js";
import { h, icon } from "./dom.js";
import { here, keepHere } from "./here.js";
import { wayIn } from "./joining.js";
import { transfers } from "./payments.js";
import { windOf } from "./seats.js";
import { remark } from "./status.js";
import { photographHand } from "./table-entering.js";
import { showMore } from "./table-repairs.js";
import { playsOn } from "./table-turns.js";
import { number, t } from "./text.js";
import { complain, dialog } from "./ui.js";

export function tools(table) {
  const tool = (name, text, show) =>
    h("button", { onclick: () => show(table), "data-key": `tool-${name}` }, icon(name), text);
  return h(
    "nav.tools",
    { "aria-label": t("table.tools") },
    tool("book", t("table.aids"), showAids),
    tool("chart", t("table.chart"), showChart),
    // After the end the page has this as its one large button.
    table.evening.ended ? null : tool("scales", t("table.final"), showFinal),
    h("a.button", { href: `/table/${table.id}/sheet` }, icon("print"), t("table.sheet")),
    tool("people", t("table.join"), showJoin),
    tool("more", t("table.more"), showMore),
  );
}

/** What the server answers, null where it refuses; that is said. */
const asked = (url) =>
  get(url).catch((error) => {
    complain(error);
    return null;
  });

/** A player: wind, total, counters, and what this device has to do with that player. */
export async function showPlayer(table, place) {
  const { id, evening } = table;
  const { name } = evening.players[place];
  const wind = windOf(evening.seats, place);
  const owner = here(id).owner === place;
  const chosen = await dialog({
    title: name,
    content: (close) =>
      h(
        "div.stack",
        {},
        h("p", {}, wind ? t(`wind.${wind}`) : t("table.out")),
        h(
          "p.row.apart",
          {},
          h("span.muted", {}, t("table.total")),
          h("span.number", {}, number(evening.totals[place])),
        ),
        h("h3", {}, t("counters.title")),
        counters(evening.counters[place]),
        wind ? h("button", { onclick: () => close("near") }, t("table.sit-here")) : null,
        wind
          ? h(
              "button",
              { "data-key": "owner", "aria-pressed": String(owner), onclick: () => close("owner") },
              t("table.owner", { name }),
            )
          : null,
        wind && !evening.ended
          ? h("button", { onclick: () => close("photo") }, icon("camera"), t("table.enter-for"))
          : null,
        evening.ended
          ? null
          : h(
              "button",
              { "data-key": "plays-on", onclick: () => close("turns") },
              t(wind ? "turns.for" : "turns.back", { name }),
            ),
      ),
  });
  if (chosen === "near") keepHere(id, { near: place });
  if (chosen === "owner") keepHere(id, owner ? { owner: null } : { owner: place, near: place });
  if (chosen) await table.draw();
  if (chosen === "photo") await photographHand(table);
  if (chosen === "turns") await playsOn(table, wind ? { leaves: place } : { comes: place });
}

const showChart = ({ evening }) =>
  dialog({
    title: t("table.chart"),
    wide: true,
    content: () => h("div.stack", {}, chart(evening), totalsTable(evening)),
  });

export async function showFinal({ evening, pending, url, change }) {
  const final = await asked(`${url}/final`);
  if (!final) return;
  const files = [
    ["export.zip", t("final.backup")],
    ["sheet.pdf", "PDF"],
    ["export.csv", "CSV"],
    ["export.json", "JSON"],
  ];
  const chosen = await dialog({
    title: t("table.final"),
    content: () =>
      h(
        "div.stack",
        {},
        final.transfers.length
          ? [h("p.muted", {}, t("final.why")), transfers(evening, final.transfers, final.currency)]
          : h("p", {}, t("final.even")),
        pending.begun && !evening.ended ? remark(t("final.begun", { n: evening.hand })) : null,
        h(
          "div.row",
          {},
          files.map(([file, text]) => h("a.button", { href: `${url}/${file}`, download: true }, text)),
        ),
      ),
    actions: (close) =>
      evening.ended
        ? [
            h("button", { "data-key": "resume", onclick: () => close("resume") }, t("final.go-on")),
            h("button.primary", { onclick: () => close() }, t("close")),
          ]
        : [
            h("button", { onclick: () => close() }, t("final.go-on")),
            h("button.primary", { "data-key": "end", onclick: () => close("end") }, t("final.end")),
          ],
  });
  if (chosen) await change("POST", `/${chosen}`, undefined, { version: evening.version });
}

const showAids = ({ evening }) =>
  dialog({
    title: t("table.aids"),
    wide: true,
    content: () =>
      h(
        "div.stack",
        {},
        aids(evening),
        h(
          "a.button",
          { href: byRulesOf(evening)(`/rules/${encodeURIComponent(evening.ruleset)}`) },
          icon("book"),
          t("table.rules"),
        ),
      ),
  });

async function showJoin({ id }) {
  const joined = await asked(`/api/join?path=${encodeURIComponent(`/table/${id}`)}`);
  if (!joined) return;
  await dialog({ title: t("table.join"), content: () => h("div.stack", {}, wayIn(joined)) });
}
