/** A page that could not be shown: the server's sentence, and the way on. */

import { h, replace } from "../dom.js";
import { t } from "../text.js";
import { start } from "../ui.js";

const said = document.getElementById("said")?.textContent.trim();
const main = start("problem");
replace(
  main,
  h(
    "div.empty",
    {},
    h("h1", {}, t("page.problem")),
    said ? h("p", {}, said) : null,
    h("p", {}, h("a.button", { href: "/" }, t("problem.home"))),
  ),
);
