/**
 * The shapes that the board and the page share. Only types: nothing here runs. What the server sends is described in net/schema.js.
 *
 * A scene is a position as a view sees it. Coordinates are in units of a cell's width, to the right and downwards; what is at `(x, y)`
 * fills the unit that begins there. Places are called by their index in `places`; seats are numbered from 1.
 */

/** @import * as api from "../net/schema.js" */

/** @typedef {api.Place} Place */
/** @typedef {api.PlaceShape} Shape */
/** @typedef {api.Piece} Piece */
/** @typedef {api.Change} Change */
/** @typedef {api.Flight} Flight */
/** @typedef {api.Moved} Moved */
/** @typedef {api.Choice} Choice no choice's clicks are the beginning of another's */

/** The board of a scene, which is left out where it is known. @typedef {"places" | "lines" | "marks"} Known */

/** A position as a view sees it, with its board. @typedef {Omit<api.Scene, Known> & Required<Pick<api.Scene, Known>>} Scene */

/** What a seat's pieces are called. @typedef {{ symbol: string }} SeatName */

/**
 * How a scene is to be shown.
 * - `seats`: one for each seat, in order.
 * - `interactive`: can the person play here and now? Otherwise places can still be read, but not clicked.
 * - `turned`: turned round for a seat that sits opposite.
 * - `mover`: the seat that is to move, for the piece that is shown before it is laid.
 * - `arrow`: a hint or the best move: its places in order, or the step as typed where it is among the scene's choices.
 * - `step`: was one step made since the scene before, or taken back? Then it is shown how pieces went; anything else is shown at once.
 * - `animate`: do pieces go softly from the scene before? Unless told otherwise they do, where the person's system allows motion.
 * - `targets`: is it marked what can be chosen next? Unless told otherwise it is.
 * @typedef {{ seats: SeatName[], interactive: boolean, turned?: boolean, mover?: number | null, arrow?: number[] | string | null,
 *   step?: "made" | "taken back" | null, animate?: boolean, targets?: boolean }} View
 */

/**
 * What the board tells.
 * - `step`: a move is complete, as typed. Nothing more can be played until the next `show` or `cancel`; a piece that was dragged stays where
 *   it was let go until a scene differs, or `cancel`.
 * - `refused`: no move has these clicks.
 * - `idle`: somebody clicked a place of a board that is not interactive.
 * - `announce`: something that a person who does not see the board should hear, for a live region.
 * @typedef {{ step(step: string): void, refused(clicks: number[]): void, idle?(place: number): void,
 *   announce?(text: string): void }} Listener
 */

export {};
