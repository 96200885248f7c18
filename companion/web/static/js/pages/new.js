/** Setting up an evening: who plays, where they sit, by which rules, with which counters. */

import { freshKey, get, send } from "../api.js";
import { check, field, segments } from "../controls.js";
import { h, icon, redraw, replace } from "../dom.js";
import { EVENING_HOURS, halfFilled, keepHalfFilled } from "../half-filled.js";
import { brokenRules } from "../rules-table.js";
import { byBox, byDice } from "../seat-drawing.js";
import { TAKEN, colourAt } from "../seats.js";
import { store, stored } from "../stored.js";
import { number, t } from "../text.js";
import { WIND_TILE, picture } from "../tiles.js";
import { complain, oneAtATime, start } from "../ui.js";

const main = start("new");
const [{ rulesets, problems }, { players: known }, { evenings }] = await Promise.all([
  get("/api/rulesets"),
  get("/api/players").catch(() => ({ players: [] })),
  get("/api/evenings?limit=1").catch(() => ({ evenings: [] })),
]);
/** Who played last, and so many: whom the form begins with. */
const last = evenings[0] ?? { players: Array(4).fill({ name: "", colour: null }), seated: [0, 1, 2, 3] };
const formOf = ({ name, colour }, place) => ({ name, colour: colour ?? colourAt(place) });
const among = (place) => last.seated.includes(place);
const state = {
  players: last.players.map(formOf).filter((_, place) => among(place)),
  ruleset: stored("ruleset") ?? rulesets[0].id,
  limit: "",
  title: "",
  counters: null,
  stake: "",
  currency: "€",
  photos: true,
  /** @type {{key: string, said: string} | null} */
  sent: null, // what was sent last, and its key
  // Who was named, and has no place while fewer play.
  away: last.players.map(formOf).filter((_, place) => !among(place)),
  ...halfFilled("new", EVENING_HOURS),
};
if (!rulesets.some((one) => one.id === state.ruleset)) state.ruleset = rulesets[0].id;

const keepForm = () => keepHalfFilled("new", state);
const boxButton = h("button", { onclick: () => draw(byBox) }, icon("turn"), t("new.box"));
const seatBox = h("div.new-seats");
const rulesBox = h("div.stack");
const problem = h("p.problem", { role: "alert", hidden: true });

function drawSeats() {
  const winds = TAKEN[state.players.length];
  boxButton.hidden = state.players.length !== 4;
  redraw(
    seatBox,
    h(
      "datalist",
      { id: "known" },
      known.map((player) => h("option", { value: player.name })),
    ),
    state.players.map((player, place) => {
      const line = h(
        "div.new-seat",
        {},
        h("img", { src: picture(WIND_TILE[winds[place]]), alt: t(`wind.${winds[place]}`) }),
        h("input.grow", {
          value: player.name,
          list: "known",
          placeholder: t("new.player", { n: place + 1 }),
          "aria-label": t("new.player-at", { wind: t(`wind.${winds[place]}`) }),
          maxLength: 40,
          "data-key": `name-${place}`,
          autocomplete: "off",
          oninput: (event) => {
            player.name = event.target.value;
            const mine = known.find((one) => one.name === player.name);
            if (mine?.colour) {
              player.colour = mine.colour;
              line.querySelector("input[type=color]").value = mine.colour;
            }
          },
        }),
        h("input", {
          type: "color",
          value: player.colour,
          "aria-label": t("new.colour-of", { name: player.name || t("new.player", { n: place + 1 }) }),
          oninput: (event) => {
            player.colour = event.target.value;
          },
        }),
        h(
          "button.quiet",
          {
            "aria-label": t("new.move-up", { name: player.name || t("new.player", { n: place + 1 }) }),
            "data-key": `up-${place}`,
            "aria-disabled": place === 0 ? "true" : null,
            onclick: () => {
              if (place) {
                state.players.splice(place - 1, 0, ...state.players.splice(place, 1));
                drawSeats();
              }
            },
          },
          "↑",
        ),
      );
      return line;
    }),
  );
}

function count(size) {
  while (state.players.length > size) state.away.push(state.players.pop());
  while (state.players.length < size) {
    state.players.push(state.away.pop() ?? { name: "", colour: colourAt(state.players.length) });
  }
  drawSeats();
}

const nameOf = (place) => state.players[place].name || t("new.player", { n: place + 1 });

/** The players in the order that `by` draws. */
const draw = oneAtATime(async (by) => {
  try {
    const order = await by({ ruleset: state.ruleset, players: state.players.length, name: nameOf });
    state.players = order.map((place) => state.players[place]);
    drawSeats();
    keepForm();
  } catch (error) {
    complain(error);
  }
});

