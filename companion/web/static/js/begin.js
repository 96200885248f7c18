/**
 * Every page begins here. What it needs before it can draw itself may not be to be had: the server is away,
 * or says no. Safari tells a window nothing of a script that fails after it waited, so this one asks for it.
 */

import { Refused } from "./api.js";
import { inTheWay } from "./ui.js";

import(`./pages/${document.documentElement.dataset.page}.js`).catch((error) => {
  if (!(error instanceof Refused)) throw error;
  inTheWay(error);
});
