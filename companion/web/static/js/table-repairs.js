/** Putting an evening right: seats, the round, names, counters, history. */

import { get } from "./api.js";
import { confirmPreview } from "./changes.js";
import { check, field, oneOf, select } from "./controls.js";
import { h, icon } from "./dom.js";
import { here, keepHere } from "./here.js";
import { colourOf, playsNow } from "./seats.js";
import { clock, number, t } from "./text.js";
import { WINDS } from "./tiles.js";
import { ask, fromHand, sitting } from "./table-asks.js";
import { playsOn } from "./table-turns.js";
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
        ["reseat", "turns", "round", "names", "counters", "history"]
          .filter((what) => what !== "round" || table.evening.counts_rounds)
          .filter((what) => what !== "turns" || !table.evening.ended)
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
        oneOf({
          label: t("table.near"),
          wrap: true,
          value: here(id).near === null ? null : playsNow(table.evening, here(id).near),
          options: sitting(table),
          onchange: (value) => {
            keepHere(id, { near: Number(value) });
            table.draw();
          },
        }),
      ),
  });
  await { reseat, turns: playsOn, round, names, counters: recount, history }[chosen]?.(table);
}

function reseat(table) {
  const { evening } = table;
  const present = WINDS.filter((wind) => wind in evening.seats);
  /** Who takes a seat leaves the own one to whoever sat there. */
  const seatsWith = (seats, wind, place) => {
    const left = present.find((one) => seats[one] === place) ?? wind;
    return { ...seats, [left]: seats[wind], [wind]: place };
  };
  /** Who sat where in that hand, or sits in the next. */
  const seatsFrom = (from) => evening.hands.find(({ n }) => n === Number(from))?.seats ?? evening.seats;
  const content = (state, fill) => {
    // What is entered of the next hand stays beside the seats, as all devices fill it in.
    const showKeep = (from) => (keepChoice.hidden = Number(from) === evening.hand);
    const keepChoice = oneOf({
      label: t("reseat.keep"),
      wrap: true,
      value: state.keep,
      options: ["players", "seats"].map((value) => ({ value, text: t(`reseat.keep-${value}`) })),
      onchange: (keep) => fill({ keep }),
    });
    showKeep(state.from);
    const sit = (seats, more = {}) => {
      fill({ ...more, seats });
      for (const wind of present) choices[wind].value = String(seats[wind]);
    };
    const choices = Object.fromEntries(
      present.map((wind) => [
        wind,
        select({
          options: sitting(table),
          value: String(state.seats[wind]),
          onchange: (value) => sit(seatsWith(state.seats, wind, Number(value))),
        }),
      ]),
    );
    return [
      h("p.muted", {}, t("reseat.why")),
      present.map((wind) => field(t(`wind.${wind}`), choices[wind])),
      fromHand(table, state.from, (from) => {
        showKeep(from);
        sit(seatsFrom(from), { from });
      }),
      keepChoice,
    ];
  };
  return ask(table, {
    name: "seats",
    title: t("more.reseat"),
    begun: () => ({ seats: table.evening.seats, from: String(table.evening.hand), keep: "players" }),
    content,
    words: t("reseat.do"),
    send: async ({ seats, from, keep }, _, how) => {
      if (JSON.stringify(seats) === JSON.stringify(seatsFrom(from))) return true; // they sat so
      const earlier = Number(from) < table.evening.hand;
      const asked = { seats, keep, ...(earlier ? { from_hand: Number(from) } : {}) };
      if (earlier && !(await confirmPreview(table, { reseats: asked }, "more.reseat", "reseat.do"))) {
        return null;
      }
      return table.change("POST", "/reseat", asked, how);
    },
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
  if (wind) await table.change("POST", "/round", { round: wind });
}

function names(table) {
  return ask(table, {
    name: "names",
    title: t("more.names"),
    begun: () => {
      const { title, players, keep_photos: keep } = table.evening;
      const shown = players.map(({ name }, place) => ({ name, colour: colourOf(players, place) }));
      return { title: title ?? "", players: shown, keep };
    },
    content: (state, fill) => [
      field(
        t("new.name"),
        h("input", {
          value: state.title,
          maxLength: 80,
          oninput: (event) => fill({ title: event.target.value }),
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
              fill();
            },
          }),
          h("input", {
            type: "color",
            value: player.colour,
            "aria-label": t("new.colour-of", { name: player.name }),
            oninput: (event) => {
              player.colour = event.target.value;
              fill();
            },
          }),
        ),
      ),
      check({ label: t("new.keep-photos"), checked: state.keep, onchange: (keep) => fill({ keep }) }),
    ],
    words: t("names.keep"),
    send: ({ title, players, keep }, changed, how) => {
      const trimmed = players.map(({ name, colour }) => ({ name: name.trim(), colour }));
      const asked = { title: title.trim(), players: trimmed, keep_photos: keep };
      return !changed || table.change("PATCH", "", asked, how);
    },
  });
}

function recount(table) {
  const { evening } = table;
  const columns = sitting(table).map(({ text }) => h("th", { scope: "col" }, text));
  const line = (value, held, fill) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, number(value)),
      sitting(table).map(({ value: place, text: name }) =>
        h(
          "td",
          {},
          h("input.figure", {
            type: "text",
            inputMode: "numeric",
            value: held[place][value],
            "aria-label": `${name}, ${value}`,
            oninput: (event) => {
              held[place][value] = event.target.value;
              fill();
            },
          }),
        ),
      ),
    );
  /** As numbers: what is none is refused, and not taken for none. */
  const counted = (one) =>
    Object.fromEntries(
      Object.entries(one).map(([value, many]) => [value, many.trim() ? Number(many) : null]),
    );
  return ask(table, {
    name: "counters",
    title: t("more.counters"),
    wide: true,
    begun: () =>
      table.evening.counters.map((one) =>
        Object.fromEntries(evening.denominations.map((value) => [value, String(one[value] ?? 0)])),
      ),
    content: (held, fill) => [
      h("p.muted", {}, t("counters.why")),
      h(
        "div.scroll",
        {},
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("counters.title")), columns)),
          h(
            "tbody",
            {},
            evening.denominations.map((value) => line(value, held, fill)),
          ),
        ),
      ),
    ],
    words: t("counters.keep"),
    send: (held, _, how) => table.change("PUT", "/counters", { counters: held.map(counted) }, how),
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
