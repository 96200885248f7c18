/** Parts that every page shares: top line, dialogs, toasts, the PIN. */

import { Refused, currentSession, onPinNeeded, signIn, signOut } from "./api.js";
import { field } from "./controls.js";
import { focusAgain, focusedIn, h, icon, onPage, replace } from "./dom.js";
import "./finger.js"; // on every page the first half of a double tap counts
import { watchReach, whenReached } from "./reach.js";
import { holdSteady } from "./steady.js";
import { t } from "./text.js";
import { picture } from "./tiles.js";

const PAGES = [
  ["photo", "/photo"],
  ["evenings", "/evenings"],
  ["rules", "/rules"],
  ["statistics", "/statistics"],
];

/** What the browser's tab says of the page. */
export function titled(words) {
  document.title = `${words} · ${t("name")}`;
}

export function start(page) {
  titled(t(`page.${page}`));
  onPinNeeded(askForPin);
  const nav = h(
    "nav",
    { "aria-label": t("nav.label") },
    PAGES.map(([name, href]) =>
      h("a", { href, "aria-current": page === name ? "page" : null }, t(`nav.${name}`)),
    ),
  );
  replace(onPage("#top"), wayUp(page), nav, lampButton());
  onPage(".skip").textContent = t("nav.skip");
  inTopLine(h("div.toasts", { role: "status", "aria-live": "polite" }));
  watchReach();
  holdSteady();
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof Refused) {
      complain(event.reason);
      event.preventDefault();
    }
  });
  // The shell is kept for the day the server is not reached; where it is refused, nothing is lost.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  return onPage("#main");
}

/** From the table to the start; from another page to the table of its evening, or of the one being played. */
function wayUp(page) {
  const table = page === "table" ? "" : document.body.dataset.table;
  const label = t(table ? "page.table" : "name");
  return h(
    table ? "a.brand.to-table" : "a.brand",
    { href: table ? `/table/${encodeURIComponent(table)}` : "/", "aria-label": label },
    h("img", { src: picture("7z"), alt: "" }),
    h("span", {}, label),
  );
}

/** In place of a page that did not come forth: why, and a way to ask again. */
export function inTheWay(refused) {
  if (refused.status === 0) whenReached(() => location.reload());
  replace(
    onPage("#main"),
    h(
      "div.empty",
      {},
      h("h1", {}, t("page.problem")),
      h("p", { role: "alert" }, refused.message),
      h("button.primary.large", { onclick: () => location.reload() }, t("error.again")),
    ),
  );
}

function lampButton() {
  const button = h(
    "button.quiet",
    {
      onclick: () => {
        const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
        document.documentElement.dataset.theme = theme;
        try {
          localStorage.setItem("theme", theme);
        } catch (refused) {
          /* only for this page then */
        }
        label();
      },
    },
    icon("lamp"),
  );
  const label = () =>
    button.setAttribute(
      "aria-label",
      t(document.documentElement.dataset.theme === "dark" ? "nav.light" : "nav.dark"),
    );
  label();
  return button;
}

/**
 * How long what was said stands, in seconds, by hand: to read it; to see what to do about it; to think, too,
 * and reach for a button.
 */
const SAID = 5;
const ADVISED = 9;
const UNDONE = 20;

/**
 * What was done, for a moment; longer where a button takes it back. yields: it is not said where such a
 * button stands.
 * @param {string} text
 * @param {{bad?: boolean, seconds?: number, action?: {label: string, run: () => any}, yields?: boolean}}
 *   options
 */
export function toast(text, { bad = false, action, seconds = action ? UNDONE : SAID, yields = false } = {}) {
  const box = onPage(".toasts");
  if (yields && box.querySelector("button")) return;
  const line = h(
    "div.toast",
    {},
    h("span", {}, text),
    action &&
      h(
        "button.quiet",
        {
          onclick: () => {
            line.remove();
            action.run();
          },
        },
        action.label,
      ),
  );
  line.classList.toggle("bad", bad);
  box.replaceChildren(line); // one at a time
  setTimeout(() => line.remove(), seconds * 1000);
}

/** What has to be done in another way. */
export const advise = (text) => toast(text, { seconds: ADVISED });

/** Show an error as its one sentence. */
export function complain(error) {
  if (error?.name === "AbortError") return;
  toast(error instanceof Refused ? error.message : t("error.unexpected"), { bad: true, seconds: ADVISED });
  if (!(error instanceof Refused)) console.error(error);
}

/**
 * Toasts into the top line of a dialog, or of the page; its last button stays.
 * @param {HTMLElement} toasts
 * @param {Element | null | undefined} element
 */
function inTopLine(toasts, element = null) {
  const line = element?.querySelector(".dialog-head") ?? onPage("#top");
  line.insertBefore(toasts, line.lastChild);
}

let dialogs = 0;

/**
 * A dialog. content and actions get `close(result)`; resolves with the result, undefined if dismissed.
 * ready(dialog, close) runs when it is on the screen; leave() is asked before it is dismissed.
 * @param {{title: string | Node, content: (close: (value?: any) => void) => any,
 *   actions?: (close: (value?: any) => void) => any, wide?: boolean, leave?: () => Promise<boolean>,
 *   ready?: (element: HTMLDialogElement, close: (value?: any) => void) => any}} options
 */
