/** The way in for phones: the address as a QR code and in letters, if a phone can reach it. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** joined: as GET /api/join answers. */
export function wayIn({ url, urls, qr, reachable }) {
  if (!reachable) return h("p", {}, t("join.only-here"));
  return [
    h("p", {}, t("join.why"), url.startsWith("https:") ? ` ${t("join.certificate")}` : ""),
    h("img.qr", { src: qr, alt: t("join.alt") }),
    urls.map((one) => h("p.way-in", {}, h("a", { href: one }, one))),
    h("p.small", {}, t("join.not-reached")),
  ];
}
