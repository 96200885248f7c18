/** The HTTP calls of docs/api.md: errors as one sentence, the scorekeeper's token, progress. */

import { look } from "./reach.js";
import { refusal, t } from "./text.js";

export class Refused extends Error {
  /** status: HTTP status, 0 where the server was not reached; field: what in the input is wrong. */
  constructor(message, status, field = null) {
    super(message);
    this.status = status;
    this.field = field;
  }

  /** Whether the same may well be answered in a moment: nobody was reached, or nobody had time. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

let session = null;
let askForPin = /** @type {(refused: any) => Promise<boolean>} */ (async () => false);

/** Hand in the dialog that asks for the PIN and calls `signIn`; resolves to whether it succeeded. */
export function onPinNeeded(ask) {
  askForPin = ask;
}

/** Who this device is; where that is not to be had it watches, until it is asked for again. */
export async function currentSession() {
  try {
    session ??= await get("/api/session");
  } catch (refused) {
    return { role: "watcher", token: null };
  }
  return session;
}

export async function signIn(pin) {
  session = await send("POST", "/api/session", { pin }, { guarded: false });
  return session;
}

export async function signOut() {
  session = await send("DELETE", "/api/session", undefined, { guarded: false });
}

/** Works without a secure context too, where crypto.randomUUID is missing. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (notJson) {
    return null;
  }
}

async function answer(response) {
  const text = await response.text();
  const body = parsed(text);
  if (!response.ok) {
    const kind = response.headers.get("X-Companion-Refused");
    const field = body?.field ?? null;
    throw new Refused(refusal(kind, response.status, body?.error, field), response.status, field);
  }
  return body;
}

async function call(url, options) {
  try {
    // What the browser kept may be of before a restore or an update of the server.
    return await answer(await fetch(url, { credentials: "same-origin", cache: "no-store", ...options }));
  } catch (error) {
    if (error instanceof Refused || error.name === "AbortError") throw error;
    look();
    throw new Refused(t("error.offline"), 0);
  }
}

export function get(url, options = {}) {
  return call(url, options);
}

/** Addresses of calls about rules, for an evening: by the rules it keeps, not by the rule set of today. */
export const byRulesOf = (evening) => (url) =>
  evening ? `${url}${url.includes("?") ? "&" : "?"}evening=${encodeURIComponent(evening.id)}` : url;

/**
 * Send JSON. guarded: a call that only the scorekeeper may make; asks for the PIN when needed.
 * key: the Idempotency-Key, made once by the caller so that a repeat can do no harm.
 * @param {string} method
 * @param {string} url
 * @param {any} [body]
 * @param {{guarded?: boolean, ask?: boolean, key?: string, version?: number, signal?: AbortSignal, type?:
 *   string}} options
 */
export async function send(
  method,
  url,
  body,
  { guarded = true, ask = true, key, version, signal, type } = {},
) {
  const headers = {};
  if (body !== undefined && !(body instanceof FormData)) headers["Content-Type"] = type ?? "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (version !== undefined) headers["If-Match"] = String(version);
  if (guarded) {
    const { token } = await currentSession();
    if (token) headers["X-Companion-Token"] = token;
  }
  const payload = body === undefined || body instanceof FormData || type ? body : JSON.stringify(body);
  try {
    return await call(url, { method, headers, body: payload, signal });
  } catch (error) {
    if (error.status !== 401 || !guarded) throw error;
    session = null;
    if (!ask || !(await askForPin(error))) throw error;
    return send(method, url, body, { guarded, key, version, signal, type });
  }
}

const answered = (request) => {
  const kind = request.getResponseHeader("X-Companion-Refused");
  const headers = new Headers(kind ? { "X-Companion-Refused": kind } : undefined);
  return new Response(request.responseText || null, { status: request.status, headers });
};

/**
 * Upload with progress; fetch cannot tell how far an upload is.
 * @param {string} url
 * @param {FormData} form
 * @param {{onProgress?: (share: number) => any, guarded?: boolean}} options  onProgress gets 0 to 1
 */
export async function upload(url, form, { onProgress = () => {}, guarded = false } = {}) {
  const token = guarded ? (await currentSession()).token : null;
  try {
    return await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", url);
      if (token) request.setRequestHeader("X-Companion-Token", token);
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
      request.onerror = () => {
        look();
        reject(new Refused(t("error.offline"), 0));
      };
      request.onload = () => answer(answered(request)).then(resolve, reject);
      request.send(form);
    });
  } catch (error) {
    if (error.status !== 401 || !guarded) throw error;
    session = null;
    if (!(await askForPin(error))) throw error;
    return upload(url, form, { onProgress, guarded });
  }
}

/**
 * Follow server-sent events while the page is looked at; comes back by itself. A browser keeps six
 * connections to a server and no more, for all its tabs and for the pages that one may go back to: a page
 * that nobody sees lets its own go, or the others wait for theirs. Returns a function that stops it.
 */
export function follow(url, onMessage, onState = /** @type {(connected: boolean) => void} */ (() => {})) {
  let source = null;
  let timer = 0;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    source = new EventSource(url);
    source.onopen = () => onState(true);
    source.onmessage = (event) => onMessage(JSON.parse(event.data));
    source.onerror = () => {
      onState(false);
      look();
      // A browser gives up after some answers (a full server, for one); we do not.
      if (source?.readyState === EventSource.CLOSED) {
        clearTimeout(timer);
        timer = setTimeout(open, 3000);
      }
    };
  };
  const asSeen = () => {
    if (document.visibilityState === "hidden") close();
    else if (source === null || source.readyState === EventSource.CLOSED) open();
  };
  asSeen();
  document.addEventListener("visibilitychange", asSeen);
  addEventListener("pageshow", asSeen);
  addEventListener("pagehide", close);
  return () => {
    close();
    document.removeEventListener("visibilitychange", asSeen);
    removeEventListener("pageshow", asSeen);
    removeEventListener("pagehide", close);
  };
}
