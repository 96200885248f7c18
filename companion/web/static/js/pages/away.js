/** In place of a page that this device has not kept, while the companion is away. */

import { h, replace } from "../dom.js";
import { whenReached } from "../reach.js";
import { t } from "../text.js";
import { start } from "../ui.js";

replace(
  start("away"),
  h(
    "div.empty",
    {},
    h("h1", {}, t("page.away")),
    h("p", { role: "alert" }, t("error.offline")),
    h("p", {}, t("away.goes-on")),
    h("button.primary.large", { onclick: () => location.reload() }, t("error.again")),
  ),
);
whenReached(() => location.reload());
