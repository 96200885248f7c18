/** Enrolling a set: its tiles are photographed in rows, the grid that was found is looked over and kept. */

import { send, upload } from "./api.js";
import { h, icon, redraw } from "./dom.js";
import { questionCard } from "./hand-questions.js";
import { photoButtons } from "./photo.js";
import { picker } from "./picker.js";
import { counted, t } from "./text.js";
import { SUITS, tile, tileButton, words } from "./tiles.js";
import { check, complain, dialog, field, segments } from "./ui.js";

/**
 * order: the rows that the program asks for; name: of the set, to add to one that exists.
 * Resolves to the set as it is kept, or undefined.
 */
export async function enrol({ order, name = "" }) {
  let draft = null;
  const kept = await dialog({
    title: t(name ? "enrol.title-more" : "enrol.title", { name }),
    wide: true,
    content: (close) => {
      const place = h("div.enrol.stack");
      const look = (found) => {
        if (!draft) place.parentElement.scrollTop = 0;
        draft = found;
        grid(place, found, {
          close,
          changed: look,
          again: () => {
            forget(draft);
            draft = null;
            begin();
          },
        });
      };
      const begin = () => photographs(place, { order, name, found: look });
      begin();
      return place;
    },
  });
  if (!kept && draft) forget(draft);
  return kept;
}

const forget = (draft) => send("DELETE", `/api/enrolments/${draft.id}`).catch(() => {});

// --- the photographs

function photographs(place, { order, name, found }) {
  const rows = [...order.map((codes) => ({ codes, on: !name })), { codes: SUITS.x, on: false }];
  let own = []; // a row of one's own: the tiles that are misread, say
  let together = true;
  let row = 0;
  let shots = []; // {blob, url, rows: [codes…]}
  const status = h("div");
  const title = h("input", {
    type: "text",
    maxLength: 40,
    value: name,
    required: true,
    readOnly: Boolean(name),
    placeholder: t("enrol.name-example"),
    "data-key": "enrol-name",
    oninput: judge,
  });
  const looking = h(
    "button.primary.large",
    {
      "data-key": "look",
      onclick: () => {
        if (ready()) look();
      },
    },
    t("enrol.look"),
  );

  const asked = () => [...rows.filter((one) => one.on).map((one) => one.codes), ...(own.length ? [own] : [])];
  const ready = () => shots.length && title.value.trim() && (together || shots.length >= asked().length);
  function judge() {
    if (ready()) looking.removeAttribute("aria-disabled");
    else looking.setAttribute("aria-disabled", "true");
  }
  const present = () => (together ? asked() : asked().slice(row, row + 1));

  async function look() {
    const form = new FormData();
    form.append("name", title.value.trim());
    form.append(
      "order",
      shots.map((shot) => shot.rows.map((codes) => codes.join(" ")).join("\n")).join("\n\n"),
    );
    for (const { blob } of shots) form.append("photo", blob, blob.name ?? "photo.jpg");
    redraw(
      status,
      h(
        "div.reading-status",
        { role: "status" },
        h("progress", { "aria-label": t("enrol.looking") }),
        h("span", {}, t("enrol.looking")),
      ),
    );
    try {
      found(await upload("/api/enrolments", form, { guarded: true }));
    } catch (error) {
      redraw(status, h("p.problem", { role: "alert" }, h("span", {}, error.message)));
    }
  }

  function take({ blob }) {
    shots.push({ blob, url: URL.createObjectURL(blob), rows: present() });
    if (!together && row < asked().length - 1) row += 1;
    draw();
  }

  async function chooseOwn() {
    const chosen = [...own];
    const strip = h("div.enrol-strip");
    const show = () =>
      redraw(
        strip,
        chosen.length ? chosen.map((code) => tile(code)) : h("span.muted", {}, t("enrol.own-empty")),
      );
    show();
    const done = await dialog({
      title: t("enrol.own"),
      content: () =>
        h(
          "div.stack.add-panel",
          {},
          h("p", {}, t("enrol.own-why")),
          strip,
          picker({
            onpick: (code) => {
              chosen.push(code);
              show();
            },
            back: true,
          }),
        ),
      actions: (close) => [
        h(
          "button",
          {
            onclick: () => {
              chosen.length = 0;
              show();
            },
          },
          t("hand.clear"),
        ),
        h("button.primary", { "data-key": "own-done", onclick: () => close(true) }, t("done")),
      ],
    });
    if (done) {
      own = chosen;
      shots = [];
      row = 0;
      draw();
    }
  }

  const change = (action) => (value) => {
    action(value);
    shots = [];
    row = 0;
    draw();
  };

  function draw() {
    const wanted = asked();
    redraw(
      place,
      h(
        "div.row",
        {},
        h("div.grow", {}, field(t("enrol.name"), title)),
        segments({
          label: t("enrol.how"),
          key: "how",
          value: together,
          options: [
            { value: true, text: t("enrol.together") },
            { value: false, text: t("enrol.row-by-row") },
          ],
          onchange: change((value) => {
            together = String(value) === "true";
          }),
        }),
      ),
      h("p.muted", {}, t("enrol.why")),
      h(
        "ol.plain.enrol-rows",
        {},
        rows.map((one, i) => rowView(one, i)),
        own.length
          ? h(
              "li.enrol-row-asked",
              {},
              h(
                "span.enrol-strip",
                {},
                own.map((code) => tile(code)),
              ),
            )
          : null,
      ),
      h(
        "div.row",
        {},
        h("button.quiet", { "data-key": "own", onclick: chooseOwn }, icon("plus"), t("enrol.own")),
      ),
      wanted.length
        ? h(
            "section.panel.stack",
            { "aria-label": t("enrol.photograph") },
            together
              ? h("p", {}, t("enrol.photograph-all"))
              : h(
                  "div.stack",
                  {},
                  h("p", {}, t("enrol.photograph-row", { n: row + 1, of: wanted.length })),
                  h(
                    "span.enrol-strip",
                    {},
                    wanted[row].map((code) => tile(code)),
                  ),
                ),
            photoButtons(take, { large: true, many: true }),
            shots.length ? h("div.enrol-shots", {}, shots.map(shotView)) : null,
          )
        : null,
      status,
      h("div.row.end", {}, looking),
    );
    judge();
  }

  const rowView = (one, i) =>
    h(
      "li.enrol-row-asked",
      {},
      check({
        label: h(
          "span.enrol-strip",
          {},
          one.codes.map((code) => tile(code)),
        ),
        checked: one.on,
        key: `row-${i}`,
        onchange: change((on) => {
          one.on = on;
        }),
      }),
    );

  const shotView = (shot, i) =>
    h(
      "figure",
      {},
      h("img", { src: shot.url, alt: counted("enrol.shot", shot.rows.flat().length, { n: i + 1 }) }),
      h(
        "button",
        {
          "aria-label": t("enrol.drop", { n: i + 1 }),
          onclick: () => {
            shots.splice(i, 1);
            row = together ? 0 : Math.min(row, shots.length);
            draw();
          },
        },
        icon("close"),
      ),
    );

  draw();
}

// --- the grid that was found

function grid(place, draft, { close, changed, again }) {
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

  async function save() {
    try {
      close(
        await send("POST", `/api/enrolments/${draft.id}/save`, draft.questions.length ? { yes: true } : {}),
      );
    } catch (error) {
      complain(error);
    }
  }

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
      h("button", { onclick: again }, t("enrol.again")),
      h(
        "button.primary.large",
        { "data-key": "keep-set", onclick: save },
        t(draft.questions.length ? "enrol.keep-anyway" : "enrol.keep"),
      ),
    ),
  );
}
