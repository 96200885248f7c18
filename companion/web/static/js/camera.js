/** The device's camera: opening it, or saying why not; its lamp; how still the picture is. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** Why the live camera is not to be had, as one sentence. */
export class NoCamera extends Error {}

const REASONS = {
  NotAllowedError: "camera.refused",
  NotFoundError: "camera.none",
  OverconstrainedError: "camera.none",
  NotReadableError: "camera.busy",
};

/** Over plain HTTP a browser gives no page the camera. */
export const cameraPossible = () => Boolean(window.isSecureContext && navigator.mediaDevices?.getUserMedia);

/**
 * The rear camera, running. Resolves to {video, frame, lamp, close}; raises NoCamera.
 * frame(): the present picture as a JPEG, null before the first. lamp: null, or a function that switches it
 * on or off.
 */
export async function openCamera() {
  if (!cameraPossible()) throw new NoCamera(t(window.isSecureContext ? "camera.none" : "camera.needs-https"));
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } },
      audio: false,
    });
  } catch (refused) {
    throw new NoCamera(t(REASONS[refused.name] ?? "camera.busy"));
  }
  const video = h("video", { autoplay: true, muted: true, "aria-label": t("camera.live") });
  video.setAttribute("playsinline", "");
  video.srcObject = stream;
  const [track] = stream.getVideoTracks();
  return {
    video,
    frame: () => picture(video),
    lamp: /** @type {any} */ (track.getCapabilities?.())?.torch
      ? (on) => track.applyConstraints({ advanced: [/** @type {any} */ ({ torch: on })] })
      : null,
    close: () => stream.getTracks().forEach((one) => one.stop()),
  };
}

function picture(video) {
  const canvas = h("canvas", { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext("2d").drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
}

const WIDTH = 64,
  HEIGHT = 48;
/**
 * Grey values of 255 from one look to the next: a phone held in the hand stays below, a hand that
 * moves a tile does not.
 */
const MOVING = 8;
const STILL_MS = 500;

/**
 * Watches a video: the function it gives, called several times a second, tells whether the picture is still.
 */
export function stillness(video, now = () => performance.now()) {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  brush.imageSmoothingQuality = "high";
  let before = null;
  let since = null;
  return () => {
    if (!video.videoWidth) return false;
    brush.drawImage(video, 0, 0, WIDTH, HEIGHT);
    const grey = greys(brush.getImageData(0, 0, WIDTH, HEIGHT).data);
    const moved = before === null || difference(before, grey) > MOVING;
    before = grey;
    if (moved) since = null;
    else since ??= now();
    return since !== null && now() - since >= STILL_MS;
  };
}

/** Grey values of RGBA pixels, around their mean: a lamp that flickers is no movement. */
function greys(pixels) {
  const grey = new Float32Array(pixels.length / 4);
  let sum = 0;
  for (let i = 0; i < grey.length; i += 1) {
    sum += grey[i] = 0.3 * pixels[4 * i] + 0.59 * pixels[4 * i + 1] + 0.11 * pixels[4 * i + 2];
  }
  const mean = sum / grey.length;
  return grey.map((value) => value - mean);
}

/**
 * How far two pictures are apart: the mean of the eighth that changed most, so that one moved tile counts.
 */
export function difference(a, b) {
  const apart = a.map((value, i) => Math.abs(value - b[i])).sort();
  const most = apart.subarray(Math.floor((apart.length * 7) / 8));
  return most.reduce((sum, one) => sum + one, 0) / most.length;
}
