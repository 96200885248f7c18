/** The way in for phones: the address as a QR code. */

import { get } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../text.js";
import { start } from "../ui.js";

const main = start("join");
const path = new URLSearchParams(location.search).get("path") ?? "/";
const joined = await get(`/api/join?path=${encodeURIComponent(path)}`);
replace(
  main,
  h(
    "div.empty",
    {},
    h("h1", {}, t("page.join")),
    h("p", {}, t("join.why")),
    h("img.qr", { src: joined.qr, alt: t("join.alt") }),
    joined.urls.map((one) => h("p", {}, h("a", { href: one }, one))),
    h("p.small", {}, t("join.not-reached")),
  ),
);
