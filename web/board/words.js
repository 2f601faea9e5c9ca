/** The board in words, for people who do not see it. */

/** @import { Piece, Place, Scene } from "./types.js" */
import { texts } from "../texts.js";

/** How the board is used, and what is beside it. @param {Scene} scene @param {boolean} isLaid */
export function description(scene, isLaid) {
  const holdings = scene.holdings.flatMap((what, seat) =>
    what ? [`${scene.names[seat]}: ${what}.`] : [],
  );
  return [
    texts.board.keys,
    ...(isLaid ? [texts.board.keysOfLaid] : []),
    ...(scene.die ? [texts.board.die(scene.die)] : []),
    ...holdings,
  ].join(" ");
}

/**
 * A place, what lies there, and what it has to do with the move before and the next one.
 * @param {Pick<Place, "label" | "empty">} place @param {Pick<Piece, "words"> | undefined} piece
 * @param {{ chosen: boolean, target: boolean, last: boolean }} is
 */
export function place(place, piece, is) {
  return [
    `${place.label}: ${piece?.words ?? place.empty}`,
    ...(is.last ? [texts.board.lastMove] : []),
    // What lies on one place with both its ends is chosen, and played by choosing it again.
    ...(is.chosen ? [texts.board.isChosen] : []),
    ...(is.target ? [texts.board.isTarget] : []),
  ].join(", ");
}
