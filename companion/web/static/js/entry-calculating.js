/**
 * What the server makes of what is entered: each hand's score, who pays, and what other answers would
 * bring.
 */

import { byRulesOf, send } from "./api.js";
import { bodyOf, handAt, isWhole, missing, resultOf } from "./entry-state.js";
import { kind, toJson } from "./hand.js";

/** Milliseconds after which the server is asked once more, where it could not answer. */
const AGAIN_MS = 2000;

/** Tiles that can complete a hand: those of no kong, and no flowers. */
const mayHaveWon = (hand) =>
  hand.groups.filter((group) => kind(group) !== "kong").flatMap((group) => group.tiles);

/** A function that asks the server about the sheet as it is now, and shows the answer unless it is late. */
export function calculator(sheet) {
  const known = new Map(); // a hand as JSON text → its score, or why it has none
  let turn = 0;

  function score(seat, hand, won) {
    const { evening, round } = sheet;
    const json = toJson(hand, won, { ruleset: evening.ruleset, seat, round });
    const text = JSON.stringify(json);
    if (!known.has(text)) {
      const asked = send("POST", byRulesOf(evening)("/api/score?hints=1"), json, { guarded: false });
      known.set(
        text,
        asked.catch((error) => {
          known.delete(text);
          return { refused: error.message, passes: error.passes };
        }),
      );
    }
    return known.get(text);
  }

  async function scoresNow(parts) {
    const scores = {};
    for (const seat of sheet.seats) {
      const hand = handAt(parts, seat);
      if (hand) {
        scores[seat] = await score(seat, hand, seat === parts.winner || (!parts.winner && isWhole(hand)));
      }
    }
    return scores;
  }

  /** Ways to have won that bring another score than the one that is chosen: [{by, total}]. */
  async function waysNow(parts) {
    const hand = parts.winner && handAt(parts, parts.winner);
    if (!hand || !isWhole(hand)) return [];
    const ways = [...new Set([hand.by, ...sheet.play.win_by])];
    const scored = await Promise.all(ways.map((by) => score(parts.winner, { ...hand, by }, true)));
    const found = ways.map((by, i) => ({ by, total: scored[i].complete ? scored[i].total : null }));
    const totals = new Set(found.map((one) => one.total).filter((total) => total !== null));
    return totals.size > 1 ? found.filter((one) => one.total !== null) : [];
  }

  /** Tiles with which the hand scores otherwise than where none is named, that first: [{id, code, total}]. */
  async function winningTilesNow(parts) {
    const hand = parts.winner && handAt(parts, parts.winner);
    if (!hand || !isWhole(hand)) return [];
    const nameless = await score(parts.winner, { ...hand, winningTile: null }, true);
    if (!nameless.complete) return [];
    const every = [...new Map(mayHaveWon(hand).map((one) => [one.code, one])).values()];
    const scored = await Promise.all(
      every.map(({ id }) => score(parts.winner, { ...hand, winningTile: id }, true)),
    );
    const told = every.map(({ id, code }, i) => ({
      id,
      code,
      total: scored[i].complete ? scored[i].total : null,
    }));
    const other = told.filter(({ total }) => total !== null && total !== nameless.total);
    return other.length ? [{ id: null, code: null, total: nameless.total }, ...other] : [];
  }

  async function previewNow(parts) {
    const { evening, seats, replaces } = sheet;
    if (missing(parts, seats)) return { preview: null, problem: null };
    const body = { ...bodyOf(parts, seats), ...(replaces ? { replaces: replaces.n } : {}) };
    try {
      const url = `/api/evenings/${evening.id}/preview`;
      return { preview: await send("POST", url, body, { guarded: false }), problem: null };
    } catch (error) {
      return { preview: null, problem: error.message, passes: error.passes };
    }
  }

  /** What could not be answered is asked again by itself, as long as nothing else is. */
  const askAgain = (mine) =>
    setTimeout(() => {
      if (mine === turn && sheet.main.isConnected) ask();
    }, AGAIN_MS);

  const ask = async () => {
    turn += 1;
    const mine = turn;
    const { parts } = sheet;
    const won = resultOf(parts) === "win";
    const [scores, ways, winningTiles, told] = await Promise.all([
      won ? scoresNow(parts) : {},
      won ? waysNow(parts) : [],
      won ? winningTilesNow(parts) : [],
      previewNow(parts),
    ]);
    if (mine !== turn) return;
    if (parts !== sheet.parts) {
      sheet.soon(); // something was entered meanwhile, the name of a photograph perhaps
      return;
    }
    if ([told, ...Object.values(scores)].some((one) => one.passes)) askAgain(mine);
    sheet.update({ calculated: { scores, ways, winningTiles, ...told }, stale: false });
  };
  return ask;
}
