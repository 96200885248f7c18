/** The tiles found in the photographs of a set, to be looked over: questions first, then every tile. */

import { get, send } from "./api.js";
import { h, redraw } from "./dom.js";
import { questionCard } from "./hand-questions.js";
import { picker } from "./picker.js";
import { counted, t } from "./text.js";
import { tile, tileButton, words } from "./tiles.js";
import { complain, dialog, oneAtATime } from "./ui.js";

/** The set of this name as it is kept, undefined where it is not. */
async function keptAs(name) {
  const { sets } = await get("/api/sets").catch(() => ({ sets: [] }));
  return sets.find((set) => set.name === name);
}

/** close(set): it is kept; changed(draft): something was corrected; again(): with other photographs. */
export function grid(place, draft, { close, changed, again }) {
  const put = async (body) => {
    try {
      changed(await send("PATCH", `/api/enrolments/${draft.id}`, body));
    } catch (error) {
      complain(error);
    }
  };
  const set = (n, code) => put({ places: [{ n, code }] });
  const face = (one, width = 60) =>
    h("img.enrol-face", { src: one.face, alt: t("enrol.face-alt"), width, height: width });
  const doubts = draft.places.filter((one) => one.kept && one.doubt && one.changed_over === null);
  const swaps = draft.places.filter(
    (one) => one.kept && one.changed_over !== null && one.n < one.changed_over,
  );

  const other = (one) =>
    dialog({
      title: words(one.code),
      content: (done) =>
        h(
          "div.stack.correct",
          {},
          h(
            "div.row",
            {},
            face(one, 96),
            h(
              "button",
              { onclick: () => done({ kept: !one.kept }) },
              t(one.kept ? "enrol.leave-out" : "enrol.take-in"),
            ),
          ),
          picker({ onpick: (code) => done({ code }), back: true }),
        ),
    }).then((answer) => answer && put({ places: [{ n: one.n, ...answer }] }));

  const questions = [
    ...swaps.map((one) => {
      const two = draft.places.find((each) => each.n === one.changed_over);
      return questionCard(
        h("span.enrol-pair", {}, face(one), face(two)),
        t("enrol.changed-over", { one: words(one.code), two: words(two.code) }),
        h(
          "button.primary",
          { "data-key": `swap-${one.n}`, onclick: () => put({ swap: [[one.n, two.n]] }) },
          t("enrol.swap"),
        ),
        h("button", { "data-key": `stay-${one.n}`, onclick: () => set(one.n, one.code) }, t("enrol.stay")),
      );
    }),
    ...doubts.map((one) =>
      questionCard(
        face(one),
        t("enrol.doubt", { tile: words(one.code), doubt: one.doubt }),
        h(
          "button",
          { "data-key": `right-${one.n}`, onclick: () => set(one.n, one.code) },
          t("hand.is-right", { tile: words(one.code) }),
        ),
        one.seen !== one.code
          ? tileButton(one.seen, { key: `seen-${one.n}`, onclick: () => set(one.n, one.seen) })
          : null,
        h("button.quiet", { onclick: () => other(one) }, t("question.other")),
      ),
    ),
  ];

  let sent = false; // the set may be kept, and only the answer lost
  const save = oneAtATime(async () => {
    const yes = draft.questions.length ? { yes: true } : {};
    try {
      close(await send("POST", `/api/enrolments/${draft.id}/save`, yes));
    } catch (error) {
      const kept = sent && error.status === 404 && (await keptAs(draft.name));
      if (kept) close(kept);
      else complain(error);
      sent ||= error.status === 0;
    }
  });

  const cell = (one) => {
    const state = !one.kept
      ? "left-out"
      : one.changed_over !== null
        ? "changed-over"
        : one.doubt
          ? "doubtful"
          : "good";
    return h(
      "button.enrol-cell",
      {
        "data-state": state,
        "data-key": `cell-${one.n}`,
        "data-code": one.code,
        "aria-label": [words(one.code), t(`enrol.state.${state}`)].join(", "),
        onclick: () => other(one),
      },
      h("img", { src: one.face, alt: "" }),
      tile(one.code, { size: "1.5rem", label: "" }),
    );
  };
  const photos = [...new Set(draft.places.map((one) => one.photo))];
  const rowsOf = (photo) => [
    ...new Set(draft.places.filter((one) => one.photo === photo).map((one) => one.row)),
  ];

  redraw(
    place,
    h(
      "p",
      {},
      counted("enrol.found", draft.places.filter((one) => one.kept).length, { name: draft.name }),
      draft.extra ? ` ${counted("enrol.extra", draft.extra)}` : "",
    ),
    questions.length ? h("div.questions", {}, questions) : null,
    // What the program asks beyond single tiles stands as it says it.
    questions.length ? null : draft.questions.map((one) => h("p.warning", {}, h("span", {}, one))),
    photos.map((photo) =>
      h(
        "section.enrol-grid",
        { "aria-label": t("enrol.shot.many", { n: photo + 1, count: "" }).trim() },
        rowsOf(photo).map((row) =>
          h(
            "div.enrol-row",
            {},
            draft.places.filter((one) => one.photo === photo && one.row === row).map(cell),
          ),
        ),
      ),
    ),
    draft.missing.length
      ? h(
          "div.row",
          {},
          h("span.muted", {}, t("enrol.missing")),
          h(
            "span.enrol-strip",
            {},
            draft.missing.map((code) => tile(code)),
          ),
        )
      : null,
    h(
      "div.row.end",
      {},
      h("button", { "data-key": "photograph-again", onclick: again }, t("enrol.again")),
      h(
        "button.primary.large",
        { "data-key": "keep-set", onclick: save },
        t(draft.questions.length ? "enrol.keep-anyway" : "enrol.keep"),
      ),
    ),
  );
}