async function drawRules() {
  const rules = await get(`/api/rulesets/${encodeURIComponent(state.ruleset)}`).catch((error) => {
    complain(error);
    return null;
  });
  const book = rules?.settings.find(({ name }) => name === "counters").value ?? {};
  const mine = rulesets.find((one) => one.id === state.ruleset);
  redraw(
    rulesBox,
    brokenRules(problems),
    segments({
      label: t("rules.title"),
      key: "rules",
      wrap: true,
      value: state.ruleset,
      options: rulesets.map((one) => ({ value: one.id, text: one.name })),
      onchange: (value) => {
        state.ruleset = value;
        state.counters = null;
        store("ruleset", value);
        drawRules();
      },
    }),
    h(
      "div.row",
      {},
      h(
        "div",
        {},
        field(
          t("new.limit"),
          h("input.figure", {
            type: "text",
            inputMode: "numeric",
            value: state.limit,
            placeholder: mine?.limit ? number(mine.limit) : t("new.no-limit"),
            oninput: (event) => {
              state.limit = event.target.value.replace(/\D/g, "");
              event.target.value = state.limit;
            },
          }),
        ),
      ),
      h(
        "a.button.quiet",
        { href: `/rules/${encodeURIComponent(state.ruleset)}` },
        icon("book"),
        t("new.see-rules"),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("new.counters")),
      h("p.muted", {}, t("new.counters-why")),
      h(
        "div.row",
        {},
        Object.keys(book)
          .sort((a, b) => Number(b) - Number(a))
          .map((value) =>
            h(
              "div.counter-field",
              {},
              field(
                number(+value),
                h("input.figure", {
                  type: "text",
                  inputMode: "numeric",
                  value: String((state.counters ?? book)[value] ?? ""),
                  placeholder: "–",
                  "data-key": `counters-${value}`,
                  oninput: (event) => {
                    state.counters = {
                      ...(state.counters ?? book),
                      [value]: Number(event.target.value) || 0,
                    };
                  },
                }),
              ),
            ),
          ),
      ),
    ),
  );
}

async function begin(event) {
  event.preventDefault();
  const players = state.players.map(({ name, colour }, place) => ({
    name: name.trim() || t("new.player", { n: place + 1 }),
    colour,
  }));
  const body = { players, ruleset: state.ruleset, keep_photos: state.photos };
  if (state.limit) body.options = { limit: Number(state.limit) };
  if (state.title.trim()) body.title = state.title.trim();
  if (state.counters) {
    body.counters = Object.fromEntries(Object.entries(state.counters).filter(([, held]) => held > 0));
  }
  if (state.stake.trim()) {
    body.stake = { per_hundred: state.stake.trim().replace(",", "."), currency: state.currency };
  }
  // The same evening sent again is the same one; another, after a look at the first, is a new one.
  const said = JSON.stringify(body);
  if (state.sent?.said !== said) state.sent = { key: freshKey(), said };
  keepForm();
  try {
    problem.hidden = true;
    const { id } = await send("POST", "/api/evenings", body, { key: state.sent.key });
    keepHalfFilled("new", null);
    location.href = `/table/${id}`;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  }
}

replace(
  main,
  h("h1", {}, t("page.new")),
  h(
    "form.stack.new-evening",
    { onsubmit: begin, oninput: keepForm, onchange: keepForm, onclick: keepForm, autocomplete: "off" },
    h(
      "section.panel.stack",
      {},
      h(
        "div.row.apart",
        {},
        h("h2", {}, t("new.who")),
        segments({
          label: t("new.how-many"),
          key: "count",
          value: state.players.length,
          options: [2, 3, 4].map((value) => ({ value, text: String(value) })),
          onchange: (value) => count(Number(value)),
        }),
      ),
      h("p.muted", {}, t("new.order")),
      seatBox,
      h("div.row", {}, h("button", { onclick: () => draw(byDice) }, icon("dice"), t("new.dice")), boxButton),
    ),
    h("section.panel.stack", {}, h("h2", {}, t("rules.title")), rulesBox),
    h(
      "section.panel.stack",
      {},
      h("h2", {}, t("new.rest")),
      h(
        "div.row",
        {},
        h(
          "div.grow",
          {},
          field(
            t("new.name"),
            h("input", {
              value: state.title,
              maxLength: 80,
              placeholder: t("new.name-example"),
              oninput: (event) => {
                state.title = event.target.value;
              },
            }),
          ),
        ),
        h(
          "div",
          {},
          field(
            t("new.stake"),
            h("input.figure", {
              type: "text",
              inputMode: "decimal",
              value: state.stake,
              placeholder: t("new.no-stake"),
              maxLength: 10,
              oninput: (event) => {
                state.stake = event.target.value;
              },
            }),
          ),
        ),
        h(
          "div.currency",
          {},
          field(
            t("new.currency"),
            h("input", {
              value: state.currency,
              maxLength: 8,
              oninput: (event) => {
                state.currency = event.target.value;
              },
            }),
          ),
        ),
      ),
      check({
        label: t("new.keep-photos"),
        checked: state.photos,
        onchange: (on) => {
          state.photos = on;
        },
      }),
      h("p.muted.small", {}, h("a", { href: "/sets" }, t("sets.link")), `: ${t("new.sets-why")}`),
    ),
    problem,
    h("button.primary.large", { type: "submit" }, t("new.begin")),
  ),
);
drawSeats();
await drawRules();
