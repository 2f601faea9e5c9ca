/**
 * From clicks to moves: what is selected, what can be selected next, and what a click results in.
 */

/** @import { Choice, Scene } from "./types.js" */

/**
 * The result of a click: a place is selected; the selection is cancelled; a move is complete;
 * several moves have these clicks; or no move has them.
 * @typedef {{ kind: "chosen" } | { kind: "taken back" } | { kind: "move", step: string } | { kind:
 *   "question", choices: Choice[] } | { kind: "refused", clicks: number[] }} Clicked
 */

/** The places that a person has selected for the next move. */
export class Selection {
  /** The selected places, in order. @type {number[]} */
  clicks = [];
  /** Moves among which the person still has to choose. @type {Choice[]} */
  questions = [];

  get isEmpty() {
    return this.clicks.length === 0;
  }

  /** Clears the selection. */
  clear() {
    this.clicks = [];
    this.questions = [];
  }

  /** Clears the selection, unless the only open question is which move is meant. */
  clearUnlessAsked() {
    if (this.questions.length === 0) this.clear();
  }

  /**
   * The places where the next click of a legal move can be.
   * @param {Scene} scene @returns {Set<number>}
   */
  targets(scene) {
    if (this.questions.length > 0) return new Set();
    return new Set(this.matching(scene).map((choice) => choice.clicks[this.clicks.length]));
  }

  /** The legal moves that begin with the selection. @param {Scene} scene */
  matching(scene) {
    return scene.choices.filter((choice) =>
      this.clicks.every((place, at) => choice.clicks[at] === place),
    );
  }

  /** Handles a click on a place. @param {Scene} scene @param {number} place @returns {Clicked} */
  click(scene, place) {
    // A click instead of an answer begins a new selection.
    if (this.questions.length > 0) this.clear();
    const before = this.clicks;
    this.clicks = [...before, place];
    const matching = this.matching(scene);
    if (matching.length === 0) return this.#unmatched(scene, before, place);
    const isComplete = matching[0].clicks.length === this.clicks.length;
    if (!isComplete) return { kind: "chosen" };
    if (matching.length === 1) {
      this.clear();
      return { kind: "move", step: matching[0].step };
    }
    this.questions = matching;
    return { kind: "question", choices: matching };
  }

  /** @param {Scene} scene @param {number[]} before @param {number} place @returns {Clicked} */
  #unmatched(scene, before, place) {
    const clicks = this.clicks;
    this.clicks = [];
    if (before[0] === place) return { kind: "taken back" };
    // Another piece is selected instead of the first.
    if (before.length > 0 && begins(scene, place)) return this.click(scene, place);
    // The selection stays as it was.
    this.clicks = before;
    return { kind: "refused", clicks };
  }
}

/** Does a legal move begin with a click here? @param {Scene} scene @param {number} place */
function begins(scene, place) {
  return scene.choices.some((choice) => choice.clicks[0] === place);
}

/**
 * The first places of legal moves that take more than one click.
 * @param {Scene} scene @returns {Set<number>}
 */
export function departures(scene) {
  return new Set(
    scene.choices.filter((choice) => choice.clicks.length > 1).map((choice) => choice.clicks[0]),
  );
}

/**
 * Is it obvious where the first click can be? That is so if pieces are moved, or if every empty
 * place is legal.
 * @param {Scene} scene @param {Set<number>} targets
 */
export function isObvious(scene, targets) {
  if (scene.choices.some((choice) => choice.clicks.length > 1)) return true;
  const taken = new Set(scene.pieces.map((piece) => piece.place));
  return scene.places.every((_, place) => taken.has(place) || targets.has(place));
}
