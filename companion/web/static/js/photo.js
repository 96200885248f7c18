/** Taking a photograph, and showing it with every tile outlined and named. */

import { Refused, upload } from "./api.js";
import { h, replace, svg } from "./dom.js";
import { number, t } from "./text.js";
import { picture, words } from "./tiles.js";
import { dialog, icon } from "./ui.js";

/** Buttons to take or choose a photograph; onpicture gets {blob, winBox}, winBox as shares of the picture or null. */
export function photoButtons(onpicture, { large = false, again = false } = {}) {
  const input = (capture) => {
    const element = h("input", { type: "file", accept: "image/*", hidden: true, onchange: () => {
      const [blob] = element.files;
      if (blob) onpicture({ blob, winBox: null });
      element.value = "";
    } });
    if (capture) element.setAttribute("capture", "environment");
    return element;
  };
  const camera = input(true);
  const chooser = input(false);
  const live = Boolean(window.isSecureContext && navigator.mediaDevices?.getUserMedia);
  const take = h("button.primary", { onclick: async () => {
    if (!live) { camera.click(); return; }
    const shot = await viewfinder();
    if (shot === "camera-app") camera.click();
    else if (shot) onpicture(shot);
  } }, icon("camera"), t(again ? "photo.again" : "photo.take"));
  if (again) take.className = "";
  const choose = h("button", { onclick: () => chooser.click() }, t(again ? "photo.choose-again" : "photo.choose"));
  if (large) { take.classList.add("large"); choose.classList.add("large"); }
  return h("div.row", {}, take, choose, camera, chooser);
}

/** Where the winning tile may be laid apart, as shares of the viewfinder: left, top, right, bottom. */
const WIN_BOX = [0.80, 0.08, 0.96, 0.34];

/** The live picture with two boxes. Resolves to {blob, winBox}, "camera-app" where no camera opens, or undefined. */
async function viewfinder() {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } }, audio: false });
  } catch (refused) { return "camera-app"; }
  const video = h("video", { autoplay: true, muted: true, "aria-label": t("photo.live") });
  video.setAttribute("playsinline", "");
  video.srcObject = stream;
  let apart = false;
  const shoot = async () => {
    const canvas = h("canvas", { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.93));
    return { blob, winBox: apart ? WIN_BOX : null };
  };
  try {
    return await dialog({
      title: t("photo.live"), wide: true,
      content: () => h("div.viewfinder", {}, video,
        h("div.guide.hand", { "aria-hidden": "true" }, h("span", {}, t("photo.guide-hand"))),
        h("div.guide.win", { "aria-hidden": "true", hidden: true }, h("span", {}, t("photo.guide-win")))),
      actions: (close) => [
        h("button", { onclick: () => close("camera-app") }, t("photo.camera-app")),
        h("button", { "aria-pressed": "false", onclick: (event) => {
          apart = !apart;
          event.currentTarget.setAttribute("aria-pressed", String(apart));
          document.querySelector(".guide.win").hidden = !apart;
        } }, t("photo.apart")),
        h("button.primary.large", { onclick: async () => close(await shoot()) }, icon("camera"), t("photo.shoot"))],
    });
  } finally { stream.getTracks().forEach((track) => track.stop()); }
}

/** Read a photograph; `status` shows how far it is. Resolves to a reading; raises Refused. */
export async function read(blob, status, { table = false } = {}) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("photo.sending") });
  const words = h("span", {}, t("photo.sending"));
  replace(status, h("div.reading-status", { role: "status" }, bar, words));
  const form = new FormData();
  form.append("photo", blob, blob.name ?? "photo.jpg");
  if (table) form.append("table", "true");
  try {
    return await upload("/api/read", form, { onProgress: (share) => {
      bar.value = share;
      if (share >= 1) { bar.removeAttribute("value"); words.textContent = t("photo.reading"); }
    } });
  } finally { replace(status); }
}

const centre = (quad) => [quad.reduce((sum, [x]) => sum + x, 0) / 4, quad.reduce((sum, [, y]) => sum + y, 0) / 4];

/** The place of the tile that lies in the box for the winning tile, or null. */
export function tileInBox(reading, box) {
  if (!box) return null;
  const [left, top, right, bottom] = box;
  const place = reading.tiles.findIndex(({ quad }) => {
    const [x, y] = centre(quad);
    return x >= left * reading.image.width && x <= right * reading.image.width && y >= top * reading.image.height && y <= bottom * reading.image.height;
  });
  return place < 0 ? null : place;
}

/**
 * The photograph with its tiles. seen: for each tile of the reading {code, sure, part, winning};
 * part says whether it belongs to the hand. ontile gets the tile's place.
 */
