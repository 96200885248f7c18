/** Taking a photograph, and showing it with every tile outlined and named. */

import { byRulesOf, send, upload } from "./api.js";
import { NoCamera, cameraPossible } from "./camera.js";
import { viewfinder } from "./camera-view.js";
import { h, icon, replace } from "./dom.js";
import { layerOf, outline, pressable } from "./outlines.js";
import { formWith } from "./pictures.js";
import { counted, listed, t } from "./text.js";
import { oneAtATime, toast } from "./ui.js";

/** Another tap while the camera is opened opens no second viewfinder. */
const oneViewfinder = oneAtATime(viewfinder);

/**
 * A way to take or choose a photograph, without buttons: `inputs` have to stand in the page.
 * onpicture gets {blob, reading}, `reading` where the viewfinder read that very picture.
 * @param {(shot: {blob: Blob & {name?: string}, reading?: any}) => any} onpicture
 * @param {{look?: any, many?: boolean}} options  look: what the viewfinder does with a frame; many: whether
 *   several pictures may be chosen at once
 */
export function photographer(onpicture, { look = null, many = false } = {}) {
  const input = (capture) => {
    const element = h("input", {
      type: "file",
      accept: "image/*",
      hidden: true,
      multiple: many && !capture,
      onchange: async () => {
        const chosen = [...element.files];
        element.value = "";
        // One alone is read at once, and then the server says so.
        for (const blob of many ? await picturesAmong(chosen) : chosen) onpicture({ blob });
      },
    });
    if (capture) element.setAttribute("capture", "environment");
    return element;
  };
  const cameraApp = input(true);
  const chooser = input(false);
  async function take() {
    if (!cameraPossible()) {
      cameraApp.click();
      return;
    }
    try {
      const shot = await oneViewfinder({ look });
      if (shot === "camera-app") cameraApp.click();
      else if (shot) onpicture(shot);
    } catch (error) {
      if (!(error instanceof NoCamera)) throw error;
      toast(error.message, { bad: true, seconds: 9 });
      cameraApp.click();
    }
  }
  return { inputs: [cameraApp, chooser], take, choose: () => chooser.click() };
}

/** Browsers seldom show what newer phones take, and the server reads it. */
const HEIC = /hei[cf]/i;

/** Those that are pictures; of the others it is said which they are. @param {File[]} files */
async function picturesAmong(files) {
  const pictures = [];
  const others = [];
  // One after the other: a phone has no room for twelve at once.
  for (const file of files) {
    const shown = HEIC.test(file.type + file.name) || (await canBeShown(file));
    (shown ? pictures : others).push(file);
  }
  const names = listed(others.map((file) => `“${file.name}”`));
  if (names) toast(counted("photo.no-picture", others.length, { names }), { bad: true, seconds: 9 });
  return pictures;
}

async function canBeShown(file) {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return true;
  } catch (broken) {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Buttons to take or choose a photograph, as `photographer` does it.
 * plain: not the first thing to do on its page.
 * @param {(shot: {blob: Blob & {name?: string}, reading?: any}) => any} onpicture
 * @param {{large?: boolean, again?: boolean, plain?: boolean, many?: boolean, look?: any}} options
 */
export function photoButtons(
  onpicture,
  { large = false, again = false, plain = again, many = false, look = null } = {},
) {
  const by = photographer(onpicture, { look, many });
  const take = h(
    plain ? "button" : "button.primary",
    { "data-key": "take", onclick: by.take },
    icon("camera"),
    t(again ? "photo.again" : "photo.take"),
  );
  const choose = h(
    "button",
    { "data-key": "choose", onclick: by.choose },
    t(again ? "photo.choose-again" : "photo.choose"),
  );
  if (large) {
    take.classList.add("large");
    choose.classList.add("large");
  }
  const buttons = h("div.row", {}, take, choose, by.inputs);
  return cameraPossible() || again
    ? buttons
    : h("div.stack", {}, buttons, h("p.muted.small", {}, t("camera.needs-https")));
}

/**
 * Read one photograph, or a list of several of the same hand; `status` shows how far it is.
 * Resolves to a reading; raises Refused.
 */
export async function read(
  blobs,
  status,
  { table = /** @type {boolean | string} */ (false), evening = null } = {},
) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("photo.sending") });
  const words = h("span", {}, t("photo.sending"));
  replace(status, h("div.reading-status", { role: "status" }, bar, words));
  const form = formWith(...[blobs].flat());
  if (table) form.append("table", String(table));
  try {
    return await upload(byRulesOf(evening)("/api/read"), form, {
      onProgress: (share) => {
        bar.value = share;
        if (share >= 1) {
          bar.removeAttribute("value");
          words.textContent = t("photo.reading");
        }
      },
    });
  } finally {
    replace(status);
  }
}

/** Read a frame of the viewfinder; `signal` gives it up. */
export function glance(
  blob,
  signal,
  { table = /** @type {boolean | string} */ (false), evening = null } = {},
) {
  const form = formWith(blob);
  if (table) form.append("table", String(table));
  return send("POST", byRulesOf(evening)("/api/read"), form, { guarded: false, signal });
}

