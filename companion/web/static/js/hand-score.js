/** What the hand that is put together scores, or why it does not score yet. */

import { Refused, byRulesOf, send } from "./api.js";
import { h } from "./dom.js";
import { allTiles, counts, isDoubtful, toJson } from "./hand.js";
import { scoreView } from "./score.js";
import { counted, t } from "./text.js";
import { settleDown } from "./ui.js";

/** How long to wait for the next tap before the server is asked. */
const SCORE_MS = 60;

export function scorePart({ score, open, waiting, problem }) {
  if (score) return scoreView(score, { open });
  return [
    problem ? h("p.problem", { role: "status" }, h("span", {}, problem)) : null,
    waiting ? h("p.muted", {}, waiting) : null,
  ];
}

/** The server's answer to a hand; raises Refused. options: those of the editor. */
export const scoreOf = (options, hand, signal) =>
  send(
    "POST",
    byRulesOf(options.evening)("/api/score?hints=1"),
    toJson(hand, options.winner(), options.context()),
    { guarded: false, signal },
  );

/** A function that scores the editor's hand as it is a moment later; only the last answer is shown. */
export function scorer(editor) {
  let request = new AbortController();
  return settleDown(SCORE_MS, async () => {
    request.abort();
    request = new AbortController();
    try {
      editor.scored(await outcome(editor, request.signal));
    } catch (error) {
      if (error.name !== "AbortError") editor.scored({ problem: error.message });
    }
  });
}

/**
 * What is wrong with a hand however many tiles are still to come; null where nothing is, or where nobody
 * could be asked. It is asked about as a dead one, which may lack tiles.
 */
async function faultIn(hand, options, signal) {
  try {
    await scoreOf({ ...options, winner: () => false }, { ...hand, flags: ["dead"] }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.passes ? null : error.message;
  }
}

async function outcome({ hand, options }, signal) {
  if (!allTiles(hand).length) return { waiting: t("score.waiting") };
  const { count, wanted } = counts(hand, options.winner());
  // Tiles that are still to come are nothing wrong; a dead hand may lack some, and then scores, and so
  // may one that keeps a special tile back, or of which only the sets that score are entered.
  if (count < wanted && (options.winner() || !hand.flags.length)) {
    const waiting = counted("score.short", wanted - count);
    return { waiting, problem: await faultIn(hand, options, signal) };
  }
  return { score: await scoreOf(options, hand, signal), open: allTiles(hand).some(isDoubtful) };
}
