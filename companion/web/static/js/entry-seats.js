/** The four seats of a hand that is entered, one line each, and the keypad that walks round the table. */

import { h, icon, redraw, renew } from "./dom.js";
import { doubtsIn, handAt, isWhole, shownScore, withoutScore } from "./entry-state.js";
import { alter, dropTiles, editTiles, sayCode, tileSaid } from "./entry-tiles.js";
import { MOST, allOthersNothing, nextWithoutScore, press, type, typed, win } from "./entry-typing.js";
import { howWon } from "./entry-ways.js";
import { counts, isDoubtful, isLaidDown, isPart } from "./hand.js";
import { openQuestions } from "./hand-questions.js";
import { numberField } from "./number-field.js";
import { cutOut } from "./photo.js";
import { picture as photoOf } from "./pictures.js";
import { colourOf } from "./seats.js";
import { counted, t } from "./text.js";
import { tileDialog } from "./tile-dialog.js";
import { WIND_TILE, byOrder, picture, tile } from "./tiles.js";

/** Scores that a loser often has; one tap enters one and goes on to the next player. */
const OFTEN = ["0", "2", "4", "8", "16", "32"];

/** The lines of all seats; a line that stays the same stays the same element. */
export function seatRows(sheet) {
  sheet.rowsPart ??= h("section.stack", { "aria-label": t("entry.scores") }, h("div.seat-rows"));
  const list = sheet.rowsPart.querySelector(".seat-rows");
  renew(
    list,
    sheet.seats.map((seat) => rowOf(sheet, seat)),
  );
  return renew(sheet.rowsPart, list, sheet.state.active ? null : othersNothing(sheet));
}

function rowOf(sheet, seat) {
  const { parts, state } = sheet;
  const tiles = parts[`tiles:${seat}`];
  const scored = tiles && [
    state.stale,
    state.calculated.scores[seat],
    state.calculated.preview?.hand?.scores[seat],
    parts.winner === seat && [state.calculated.ways, state.calculated.winningTiles],
  ];
  const sign = JSON.stringify([parts.winner, tiles, scored]);
  if (sheet.rows[seat]?.sign !== sign) sheet.rows[seat] = { sign, element: row(sheet, seat) };
  if (!tiles) figure(sheet, seat, sheet.name(seat));
  const { element } = sheet.rows[seat];
  element.classList.toggle("active", state.active === seat);
  return element;
}

function othersNothing(sheet) {
  const { parts, seats } = sheet;
  const open = withoutScore(parts, seats).filter((seat) => seat !== parts.winner);
  if (!parts.winner || !open.length) return null;
  const all = open.length === seats.length - 1;
  return h(
    "button.large.others-nothing",
    { "data-key": "others-0", onclick: () => allOthersNothing(sheet) },
    t(all ? "entry.others-0" : "entry.rest-0"),
  );
}

function row(sheet, seat) {
  const { parts, evening, seating } = sheet;
  const name = sheet.name(seat);
  const won = parts.winner === seat;
  const hand = handAt(parts, seat);
  const element = h(
    "div.seat-row",
    { "data-seat": seat, role: "group", "aria-label": `${name}, ${t(`wind.${seat}`)}` },
    h("img.seat-tile", { src: picture(WIND_TILE[seat]), alt: "" }),
    h("span.seat-name", {}, name, h("small", {}, t(`wind.${seat}`))),
    h(
      "button.seat-won",
      {
        "aria-pressed": String(won),
        "data-key": `won-${seat}`,
        "aria-label": t("entry.won-by", { name }),
        onclick: () => win(sheet, seat),
      },
      t("win.winner"),
    ),
    hand ? total(sheet, seat, name) : figure(sheet, seat, name),
    h(
      "button.seat-tools",
      {
        "data-key": `tiles-${seat}`,
        "aria-label": t("entry.tiles-of", { name }),
        onclick: () => editTiles(sheet, seat),
      },
      icon("tiles"),
    ),
    hand ? handLine(sheet, seat, hand) : null,
  );
  element.style.setProperty("--player", colourOf(evening.players, seating[seat]));
  element.classList.toggle("won", won);
  return element;
}

