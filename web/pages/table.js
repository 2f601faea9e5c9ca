/** The page of a table, for playing, watching, and reviewing a game that is over. */

import { h, render } from "../dom.js";
import { ApiError } from "../net/api.js";
import { nameWindow } from "../router.js";
import { TableController } from "../table/controller.js";
import { texts } from "../texts.js";
import { sorry } from "./missing.js";

/** @type {import("../router.js").MakePage} */
export function tablePage(host, [id = ""]) {
  nameWindow(texts.table.title);
  const controller = new TableController(host, id);
  open();

  function open() {
    render(host, h("p", { role: "status" }, texts.loading));
    controller.open().catch((error) => {
      const unknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
      const again = h("button", { type: "button", onclick: open }, texts.again);
      if (unknown) render(host, sorry(texts.table.unknown, texts.table.unknownText));
      else render(host, sorry(texts.missing.trouble, error.message, again));
    });
  }

  return { leave: () => controller.leave() };
}
