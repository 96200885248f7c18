/** What a person says about the tiles of the hand that is put together, asked or not. */

import { h } from "./dom.js";
import * as hands from "./hand.js";
import { openQuestions, readingsChoice } from "./hand-questions.js";
import { corrected, learn, learnQuestion } from "./learning.js";
import { inOtherWay, knownWays, waysThatDiffer } from "./hand-ways.js";
import { cutOut } from "./photo.js";
import { asRead, isTold, readAgain } from "./read-again.js";
import { counted, t } from "./text.js";
import { tileDialog } from "./tile-dialog.js";
import { complain } from "./ui.js";

/** As many questions as fit a phone; the rest wait in the picture, marked. */
const QUESTIONS = 6;

/** What the photograph leaves open. */
export function questionsPart(editor) {
  const { hand, photo } = editor.state;
  if (!photo) return null;
  const look = (one) => cutOut(photo.url, photo.reading.tiles[one.seen].quad, 60);
  const open = openQuestions(hand, photo, {
    look,
    winner: editor.options.winner(),
    oncode: (one, code) => setCode(editor, one, code),
    onnone: (one) => say(editor, one, (mine) => hands.leaveOut(mine, one.id)),
    onmore: (one) => correct(editor, one),
    onwon: (one) => editor.change(() => (hand.winningTile = one?.id ?? null)),
  });
  const shown = open.slice(0, QUESTIONS);
  const learning = h("div");
  askToLearn(editor, learning, look);
  const ways = h("div");
  askWhichWay(editor, ways);
  return [
    ways,
    open.length ? h("h2", {}, counted("question.open", open.length)) : null,
    h("div.questions", {}, shown),
    learning,
    open.length > shown.length
      ? h("p.muted.small", {}, t("question.rest", { count: open.length - shown.length }))
      : null,
  ];
}

/** How the tiles are to be read, where that changes what the hand is worth. */
async function askWhichWay(editor, place) {
  const { photo } = editor;
  const { reading } = photo;
  if ((reading.readings ?? []).length < 2) return;
  const ways = knownWays(editor) ?? (await waysThatDiffer(editor));
  const question = readingsChoice(reading, ways, photo.choice, (choice) => {
    editor.become(inOtherWay(editor.hand, reading, choice), choice);
  });
  if (question) place.append(question);
}

/** Once all is answered: whether the set shall be known better next time. */
async function askToLearn(editor, place, look) {
  const { hand, photo } = editor.state;
  const { reading, learnAsked } = photo;
  const tiles = corrected(hand, reading);
  if (learnAsked || !tiles.length || !reading.id || hands.allTiles(hand).some(hands.isDoubtful)) return;
  // What is asked already stays where it is, or the hand would jump with each tap.
  const about = JSON.stringify(tiles.map(({ seen, code }) => [seen, code]));
  if (editor.learning?.photo === photo && editor.learning.about === about) {
    place.append(editor.learning.question);
    return;
  }
  const question = await learnQuestion(tiles, reading, {
    look,
    onanswer: (name) => {
      photo.learnAsked = true;
      editor.draw();
      if (name) learn(name, tiles, photo, () => editor.hand).catch(complain);
    },
  });
  if (!question || !place.isConnected) return;
  editor.learning = { photo, about, question };
  place.append(question);
}

/** A tap on a tile, in the picture or in the hand. */
export function tap(editor, one) {
  const { mode, chosen } = editor.state;
  if (mode === "win") editor.change((hand) => (hand.winningTile = one.id), { mode: null });
  else if (mode === "set") {
    const others = [...chosen].filter((id) => id !== one.id);
    editor.update({ chosen: new Set(chosen.has(one.id) ? others : [...others, one.id]) });
  } else correct(editor, one);
}

export async function correct(editor, one) {
  const seen = one.seen === null ? null : editor.photo?.reading.tiles[one.seen];
  const won = editor.hand.winningTile === one.id;
  const done = await tileDialog({
    one,
    look: seen ? cutOut(editor.photo.url, seen.quad) : null,
    winner: editor.options.winner(),
    won,
  });
  if (!done || !hands.find(editor.hand, one.id)) return; // it has gone meanwhile
  if (done.win) editor.change((hand) => (hand.winningTile = won ? null : one.id));
  else if (done.out) editor.change((hand) => hands.takeOut(hand, one.id));
  else if (done.remove) say(editor, one, (hand) => hands.leaveOut(hand, one.id));
  else if (done.another) say(editor, one, (hand) => hands.addBeside(hand, one.id, done.another));
  else setCode(editor, one, done.code);
}

/** What a person says a tile is. */
const setCode = (editor, one, code) => say(editor, one, (hand) => hands.change(hand, one.id, code));

/** What a person says of a tile: action(hand) notes it, and the rest of the hand is read again with that. */
function say(editor, one, action) {
  const { hand, photo } = editor.state;
  const untouched = photo && isTold(one) && asRead(hand, photo);
  editor.change(action);
  if (untouched) lieAnew(editor).catch(complain);
}

/** With what a person said, the other tiles may be others and lie otherwise: one step with that word. */
async function lieAnew(editor) {
  const { photo } = editor.state;
  const again = await readAgain(() => editor.hand, photo);
  if (!again || !editor.element.isConnected) return;
  photo.reading = again.reading;
  photo.choice = 0;
  editor.follow({ hand: again.hand });
}

/** A tile of the picture that was not taken for part of the hand. */
export function addSeen(editor, place) {
  const { reading } = editor.photo;
  say(editor, hands.seenTile(reading, place), (hand) => hands.addSeen(hand, reading, place));
}
