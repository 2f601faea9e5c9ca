/** A piece that is about to be laid across several places: it follows the pointer, and can be turned. */

/** @import { Choice, Scene } from "./types.js" */
/** @import { Selection } from "./selection.js" */

/**
 * The move that would lay it: from the first place that was chosen, or else from where the pointer is.
 * @param {Scene} scene @param {Selection} selection @param {number | null} pointed @param {number} turns @returns {Choice | null}
 */
export function ghost(scene, selection, pointed, turns) {
  const first = selection.clicks[0] ?? pointed;
  if (first === null || selection.questions.length > 0) return null;
  const candidates = scene.choices.filter(
    (choice) => choice.covers.length > 0 && choice.clicks[0] === first,
  );
  // Once an end is chosen, the pointer turns the piece.
  if (selection.clicks.length === 1 && pointed !== null && pointed !== first) {
    const towards = candidates.filter((choice) => choice.covers.includes(pointed));
    if (towards.length > 0)
      return towards.reduce((one, other) =>
        other.covers.length < one.covers.length ? other : one,
      );
  }
  if (candidates.length === 0) return null;
  // A turn is to the right; when all four were seen, other lengths follow.
  const turned = (/** @type {Choice} */ choice) => (direction(scene, choice) + 4 - (turns % 4)) % 4;
  const heading = Math.min(...candidates.map(turned));
  const lengths = candidates.filter((choice) => turned(choice) === heading);
  return lengths[Math.floor(turns / 4) % lengths.length];
}

/**
 * Where its other end is, when one is chosen and somebody clicks on any of its places.
 * @param {Scene} scene @param {Selection} selection @param {number} place @param {number} turns @returns {number | null}
 */
export function otherEnd(scene, selection, place, turns) {
  if (selection.clicks.length !== 1 || place === selection.clicks[0]) return null;
  const choice = ghost(scene, selection, place, turns);
  // Another end may be right there.
  if (!choice || selection.targets(scene).has(place) || !choice.covers.includes(place)) return null;
  return choice.clicks[1];
}

/** Is a piece laid by its ends? @param {Scene} scene */
export function isLaid(scene) {
  return scene.choices.some((choice) => choice.covers.length > 0);
}

/** To the right, down, to the left or up, from the first click to the last. @param {Scene} scene @param {Choice} choice */
function direction(scene, choice) {
  const from = scene.places[choice.clicks[0]];
  const to = scene.places[choice.clicks[choice.clicks.length - 1]];
  if (to.x > from.x) return 0;
  if (to.y > from.y) return 1;
  if (to.x < from.x) return 2;
  return to.y < from.y ? 3 : 0;
}
