/** All that the board says in words. */

/** @import { Piece, Place, Scene, SeatName } from "./types.js" */

/** What a question is called that tells moves with the same clicks apart. */
export const WHICH_MOVE = "Which move?";

/** What the board is called, and how it is used. */
export const BOARD = "Board";
export const KEYS = "Arrow keys go from place to place, Enter or Space chooses, Escape takes back.";
const KEYS_OF_LAID = "R turns the piece that is laid, L lays it.";

/** How the board is used, and what is beside it. @param {Scene} scene @param {SeatName[]} seats @param {boolean} isLaid */
export function description(scene, seats, isLaid) {
  const die = scene.die === null ? [] : [`The die shows ${scene.die}.`];
  const holdings = scene.holdings.flatMap((what, seat) => (what ? [`${owner(seats, seat + 1)}: ${what}.`] : []));
  return [KEYS, ...(isLaid ? [KEYS_OF_LAID] : []), ...die, ...holdings].join(" ");
}

/**
 * A place, what lies there, and what it has to do with the move before and the next one.
 * @param {Place} place @param {Piece | undefined} piece @param {SeatName[]} seats
 * @param {{ chosen: boolean, target: boolean, last: boolean }} is
 */
export function place(place, piece, seats, is) {
  // What lies on one place with both its ends is chosen, and played by choosing it again.
  const state = [...(is.chosen ? ["chosen"] : []), ...(is.target ? ["can be played"] : [])];
  const last = is.last ? ["last move"] : [];
  return [`${place.label}: ${lying(place, piece, seats)}`, ...last, ...state].join(", ");
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

/** @param {Place} place @param {Piece | undefined} piece @param {SeatName[]} seats */
function lying(place, piece, seats) {
  if (!piece) return place.shape === "bowl" || place.shape === "pot" ? "no stones" : "empty";
  if (piece.kind === "obstacle") return "obstacle";
  if (piece.kind === "stones") return piece.count === 1 ? "1 stone" : `${piece.count} stones`;
  const whose = owner(seats, piece.seat ?? 1);
  return piece.name ? `${piece.name} of ${whose}` : whose;
}

/** @param {SeatName[]} seats @param {number} seat */
function owner(seats, seat) {
  const { symbol, name } = seats[seat - 1] ?? { symbol: String(seat) };
  return name && name !== symbol ? `${symbol} (${name})` : symbol;
}
