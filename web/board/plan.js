/** The move that a person plans while another seat is to move. */

/** @import { Scene, View } from "./types.js" */

/**
 * For which seat, and how many clicks its moves take.
 *
 * @typedef {NonNullable<View["plans"]>} Plans
 */

export class Plan {
  /** The clicks of the move, or of its beginning. @type {number[]} */
  clicks = [];
  /** Is it a whole move, and not only its beginning? */
  isWhole = false;

  get isEmpty() {
    return this.clicks.length === 0;
  }

  clear() {
    this.clicks = [];
    this.isWhole = false;
  }

  /** Begins with a piece that is to move. @param {number} place */
  begin(place) {
    this.clicks = [place];
    this.isWhole = false;
  }

  /**
   * Handles a click on a place; returns whether it means anything.
   * @param {Scene} scene @param {Plans} plans @param {number} place
   */
  click(scene, plans, place) {
    const isBegun = !this.isEmpty && !this.isWhole;
    if (this.clicks.includes(place)) this.clear();
    else if (plannable(scene, plans).has(place)) this.begin(place);
    else if (isBegun || plans.least === 1) {
      this.clicks = isBegun ? [this.clicks[0], place] : [place];
      this.isWhole = true;
    } else if (this.isEmpty) return false;
    else this.clear();
    return true;
  }
}

/**
 * The places of the pieces with which a planned move can begin, if moves take more than one click.
 * @param {Scene} scene @param {Plans | null | undefined} plans @returns {Set<number>}
 */
export function plannable(scene, plans) {
  if (!plans || plans.most < 2) return new Set();
  const own = scene.pieces.filter((piece) => piece.seat === plans.seat);
  return new Set(own.map((piece) => piece.place));
}
