/** The page for addresses that do not exist. */

import { h, render } from "../dom.js";
import { nameWindow } from "../router.js";
import { texts } from "../texts.js";

/** @type {import("../router.js").MakePage} */
export function missingPage(host) {
  nameWindow(texts.missing.title);
  render(host, sorry(texts.missing.title, texts.missing.text));
  return {};
}

/**
 * A page that says what is missing, with a link to the home page.
 *
 * @param {string} title
 * @param {string} text
 * @param {import("../dom.js").Offer} [more]
 */
export function sorry(title, text, more) {
  return h(
    "section",
    { class: "sorry" },
    h("h1", {}, title),
    h("p", {}, text),
    h(
      "p",
      { class: "row" },
      more,
      h("a", { class: "button primary", href: "/" }, texts.missing.home),
    ),
  );
}
