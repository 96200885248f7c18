/**
 * Calibrating the camera: its lens, the table below it, the light of the lamp. Each shows whether it worked.
 */

import { freshKey, get, send, upload } from "./api.js";
import { h, icon, redraw, svg } from "./dom.js";
import { halfFilled, keepHalfFilled } from "./half-filled.js";
import { photoButtons } from "./photo.js";
import { formWith, keepPicture, loadPictures, picture, pictureOf } from "./pictures.js";
import { refusal, working } from "./status.js";
import { number, t } from "./text.js";
import { complain, confirm, toast } from "./ui.js";

const GOOD_ERROR = 0.5; // pixels, as calibration/README.md says
const LEAST_VIEWS = 6;
const LENS = "lens"; // the names of the photographs taken for it, until it is measured
const CORNERS = ["near-left", "near-right", "far-right", "far-left"];

/** The section of the page; resolves when it stands. Raises Refused where this server has no recognition. */
export async function cameraSection() {
  const known = await get("/api/camera");
  await loadPictures(halfFilled(LENS) ?? []);
  return h(
    "section.stack",
    { "aria-labelledby": "camera-title" },
    h("h2", { id: "camera-title" }, t("calibrate.title")),
    h("p.muted", {}, t("calibrate.why")),
    h(
      "div.camera-parts",
      {},
      part("lens", known, lensSaid, lens),
      part("table", known, () => t("calibrate.table.known"), table),
      part("white", known, whiteSaid, white),
    ),
  );
}

/** said(what is known): a sentence; form(answered): how to measure it, which hands on the server's answer. */
function part(name, known, said, form) {
  const state = h("div.stack.camera-known");
  const show = (one, proof = "") =>
    redraw(
      state,
      one ? h("p", { role: "status" }, said(one)) : null,
      proof
        ? h(
            "figure.proof",
            {},
            h("img", { src: proof, alt: "" }),
            h("figcaption.muted.small", {}, t(`calibrate.${name}.proof`)),
          )
        : null,
      one
        ? h("div", {}, h("button", { "data-key": `forget-${name}`, onclick: forget }, t("calibrate.forget")))
        : null,
    );
  async function forget() {
    if (
      !(await confirm({
        title: t("calibrate.forget"),
        text: t(`calibrate.${name}.forget-why`),
        yes: t("calibrate.forget"),
      }))
    ) {
      return;
    }
    try {
      show((await send("DELETE", `/api/camera/${name}`))[name]);
    } catch (error) {
      complain(error);
    }
  }
  const answered = (answer) => {
    show(answer[name], `${answer.picture}?${Date.now()}`);
    toast(t(`calibrate.${name}.done`));
  };
  show(known[name]);
  return h(
    "section.panel.stack.camera-part",
    { "aria-label": t(`calibrate.${name}`) },
    h("h3", {}, t(`calibrate.${name}`)),
    h("p.muted", {}, t(`calibrate.${name}.why`)),
    state,
    form(answered),
  );
}

const whiteSaid = ({ gains: [red, green, blue] }) =>
  t("calibrate.white.known", { red: number(red), green: number(green), blue: number(blue) });

function lensSaid({ error, views }) {
  const pixels = error.toFixed(2);
  return h(
    "span",
    {},
    h("strong", { class: error <= GOOD_ERROR ? "good" : "bad" }, t("calibrate.lens.error", { pixels })),
    " ",
    t(error <= GOOD_ERROR ? "calibrate.lens.good" : "calibrate.lens.poor", { views }),
  );
}

/** Resolves to the answer, or to null where the server refused; `status` then says why. */
async function post(name, form, status) {
  redraw(status, working(t("calibrate.working")));
  try {
    const answer = await upload(`/api/camera/${name}`, form, { guarded: true });
    redraw(status);
    return answer;
  } catch (error) {
    redraw(status, refusal(error.message));
    return null;
  }
}

