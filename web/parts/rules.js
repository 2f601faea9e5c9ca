/** The rules of a game, which the server sends. */

import { h, foreign } from "../dom.js";
import { get } from "../net/api.js";
import { texts } from "../texts.js";
import { openDialog } from "./dialogs.js";

/**
 * The rules as an element.
 *
 * @param {string} game
 * @returns {Promise<HTMLElement>}
 */
export async function rulesOf(game) {
  /** @type {{html: string}} */
  const rules = await get(`/api/games/${encodeURIComponent(game)}/rules`);
  const article = document.createElement("article");
  article.className = "rules";
  // This is the only text that comes as HTML. The server makes it from the rules that are built
  // into it.
  article.innerHTML = rules.html;
  for (const wide of article.querySelectorAll("pre")) wide.tabIndex = 0;
  for (const table of article.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "scrolls";
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
  return article;
}

/**
 * Shows the rules over the page.
 *
 * @param {string} game
 * @param {string} title
 */
export async function showRules(game, title) {
  /** @type {Element | null} */
  let article = null;
  let message = texts.loading;
  const dialog = openDialog(texts.rulesOf(title), () => [
    article ? foreign(article) : h("p", { role: "status" }, message),
  ]);
  try {
    article = await rulesOf(game);
    // The dialog has the title already.
    article.querySelector("h1")?.remove();
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  dialog.draw();
}