/** A typed score. The field is made once, so that drawing the sheet again disturbs nobody who types. */
function figure(sheet, seat, name) {
  sheet.inputs[seat] ??= numberField({
    label: t("entry.score-of", { name }),
    value: null,
    none: "–",
    least: 0,
    most: MOST,
    onchange: (score) => type(sheet, seat, score),
    more: {
      inputMode: "none", // the page has its own keypad, which hides nothing
      autocomplete: "off",
      "data-key": `score-${seat}`,
      "data-seat": seat,
      onclick: () => activate(sheet, seat), // it may have the focus already
      onfocus: (event) => {
        if (sheet.drawing) return; // drawn again, it only gets its focus back
        event.target.select();
        activate(sheet, seat);
      },
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        const next = nextWithoutScore(sheet, seat);
        const field = next ? sheet.inputs[next].parts[0] : sheet.foot.querySelector(".primary");
        field.focus();
      },
    },
  });
  sheet.inputs[seat].show(typed(sheet, seat));
  return sheet.inputs[seat].parts;
}

/** The score of tiles: worked out, and never typed over. */
function total(sheet, seat, name) {
  const { calculated, stale } = sheet.state;
  const scored = calculated.scores[seat];
  const asCalled = sheet.parts.winner !== seat || scored?.complete; // else the tiles win nothing
  const known =
    (stale ? null : calculated.preview?.hand?.scores[seat]) ?? (asCalled ? scored?.total : null) ?? null;
  return h(
    "output.figure.number",
    { "data-seat": seat, "aria-label": t("entry.score-of", { name }), "data-total": known ?? "" },
    shownScore(known, stale),
  );
}

function handLine(sheet, seat, hand) {
  const won = isWhole(hand) || sheet.parts.winner === seat;
  const { count, wanted } = counts(hand, won);
  const part = isPart(hand, won);
  const scored = sheet.state.calculated.scores[seat];
  const why = sheet.state.stale
    ? null
    : (scored?.refused ?? (scored?.complete === false && isWhole(hand) ? scored.reason : null));
  return h(
    "div.seat-hand",
    {},
    tilesInBrief(hand),
    count === wanted
      ? null
      : h("span.muted", {}, part ? t("win.part") : counted("hand.count", count, { wanted })),
    isWhole(hand) && !sheet.parts.winner
      ? h(
          "button.primary",
          { "data-key": `whole-${seat}`, onclick: () => win(sheet, seat) },
          t("entry.did-win", { name: sheet.name(seat) }),
        )
      : null,
    sheet.parts.winner === seat ? howWon(sheet) : null,
    h(
      "button.quiet",
      { "data-key": `drop-${seat}`, onclick: () => dropTiles(sheet, seat) },
      t("entry.drop-tiles"),
    ),
    why && (part || count >= wanted) ? h("p.note", { role: "status" }, why) : null,
  );
}

/** The tiles of a hand in one line of small pictures, sets on the table first. */
function tilesInBrief(hand) {
  const laid = hand.groups.filter(isLaidDown).map((group) => group.tiles);
  const held = hand.groups
    .filter((group) => !isLaidDown(group))
    .flatMap((group) => group.tiles)
    .sort((a, b) => byOrder(a.code, b.code));
  return [...laid, held, hand.bonus]
    .filter((tiles) => tiles.length)
    .map((tiles) =>
      h(
        "span.set",
        {},
        tiles.map((one) => tile(one.code, { classes: isDoubtful(one) ? "unsure" : "" })),
      ),
    );
}

/** What the photographs leave open, hand by hand. */
export function questions(sheet) {
  const open = sheet.seats.map((seat) => doubts(sheet, seat)).filter(Boolean);
  return open.length ? h("section.entry-questions.stack", { "aria-label": t("question.title") }, open) : null;
}

/** What the photograph leaves open about one hand, each answered with one tap. */
function doubts(sheet, seat) {
  const hand = handAt(sheet.parts, seat);
  if (!hand) return null;
  const photo = hand.local && photoOf(hand.local);
  const look = (one) => {
    const seen = photo?.reading.tiles[one.seen];
    return seen ? cutOut(photo.url, seen.quad, 60) : tile(one.code);
  };
  const say = (one, code) => sayCode(sheet, seat, one, code);
  const winner = sheet.parts.winner === seat;
  const open = openQuestions(hand, photo, {
    look,
    winner,
    onwon: (one) => alter(sheet, seat, (mine) => Object.assign(mine, { winningTile: one?.id ?? null })),
    oncode: say,
    onnone: (one) => tileSaid(sheet, seat, one, { remove: true }),
    onmore: (one) => lookAt(sheet, seat, one),
  });
  if (!open.length) return null;
  const title = t("entry.doubts-of", { name: sheet.name(seat) });
  return h("div.questions", { role: "group", "aria-label": title, "data-seat": seat }, open);
}

