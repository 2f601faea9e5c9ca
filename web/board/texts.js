/** All that the board says in words. */

/** @import { Piece, Place, Scene } from "./types.js" */

/** What a question is called that tells moves with the same clicks apart. */
export const WHICH_MOVE = "Which move?";

/** What the board is called, and how it is used. */
export const BOARD = "Board";
export const KEYS = "Arrow keys go from place to place, Enter or Space chooses, Escape takes back.";
const KEYS_OF_LAID = "R turns the piece that is laid, L lays it.";

/** How the board is used, and what is beside it. @param {Scene} scene @param {boolean} isLaid */
export function description(scene, isLaid) {
  const die = !scene.die ? [] : [`The die shows ${scene.die}.`];
  const holdings = scene.holdings.flatMap((what, seat) =>
    what ? [`${scene.names[seat]}: ${what}.`] : [],
  );
  return [KEYS, ...(isLaid ? [KEYS_OF_LAID] : []), ...die, ...holdings].join(" ");
}

/**
 * A place, what lies there, and what it has to do with the move before and the next one.
 * @param {Pick<Place, "label" | "empty">} place @param {Pick<Piece, "words"> | undefined} piece
 * @param {{ chosen: boolean, target: boolean, last: boolean }} is
 */
export function place(place, piece, is) {
  // What lies on one place with both its ends is chosen, and played by choosing it again.
  const state = [...(is.chosen ? ["chosen"] : []), ...(is.target ? ["can be played"] : [])];
  const last = is.last ? ["last move"] : [];
  return [`${place.label}: ${piece?.words ?? place.empty}`, ...last, ...state].join(", ");
}

/** What was chosen, and how much can be chosen next. @param {string} label @param {number} targets */
export function chosen(label, targets) {
  return `${label} chosen, ${targets === 1 ? "1 place" : `${targets} places`} can be played`;
}

/** Nothing is chosen any more. */
export const TAKEN_BACK = "Choice taken back";

/** The piece that would be laid. @param {string} from @param {string} to */
export function wouldLie(from, to) {
  return from === to ? `Would lie on ${from}` : `Would lie from ${from} to ${to}`;
}
