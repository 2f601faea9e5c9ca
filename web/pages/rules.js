/** The rules of a game on a page of their own. */

import { foreign, h, render } from "../dom.js";
import { ApiError } from "../net/api.js";
import { rulesOf } from "../parts/rules.js";
import { nameWindow } from "../router.js";
import { texts } from "../texts.js";
import { sorry } from "./missing.js";

/** @type {import("../router.js").MakePage} */
export function rulesPage(host, [game = ""]) {
  nameWindow(texts.rules);
  render(host, h("p", { role: "status" }, texts.loading));
  /** @type {import("../parts/rules.js").RulesArticle | null} */
  let shown = null;
  let hasLeft = false;
  rulesOf(game).then(
    (article) => {
      if (hasLeft) return article.end();
      shown = article;
      nameWindow(article.element.querySelector("h1")?.textContent || texts.rules);
      render(
        host,
        h("div", { class: "panel reading" }, foreign(article.element)),
        h(
          "p",
          {},
          h(
            "a",
            { class: "button primary", href: `/#game=${encodeURIComponent(game)}` },
            texts.playThis,
          ),
        ),
      );
    },
    (error) => {
      const unknown = error instanceof ApiError && error.status === 404;
      render(
        host,
        sorry(
          unknown ? texts.missing.game : texts.missing.trouble,
          unknown ? texts.missing.text : error.message,
        ),
      );
    },
  );
  return {
    leave() {
      hasLeft = true;
      shown?.end();
    },
  };
}
