/** Magnifies a board whose places are too small for a finger. */

/** @import { Point } from "./layout.js" */
import { texts } from "../texts.js";

/**
 * The name of a row or column beside the board, and where it is, as fractions of the board's width
 * and height.
 * @typedef {Point & { text: string }} Mark
 */

/**
 * Places narrower than this are too small for a finger, and are magnified to about this width, in
 * pixels.
 */
const FINGER = 32;
const WIDE_ENOUGH = 54;

/** The most and the least that a board is magnified. */
const MOST = 3;
const LEAST = 1.6;

export class Zoom {
  #root;
  #note = document.createElement("div");
  /** @type {HTMLElement[]} */
  #marks = [];

  /** @param {HTMLElement} root the board */
  constructor(root) {
    this.#root = root;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", texts.board.wholeBoard);
    close.addEventListener("click", () => this.end());
    this.#note.className = "board-zoom-note";
    this.#note.append(texts.board.zoomed, close);
  }

  get isOn() {
    return this.#root.classList.contains("board-zoomed");
  }

  /** Are places of this width, in pixels, too small for a finger? @param {number} unit */
  helps(unit) {
    return !this.isOn && unit < FINGER;
  }

  /**
   * Magnifies the board around a point, which stays where it is.
   * @param {Point} at as fractions of the board's width and height
   * @param {number} unit the width of a place, in pixels
   * @param {Mark[]} marks
   */
  begin({ x, y }, unit, marks) {
    this.end();
    const zoom = Math.max(LEAST, Math.min(MOST, WIDE_ENOUGH / unit));
    const { style, classList } = this.#root;
    style.setProperty("--board-zoom", String(zoom));
    style.setProperty("--board-zoom-x", `${100 * x}%`);
    style.setProperty("--board-zoom-y", `${100 * y}%`);
    classList.add("board-zoomed");
    const seen = marks.map((mark) => ({
      text: mark.text,
      x: x + zoom * (mark.x - x),
      y: y + zoom * (mark.y - y),
    }));
    this.#marks = seen.filter(isBesideFrame).map(nameAtEdge);
    this.#root.append(...this.#marks);
    this.#root.after(this.#note);
  }

  end() {
    this.#root.classList.remove("board-zoomed");
    this.#note.remove();
    for (const mark of this.#marks) mark.remove();
    this.#marks = [];
  }

  /** Can all these places of the board be seen? @param {DOMRect[]} places */
  shows(places) {
    const frame = this.#root.getBoundingClientRect();
    return places.every(
      ({ left, right, top, bottom }) =>
        left >= frame.left - 1 &&
        right <= frame.right + 1 &&
        top >= frame.top - 1 &&
        bottom <= frame.bottom + 1,
    );
  }
}

/** Is a mark out of sight, while its row or column can be seen? @param {Mark} mark */
function isBesideFrame({ x, y }) {
  const isWithin = (/** @type {number} */ part) => part > 0 && part < 1;
  return isWithin(x) !== isWithin(y);
}

/** @param {Mark} mark */
function nameAtEdge({ text, x, y }) {
  const name = document.createElement("span");
  name.className = "board-zoom-mark";
  name.setAttribute("aria-hidden", "true");
  name.textContent = text;
  const at = (/** @type {number} */ part) => `clamp(0.7rem, ${100 * part}%, 100% - 0.7rem)`;
  name.style.left = at(x);
  name.style.top = at(y);
  return name;
}
