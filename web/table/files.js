/** Downloads of a table: the record, and the position as a picture or as text. */

import { h } from "../dom.js";
import { copy, download } from "../parts/copy.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./cursor.js").Cursor} Cursor */
/** @typedef {import("../board/board.js").Board} Board */

/** The width of a picture, in pixels. */
const PICTURE_WIDTH = 1200;

/**
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Board} board
 * @param {{text: (part: "position" | "board") => Promise<string>, fail: (error: unknown) => void,
 *   analysed: boolean}} more
 */
export function filesPanel(view, cursor, board, more) {
  const name = `${view.game_id}-${view.id}`;
  const record = `/api/tables/${encodeURIComponent(view.id)}/record`;
  const button = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: async () => {
          try {
            await act();
          } catch (error) {
            more.fail(error);
          }
        },
      },
      label,
    );
  return fold(
    "files",
    texts.files.title,
    h(
      "div",
      { class: "row" },
      h("a", { class: "button small", href: record, download: `${name}.txt` }, texts.files.record),
      more.analysed &&
        h(
          "a",
          {
            class: "button small",
            href: `${record}?analysis=true`,
            download: `${name}-analysis.txt`,
          },
          texts.files.analysed,
        ),
      button(texts.files.svg, () =>
        download(
          new Blob([board.exportSvg()], { type: "image/svg+xml" }),
          `${name}-${cursor.at}.svg`,
        ),
      ),
      button(texts.files.png, async () =>
        download(await board.exportPng(PICTURE_WIDTH), `${name}-${cursor.at}.png`),
      ),
      button(texts.files.position, async () => copy(await more.text("position"))),
      button(texts.files.board, async () => copy(await more.text("board"))),
    ),
  );
}

/**
 * A box that is folded away until somebody wants it.
 *
 * @param {string} kind
 * @param {string} title
 * @param {import("../dom.js").Offer} content
 */
export function fold(kind, title, content) {
  return h(
    "details",
    { class: `fold ${kind}`, key: kind },
    h("summary", {}, h("h2", {}, title)),
    h("div", { class: "stack" }, content),
  );
}
