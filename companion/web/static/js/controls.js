/** What people choose and type with: one of several, a check mark, a list, a labelled field. */

import { h } from "./dom.js";

/**
 * One of several, as a radio group that the arrow keys move through.
 * @param {{label: string, options: any[], value: any, onchange: (value: any) => any, wrap?: boolean, key?:
 *   string}} options
 */
export function segments({ label, options, value, onchange, wrap = false, key }) {
  const group = h("div.segments", { role: "radiogroup", "aria-label": label });
  group.classList.toggle("wrap", wrap);
  const choose = (chosen, focus) => {
    for (const button of group.children) {
      const on = button.dataset.value === String(chosen);
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
      if (on && focus) button.focus();
    }
    if (![...group.children].some((button) => button.tabIndex === 0) && group.firstChild) {
      group.firstChild.tabIndex = 0;
    }
  };
  for (const option of options) {
    group.append(
      h(
        "button",
        {
          role: "radio",
          "data-value": String(option.value),
          "data-key": key ? `${key}:${option.value}` : null,
          "aria-label": option.label ?? null,
          onclick: () => {
            choose(option.value);
            onchange(option.value);
          },
        },
        option.content ?? option.text,
      ),
    );
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = options.findIndex((option) => String(option.value) === event.target.dataset.value);
    const next = options[(at + step + options.length) % options.length];
    choose(next.value, true);
    onchange(next.value);
  });
  choose(value);
  return group;
}

/**
 * The same with its label above it.
 * @param {Parameters<typeof segments>[0]} options
 */
export function oneOf(options) {
  return h("fieldset", {}, h("legend", {}, options.label), segments(options));
}

/** @param {{label: string, checked: boolean, onchange: (on: boolean) => any, key?: string}} options */
export function check({ label, checked, onchange, key }) {
  return h(
    "label.check",
    {},
    h("input", {
      type: "checkbox",
      checked,
      "data-key": key ?? null,
      onchange: (event) => onchange(event.target.checked),
    }),
    h("span", {}, label),
  );
}

export function field(label, control) {
  return h("label", {}, h("span", {}, label), control);
}

/** @param {{options: any[], value: any, onchange: (value: any) => any, label?: string}} options */
export function select({ options, value, onchange, label }) {
  const element = h(
    "select",
    { "aria-label": label ?? null, onchange: () => onchange(element.value) },
    options.map((option) => h("option", { value: option.value }, option.text)),
  );
  element.value = value;
  return element;
}
