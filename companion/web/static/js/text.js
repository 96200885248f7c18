/** Texts by key. A language is one file beside texts.en.js, chosen here. */

import texts from "../texts.en.js";

/** The text of a key with {names} filled in. A missing key shows itself, and the tests find it. */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return `[${key}]`;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Singular or plural: the keys are `key.one` and `key.many`. */
export function counted(key, count, values = {}) {
  return t(`${key}.${count === 1 ? "one" : "many"}`, { count: number(count), ...values });
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
export function number(value) { return plain.format(value).replace("-", "−"); }
export function signed(value) { return value > 0 ? `+${number(value)}` : number(value); }

export function day(iso) { return new Date(iso).toLocaleDateString("en", { weekday: "short", day: "numeric", month: "short", year: "numeric" }); }
export function clock(iso) { return new Date(iso).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }); }