function lens(answered) {
  let shots = (halfFilled(LENS) ?? []).filter(picture);
  const status = h("div");
  const place = h("div.stack");
  const page = (paper, form) =>
    h(
      "a.button",
      { href: `/api/camera/page.${form}?paper=${paper}`, target: "_blank" },
      icon("print"),
      t(`calibrate.page.${paper}`),
    );
  async function measure() {
    if (shots.length < LEAST_VIEWS) return;
    const form = formWith(...shots.map((name) => picture(name).blob));
    const answer = await post("lens", form, status);
    if (!answer) return;
    take([]);
    answered(answer);
  }
  function take(names) {
    shots = names;
    keepHalfFilled(LENS, names.length ? names : null);
    show();
  }
  function show() {
    redraw(
      place,
      h(
        "div.row",
        {},
        page("a4", "pdf"),
        page("letter", "pdf"),
        h(
          "a.button.quiet",
          { href: "/api/camera/page.svg?paper=a4", target: "_blank" },
          t("calibrate.page.svg"),
        ),
      ),
      photoButtons(
        ({ blob }) => {
          const named = freshKey();
          keepPicture(named, pictureOf(blob));
          take([...shots, named]);
        },
        { many: true, plain: true },
      ),
      h(
        "div.row",
        {},
        h("span.muted", {}, t("calibrate.lens.shots", { count: shots.length, least: LEAST_VIEWS })),
        h(
          "button.primary",
          {
            "data-key": "measure",
            "aria-disabled": shots.length < LEAST_VIEWS ? "true" : null,
            onclick: measure,
          },
          t("calibrate.lens.measure"),
        ),
        shots.length ? h("button.quiet", { onclick: () => take([]) }, t("hand.clear")) : null,
      ),
      status,
    );
  }
  show();
  return place;
}

/** The four corners of the table, tapped in turn on its photograph. */
function table(answered) {
  const place = h("div.stack");
  const status = h("div");
  /** @param {{blob: Blob & {name?: string}, url: string} | null} shot @param {number[][]} corners */
  function show(shot = null, corners = []) {
    if (!shot) {
      redraw(status);
      redraw(
        place,
        photoButtons(({ blob }) => show({ blob, url: URL.createObjectURL(blob) }), { plain: true }),
        status,
      );
      return;
    }
    const image = h("img", { src: shot.url, alt: t("calibrate.table.alt") });
    const marks = svg(
      "svg",
      { class: "corner-marks", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" },
      corners.length > 1
        ? svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") })
        : null,
    );
    const names = corners.map(([x, y], i) =>
      h("span.corner", { style: { left: `${100 * x}%`, top: `${100 * y}%` } }, String(i + 1)),
    );
    const sight = h(
      "div.corner-picture",
      {
        onclick: (event) => {
          if (corners.length === CORNERS.length) return;
          const box = image.getBoundingClientRect();
          show(shot, [
            ...corners,
            [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height],
          ]);
        },
      },
      image,
      marks,
      names,
    );
    const complete = corners.length === CORNERS.length;
    redraw(
      place,
      h(
        "p",
        { role: "status" },
        complete
          ? t("calibrate.table.complete")
          : t("calibrate.table.tap", { corner: t(`corner.${CORNERS[corners.length]}`) }),
      ),
      sight,
      status,
      h(
        "div.row",
        {},
        h(
          "button",
          {
            onclick: () => show(shot, corners.slice(0, -1)),
            "aria-disabled": corners.length ? null : "true",
          },
          icon("undo"),
          t("hand.undo"),
        ),
        h("button", { onclick: () => show() }, t("cancel")),
        h(
          "button.primary",
          {
            "data-key": "keep-table",
            "aria-disabled": complete ? null : "true",
            onclick: async () => {
              if (!complete) return;
              const form = formWith(shot.blob);
              form.append(
                "corners",
                JSON.stringify(corners.map(([x, y]) => [x * image.naturalWidth, y * image.naturalHeight])),
              );
              const answer = await post("table", form, status);
              if (!answer) return;
              show();
              answered(answer);
            },
          },
          t("calibrate.table.keep"),
        ),
      ),
    );
  }
  show();
  return place;
}

function white(answered) {
  const status = h("div");
  return h(
    "div.stack",
    {},
    photoButtons(
      async ({ blob }) => {
        const answer = await post("white", formWith(blob), status);
        if (answer) answered(answer);
      },
      { plain: true },
    ),
    status,
  );
}
