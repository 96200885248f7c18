/** How phones come to the companion. */

import { get } from "../api.js";
import { h, replace } from "../dom.js";
import { wayIn } from "../joining.js";
import { t } from "../text.js";
import { start } from "../ui.js";

const main = start("join");
const path = new URLSearchParams(location.search).get("path") ?? "/";
const joined = await get(`/api/join?path=${encodeURIComponent(path)}`);
replace(main, h("div.empty", {}, h("h1", {}, t("page.join")), wayIn(joined)));
