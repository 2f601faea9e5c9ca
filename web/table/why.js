/** Why clicks are no move, as far as that is plain to see; the rules know the rest. */

import { texts } from "../texts.js";
import { playerWords } from "./words.js";

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../board/types.js').Scene} Scene */

/**
 * What is wrong with a first click; empty where the rules have to be asked.
 *
 * @param {View} view
 * @param {Scene} scene
 * @param {number | null} mover the seat that is to move
 * @param {number[]} clicks
 */
export function plainReason(view, scene, mover, clicks) {
  if (clicks.some((place) => scene.places[place]?.shape === "pot")) return texts.why.captured;
  const needsMore = scene.choices.length > 0 && scene.choices.every((choice) => choice.clicks.length > clicks.length);
  if (!needsMore || clicks.length !== 1) return "";
  if (scene.choices.some((choice) => choice.covers.length > 0)) return texts.why.noEnd;
  const piece = scene.pieces.find(({ place }) => place === clicks[0]);
  if (piece?.kind !== "seat" || !piece.seat) return texts.why.nothing;
  return piece.seat === mover ? texts.why.stuck : texts.why.others(playerWords(view, piece.seat));
}
