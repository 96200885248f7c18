/** Putting an evening right: seats, the round, names, counters, history. */

import { get } from "./api.js";
import { check, field, oneOf, select } from "./controls.js";
import { h, icon } from "./dom.js";
import { here, keepHere } from "./here.js";
import { colourOf } from "./seats.js";
import { clock, number, t } from "./text.js";
import { WINDS } from "./tiles.js";
import { people, sends } from "./table-asks.js";
import { dialog } from "./ui.js";

/** The menu of everything that puts an evening right. */
export async function showMore(table) {
  const { id } = table;
  const chosen = await dialog({
    title: t("table.more"),
    content: (close) =>
      h(
        "div.stack",
        {},
        ["reseat", "round", "names", "counters", "history"]
          .filter((what) => what !== "round" || table.evening.counts_rounds)
          .map((what) =>
            h("button.large", { "data-key": `more-${what}`, onclick: () => close(what) }, t(`more.${what}`)),
          ),
        h("a.button.large", { href: "/sets", "data-key": "more-sets" }, icon("camera"), t("sets.link")),
        check({
          label: t("table.facing"),
          checked: here(id).facing,
          onchange: (facing) => {
            keepHere(id, { facing });
            table.draw();
          },
        }),
        table.evening.players.length
          ? oneOf({
              label: t("table.near"),
              wrap: true,
              value: here(id).near,
              options: table.evening.players.map((player, value) => ({ value, text: player.name })),
              onchange: (value) => {
                keepHere(id, { near: Number(value) });
                table.draw();
              },
            })
          : null,
      ),
  });
  await { reseat, round, names, counters: recount, history }[chosen]?.(table);
}

async function reseat(table) {
  const present = WINDS.filter((wind) => wind in table.evening.seats);
  const state = { seats: { ...table.evening.seats }, from: String(table.evening.hand), keep: "players" };
  /** Who takes a seat leaves the own one to whoever sat there. */
  const sit = (wind, place) => {
    for (const left of present) if (state.seats[left] === place) state.seats[left] = state.seats[wind];
    state.seats[wind] = place;
    for (const one of present) choices[one].value = String(state.seats[one]);
  };
  const choices = Object.fromEntries(
    present.map((wind) => [
      wind,
      select({
        options: people(table),
        value: String(state.seats[wind]),
        onchange: (value) => sit(wind, Number(value)),
      }),
    ]),
  );
  const body = () => ({
    seats: state.seats,
    keep: state.keep,
    ...(Number(state.from) < table.evening.hand ? { from_hand: Number(state.from) } : {}),
  });
  await dialog({
    title: t("more.reseat"),
    content: () =>
      h(
        "div.stack",
        {},
        h("p.muted", {}, t("reseat.why")),
        present.map((wind) => field(t(`wind.${wind}`), choices[wind])),
        field(
          t("reseat.from"),
          select({
            options: [
              ...table.evening.hands.map((hand) => ({
                value: String(hand.n),
                text: t("reseat.from-hand", { n: hand.n }),
              })),
              { value: String(table.evening.hand), text: t("reseat.next") },
            ],
            value: state.from,
            onchange: (value) => {
              state.from = value;
            },
          }),
        ),
        oneOf({
          label: t("reseat.keep"),
          wrap: true,
          value: state.keep,
          options: ["players", "seats"].map((value) => ({ value, text: t(`reseat.keep-${value}`) })),
          onchange: (value) => {
            state.keep = value;
          },
        }),
      ),
    actions: sends(t("reseat.do"), () => table.change("POST", "/reseat", body())),
  });
}

async function round(table) {
  const wind = await dialog({
    title: t("more.round"),
    content: (close) =>
      h(
        "div.row",
        {},
        WINDS.map((one) =>
          h(
            "button.large",
            {
              "data-key": `round-${one}`,
              "aria-pressed": String(table.evening.round === one),
              onclick: () => close(one),
            },
            t(`wind.${one}`),
          ),
        ),
      ),
  });
  // A change that changes nothing would stand before the last hand when somebody taps “Undo”.
  if (wind && wind !== table.evening.round) await table.change("POST", "/round", { round: wind });
}

async function names(table) {
  const state = {
    title: table.evening.title ?? "",
    players: table.evening.players.map((player, place) => ({
      name: player.name,
      colour: colourOf(table.evening.players, place),
    })),
    keep: table.evening.keep_photos,
  };
  const before = JSON.stringify(state);
  await dialog({
    title: t("more.names"),
    content: () =>
      h(
        "div.stack",
        {},
        field(
          t("new.name"),
          h("input", {
            value: state.title,
            maxLength: 80,
            oninput: (event) => {
              state.title = event.target.value;
            },
          }),
        ),
        state.players.map((player, place) =>
          h(
            "div.row",
            {},
            h("input.grow", {
              value: player.name,
              maxLength: 40,
              "aria-label": t("new.player", { n: place + 1 }),
              oninput: (event) => {
                player.name = event.target.value;
              },
            }),
            h("input", {
              type: "color",
              value: player.colour,
              "aria-label": t("new.colour-of", { name: player.name }),
              oninput: (event) => {
                player.colour = event.target.value;
              },
            }),
          ),
        ),
        check({
          label: t("new.keep-photos"),
          checked: state.keep,
          onchange: (on) => {
            state.keep = on;
          },
        }),
      ),
    actions: sends(
      t("names.keep"),
      () =>
        JSON.stringify(state) === before ||
        table.change("PATCH", "", { title: state.title, players: state.players, keep_photos: state.keep }),
    ),
  });
}

async function recount(table) {
  const held = table.evening.counters.map((one) =>
    Object.fromEntries(table.evening.denominations.map((value) => [value, one[value] ?? 0])),
  );
  await dialog({
    title: t("more.counters"),
    wide: true,
    content: () =>
      h(
        "div.stack",
        {},
        h("p.muted", {}, t("counters.why")),
        h(
          "div.scroll",
          {},
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, t("counters.title")),
                table.evening.players.map((player) => h("th", { scope: "col" }, player.name)),
              ),
            ),
            h(
              "tbody",
              {},
              table.evening.denominations.map((value) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, number(value)),
                  held.map((one, place) =>
                    h(
                      "td",
                      {},
                      h("input.figure", {
                        type: "text",
                        inputMode: "numeric",
                        value: String(one[value]),
                        "aria-label": `${table.evening.players[place].name}, ${value}`,
                        oninput: (event) => {
                          one[value] = Number(event.target.value);
                        },
                      }),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    actions: sends(t("counters.keep"), () => table.change("PUT", "/counters", { counters: held })),
  });
}

async function history(table) {
  const { events } = await get(`${table.url}/history`);
  await dialog({
    title: t("more.history"),
    content: () =>
      h(
        "ol.plain",
        {},
        events.map((one) =>
          h(
            "li",
            {},
            one.undone ? h("s.muted", {}, one.what) : one.what,
            h("span.source", {}, ` ${clock(one.at)}`),
          ),
        ),
      ),
  });
}
