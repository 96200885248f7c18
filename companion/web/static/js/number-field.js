/** A field for a whole number, which says so where what stands in it is none. */

import { h } from "./dom.js";
import { number, t } from "./text.js";

/** As people write a whole number: 1,000 is one, and 12.5 is none. */
const plainNumber = (typed) => typed.trim().replace(/[.,](?=\d{3}(?!\d))/g, "");

/**
 * What is kept is what stands there, and where that cannot be kept, it says so. {parts, show}: the field and
 * its sentence; show(value) puts a value into it.
 * none: what it counts as where it is empty, and then `onchange` is told null; it is told a text where that
 * is no number it may be. more: other properties of the field.
 * @param {{label: string, value: any, none: string, least: number, most: number, onchange: (typed: any) =>
 *   any, more?: any}} options
 */
export function numberField({ label, value, none, least, most, onchange, more = {} }) {
  const range = t("number.range", { least: number(least), most: number(most) });
  const problem = h("p.problem.small", { role: "alert", hidden: true }, range);
  const judge = () => {
    const typed = plainNumber(input.value);
    const fits = typed === "" || (/^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most);
    input.setCustomValidity(fits ? "" : range);
    return { typed, fits };
  };
  const say = () => {
    problem.hidden = judge().fits;
  };
  const input = h("input.figure", {
    type: "text",
    inputMode: "numeric",
    value: value === null ? "" : String(value),
    placeholder: none,
    "aria-label": label,
    oninput: () => {
      const { typed, fits } = judge();
      if (fits) problem.hidden = true;
      if (fits && input.value !== typed) input.value = typed;
      onchange(!fits ? typed : typed === "" ? null : Number(typed));
    },
    onchange: say,
    ...more,
  });
  const show = (text) => {
    if (input.value === text) return;
    input.value = text;
    say();
  };
  say();
  return { parts: [input, problem], show };
}
