/**
 * What the server makes of what is entered: each hand's score, who pays, and what other answers would
 * bring.
 */

import { byRulesOf, send } from "./api.js";
import { bodyOf, handAt, isWhole, missing, resultOf } from "./entry-state.js";
import { toJson } from "./hand.js";

/** A function that asks the server about the sheet as it is now, and shows the answer unless it is late. */
export function reckoner(sheet) {
  const { evening, seats, replaces, round, play } = sheet;
  const known = new Map(); // a hand as JSON text → its score, or why it has none
  let turn = 0;

  function score(seat, hand, won) {
    const json = toJson(hand, won, { ruleset: evening.ruleset, seat, round });
    const text = JSON.stringify(json);
    if (!known.has(text)) {
      const asked = send("POST", byRulesOf(evening)("/api/score?hints=1"), json, { guarded: false });
      known.set(
        text,
        asked.catch((error) => {
          known.delete(text);
          return { refused: error.message };
        }),
      );
    }
    return known.get(text);
  }

  async function scoresNow(parts) {
    const scores = {};
    for (const seat of seats) {
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
    const ways = [...new Set([hand.by, ...play.win_by])];
    const scored = await Promise.all(ways.map((by) => score(parts.winner, { ...hand, by }, true)));
    const found = ways.map((by, i) => ({ by, total: scored[i].complete ? scored[i].total : null }));
    const totals = new Set(found.map((one) => one.total).filter((total) => total !== null));
    return totals.size > 1 ? found.filter((one) => one.total !== null) : [];
  }

  async function previewNow(parts) {
    if (missing(parts, seats)) return { preview: null, problem: null };
    const body = { ...bodyOf(parts, seats), ...(replaces ? { replaces: replaces.n } : {}) };
    try {
      const url = `/api/evenings/${evening.id}/preview`;
      return { preview: await send("POST", url, body, { guarded: false }), problem: null };
    } catch (error) {
      return { preview: null, problem: error.message };
    }
  }

  return async () => {
    turn += 1;
    const mine = turn;
    const { parts } = sheet;
    const won = resultOf(parts) === "win";
    const [scores, ways, told] = await Promise.all([
      won ? scoresNow(parts) : {},
      won ? waysNow(parts) : [],
      previewNow(parts),
    ]);
    if (mine !== turn || parts !== sheet.parts) return;
    sheet.update({ reckoned: { scores, ways, ...told }, stale: false });
  };
}
