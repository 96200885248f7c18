/** The way in for phones: the address as a QR code and in letters, if a phone can reach it. */

import { h } from "./dom.js";
import { t } from "./text.js";

/** Names by which a machine calls only itself. */
const ITSELF = /^(localhost|127\..*|\[::1\])$/;

/** joined: as GET /api/join answers. */
export function wayIn({ url, urls, qr }) {
  const { hostname, protocol } = new URL(url);
  if (ITSELF.test(hostname)) return h("p", {}, t("join.only-here"));
  return [
    h("p", {}, t("join.why"), protocol === "https:" ? ` ${t("join.certificate")}` : ""),
    h("img.qr", { src: qr, alt: t("join.alt") }),
    urls.map((one) => h("p.way-in", {}, h("a", { href: one }, one))),
    h("p.small", {}, t("join.not-reached")),
  ];
}
