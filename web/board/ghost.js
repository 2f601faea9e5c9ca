/** The ghost: a piece across several places that follows the pointer, and can be turned. */

/** @import { Choice, Scene } from "./types.js" */
/** @import { Selection } from "./selection.js" */

/**
 * The move that would place the ghost, from the first selected place, or else from the pointer.
 * @param {Scene} scene @param {Selection} selection @param {number | null} pointed
 * @param {number} turns @returns {Choice | null}
 */
export function ghost(scene, selection, pointed, turns) {
  const first = selection.clicks[0] ?? pointed;
  if (first === null || selection.questions.length > 0) return null;
  const candidates = scene.choices.filter(
    (choice) => choice.covers.length > 0 && choice.clicks[0] === first,
  );
  // Once one end is selected, the pointer turns the piece.
  if (selection.clicks.length === 1 && pointed !== null && pointed !== first) {
    const towards = candidates.filter((choice) => choice.covers.includes(pointed));
    if (towards.length > 0)
      return towards.reduce((one, other) =>
        other.covers.length < one.covers.length ? other : one,
      );
  }
  if (candidates.length === 0) return null;
  // Each turn is to the right. After all four directions, pieces of other lengths follow.
  const turned = (/** @type {Choice} */ choice) => (direction(scene, choice) + 4 - (turns % 4)) % 4;
  const heading = Math.min(...candidates.map(turned));
  const lengths = candidates.filter((choice) => turned(choice) === heading);
  return lengths[Math.floor(turns / 4) % lengths.length];
}

/**
 * The other end of the ghost, if one end is selected and somebody clicks on any of its places.
 * @param {Scene} scene @param {Selection} selection @param {number} place @param {number} turns
 * @returns {number | null}
 */
export function otherEnd(scene, selection, place, turns) {
  if (selection.clicks.length !== 1 || place === selection.clicks[0]) return null;
  const choice = ghost(scene, selection, place, turns);
  // The click may be on the end of another piece.
  if (!choice || selection.targets(scene).has(place) || !choice.covers.includes(place)) return null;
  return choice.clicks[1];
}

/** Are pieces placed by their ends? @param {Scene} scene */
export function isLaid(scene) {
  return scene.choices.some((choice) => choice.covers.length > 0);
}

/**
 * The direction from the first click to the last: 0 right, 1 down, 2 left, 3 up.
 * @param {Scene} scene @param {Choice} choice
 */
function direction(scene, choice) {
  const from = scene.places[choice.clicks[0]];
  const to = scene.places[choice.clicks[choice.clicks.length - 1]];
  if (to.x > from.x) return 0;
  if (to.y > from.y) return 1;
  if (to.x < from.x) return 2;
  return to.y < from.y ? 3 : 0;
}
