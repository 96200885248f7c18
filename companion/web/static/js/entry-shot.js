/** What a photograph shows, on the sheet where a hand is entered: the picture, and whose hand it is. */

import { h } from "./dom.js";
import { lookAt } from "./entry-seats.js";
import { photographed, taken } from "./entry-photographs.js";
import { handAt, isWhole } from "./entry-state.js";
import { sayMine } from "./entry-tiles.js";
import { allTiles, seenStates } from "./hand.js";
import { here } from "./here.js";
import { photoStage } from "./photo.js";
import { picture } from "./pictures.js";
import { colourOf } from "./seats.js";
import { setOffer } from "./set-offer.js";
import { remark } from "./status.js";
import { t } from "./text.js";
import { tile } from "./tiles.js";

/** Who is looked for: who won with a whole hand, or who has the tiles of another. */
export const whoseAsked = ({ hand }) => t(isWhole(hand) ? "whose.won" : "whose.title");

/** One name plate a player. */
export function whose(sheet, take) {
  const { hand } = sheet.shot;
  return h(
    "fieldset.whose",
    {},
    h("legend", {}, whoseAsked(sheet.shot)),
    h(
      "div.seat-hand",
      { "aria-hidden": "true" },
      h(
        "span.set",
        {},
        allTiles(hand).map((one) => tile(one.code)),
      ),
    ),
    h(
      "div.whose-plates",
      {},
      plates(sheet).map((seat) => {
        const plate = h(
          "button.large",
          { "data-key": `whose-${seat}`, onclick: () => take(seat) },
          h("span.player-dot", { "aria-hidden": "true" }),
          sheet.name(seat),
        );
        plate.style.setProperty("--player", colourOf(sheet.evening.players, sheet.seating[seat]));
        return plate;
      }),
    ),
    sheet.shot.reading?.warnings.slice(0, 1).map((warning) => remark(warning)),
    h("button.quiet", { "data-key": "whose-none", onclick: () => taken(sheet) }, t("whose.none")),
  );
}

/**
 * The seats in the order of their plates, the likeliest first: who has no tiles yet, then who sits nearest.
 * They stay so while it is asked, whatever others enter: no plate takes another's place under a finger.
 */
function plates(sheet) {
  if (sheet.plates?.of !== sheet.shot) {
    const whole = isWhole(sheet.shot.hand);
    const { near } = here(sheet.evening.id);
    const order = [...sheet.seats].sort((a, b) => rank(sheet, a, near, whole) - rank(sheet, b, near, whole));
    sheet.plates = { of: sheet.shot, order };
  }
  return sheet.plates.order;
}

function rank(sheet, seat, near, whole) {
  if (sheet.parts[`tiles:${seat}`]) return 3;
  if (whole && sheet.parts.winner === seat) return -1;
  if (sheet.seating[seat] === near) return 0;
  return sheet.parts[`score:${seat}`] ? 2 : 1;
}

/** The photograph of the hand that was looked at last, where it is on this device. */
export function shotPanel(sheet) {
  const { shown, table } = sheet.state;
  const seat = shown ?? sheet.parts.winner;
  const hand = seat && handAt(sheet.parts, seat);
  const photo = hand?.local && picture(hand.local);
  if (!photo || !photo.reading.tiles.length) return null;
  const seen = seenStates(photo.reading, hand);
  const ontile = (place) => {
    const { one } = seen[place];
    if (one) lookAt(sheet, seat, one);
    else sayMine(sheet, seat, place);
  };
  const again = () => photographed(sheet, { blob: photo.blob });
  return h(
    "div.shot",
    {},
    photoStage({ url: photo.url, reading: photo.reading, seen, ontile, tools: [] }),
    (table?.reading ?? photo.reading).warnings.map((warning) => remark(warning)),
    setOffer(photo.reading, again),
  );
}
