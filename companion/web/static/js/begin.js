/**
 * Every page begins here. What it needs before it can draw itself may not be to be had: the server is away,
 * or says no. Safari tells a window nothing of a script that fails after it waited, so this one asks for it.
 */

import { Refused } from "./api.js";
import { h } from "./dom.js";
import { inTheWay } from "./ui.js";

// Phones and tablets that get no new browser know no container queries.
if (!CSS.supports("container-type", "inline-size")) {
  document.head.append(
    h("link", { rel: "stylesheet", href: new URL("../css/older.css", import.meta.url).href }),
  );
}

import(`./pages/${document.documentElement.dataset.page}.js`).catch((error) => {
  if (!(error instanceof Refused)) throw error;
  inTheWay(error);
});