/** One tile of a seat's hand, to be named, taken away, or marked as the one that won. */
export async function lookAt(sheet, seat, one) {
  const hand = handAt(sheet.parts, seat);
  const photo = hand.local && photoOf(hand.local);
  const seen = photo?.reading.tiles[one.seen];
  const done = await tileDialog({
    one,
    look: seen ? cutOut(photo.url, seen.quad) : null,
    winner: sheet.parts.winner === seat,
    won: hand.winningTile === one.id,
  });
  if (done) tileSaid(sheet, seat, one, done);
}

/**
 * Somebody has tapped a field: the keypad fills it, and its next key begins a new number, also where the
 * field was the active one before. The rows stay, for they hold the focus.
 */
function activate(sheet, seat) {
  const before = sheet.state.active;
  sheet.state = { ...sheet.state, active: seat, fresh: true };
  if (before === seat) return;
  for (const one of sheet.main.querySelectorAll(".seat-row")) {
    one.classList.toggle("active", one.dataset.seat === seat);
  }
  redraw(sheet.keys, keypad(sheet));
  showFilled(sheet);
}

/** The line that the keypad fills is in view; where it fills none, the winner's, which may ask something. */
export function showFilled(sheet) {
  const { winner } = sheet.parts;
  const seat = sheet.state.active ?? (handAt(sheet.parts, winner) ? winner : null);
  if (seat) showLine(sheet, seat);
}

const showLine = (sheet, seat) => sheet.rows[seat]?.element.scrollIntoView({ block: "nearest" });

/**
 * What the photograph leaves open about a seat is in view, and then stays where it is: a finger may be on its
 * way to it. The seat's line, which grows once its tiles are scored, follows when nothing is left open.
 */
export function showAsked(sheet, seat) {
  const open = sheet.main.querySelector(`.questions[data-seat="${seat}"]`);
  if (open) open.scrollIntoView({ block: "nearest" });
  else showLine(sheet, seat);
}

/** Big keys for the score of one player after the other. */
export function keypad(sheet) {
  const { active } = sheet.state;
  if (!active || sheet.parts[`tiles:${active}`]) return null;
  const key = (pressed, content, label, classes = "") =>
    h(
      `button.key${classes}`,
      {
        "data-key": `key-${typeof pressed === "object" ? `score-${pressed.score}` : pressed}`,
        "aria-label": label ?? null,
        onclick: () => press(sheet, pressed),
      },
      content,
    );
  const digits = (...line) => line.map((digit) => key(digit, digit));
  const open = withoutScore(sheet.parts, sheet.seats).filter((seat) => seat !== active);
  return h(
    "section.keypad.panel",
    { "aria-label": t("keypad.title", { name: sheet.name(active) }) },
    h(
      "div.keypad-head",
      {},
      h("strong", {}, sheet.name(active)),
      h("span.figure.number", { "aria-hidden": "true" }, sheet.parts[`score:${active}`] ?? "–"),
      othersNothing(sheet),
      h(
        "button.quiet",
        { "data-key": "key-close", "aria-label": t("close"), onclick: () => sheet.update({ active: null }) },
        icon("close"),
      ),
    ),
    h(
      "div.keys",
      {},
      digits("1", "2", "3"),
      key("back", "⌫", t("keypad.back")),
      digits("4", "5", "6"),
      key("0", "0"),
      digits("7", "8", "9"),
      key("next", open.length ? t("keypad.next") : t("keypad.done"), null, ".primary"),
    ),
    h(
      "div.often",
      { role: "group", "aria-label": t("keypad.often") },
      OFTEN.map((score) => key({ score }, score, t("keypad.whole", { score }))),
    ),
  );
}

/** What is entered so far, for those who only look: a line a seat. */
export const progressOf = (parts, seats, name) =>
  [
    parts.waiting ? counted("progress.waiting", parts.waiting) : null,
    ...seats.map((seat) => {
      const hand = handAt(parts, seat);
      if (hand) {
        const { count, wanted } = counts(hand, isWhole(hand));
        const doubtful = doubtsIn(hand);
        return [
          t("progress.tiles", { name: name(seat), count, wanted }),
          doubtful ? counted("progress.doubts", doubtful) : null,
        ]
          .filter(Boolean)
          .join(", ");
      }
      const score = parts[`score:${seat}`];
      return score ? t("progress.score", { name: name(seat), score }) : null;
    }),
  ].filter(Boolean);
