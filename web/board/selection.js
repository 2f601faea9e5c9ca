/** From clicks to moves: what has been chosen, what can be chosen next, and what a click comes to. */

/** @import { Choice, Scene } from "./types.js" */

/**
 * What a click came to: one more place is chosen, or another one; the choice was taken back; a move is complete; several moves have these
 * clicks; or none has.
 * @typedef {{ kind: "chosen" } | { kind: "taken back" } | { kind: "move", step: string } | { kind: "question", choices: Choice[] }
 *   | { kind: "refused", clicks: number[] }} Clicked
 */

/** The places that a person has chosen for the next move. */
export class Selection {
  /** The places that were chosen, in order. @type {number[]} */
  clicks = [];
  /** Moves among which the person has still to choose. @type {Choice[]} */
  questions = [];

  get isEmpty() {
    return this.clicks.length === 0;
  }

  /** Takes everything back. */
  clear() {
    this.clicks = [];
    this.questions = [];
  }

  /** Takes everything back, unless it only remains to ask which move is meant. */
  clearUnlessAsked() {
    if (this.questions.length === 0) this.clear();
  }

  /** Where the next click of a legal move can be. @param {Scene} scene @returns {Set<number>} */
  targets(scene) {
    if (this.questions.length > 0) return new Set();
    return new Set(this.matching(scene).map((choice) => choice.clicks[this.clicks.length]));
  }

  /** The legal moves that begin with what was chosen. @param {Scene} scene */
  matching(scene) {
    return scene.choices.filter((choice) =>
      this.clicks.every((place, at) => choice.clicks[at] === place),
    );
  }

  /** A click on a place. @param {Scene} scene @param {number} place @returns {Clicked} */
  click(scene, place) {
    // Whoever does not answer the question begins anew.
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
    // Another piece in place of the first.
    if (before.length > 0 && begins(scene, place)) return this.click(scene, place);
    // What was chosen is still chosen.
    this.clicks = before;
    return { kind: "refused", clicks };
  }
}

/** Does a legal move begin with a click here? @param {Scene} scene @param {number} place */
function begins(scene, place) {
  return scene.choices.some((choice) => choice.clicks[0] === place);
}

/** The places from which a legal move leads on to another click. @param {Scene} scene @returns {Set<number>} */
export function departures(scene) {
  return new Set(
    scene.choices.filter((choice) => choice.clicks.length > 1).map((choice) => choice.clicks[0]),
  );
}

/**
 * Is it plain to see where the first click can be? Pieces are known to those who move them, and empty places, where each of them will do.
 * @param {Scene} scene @param {Set<number>} targets
 */
export function goesWithoutSaying(scene, targets) {
  if (scene.choices.some((choice) => choice.clicks.length > 1)) return true;
  const taken = new Set(scene.pieces.map((piece) => piece.place));
  return scene.places.every((_, place) => taken.has(place) || targets.has(place));
}
