/**
 * The types that the board and the page share. There is no code here. Types of the server are in
 * net/schema.js.
 *
 * A scene is a position as a view sees it. Coordinates go to the right and downwards, and the unit
 * is the width of a cell; a place at `(x, y)` fills the unit that begins there. Places are named by
 * their index in `places`; seats are numbered from 1.
 */

/** @import * as api from "../net/schema.js" */

/** @typedef {api.Place} Place */
/** @typedef {api.PlaceShape} Shape */
/** @typedef {api.Piece} Piece */
/** @typedef {api.Change} Change */
/** @typedef {api.Flight} Flight */
/** @typedef {api.Moved} Moved */
/** @typedef {api.Look} Look */
/** @typedef {api.Choice} Choice the clicks of a choice are never the beginning of another's */

/**
 * The parts of a scene that are the board, which the server leaves out if the page has it.
 * @typedef {"places" | "lines" | "marks"} Known
 */

/**
 * A position as a view sees it, with its board. Its look may be unknown.
 * @typedef {Omit<api.Scene, Known> & Required<Pick<api.Scene, Known>>} Scene
 */

/** The symbol of a seat's pieces. @typedef {{ symbol: string }} SeatName */

/**
 * How to show a scene.
 * - `seats`: one for each seat, in order.
 * - `interactive`: can the person play here now? Otherwise places can be read, but not clicked.
 * - `turned`: is the board turned round, for a seat on the opposite side?
 * - `mover`: the seat to move, for the piece that follows the pointer.
 * - `arrow`: a hint or the best move: its places in order, or the step as typed if it is one of the
 *   scene's choices. Several arrows are lists of places each.
 * - `step`: was one step made or taken back since the previous scene? Then the pieces are animated.
 * - `animate`: may pieces be animated? By default they are, if the system of the person allows
 *   motion.
 * - `isEnd`: is this the end of a game that was played to its end? Then the last capture is shown
 *   as what decided it, unless the scene says what did.
 * - `targets`: are the places marked that can be selected next? By default they are.
 * - `taste`: the board and the pieces to show, if not those of the settings.
 * - `draws`: can the person draw arrows and rings with the right button of the mouse?
 * - `plans`: the seat for which the person can plan a move while another one is to move, and the
 *   fewest and most clicks of its moves.
 * @typedef {{ seats: SeatName[], interactive: boolean, turned?: boolean, mover?: number | null,
 *   arrow?: number[] | number[][] | string | null, step?: "made" | "taken back" | null,
 *   animate?: boolean, isEnd?: boolean, targets?: boolean,
 *   taste?: import("./look.js").Taste, draws?: boolean,
 *   plans?: { seat: number, least: number, most: number } | null }} View
 */

/**
 * The listener of a board.
 * - `step`: a move is complete; this is the move as typed. No other move can be made until the next
 *   `show` or `cancel`. A dragged piece stays where it was dropped until the scene changes, or
 *   `cancel`.
 * - `refused`: no move has these clicks.
 * - `idle`: somebody clicked a place of a board that is not interactive.
 * - `plans`: a move was planned, or is planned no longer.
 * - `sown`: the stones that were on their way have landed.
 * - `announce`: a message for people who do not see the board, for a live region.
 * @typedef {{ step(step: string): void, refused(clicks: number[]): void, idle?(place: number):
 *   void, sown?(): void, plans?(): void, announce?(text: string): void }} Listener
 */

export {};
