/** The photographs of a set that is enrolled: which rows of tiles they show, and in what order. */

import { freshKey, upload } from "./api.js";
import { check, segments } from "./controls.js";
import { h, icon, redraw } from "./dom.js";
import { photoButtons } from "./photo.js";
import { picker } from "./picker.js";
import { formWith, keepPicture, picture, pictureOf } from "./pictures.js";
import { nameField } from "./set-name.js";
import { refusal, working } from "./status.js";
import { counted, t } from "./text.js";
import { tile } from "./tiles.js";
import { dialog, oneAtATime } from "./ui.js";

/**
 * work: what is begun, {title, together, on, own, shots, draft}. on: whether the set has each of the rows;
 * own: a row of one's own, the tiles that are misread, say; shots: [{picture, row}], a picture's name on this
 * device and the row that it shows, null for all that are ticked. What is ticked says what lies in the
 * pictures: no tick takes one away.
 * name: of a set to add to, empty for a new one; found(draft): what was found in the photographs; back(): to
 * what was found before.
 */
export function photographs(place, { work, rows, name, keep, found, back, startOver }) {
  const status = h("div");
  const title = nameField({
    value: work.title,
    readOnly: Boolean(name),
    onname: (typed) => {
      work.title = typed;
      keep();
    },
  });
  const looking = h(
    "button.primary.large",
    {
      "data-key": "look",
      onclick: () => {
        if (!ready()) return;
        if (title.name() === null) title.ask();
        else look();
      },
    },
    t("enrol.look"),
  );

  /** The rows that are ticked, {codes, at}. */
  const asked = () =>
    [...rows, work.own]
      .map((codes, at) => ({ codes, at }))
      .filter(({ codes, at }) => (at < rows.length ? work.on[at] : codes.length));
  const ofRow = (at) => work.shots.filter((shot) => shot.row === at);
  /** The row to photograph next, undefined where each has its picture. */
  const wanted = () => asked().find(({ at }) => !ofRow(at).length);
  /** The photographs that count as it is ticked now, {shot, of}: of: the rows that each shows. */
  const counting = () =>
    work.together
      ? ofRow(null).map((shot) => ({ shot, of: asked() }))
      : asked().flatMap((row) => ofRow(row.at).map((shot) => ({ shot, of: [row] })));
  /** Whether all is photographed. What lacks then is at most the name, whose field may be far out of view. */
  const ready = () => asked().length && counting().length && (work.together || !wanted());

  const look = oneAtATime(async () => {
    const shots = counting();
    const form = formWith(...shots.map(({ shot }) => picture(shot.picture).blob));
    form.append("name", title.name());
    form.append(
      "order",
      shots.map(({ of }) => of.map(({ codes }) => codes.join(" ")).join("\n")).join("\n\n"),
    );
    redraw(status, working(t("enrol.looking")));
    try {
      found(await upload("/api/enrolments", form, { guarded: true }));
    } catch (error) {
      redraw(status, refusal(error.message));
    }
  });

  function take({ blob }) {
    const named = freshKey();
    keepPicture(named, pictureOf(blob));
    // One picture more than rows is of the last row.
    work.shots.push({ picture: named, row: work.together ? null : (wanted() ?? [...asked()].pop())?.at });
    changed();
  }

  async function chooseOwn() {
    const chosen = [...work.own];
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
      work.own = chosen;
      changed();
    }
  }

  function changed() {
    keep();
    draw();
  }

  function draw() {
    const next = wanted();
    redraw(
      place,
      h(
        "div.row",
        {},
        h("div.grow", {}, title.element),
        segments({
          label: t("enrol.how"),
          key: "how",
          value: work.together,
          options: [
            { value: true, text: t("enrol.together") },
            { value: false, text: t("enrol.row-by-row") },
          ],
          onchange: (value) => {
            work.together = String(value) === "true";
            changed();
          },
        }),
      ),
      h("p.muted", {}, t("enrol.why")),
      h(
        "ol.plain.enrol-rows",
        {},
        rows.map(rowView),
        work.own.length
          ? h(
              "li.enrol-row-asked",
              {},
              h(
                "span.enrol-strip",
                {},
                work.own.map((code) => tile(code)),
              ),
            )
          : null,
      ),
      h(
        "div.row",
        {},
        h("button.quiet", { "data-key": "own", onclick: chooseOwn }, icon("plus"), t("enrol.own")),
      ),
      asked().length
        ? h(
            "section.panel.stack",
            { "aria-label": t("enrol.photograph") },
            work.together ? h("p", {}, t("enrol.photograph-all")) : next ? rowAsked(next) : null,
            work.together || next
              ? photoButtons(take, { large: true, many: true })
              : h("p", {}, t("enrol.rows-done")),
            h("div.enrol-shots", {}, counting().map(shotView)),
          )
        : null,
      status,
      h(
        "div.row.end",
        {},
        work.shots.length
          ? h("button.quiet", { "data-key": "start-over", onclick: startOver }, t("enrol.start-over"))
          : null,
        back ? h("button", { "data-key": "found", onclick: back }, t("enrol.back")) : null,
        looking,
      ),
    );
    if (ready()) looking.removeAttribute("aria-disabled");
    else looking.setAttribute("aria-disabled", "true");
  }

  const placeOf = ({ at }) => asked().findIndex((row) => row.at === at) + 1;
  const rowAsked = (row) =>
    h(
      "div.stack",
      {},
      h("p", {}, t("enrol.photograph-row", { n: placeOf(row), of: asked().length })),
      h(
        "span.enrol-strip",
        {},
        row.codes.map((code) => tile(code)),
      ),
    );

  const rowView = (codes, at) =>
    h(
      "li.enrol-row-asked",
      {},
      check({
        label: h(
          "span.enrol-strip",
          {},
          codes.map((code) => tile(code)),
        ),
        checked: work.on[at],
        key: `row-${at}`,
        onchange: (on) => {
          work.on[at] = on;
          changed();
        },
      }),
    );

  const shotView = ({ shot, of }, i) =>
    h(
      "figure",
      {},
      h("img", {
        src: picture(shot.picture).url,
        alt: counted("enrol.shot", of.flatMap(({ codes }) => codes).length, { n: i + 1 }),
      }),
      work.together ? null : h("figcaption", {}, t("enrol.row", { n: placeOf(of[0]) })),
      h(
        "button",
        {
          "aria-label": t("enrol.drop", { n: i + 1 }),
          onclick: () => {
            work.shots.splice(work.shots.indexOf(shot), 1);
            changed();
          },
        },
        icon("close"),
      ),
    );

  draw();
}
