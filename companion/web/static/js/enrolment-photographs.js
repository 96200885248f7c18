/** The photographs of a set that is enrolled: which rows of tiles they show, and in what order. */

import { upload } from "./api.js";
import { check, field, segments } from "./controls.js";
import { h, icon, redraw } from "./dom.js";
import { photoButtons } from "./photo.js";
import { picker } from "./picker.js";
import { refusal, working } from "./status.js";
import { counted, t } from "./text.js";
import { SUITS, tile } from "./tiles.js";
import { dialog } from "./ui.js";

/** name: of a set to add to, empty for a new one; found(draft): what was found in the photographs. */
export function photographs(place, { order, name, found }) {
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
    redraw(status, working(t("enrol.looking")));
    try {
      found(await upload("/api/enrolments", form, { guarded: true }));
    } catch (error) {
      redraw(status, refusal(error.message));
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
