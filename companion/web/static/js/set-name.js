/** The name of a set: where it cannot be one, that is said at its field, while it is typed. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** As companion/vision/tile_sets/profile_file.py takes it: a file on any system may be called so. */
const FITS = /^[\p{L}\p{N}][^/\\:*?"<>|\p{C}]*$/u;

/**
 * {element, name(), refused(words)}. name(): what is typed, null where it cannot be a name; refused: why it
 * is not taken, until something else is typed.
 * @param {{value: string, readOnly?: boolean, onname?: (name: string) => any}} options
 */
export function nameField({ value, readOnly = false, onname = () => {} }) {
  const problem = h("p.problem", { role: "alert", hidden: true });
  const refused = (words) => {
    problem.textContent = words;
    problem.hidden = !words;
  };
  const typed = () => input.value.trim();
  const input = h("input", {
    type: "text",
    value,
    maxLength: 40,
    required: true,
    readOnly,
    placeholder: t("enrol.name-example"),
    "data-key": "set-name",
    oninput: () => {
      refused(typed() && !FITS.test(typed()) ? t("refused.profile-name") : "");
      onname(input.value);
    },
  });
  return {
    element: h("div.stack", {}, h("label", {}, h("span", {}, t("enrol.name")), input), problem),
    name: () => (FITS.test(typed()) ? typed() : null),
    refused,
  };
}
