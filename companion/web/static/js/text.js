/** Texts by key. A language is one file beside texts.en.js, chosen here. */

import texts from "../texts.en.js";

/** The text of a key with {names} filled in. A missing key shows itself, and the tests find it. */
export function t(key, values = {}) {
  const text = texts[key];
  return text === undefined ? `[${key}]` : filled(text, values);
}

/** A text with {names} filled in. */
export const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(String(values[name])) : whole));

const [ISOLATE, END] = ["\u2068", "\u2069"];
/** Letters of Hebrew, Arabic and the other scripts that are written to the left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether it is written to the left, as a name may be; a sentence with such names in it is not. */
export const runsLeft = (text) => LEFTWARD.test(text) && !text.includes(ISOLATE);

/** A name as a sentence takes it in: one that is written to the left turns nothing around beside it. */
export const isolated = (name) => (runsLeft(name) ? `${ISOLATE}${name}${END}` : name);

/** What a sentence for programs shows and one for people does not: a.b, a[0], a_b, a version, a decoder. */
const FOR_PROGRAMS = /\w\.\w|\w\[|\w_\w|\bfields?\b|\bversion \d|UTF-|BOM|JSON|HTTP|undefined/;

/**
 * A refusal of the server as one player would say it, from the table of all of them in the texts. kind: what
 * it names itself, null where it does not; sentence: its own words; field: what in the input is wrong, whose
 * innermost name that people know is told.
 */
export function refusal(kind, status, sentence, field) {
  const names = NAMING_FIELDS.includes(kind) ? (field?.match(/[a-z_]+/g) ?? []) : [];
  const told = names.reverse().find((name) => texts[`refused.at.${name}`]);
  if (told) return t(`refused.at.${told}`);
  const words = texts[`refused.${kind}`];
  if (words === OWN_WORDS && !FOR_PROGRAMS.test(sentence)) return sentence;
  if (words && words !== OWN_WORDS) return words;
  return t(texts[`refused.${status}`] ? `refused.${status}` : "error.server");
}

/** Refusals by what is wrong in the input. */
const NAMING_FIELDS = ["field-wrong", "number-too-large", "ruleset-wrong"];

/** A refusal that tells of tiles and players in words of its own. */
const OWN_WORDS = "{sentence}";

/** Singular or plural: the keys are `key.one` and `key.many`. */
export function counted(key, count, values = {}) {
  return t(`${key}.${count === 1 ? "one" : "many"}`, { count: number(count), ...values });
}

/** Words that begin a sentence. */
export const first = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Names as a sentence says them: Ann, Bo, and Cy. */
export const listed = (names) => new Intl.ListFormat("en").format(names.map(isolated));

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
export function number(value) {
  return plain.format(value).replace("-", "−");
}
export function signed(value) {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** An amount with its currency, which a letter at its end parts from the digits: €0.37, CHF 0.37. */
export const money = (amount, currency) =>
  `${currency ?? ""}${/\p{L}$/u.test(currency ?? "") ? "\u00a0" : ""}${amount}`;

/** A share from 0 to 1. One that is small is not said to be none. */
export const percent = (share) => (share > 0 && share < 0.005 ? "< 1 %" : `${Math.round(100 * share)} %`);

export function day(iso) {
  return new Date(iso).toLocaleDateString("en", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
/** Day and month, for the marks of a picture. */
export const shortDay = (iso) => new Date(iso).toLocaleDateString("en", { day: "numeric", month: "short" });
export function clock(iso) {
  return new Date(iso).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
