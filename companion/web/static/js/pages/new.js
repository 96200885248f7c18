/** Setting up an evening: who plays, where they sit, by which rules, with which counters. */

import { freshKey, get, send } from "../api.js";
import { die, throwDie } from "../aids.js";
import { h, icon, redraw, replace } from "../dom.js";
import { COLOURS, TAKEN } from "../seats.js";
import { number, t } from "../text.js";
import { WINDS, WIND_TILE, picture } from "../tiles.js";
import { check, complain, dialog, field, segments, start } from "../ui.js";

const main = start("new");
const [{ rulesets }, { players: known }] = await Promise.all([
  get("/api/rulesets"),
  get("/api/players").catch(() => ({ players: [] })),
]);
const key = freshKey();
const last = known.slice(0, 4);
const state = {
  players: [0, 1, 2, 3].map((place) => ({
    name: last[place]?.name ?? "",
    colour: last[place]?.colour ?? COLOURS[place],
  })),
  ruleset: localStorage.getItem("ruleset") ?? rulesets[0].id,
  limit: "",
  title: "",
  counters: null,
  stake: "",
  currency: "€",
  photos: true,
};
if (!rulesets.some((one) => one.id === state.ruleset)) state.ruleset = rulesets[0].id;

const boxButton = h("button", { onclick: () => byBox().catch(complain) }, icon("turn"), t("new.box"));
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
  while (state.players.length > size) state.players.pop();
  while (state.players.length < size) state.players.push({ name: "", colour: COLOURS[state.players.length] });
  drawSeats();
}

const twoDice = () => [throwDie(), throwDie()];
const sum = (dice) => dice[0] + dice[1];
const thrown = (place, dice) =>
  h("div.row.apart", {}, h("span", {}, nameOf(place)), h("span.dice", {}, dice.map(die)));

/**
 * Everyone throws, the highest is East; those who are level throw again. The others stay in their order to
 * the right.
 */
async function byDice() {
  let still = state.players.map((_, place) => place);
  const rows = [];
  let found = null;
  while (found?.east == null) {
    const throws = still.map(twoDice);
    found = await send(
      "POST",
      "/api/aids/seats",
      { throws: throws.map(sum), ruleset: state.ruleset },
      { guarded: false },
    );
    rows.push(still.map((place, i) => thrown(place, throws[i])));
    still = found.highest.map((i) => still[i]);
  }
  const [east] = still;
  await dialog({
    title: t("new.dice"),
    content: () =>
      h(
        "div.stack",
        {},
        rows.map((row) => h("div.stack.throw", {}, row)),
        h("p", {}, h("strong", {}, t("new.is-east", { name: nameOf(east) }))),
        h("p.source", {}, found.source),
      ),
  });
  state.players.push(...state.players.splice(0, east));
  drawSeats();
}

/** The wind box as the book has it: two throws, and the discs are taken in their order. */
async function byBox() {
  const [first, second] = [twoDice(), twoDice()];
  const discs = shuffled(WINDS);
  const drawn = await send(
    "POST",
    "/api/aids/wind-box",
    { thrower: 0, first: sum(first), second: sum(second), discs, box: shuffled([1, 2, 3, 4])[0] },
    { guarded: false },
  );
  await dialog({
    title: t("new.box"),
    content: () =>
      h(
        "div.stack",
        {},
        h("div.stack.throw", {}, thrown(0, first), thrown(drawn.shuffler, second)),
        h("p", {}, drawn.words),
        h("p.source", {}, drawn.source),
        h(
          "ul.plain.stack",
          {},
          WINDS.map((wind) =>
            h(
              "li.row",
              {},
              h("img", { src: picture(WIND_TILE[wind]), alt: t(`wind.${wind}`), width: 42, height: 56 }),
              h("span", {}, nameOf(drawn.seats[wind])),
            ),
          ),
        ),
      ),
  });
  state.players = WINDS.map((wind) => state.players[drawn.seats[wind]]);
  drawSeats();
}

function shuffled(list) {
  const drawn = [...list];
  for (let i = drawn.length - 1; i > 0; i -= 1) {
    const j = crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1);
    [drawn[i], drawn[j]] = [drawn[j], drawn[i]];
  }
  return drawn;
}

const nameOf = (place) => state.players[place].name || t("new.player", { n: place + 1 });

async function drawRules() {
  const rules = await get(`/api/rulesets/${encodeURIComponent(state.ruleset)}`).catch((error) => {
    complain(error);
    return null;
  });
  const book = rules?.counters && !Array.isArray(rules.counters) ? rules.counters : null;
  const mine = rulesets.find((one) => one.id === state.ruleset);
  redraw(
    rulesBox,
    segments({
      label: t("rules.title"),
      key: "rules",
      wrap: true,
      value: state.ruleset,
      options: rulesets.map((one) => ({ value: one.id, text: one.name })),
      onchange: (value) => {
        state.ruleset = value;
        state.counters = null;
        localStorage.setItem("ruleset", value);
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
        Object.keys(book ?? { 500: 2, 100: 8, 10: 18, 2: 10 })
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
                  value: String((state.counters ?? book ?? {})[value] ?? ""),
                  placeholder: "–",
                  oninput: (event) => {
                    state.counters = {
                      ...(state.counters ?? book ?? {}),
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
  try {
    problem.hidden = true;
    const { id } = await send("POST", "/api/evenings", body, { key });
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
    { onsubmit: begin, autocomplete: "off" },
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
          value: 4,
          options: [2, 3, 4].map((value) => ({ value, text: String(value) })),
          onchange: (value) => count(Number(value)),
        }),
      ),
      h("p.muted", {}, t("new.order")),
      seatBox,
      h(
        "div.row",
        {},
        h("button", { onclick: () => byDice().catch(complain) }, icon("dice"), t("new.dice")),
        boxButton,
      ),
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
