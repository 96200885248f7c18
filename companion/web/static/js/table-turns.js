/** Players who take turns: another one plays on for one who leaves, and who has left may come back. */

import { get } from "./api.js";
import { confirmPreview } from "./changes.js";
import { field, oneOf } from "./controls.js";
import { h } from "./dom.js";
import { dot } from "./payments.js";
import { colourAt, lastLeft, seated } from "./seats.js";
import { ask, fromHand, sitting } from "./table-asks.js";
import { number, t } from "./text.js";

/** The places of those who have played and sit nowhere now, who has sat out longest first. */
const away = (evening) =>
  [...evening.players.keys()]
    .filter((place) => !seated(evening).includes(place))
    .sort((one, other) => lastLeft(evening, one) - lastLeft(evening, other));

/** Who sits out, with what they have won or lost. onplayer(place): what a tap does. */
export function sittingOut({ evening }, onplayer) {
  const out = away(evening);
  if (!out.length) return null;
  const words = t(out.length === 1 ? "turns.out" : "turns.out-longest-first");
  return h(
    "section.sitting-out.row",
    { "aria-label": words },
    h("span.muted", {}, words),
    out.map((place) =>
      h(
        "button",
        { "data-key": `out-${place}`, onclick: () => onplayer(place) },
        dot(evening, place),
        h("span", {}, evening.players[place].name),
        h("span.number", {}, number(evening.totals[place])),
      ),
    ),
  );
}

/**
 * Ask who leaves and who plays on. leaves, comes: the places of those who are known already. Most likely who
 * has sat out longest comes.
 * @param {any} table
 * @param {{leaves?: number | null, comes?: number | null}} known
 */
export async function playsOn(table, { leaves = null, comes = null } = {}) {
  const { evening } = table;
  const nameOf = (place) => evening.players[place].name;
  const out = away(evening);
  const likely = comes ?? out[0] ?? null;
  const { players: known } = await get("/api/players").catch(() => ({ players: [] }));
  const others = known.filter(({ name }) => !evening.players.some((player) => player.name === name));
  const content = (state, fill) => {
    const input = h("input", {
      value: state.name,
      list: "known",
      maxLength: 40,
      autocomplete: "off",
      "data-key": "turns-name",
      oninput: () => fill({ name: input.value }),
    });
    const back = (place) => {
      input.value = nameOf(place);
      fill({ name: nameOf(place) });
    };
    return [
      h("p.muted", {}, t("turns.why")),
      oneOf({
        label: t("turns.leaves"),
        key: "turns-leaves",
        wrap: true,
        value: state.leaves,
        options: sitting(table),
        onchange: (place) => fill({ leaves: Number(place) }),
      }),
      field(t("turns.comes"), input),
      h(
        "datalist",
        { id: "known" },
        others.map(({ name }) => h("option", { value: name })),
      ),
      h(
        "div.row",
        {},
        out.map((place) =>
          h("button", { "data-key": `turns-back-${place}`, onclick: () => back(place) }, nameOf(place)),
        ),
      ),
      fromHand(table, state.from, (from) => fill({ from })),
    ];
  };
  return ask(table, {
    name: "turns",
    title: t("more.turns"),
    begun: () => ({
      name: likely === null ? "" : nameOf(likely),
      leaves,
      from: String(table.evening.hand),
    }),
    content,
    words: t("turns.do"),
    send: async (state, _, how) => {
      const name = state.name.trim();
      const asked = {
        name,
        instead_of: state.leaves,
        colour: known.find((one) => one.name === name)?.colour ?? colourAt(evening.players.length),
        from_hand: Number(state.from),
      };
      const earlier = asked.from_hand < table.evening.hand;
      if (earlier && !(await confirmPreview(table, { takes_seat: asked }, "more.turns", "turns.do"))) {
        return null;
      }
      return table.change("POST", "/players", asked, how);
    },
  });
}