export function photoStage({ url, reading, seen, ontile, tools }) {
  const { width, height } = reading.image;
  const outlines = reading.tiles.map((tile, place) => outline(tile.quad, seen[place], () => ontile(place), place));
  const layer = svg("svg", { class: "overlay", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("photo.tiles-in-picture") }, outlines);
  const sheet = h("div.sheet", {}, h("img", { src: url, alt: t("photo.alt") }), layer);
  const frame = h("div.stage-scroll", { tabIndex: 0, role: "region", "aria-label": t("photo.region") }, sheet);
  sheet.style.setProperty("--ratio", width / height);
  let zoom = 1;
  const set = (next) => {
    const before = { x: (frame.scrollLeft + frame.clientWidth / 2) / sheet.clientWidth, y: (frame.scrollTop + frame.clientHeight / 2) / sheet.clientHeight };
    zoom = Math.min(6, Math.max(1, next));
    sheet.style.setProperty("--zoom", zoom);
    frame.scrollLeft = before.x * sheet.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = before.y * sheet.clientHeight - frame.clientHeight / 2;
  };
  pinch(frame, () => zoom, set);
  const names = h("button", { "aria-pressed": "true", onclick: () => {
    const shown = layer.classList.toggle("nameless");
    names.setAttribute("aria-pressed", String(!shown));
  } }, t("photo.names"));
  return h("div.stage", {}, frame,
    h("div.stage-tools", {}, h("button", { "aria-label": t("photo.closer"), onclick: () => set(zoom * 1.6) }, icon("plus")),
      h("button", { "aria-label": t("photo.further"), onclick: () => set(zoom / 1.6) }, icon("minus")), names, h("span.grow"), tools));
}

function outline(quad, { code, sure, part, winning }, onclick, place) {
  const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = quad;
  const points = quad.map((point) => point.join(",")).join(" ");
  // The small picture stands on the tile's own lower edge, upright for whoever looks at the page.
  const middle = [(cx + dx) / 2, (cy + dy) / 2];
  const size = side * 0.5;
  const state = [sure ? null : t("photo.unsure"), part ? null : t("photo.apart-from-hand"), winning ? t("hand.winning") : null].filter(Boolean);
  const group = svg("g", { class: ["seen", sure ? "" : "unsure", part ? "" : "other", winning ? "winning" : ""].join(" ").trim(), role: "button", tabindex: 0, "data-key": `seen-${place}`, "data-place": place,
    "aria-label": [words(code), ...state].join(", ") },
  svg("polygon", { points, class: "edge", "stroke-width": Math.max(2, side * (sure ? 0.045 : 0.09)), "stroke-dasharray": sure ? null : `${side * 0.16} ${side * 0.1}` }),
  part ? svg("image", { class: "name", href: picture(code), x: middle[0] - size / 2, y: middle[1] - size * 0.75, width: size, height: size * 4 / 3 }) : null,
  sure ? null : svg("g", { class: "doubt", transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2})` },
    svg("circle", { r: side * 0.26 }), svg("text", { "text-anchor": "middle", y: side * 0.145, "font-size": side * 0.42 }, "?")),
  winning ? svg("text", { class: "star", x: ax, y: ay, "font-size": side * 0.6, "text-anchor": "middle" }, "★") : null);
  group.addEventListener("click", onclick);
  group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onclick(); } });
  return group;
}

/** Two fingers or Ctrl and the wheel change how close the picture is. */
function pinch(frame, present, set) {
  const fingers = new Map();
  let from = null;
  const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
  frame.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    from = fingers.size === 2 ? { spread: spread(), zoom: present() } : null;
  });
  frame.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (from && fingers.size === 2) set(from.zoom * spread() / from.spread);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => { fingers.delete(event.pointerId); from = null; });
  frame.addEventListener("wheel", (event) => { if (event.ctrlKey) { event.preventDefault(); set(present() * (event.deltaY < 0 ? 1.15 : 0.87)); } }, { passive: false });
}

/** One tile cut out of the photograph, to look at while choosing what it is. */
export function cutOut(url, quad, width = 96) {
  const canvas = h("canvas.cut-out", { width, height: Math.round(width * 4 / 3), role: "img", "aria-label": t("photo.cut-out") });
  const image = new Image();
  image.onload = () => {
    const [a, b, , d] = quad;
    const across = [b[0] - a[0], b[1] - a[1]];
    const down = [d[0] - a[0], d[1] - a[1]];
    const brush = canvas.getContext("2d");
    // The parallelogram of the tile's top left corner, straightened: near enough for the eye.
    const w = canvas.width, hgt = canvas.height;
    const det = across[0] * down[1] - across[1] * down[0];
    if (Math.abs(det) < 1) return;
    brush.setTransform(w * down[1] / det, -hgt * across[1] / det, -w * down[0] / det, hgt * across[0] / det,
      w * (down[0] * a[1] - down[1] * a[0]) / det, hgt * (across[1] * a[0] - across[0] * a[1]) / det);
    brush.drawImage(image, 0, 0);
  };
  image.src = url;
  return canvas;
}

/** What the reading itself has to say: its warnings and how many tiles need a look. */
export function readingNotes(reading, unsure) {
  return h("div.stack", {}, reading.warnings.map((warning) => h("p.warning", {}, h("span", {}, warning))),
    unsure ? h("p.warning", { role: "status" }, h("span", {}, t(unsure === 1 ? "photo.look.one" : "photo.look.many", { count: number(unsure) }))) : null);
}

export { Refused };