/** The least width of a target for a finger, in CSS pixels: WCAG 2.2, 2.5.5. */
const FINGER_PX = 44;
/** How many times larger than the whole picture it may be looked at. */
const CLOSEST = 8;

/** How each photograph is looked at, by its address: {zoom, x, y}; x, y: the middle, in shares of it. */
const views = new Map();
const byFinger = matchMedia("(pointer: coarse)");

/**
 * The photograph with its tiles. seen: for each tile of the reading {code, sure, byRule, part, winning};
 * part says whether it belongs to the hand. ontile gets the tile's place. Drawn again, the photograph is
 * looked at as before.
 */
export function photoStage({ url, reading, seen, ontile, tools }) {
  const { width, height } = reading.image;
  const outlines = reading.tiles.map((tile, place) =>
    pressable(outline(tile.quad, seen[place]), seen[place], (event) => pressed(event, tile, place), place),
  );
  const layer = layerOf(reading, outlines, { role: "group", "aria-label": t("photo.tiles-in-picture") });
  const sheet = h("div.sheet", {}, h("img", { src: url, alt: t("photo.alt") }), layer);
  const frame = h(
    "div.stage-scroll",
    { tabIndex: 0, role: "region", "aria-label": t("photo.region"), onscroll: () => remember() },
    sheet,
  );
  sheet.style.setProperty("--ratio", width / height);
  const { zoom: before, x, y } = views.get(url) ?? { zoom: 1, x: 0.5, y: 0.5 };
  let zoom = before;
  const middle = () => ({
    x: (frame.scrollLeft + frame.clientWidth / 2) / sheet.clientWidth,
    y: (frame.scrollTop + frame.clientHeight / 2) / sheet.clientHeight,
  });
  const remember = () => frame.isConnected && views.set(url, { zoom, ...middle() });
  const set = (next, at = middle()) => {
    zoom = Math.min(CLOSEST, Math.max(1, next));
    sheet.style.setProperty("--zoom", zoom);
    frame.scrollLeft = at.x * sheet.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = at.y * sheet.clientHeight - frame.clientHeight / 2;
    remember();
  };
  /** A finger brings a tile closer that is too small for it, and then says which one it means. */
  function pressed(event, { quad }, place) {
    const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
    const shown = (side * sheet.clientWidth) / width;
    if (event.type === "keydown" || !byFinger.matches || shown >= FINGER_PX || zoom >= CLOSEST) {
      ontile(place);
      return;
    }
    const [mx, my] = [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / quad.length);
    set(zoom * (FINGER_PX / shown) * 1.05, { x: mx / width, y: my / height });
  }
  if (zoom > 1) requestAnimationFrame(() => set(zoom, { x, y }));
  pinch(frame, () => zoom, set);
  const names = h(
    "button",
    {
      "aria-pressed": "true",
      onclick: () => {
        const shown = layer.classList.toggle("nameless");
        names.setAttribute("aria-pressed", String(!shown));
      },
    },
    t("photo.names"),
  );
  return h(
    "div.stage",
    {},
    frame,
    byFinger.matches ? h("p.stage-hint", {}, t("photo.tap-closer")) : null,
    h(
      "div.stage-tools",
      {},
      h("button", { "aria-label": t("photo.closer"), onclick: () => set(zoom * 1.6) }, icon("plus")),
      h("button", { "aria-label": t("photo.further"), onclick: () => set(zoom / 1.6) }, icon("minus")),
      names,
      h("span.grow"),
      tools,
    ),
  );
}

/** Two fingers or Ctrl and the wheel change how close the picture is. */
function pinch(frame, present, set) {
  const fingers = new Map();
  let from = null;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  frame.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    from = fingers.size === 2 ? { spread: spread(), zoom: present() } : null;
  });
  frame.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (from && fingers.size === 2) set((from.zoom * spread()) / from.spread);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    frame.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      from = null;
    });
  }
  frame.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) {
        event.preventDefault();
        set(present() * (event.deltaY < 0 ? 1.15 : 0.87));
      }
    },
    { passive: false },
  );
}

/** One tile cut out of the photograph, to look at while choosing what it is. */
export function cutOut(url, quad, width = 96) {
  const canvas = h("canvas.cut-out", {
    width,
    height: Math.round((width * 4) / 3),
    role: "img",
    "aria-label": t("photo.cut-out"),
  });
  const image = new Image();
  image.onload = () => {
    const [a, b, , d] = quad;
    const across = [b[0] - a[0], b[1] - a[1]];
    const down = [d[0] - a[0], d[1] - a[1]];
    const brush = canvas.getContext("2d");
    // The parallelogram of the tile's top left corner, straightened: near enough for the eye.
    const w = canvas.width,
      hgt = canvas.height;
    const det = across[0] * down[1] - across[1] * down[0];
    if (Math.abs(det) < 1) return;
    brush.setTransform(
      (w * down[1]) / det,
      (-hgt * across[1]) / det,
      (-w * down[0]) / det,
      (hgt * across[0]) / det,
      (w * (down[0] * a[1] - down[1] * a[0])) / det,
      (hgt * (across[1] * a[0] - across[0] * a[1])) / det,
    );
    brush.drawImage(image, 0, 0);
  };
  image.src = url;
  return canvas;
}
