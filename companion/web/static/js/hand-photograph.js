/** The photograph of the hand that is put together: taking it, reading it, and what lies in it. */

import { Refused } from "./api.js";
import { h, icon } from "./dom.js";
import { addSeen, tap } from "./hand-answers.js";
import { allTiles, counts, fromReading, isDoubtful, seenStates } from "./hand.js";
import { scoreOf } from "./hand-score.js";
import { glance, photoButtons, photoStage, read } from "./photo.js";
import { pictureOf } from "./pictures.js";
import { setOffer } from "./set-offer.js";
import { remark } from "./status.js";
import { counted, t } from "./text.js";
import { complain, dialog, toast } from "./ui.js";

export function photographPart(editor) {
  const { photo, hand, adding } = editor.state;
  const look = (blob, signal) => seenIn(editor, blob, signal);
  const take = (shot) => taken(editor, shot);
  if (!photo) {
    return [
      photoButtons(take, { large: !adding, look }),
      h("p.muted.small.photo-hint", {}, t("photo.hint"), " ", h("a", { href: "/sets" }, t("sets.link"))),
    ];
  }
  const seen = seenStates(photo.reading, hand);
  const ontile = (place) => {
    if (seen[place].one) tap(editor, seen[place].one);
    else addSeen(editor, place);
  };
  const tools = [
    h(
      "button",
      { "data-key": "another-shot", onclick: () => anotherShot(editor) },
      icon("plus"),
      t("photo.another-shot"),
    ),
    photoButtons(take, { again: true, look }),
  ];
  return [
    photoStage({ url: photo.url, reading: photo.reading, seen, ontile, tools }),
    photo.reading.warnings.map((warning) => remark(warning)),
    setOffer(photo.reading, () => taken(editor, { blob: photo.blobs.at(-1) }, photo.blobs.slice(0, -1))),
  ];
}

/** A photograph, or one more of the same hand, read together with those before. */
async function taken(editor, { blob, reading = null }, more = []) {
  try {
    const blobs = [...more, blob];
    const { evening } = editor.options;
    const seen = reading && !more.length ? reading : await read(blobs, editor.status, { evening });
    if (!editor.element.isConnected) {
      toast(t("photo.read-late"));
      return;
    }
    const { photo, hand } = editor.state;
    if (photo) URL.revokeObjectURL(photo.url);
    const shown = blobs[seen.photo ?? 0];
    editor.follow({
      photo: { ...pictureOf(shown, seen), blobs },
      hand: { ...fromReading(seen), by: hand.by, circumstances: hand.circumstances },
      adding: false,
      // Earlier hands are of another picture; what was tapped while this one was read is not lost.
      past: photo || !allTiles(hand).length ? [] : [{ hand: structuredClone(hand) }],
    });
  } catch (error) {
    complain(error);
  }
}

/** Another picture of the same hand, for what the first does not show clearly. */
async function anotherShot(editor) {
  const shot = await dialog({
    title: t("photo.another-shot"),
    content: (close) =>
      h("div.stack", {}, h("p", {}, t("photo.another-why")), photoButtons(close, { large: true })),
  });
  if (shot) taken(editor, shot, editor.photo.blobs);
}

/** What the viewfinder does with a frame: read it, and tell whether that needs nobody's help. */
async function seenIn(editor, blob, signal) {
  const reading = await glance(blob, signal, { evening: editor.options.evening });
  const hand = fromReading(reading);
  return { reading, seen: seenStates(reading, hand), ...(await verdict(editor.options, hand, signal)) };
}

async function verdict(options, hand, signal) {
  const tiles = allTiles(hand);
  const doubtful = tiles.filter(isDoubtful).length;
  const { count, wanted } = counts(hand, options.winner());
  if (!tiles.length) return { certain: false, words: t("camera.no-tiles") };
  if (doubtful) return { certain: false, words: counted("camera.doubtful", doubtful) };
  if (count !== wanted) return { certain: false, words: counted("camera.count", count, { wanted }) };
  try {
    const score = await scoreOf(options, hand, signal);
    const legal = score.complete || !options.winner();
    return { certain: legal, words: legal ? counted("camera.certain", tiles.length) : score.reason };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { certain: false, words: refused.message };
  }
}
