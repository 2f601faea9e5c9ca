/** The board in words, for people who do not see it. */

/** @import { Piece, Place, Scene } from "./types.js" */
import { texts } from "../texts.js";

/** How to use the board, and what is beside it. @param {Scene} scene @param {boolean} isLaid */
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
 * A place in words: what lies there, and whether it belongs to the last move or the next one.
 * @param {Pick<Place, "label" | "empty">} place @param {Pick<Piece, "words"> | undefined} piece
 * @param {{ chosen: boolean, target: boolean, last: boolean, planned?: boolean }} is
 */
export function place(place, piece, is) {
  return [
    `${place.label}: ${piece?.words ?? place.empty}`,
    ...(is.last ? [texts.board.lastMove] : []),
    // A piece whose two ends are on one place is played by choosing that place again.
    ...(is.chosen ? [texts.board.isChosen] : []),
    ...(is.planned ? [texts.board.isPlanned] : []),
    ...(is.target ? [texts.board.isTarget] : []),
  ].join(", ");
}
