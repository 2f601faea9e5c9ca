/** Magnifies a board whose places are too small for a finger. */

/** @import { Point } from "./layout.js" */

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

  /** @param {HTMLElement} root the board */
  constructor(root) {
    this.#root = root;
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
   */
  begin({ x, y }, unit) {
    const zoom = Math.max(LEAST, Math.min(MOST, WIDE_ENOUGH / unit));
    const { style, classList } = this.#root;
    style.setProperty("--board-zoom", String(zoom));
    style.setProperty("--board-zoom-x", `${100 * x}%`);
    style.setProperty("--board-zoom-y", `${100 * y}%`);
    classList.add("board-zoomed");
  }

  end() {
    this.#root.classList.remove("board-zoomed");
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
