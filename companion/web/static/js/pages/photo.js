/** The photo page: a picture of a finished hand, its tiles, its score. Works without an evening. */

import { freshKey, get } from "../api.js";
import { segments, select } from "../controls.js";
import { h, replace } from "../dom.js";
import { allTiles, restored } from "../hand.js";
import { whenAndHowLong } from "../evening-list.js";
import { EVENING_HOURS, halfFilled, keepHalfFilled } from "../half-filled.js";
import { HandEditor } from "../hand-editor.js";
import { keep } from "../kept.js";
import { keepPicture, loadPictures, picture as photoOf } from "../pictures.js";
import { number, t } from "../text.js";
import { store, stored } from "../stored.js";
import { WINDS, WIND_TILE, picture } from "../tiles.js";
import { dialog, latestOnly, start } from "../ui.js";

const main = start("photo");
const wanted = new URLSearchParams(location.search);

/** The evening that is being played: a hand that is photographed meanwhile is by its rules, in its round. */
const table = document.body.dataset.table;
const theEvening = table ? get(`/api/evenings/${encodeURIComponent(table)}?hands=1`) : null;
const playing = await theEvening?.catch(() => null); // the page works without an evening, too
const itsOwn = playing ? { ruleset: playing.ruleset, round: playing.round } : {};
const setting = { winner: true, seat: "E", round: "E", ruleset: "harr", ...stored("photo"), ...itsOwn };

/** The hand that lay here when the page was left, {hand, winner, picture}. */
const BEGUN = "hand";
const begun = halfFilled(BEGUN, EVENING_HOURS) ?? {};
await loadPictures([begun.picture]);
if (begun.hand) setting.winner = begun.winner;
const { rulesets } = await get("/api/rulesets");
if (!rulesets.some((one) => one.id === setting.ruleset)) setting.ruleset = rulesets[0].id;
const byItsRules = () => (setting.ruleset === playing?.ruleset ? playing : null);
const rulesOf = async () =>
  (byItsRules() ?? (await get(`/api/rulesets/${encodeURIComponent(setting.ruleset)}`))).play;
let play = await rulesOf();
const newRules = latestOnly(
  async (changed) => ({ rules: await rulesOf(), changed }),
  ({ rules, changed }) => {
    play = rules;
    changed();
  },
);
const remember = () => store("photo", { seat: setting.seat, round: setting.round, ruleset: setting.ruleset });

const windChoice = (label, key, changed) =>
  h(
    "fieldset.wind-choice",
    {},
    h("legend", {}, label),
    segments({
      label,
      key,
      value: setting[key],
      options: WINDS.map((wind) => ({
        value: wind,
        label: t(`wind.${wind}`),
        content: h("img", { src: picture(WIND_TILE[wind]), alt: "", width: 26, height: 35 }),
      })),
      onchange: (wind) => {
        setting[key] = wind;
        remember();
        changed();
      },
    }),
  );

const total = h("span.figure.number", { "aria-hidden": "true" }, "–");
const keeping = h("button.primary.large", { onclick: keepHand, "aria-disabled": "true" }, t("photo.keep"));
let latest = null;

/** Keep the hand and its photograph on this device; an empty hand is forgotten. */
function keepBegun(hand, photo) {
  if (!photo && !allTiles(hand).length) {
    keepHalfFilled(BEGUN, null);
    return;
  }
  if (photo) {
    photo.local ??= freshKey();
    keepPicture(photo.local, photo);
  }
  keepHalfFilled(BEGUN, { hand, winner: setting.winner, picture: photo?.local ?? null });
}

const editor = new HandEditor({
  hand: begun.hand && restored(begun.hand),
  photo: photoOf(begun.picture),
  get evening() {
    return byItsRules();
  },
  winner: () => setting.winner,
  play: () => play,
  context: () => ({ ruleset: setting.ruleset, seat: setting.seat, round: setting.round }),
  head: (changed) =>
    h(
      "div.stack",
      {},
      h(
        "div.row.apart",
        {},
        segments({
          label: t("win.whose"),
          key: "winner",
          value: setting.winner,
          options: [
            { value: true, text: t("win.winner") },
            { value: false, text: t("win.loser") },
          ],
          onchange: (value) => {
            setting.winner = value;
            changed();
          },
        }),
        h(
          "div.rules-choice",
          {},
          select({
            label: t("rules.title"),
            options: rulesets.map((one) => ({ value: one.id, text: one.name })),
            value: setting.ruleset,
            onchange: (value) => {
              setting.ruleset = value;
              remember();
              return newRules(changed);
            },
          }),
        ),
      ),
      h(
        "div.winds",
        {},
        windChoice(t("win.seat"), "seat", changed),
        play.round ? windChoice(t("win.round"), "round", changed) : null,
      ),
    ),
  onhand: keepBegun,
  onchange: (hand, score) => {
    latest = score;
    total.textContent = score ? number(score.total) : "–";
    if (score) keeping.removeAttribute("aria-disabled");
    else keeping.setAttribute("aria-disabled", "true");
  },
});

replace(
  main,
  h("h1", {}, t("photo.title")),
  editor.element,
  h("div.keep-bar", {}, h("span.muted", {}, t("score.total")), total, keeping),
);

/** To the evening that is being played; the table page asks there whose hand it is. */
async function keepHand() {
  if (!latest) return;
  const { evenings } = await get("/api/evenings?limit=20");
  const running = evenings.filter((one) => !one.ended);
  const asked = wanted.get("evening");
  const id = running.some((one) => one.id === asked)
    ? asked
    : running.length === 1
      ? running[0].id
      : await dialog({
          title: t("photo.keep-where"),
          content: (close) =>
            h(
              "div.stack",
              {},
              running.map((one) =>
                h(
                  "button.large",
                  { onclick: () => close(one.id) },
                  one.title || one.players.map((player) => player.name).join(", "),
                  h("span.muted.small", {}, ` ${whenAndHowLong(one)}`),
                ),
              ),
              running.length ? null : h("p", {}, t("photo.keep-none")),
              h("a.button", { href: "/evenings/new" }, t("evening.new")),
            ),
        });
  if (!id) return;
  const { photo } = editor;
  if (photo) await keepPicture(photo.local, photo); // to be found on the next page
  keep(id, "brought", { hand: editor.hand, name: photo?.local ?? null });
  keepHalfFilled(BEGUN, null); // the table has it from here on
  location.href = `/table/${id}?enter=kept`;
}
