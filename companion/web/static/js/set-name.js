/** The name of a set: where it cannot be one, that is said at its field, while it is typed. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** As companion/vision/tile_sets/profile_file.py takes it: a file on any system may be called so. */
const FITS = /^[\p{L}\p{N}][^/\\:*?"<>|\p{C}]*$/u;

/**
 * {element, name(), refused(words), ask()}. name(): what is typed, null where it cannot be a name; refused:
 * why it is not taken, until something else is typed; ask(): take the person to the field, for another name.
 * @param {{value: string, readOnly?: boolean, onname?: (name: string) => any}} options
 */
export function nameField({ value, readOnly = false, onname = () => {} }) {
  const problem = h("p.problem", { role: "alert", hidden: true });
  const refused = (words) => {
    problem.textContent = words;
    problem.hidden = !words;
  };
  const typed = () => input.value.trim();
  /** Why what is typed cannot be a name; empty where it can. */
  const fault = () =>
    !typed() ? t("enrol.name-missing") : FITS.test(typed()) ? "" : t("refused.profile-name");
  const input = h("input", {
    type: "text",
    value,
    maxLength: 40,
    required: true,
    readOnly,
    placeholder: t("enrol.name-example"),
    "data-key": "set-name",
    oninput: () => {
      refused(typed() ? fault() : "");
      onname(input.value);
    },
  });
  return {
    element: h("div.stack", {}, h("label", {}, h("span", {}, t("enrol.name")), input), problem),
    name: () => (fault() ? null : typed()),
    refused,
    ask() {
      refused(fault());
      input.focus();
    },
  };
}
