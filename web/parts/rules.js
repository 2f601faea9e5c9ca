/** The rules of a game, which the server sends, with boards for their diagrams. */

import { Board } from "../board/board.js";
import { foreign, h } from "../dom.js";
import { get } from "../net/api.js";
import { texts } from "../texts.js";
import { openDialog } from "./dialogs.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").Diagram} Diagram */

/** The rules as an element, with boards that live until they are ended. */
export class RulesArticle {
  element = document.createElement("article");
  /** @type {Board[]} */
  #boards = [];

  /** @param {Rules} rules */
  constructor(rules) {
    const { element } = this;
    element.className = "rules";
    // This is the only text that comes as HTML. The server makes it from the rules that are built
    // into it.
    element.innerHTML = rules.html;
    for (const figure of element.querySelectorAll("figure")) {
      const diagram = rules.diagrams[Number(figure.dataset.diagram)];
      if (diagram) {
        const across = diagram.scene.places.map((place) => place.x);
        const columns = Math.max(...across) - Math.min(...across) + 1;
        figure.style.setProperty("--columns", String(columns));
        figure.querySelector("pre")?.replaceWith(this.#draw(diagram));
      }
      beside(figure);
    }
    foldNotation(element);
    for (const wide of element.querySelectorAll("pre")) wide.tabIndex = 0;
    for (const table of element.querySelectorAll("table")) {
      const frame = document.createElement("div");
      frame.className = "scrolls";
      frame.tabIndex = 0;
      table.replaceWith(frame);
      frame.append(table);
    }
  }

  /** Removes the boards. */
  end() {
    for (const board of this.#boards) board.destroy();
  }

  /**
   * The board of a diagram. It is a picture: nothing on it can be reached.
   *
   * @param {Diagram} diagram
   */
  #draw({ scene, arrows }) {
    const host = document.createElement("div");
    host.className = "board-host";
    host.inert = true;
    const board = new Board(host, { step() {}, refused() {} });
    this.#boards.push(board);
    board.show(scene, {
      seats: scene.names.map((symbol) => ({ symbol })),
      interactive: false,
      animate: false,
      arrow: arrows,
    });
    const picture = document.createElement("div");
    picture.className = "diagram-board";
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", inWords(scene));
    picture.append(host);
    return picture;
  }
}

/**
 * Folds what only those need who type: how moves and positions are written, and the options. It is
 * the end of the document, and begins with the first paragraph after all diagrams that has a title.
 *
 * @param {HTMLElement} article
 */
function foldNotation(article) {
  const parts = [...article.children];
  const diagrams = parts.map((part) => part.matches(".diagrams")).lastIndexOf(true);
  const rest = parts.slice(diagrams + 1);
  const first = rest.findIndex(
    (part) => part.matches("p") && part.firstChild instanceof HTMLElement,
  );
  if (first < 0) return;
  const fold = document.createElement("details");
  const title = document.createElement("summary");
  title.textContent = texts.notation;
  fold.className = "notation";
  fold.append(title, ...rest.slice(first));
  article.append(fold);
}

/** Puts a diagram beside the one before it. @param {HTMLElement} figure */
function beside(figure) {
  let row = figure.previousElementSibling;
  if (!row?.classList.contains("diagrams")) {
    row = document.createElement("div");
    row.className = "diagrams";
    figure.before(row);
  }
  row.append(figure);
}

/** What lies where. @param {Diagram["scene"]} scene */
function inWords({ places, pieces }) {
  return pieces.map(({ place, words }) => `${places[place].label}: ${words}`).join(", ");
}

/**
 * Asks the server for the rules.
 *
 * @param {string} game
 * @returns {Promise<RulesArticle>}
 */
export async function rulesOf(game) {
  /** @type {Rules} */
  const rules = await get(`/api/games/${encodeURIComponent(game)}/rules`);
  return new RulesArticle(rules);
}

/**
 * Shows the rules over the page.
 *
 * @param {string} game
 * @param {string} title
 */
export async function showRules(game, title) {
  /** @type {RulesArticle | null} */
  let article = null;
  let message = texts.loading;
  let isClosed = false;
  const dialog = openDialog(texts.rulesOf(title), () => [
    article ? foreign(article.element) : h("p", { role: "status" }, message),
  ]);
  dialog.done.then(() => {
    isClosed = true;
    article?.end();
  });
  try {
    article = await rulesOf(game);
    // The dialog has the title already.
    article.element.querySelector("h1")?.remove();
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  if (isClosed) article?.end();
  else dialog.draw();
}
