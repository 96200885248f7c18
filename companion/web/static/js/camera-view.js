/**
 * The live viewfinder. While the table moves nothing is sent. When it lies still one frame is read
 * and its tiles are outlined; when that reading is certain, the frame becomes the photograph by
 * itself, after a ring has had time to be stopped. Taking the picture by hand is always possible.
 */

import { openCamera, stillness } from "./camera.js";
import { h, icon, svg } from "./dom.js";
import { overlay } from "./outlines.js";
import { store, stored } from "./stored.js";
import { t } from "./text.js";
import { dialog } from "./ui.js";

const LOOK_MS = 100;
const RING_MS = 1200;
/** How long to wait before the same still table is read again: at first, and at most. */
const AGAIN_MS = [1500, 6000];
const AUTO = "camera-auto";

/**
 * look(blob, signal): reads a frame, resolves to {reading, seen, certain, words}: `seen` as the
 * overlay wants it, `words` one sentence about what is seen. Absent: only the shutter takes pictures.
 * Resolves to {blob, reading} (`reading` where the frame was read), "camera-app", or undefined; raises
 * NoCamera.
 */
export async function viewfinder({ look = null } = {}) {
  const camera = await openCamera();
  const { video } = camera;
  const words = h("p.camera-words", { role: "status" });
  const marks = h("div.camera-marks");
  const shutter = h("button.primary.large.shutter", {}, ring(), icon("camera"), t("camera.shoot"));
  const sight = h("div.viewfinder", {}, video, marks, words);
  let auto = look !== null && stored(AUTO) !== "off";
  let timer = 0;
  try {
    return await dialog({
      title: t("camera.live"),
      wide: true,
      content: (close) => {
        shutter.onclick = async () => {
          const blob = await camera.frame();
          if (blob) close({ blob }); // a camera that has just begun shows nothing yet
        };
        if (look) timer = watch({ camera, sight, marks, words, look, auto: () => auto, taken: close });
        return sight;
      },
      actions: (close) => [
        h("button.quiet", { onclick: () => close("camera-app") }, t("camera.app")),
        camera.lamp ? toggle("lamp", { icon: "lamp", on: false, onchange: camera.lamp }) : null,
        look
          ? toggle("auto", {
              on: auto,
              onchange: (on) => {
                auto = on;
                store(AUTO, on ? "on" : "off");
              },
            })
          : null,
        shutter,
      ],
    });
  } finally {
    clearInterval(timer);
    camera.close();
  }
}

/** @param {string} name
 * @param {{icon?: string, on: boolean, onchange: (on: boolean) => any}} options */
function toggle(name, { icon: sign, on, onchange }) {
  const button = h(
    "button",
    {
      "aria-pressed": String(on),
      "data-key": name,
      onclick: () => {
        on = !on;
        button.setAttribute("aria-pressed", String(on));
        onchange(on);
      },
    },
    sign && icon(sign),
    t(`camera.${name}`),
  );
  return button;
}

/** Two circles; the upper one closes while the picture is about to be taken. */
const ring = () =>
  svg(
    "svg",
    { class: "ring", viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("circle", { cx: 20, cy: 20, r: 17 }),
    svg("circle", { class: "closing", cx: 20, cy: 20, r: 17, pathLength: 1 }),
  );

/** Looks whenever the table lies still; gives the timer to stop it by. */
function watch({ camera, sight, marks, words, look, auto, taken }) {
  const isStill = stillness(camera.video);
  let request = null; // the reading under way
  let found = null; // {blob, reading, certain} of the table as it lies
  let since = 0; // when it was found
  let pause = AGAIN_MS[0];
  const state = (name, text) => {
    sight.closest("dialog").dataset.state = name;
    if (words.textContent !== text) words.textContent = text;
  };

  function forget() {
    request?.abort();
    request = null;
    found = null;
    pause = AGAIN_MS[0];
    marks.replaceChildren();
    state("moving", t("camera.moving"));
  }

  async function readFrame() {
    const mine = (request = new AbortController());
    if (!found) state("reading", t("camera.reading"));
    try {
      const blob = await camera.frame();
      if (!blob) {
        if (mine === request) request = null;
        return;
      }
      const seen = await look(blob, mine.signal);
      if (mine !== request) return;
      found = { blob, ...seen };
      marks.replaceChildren(overlay(seen.reading, seen.seen));
      state(seen.certain ? "certain" : "doubtful", seen.words);
    } catch (error) {
      if (mine !== request) return;
      found = { certain: false };
      state("doubtful", error.message);
    }
    since = performance.now();
    request = null;
  }

  function tick() {
    if (document.hidden) return;
    if (!isStill()) {
      forget();
      return;
    }
    if (request) return;
    const waited = performance.now() - since;
    if (found?.certain) {
      if (!auto()) {
        state("certain", found.words);
        since = performance.now();
        return;
      }
      state("taking", t("camera.taking"));
      if (waited >= RING_MS) taken({ blob: found.blob, reading: found.reading });
    } else if (!found || waited >= pause) {
      if (found) pause = Math.min(2 * pause, AGAIN_MS[1]);
      readFrame();
    }
  }

  return setInterval(tick, LOOK_MS);
}
