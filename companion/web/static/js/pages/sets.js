/** The sets that were enrolled, and the camera. */

import { Refused, get, send, upload } from "../api.js";
import { cameraSection } from "../camera-calibration.js";
import { oneOf } from "../controls.js";
import { h, icon, redraw, replace } from "../dom.js";
import { enrol, isEnrolmentBegun } from "../enrolment.js";
import { nameField } from "../set-name.js";
import { refusal, warnings } from "../status.js";
import { counted, t } from "../text.js";
import { tile } from "../tiles.js";
import { complain, confirm, dialog, start, toast } from "../ui.js";

const AUTOMATIC = ""; // stands for null among the choices
const FEW = 12;

/** The pictures of the sets that are unfolded, by name: these stay unfolded where the list is drawn anew. */
const unfolded = new Map();
const main = start("sets");
const list = h("section.stack", { "aria-labelledby": "sets-title" });
const of = (name, rest = "") => `/api/sets/${encodeURIComponent(name)}${rest}`;

try {
  show(await get("/api/sets"));
  replace(
    main,
    h("h1", {}, t("sets.title")),
    h("p.muted", {}, t("sets.lead")),
    list,
    h("hr.rule"),
    await cameraSection(),
  );
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  replace(main, h("h1", {}, t("sets.title")), refusal(error.message));
}

/** Do what changes the sets, and show them as they are then. */
async function afterwards(action) {
  try {
    await action();
  } catch (error) {
    complain(error);
  }
  show(await get("/api/sets"));
}

function show({ sets, chosen, order, problems }) {
  const begin = (name) => async () => {
    const kept = await enrol({ order, name });
    if (kept) toast(t("sets.kept", { name: kept.name }));
    await afterwards(async () => {});
  };
  const file = h("input", {
    type: "file",
    accept: ".zip,application/zip",
    hidden: true,
    onchange: () => {
      const [one] = file.files;
      file.value = "";
      if (one) afterwards(() => bringIn(one));
    },
  });
  redraw(
    list,
    h("h2", { id: "sets-title" }, t("sets.mine")),
    warnings(problems),
    sets.length
      ? oneOf({
          label: t("sets.which"),
          key: "chosen",
          wrap: true,
          value: chosen ?? AUTOMATIC,
          options: [
            { value: AUTOMATIC, text: t("sets.automatic") },
            ...sets.map(({ name }) => ({ value: name, text: name })),
          ],
          onchange: (name) => afterwards(() => send("PUT", "/api/sets", { chosen: name || null })),
        })
      : h("p.empty", {}, t("sets.none")),
    h(
      "div.set-list",
      {},
      sets.map((one) => card(one, begin(one.name))),
    ),
    h(
      "div.row",
      {},
      h(
        "button.primary.large",
        { "data-key": "enrol", onclick: begin("") },
        icon("plus"),
        t(isEnrolmentBegun("") ? "sets.enrol-on" : "sets.enrol"),
      ),
      h("button", { "data-key": "bring-in", onclick: () => file.click() }, t("sets.import")),
      file,
    ),
  );
}

function card(one, more) {
  const faces = unfolded.get(one.name) ?? h("div.set-faces");
  const opened = h(
    "details",
    {
      open: unfolded.has(one.name),
      ontoggle: async () => {
        if (!opened.open) {
          unfolded.delete(one.name);
          return;
        }
        unfolded.set(one.name, faces);
        try {
          await showFaces(one, faces);
        } catch (error) {
          complain(error);
        }
      },
    },
    h("summary", {}, t("sets.look")),
    faces,
  );
  const back = one.back
    ? h("span.set-back", { title: t("sets.back"), role: "img", "aria-label": t("sets.back") })
    : null;
  back?.style.setProperty("--back", one.back);
  return h(
    "article.panel.stack.set-card",
    { "data-set": one.name },
    h("div.row", {}, back, h("h3.grow", {}, one.name)),
    h(
      "p.muted",
      {},
      counted("sets.knows", one.tiles.length),
      ` ${counted("sets.examples", one.examples)}`,
      one.corrections ? ` ${counted("sets.corrections", one.corrections)}` : "",
    ),
    one.lacking.length
      ? h(
          "p.muted.small.set-lacking",
          {},
          t("sets.lacking"),
          one.lacking.slice(0, FEW).map((code) => tile(code)),
          one.lacking.length > FEW ? t("sets.lacking-more", { count: one.lacking.length - FEW }) : null,
        )
      : null,
    opened,
    h(
      "div.row",
      {},
      h(
        "button",
        { "data-key": `more-${one.name}`, onclick: more },
        icon("camera"),
        t(isEnrolmentBegun(one.name) ? "sets.add-on" : "sets.add"),
      ),
      h(
        "button.quiet",
        { "data-key": `rename-${one.name}`, onclick: () => afterwards(() => rename(one)) },
        t("sets.rename"),
      ),
      h("a.button", { href: of(one.name, "/file"), download: true }, t("sets.file")),
      h(
        "button.quiet",
        { "data-key": `remove-${one.name}`, onclick: () => afterwards(() => removeSet(one)) },
        t("sets.remove"),
      ),
    ),
  );
}

/** Every picture of the set; what was learnt from corrections can be forgotten one by one. */
async function showFaces(one, place) {
  const { faces } = await get(of(one.name));
  redraw(
    place,
    faces.map((face) =>
      h(
        "figure",
        {},
        h("img", {
          src: of(one.name, `/faces/${face.id}.png`),
          alt: "",
          loading: "lazy",
          width: 72,
          height: 72,
        }),
        h(
          "figcaption",
          {},
          tile(face.code, { size: "1.5rem" }),
          face.source === "corrected"
            ? h(
                "button.quiet",
                {
                  "aria-label": t("sets.forget-face"),
                  onclick: () => afterwards(() => send("DELETE", of(one.name, `/examples/${face.id}`))),
                },
                icon("close"),
              )
            : null,
        ),
      ),
    ),
  );
}

/** put(name): take that name; where it is refused, the dialog says why and keeps what was typed. */
function askName({ title, value, put }) {
  const field = nameField({ value });
  return dialog({
    title,
    content: (close) =>
      h(
        "form.stack",
        {
          onsubmit: async (event) => {
            event.preventDefault();
            const name = field.name();
            if (name === null) return;
            try {
              await put(name);
              close();
            } catch (error) {
              if (!(error instanceof Refused)) throw error;
              field.refused(error.message);
            }
          },
        },
        field.element,
        h("button.primary", { type: "submit" }, t("done")),
      ),
    ready: (element) => element.querySelector("input")?.select(),
  });
}

const rename = (one) =>
  askName({
    title: t("sets.rename"),
    value: one.name,
    put: async (name) => {
      if (name !== one.name) await send("PATCH", of(one.name), { name });
    },
  });

async function removeSet(one) {
  if (
    await confirm({
      title: t("sets.remove-title", { name: one.name }),
      text: t("sets.remove-why"),
      yes: t("sets.remove"),
    })
  ) {
    await send("DELETE", of(one.name));
  }
}

/** Where a set of that name is here already, another name is asked for. */
async function bringIn(file) {
  try {
    await takeIn(file);
  } catch (error) {
    if (error.status !== 409) throw error;
    const value = file.name.replace(/\.zip$/i, "");
    await askName({ title: error.message, value, put: (name) => takeIn(file, name) });
  }
}

async function takeIn(file, name = "") {
  const form = new FormData();
  form.append("file", file, file.name);
  if (name) form.append("name", name);
  toast(t("sets.kept", { name: (await upload("/api/sets/import", form, { guarded: true })).name }));
}
