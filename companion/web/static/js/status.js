/** What stands in a status: that something is being done, why it was refused, or what is wrong. */

import { h } from "./dom.js";

export const working = (text) =>
  h("div.reading-status", { role: "status" }, h("progress", { "aria-label": text }), h("span", {}, text));

export const refusal = (text) => h("p.problem", { role: "alert" }, h("span", {}, text));

/** What is wrong, beside what it is about; `warnings` are read out as they come. */
export const remark = (sentence, how = {}) => h("p.warning", how, h("span", {}, sentence));

export const warnings = (sentences) => sentences.map((one) => remark(one, { role: "alert" }));