export function dialog({ title, content, actions, wide = false, ready, leave }) {
  return new Promise((resolve) => {
    let result;
    dialogs += 1;
    const heading = `dialog-${dialogs}`;
    const element = h("dialog", { "aria-labelledby": heading });
    const close = (value) => {
      result = value;
      element.close();
    };
    const dismiss = async () => {
      if (!leave || (await leave())) close();
    };
    element.addEventListener("cancel", (event) => {
      if (event.target !== element || !leave) return;
      event.preventDefault();
      dismiss();
    });
    const body = h("div.body", {}, content(close));
    // What is only read is scrolled by the keyboard too.
    if (!body.querySelector("a, button, input, select, textarea")) body.tabIndex = 0;
    element.append(
      h(
        "div.dialog-head",
        {},
        // What is read first has the focus first. Safari would draw a ring around the button beside it.
        h("h2", { id: heading, tabIndex: -1, autofocus: true }, title),
        h("button.quiet.dialog-close", { "aria-label": t("close"), onclick: () => dismiss() }, icon("close")),
      ),
      body,
    );
    if (actions) element.append(h("div.dialog-foot", {}, actions(close)));
    element.classList.toggle("wide", wide);
    element.addEventListener("click", (event) => {
      if (event.target === element && !wide) close();
    });
    const opener = focusedIn(document.body);
    document.body.append(element);
    // What is said has to stand in the top layer too, or the dialog would hide it.
    const toasts = onPage(".toasts");
    // What was said before waits until this is closed: it is not about this.
    const before = toasts.querySelector(".toast:not(.waits)");
    before?.classList.add("waits");
    inTopLine(toasts, element);
    element.addEventListener("close", () => {
      before?.classList.remove("waits");
      const below = [...document.querySelectorAll("dialog[open]")].at(-1);
      inTopLine(toasts, below);
      element.remove();
      // The browser gives the focus back to what opened this, if the page was not drawn anew meanwhile.
      if (opener && document.activeElement === document.body) focusAgain(below ?? onPage("main"), opener);
      resolve(result);
    });
    element.showModal();
    ready?.(element, close);
  });
}

export function confirm({ title, text, yes }) {
  return dialog({
    title,
    content: () => h("p", {}, text),
    actions: (close) => [
      h("button", { onclick: () => close(false) }, t("cancel")),
      h("button.primary", { onclick: () => close(true) }, yes),
    ],
  });
}

let asking = null;
/** Only one PIN dialog at a time, however many calls need it. */
export function askForPin() {
  asking ??= openPinDialog().finally(() => {
    asking = null;
  });
  return asking;
}

async function openPinDialog() {
  const done = await dialog({
    title: t("pin.title"),
    content: (close) => {
      const input = h("input.figure", {
        type: "password",
        inputMode: "numeric",
        autocomplete: "current-password",
        name: "pin",
        required: true,
      });
      const problem = h("p.problem", { role: "alert", hidden: true });
      const form = h(
        "form.stack",
        {
          onsubmit: async (event) => {
            event.preventDefault();
            try {
              await signIn(input.value);
              close(true);
            } catch (error) {
              problem.textContent = error.message;
              problem.hidden = false;
              input.select();
            }
          },
        },
        h("p.muted", {}, t("pin.why")),
        field(t("pin.field"), input),
        problem,
        h("button.primary.large", { type: "submit" }, icon("lock"), t("pin.enter")),
      );
      return form;
    },
    ready: (element) => element.querySelector("input")?.focus(),
  });
  return done === true;
}

export async function roleButton(onchange) {
  const session = await currentSession();
  const keeper = session.role === "scorekeeper";
  return h(
    "button.quiet",
    {
      onclick: async () => {
        if (keeper) {
          const sure = await confirm({ title: t("pin.leave"), text: t("pin.leave-why"), yes: t("pin.lock") });
          if (!sure) return;
          await signOut();
        } else await askForPin();
        onchange();
      },
    },
    icon("lock"),
    t(keeper ? "pin.lock" : "pin.unlock"),
  );
}

/** Run at most once every `ms`, with the latest call winning. */
export function settleDown(ms, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), ms);
  };
}

/**
 * Asks, and shows the answer, unless something else has been asked since: only the latest answer counts.
 * @template {any[]} V, A
 * @param {(...values: V) => Promise<A>} ask
 * @param {(answer: A) => any} show
 * @returns {(...values: V) => Promise<void>}
 */
export function latestOnly(ask, show) {
  let latest = 0;
  return async (...values) => {
    latest += 1;
    const mine = latest;
    const answer = await ask(...values);
    if (mine === latest) show(answer);
  };
}

/**
 * The action, of which no second one begins while one is on its way: another tap meanwhile does nothing.
 * @template {any[]} V, A
 * @param {(...values: V) => Promise<A>} action
 * @returns {(...values: V) => Promise<A | undefined>}
 */
export function oneAtATime(action) {
  let busy = false;
  return async (...values) => {
    if (busy) return undefined;
    busy = true;
    try {
      return await action(...values);
    } finally {
      busy = false;
    }
  };
}
