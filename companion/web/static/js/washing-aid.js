/** May a hand as dealt be washed? Its tiles are tapped in. */

import { said } from "./aid-answer.js";
import { send } from "./api.js";
import { oneOf } from "./controls.js";
import { h, icon, replace } from "./dom.js";
import { picker } from "./picker.js";
import { t } from "./text.js";
import { byOrder, limitOf, tileButton, words } from "./tiles.js";
import { dialog } from "./ui.js";

/** May these tiles, as dealt, be washed? East has fourteen, the others thirteen. winds: of the players. */
export function washing(by, winds) {
  const answer = h("div.stack", { role: "status" });
  let seat = "E";
  const ask = async () => {
    const dealt = await pickDealt(seat === "E" ? 14 : 13);
    if (dealt) {
      await said(answer)(() => send("POST", by("/api/aids/washing"), { dealt, seat }, { guarded: false }));
    }
  };
  return h(
    "section.panel.stack",
    {},
    h("h3", {}, t("aid.washing")),
    h("p.muted", {}, t("aid.washing-why")),
    oneOf({
      label: t("aid.washing-seat"),
      value: seat,
      options: winds.map((value) => ({ value, text: t(`wind.${value}`) })),
      onchange: (value) => {
        seat = value;
        replace(answer);
      },
    }),
    h(
      "div.row",
      {},
      h("button", { "data-key": "dealt", onclick: ask }, icon("tiles"), t("aid.washing-tiles")),
    ),
    answer,
  );
}

/** So many tiles, tapped in; undefined where the person thinks better of it. */
function pickDealt(wanted) {
  const codes = [];
  const rack = h("div.row.dealt", { "aria-live": "polite" });
  const choice = h("div");
  return dialog({
    title: t("aid.washing-tiles"),
    wide: true,
    content: (close) => {
      const draw = () => {
        replace(
          rack,
          h("span.count", {}, t("aid.washing-count", { count: codes.length, wanted })),
          codes.map((code, at) =>
            tileButton(code, {
              size: "2rem",
              label: t("aid.washing-away", { tile: words(code) }),
              onclick: () => {
                codes.splice(at, 1);
                draw();
              },
            }),
          ),
        );
        const left = (code) => limitOf(code) - codes.filter((one) => one === code).length;
        replace(
          choice,
          picker({
            bonus: false,
            left,
            onpick: (code) => {
              codes.push(code);
              codes.sort(byOrder);
              if (codes.length === wanted) close(codes);
              else draw();
            },
          }),
        );
      };
      draw();
      return h("div.stack", {}, rack, choice);
    },
  });
}
