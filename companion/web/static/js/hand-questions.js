/** What a photograph leaves open, each to be answered with one tap. */

import { h } from "./dom.js";
import { allTiles, isDoubtful, tilesOf } from "./hand.js";
import { counted, listed, percent, t } from "./text.js";
import { BACK, LIKELY, isBonus, kindOf, tile, tileButton, words } from "./tiles.js";

const OFFERED = 5;
/** What is hardly likely is not offered in a question, as all tiles can be had elsewhere. */
const likely = (alternatives) => alternatives.filter(([code, p]) => code !== BACK && p >= LIKELY);

/** A question: the picture it is about, its sentence, its answers. */
export const questionCard = (look, sentence, ...answers) =>
  h(
    "div.question",
    { role: "group", "aria-label": sentence },
    look,
    h("p", {}, sentence),
    h("div.question-answers", {}, answers),
  );

/**
 * All that a photograph leaves open about a hand, in the order in which it is asked.
 * photo: {reading, winAsked}, undefined where it is not at hand any more; look(one): the tile cut out of it;
 * winner: whether the hand won; oncode(one, code); onnone(one): it is no tile; onmore(one): all other codes;
 * onwon(one): the tile that won, null for none of those seen.
 */
export function openQuestions(hand, photo, { look, winner, oncode, onnone, onmore, onwon }) {
  const proposed =
    winner && photo && !photo.winAsked && !hand.winningTile
      ? allTiles(hand).find((one) => one.seen !== null && one.seen === photo.reading.proposed_win)
      : undefined;
  return [
    ...(proposed
      ? [
          winQuestion(proposed, {
            look,
            onanswer: (won) => {
              photo.winAsked = true;
              onwon(won ? proposed : null);
            },
          }),
        ]
      : []),
    ...tileQuestions(hand, photo?.reading.decided ?? [], { look, oncode, onnone, onmore }),
  ];
}

/** The tiles that nobody is sure of, those that the rules named, and those that lie face down. */
function tileQuestions(hand, decisions, { look, oncode, onnone, onmore }) {
  const tiles = allTiles(hand).filter((one) => one.seen !== null);
  const decided = new Map(decisions.map((one) => [one.tile, one]));
  const choice = (one, code, text, key) =>
    h(
      "span.offer",
      {},
      tileButton(code, {
        onclick: () => oncode(one, code),
        key: `${key}-${one.id}-${code}`,
        label: text ? t("question.offer", { tile: words(code), share: text }) : words(code),
      }),
      text ? h("small", { "aria-hidden": "true" }, text) : null,
    );
  const more = (one) =>
    h("button.quiet", { "data-key": `more-${one.id}`, onclick: () => onmore(one) }, t("question.other"));
  const offers = (one) =>
    one.couldBe.length
      ? one.couldBe.map((code) => [code, null])
      : likely(one.alternatives).map(([code, p]) => [code, percent(p)]);
  const byEye = (one) =>
    offers(one)
      .slice(0, OFFERED)
      .map(([code, text]) => choice(one, code, text, "doubt"));
  /** Whether the eye has no other name for it: what is in doubt is whether it is a whole tile of the game. */
  const hasOneName = (one) => one.code !== BACK && likely(one.alternatives).length === 1;
  const asNamed = (one, key) =>
    h(
      "button",
      { "data-key": `${key}-${one.id}`, onclick: () => oncode(one, one.code) },
      t("hand.is-right", { tile: words(one.code) }),
    );
  const byRule = (one, seen) => [
    asNamed(one, "rule"),
    seen && seen !== one.code ? choice(one, seen, null, "seen") : null,
  ];
  return tiles
    .filter((one) => one.byRule || isDoubtful(one))
    .map((one) => {
      const named = one.byRule && one.code !== BACK;
      const why = decided.get(one.seen);
      const [asked, ...answers] = named
        ? [why?.why ?? t("question.by-rule"), ...byRule(one, why?.seen)]
        : hasOneName(one)
          ? [t("question.one-name"), asNamed(one, "right")]
          : [t(one.code === BACK ? "question.face-down" : "question.doubtful"), byEye(one)];
      return questionCard(
        look(one),
        asked,
        ...answers,
        h("button.quiet", { "data-key": `none-${one.id}`, onclick: () => onnone(one) }, t("hand.no-tile")),
        more(one),
      );
    });
}

/** Did the tile that lies apart win? one: that tile of the hand. */
function winQuestion(one, { look, onanswer }) {
  return questionCard(
    look(one),
    t("question.won", { tile: words(one.code) }),
    h("button.primary", { "data-key": "won-yes", onclick: () => onanswer(true) }, t("yes")),
    h("button", { "data-key": "won-no", onclick: () => onanswer(false) }, t("no")),
  );
}

/** Several ways to read tiles that lie close together: what differs, the likeliest first. ways: see there. */
export function readingsChoice(reading, ways, chosen, onchoice) {
  if (ways.length < 2) return null;
  /** What this way has and not every other: the tiles of each such group. */
  const own = ({ places }) => {
    const way = reading.readings[places[0]];
    const groups = way.groups.filter((_, i) => !way.certain.includes(i));
    return groups.map((group) => ({ group, codes: tilesOf(group, reading, way).map((one) => one.code) }));
  };
  const names = [...new Set(ways.flatMap(own).flatMap(({ codes }) => codes.map(words)))];
  return h(
    "fieldset.readings",
    {},
    h("legend", {}, counted("question.readings", ways.length)),
    ways.map((way) => {
      const { places, total, share: chance } = way;
      const [place] = places;
      const differs = own(way);
      return h(
        "button.reading-way",
        {
          "aria-pressed": String(places.includes(chosen)),
          "data-key": `way-${place}`,
          onclick: () => onchoice(place),
        },
        h(
          "span.way-groups",
          {},
          differs.length
            ? differs.map(wayGroup)
            : h("small", {}, t("question.without", { tiles: listed(names) })),
        ),
        h(
          "small",
          {},
          total === null
            ? percent(chance)
            : t("question.way", { points: counted("question.points", total), share: percent(chance) }),
        ),
      );
    }),
  );
}

function wayGroup({ group, codes }) {
  const set = [
    t(`set.${kindOf(codes)}`),
    codes.length > 2 ? t(group.concealed ? "set.concealed" : "set.exposed") : null,
  ];
  return h(
    "span.way-group",
    {},
    h(
      "span.set",
      {},
      codes.map((code) => tile(code)),
    ),
    h(
      "small",
      {},
      codes.every(isBonus)
        ? t("question.with", { tiles: listed(codes.map(words)) })
        : set.filter(Boolean).join(", "),
    ),
  );
}
