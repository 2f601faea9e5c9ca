/**
 * The shapes that the board and the page share. Only types: nothing here runs.
 *
 * A scene is a position as a view sees it. Coordinates are in units of a cell's width, to the right and downwards; what is at `(x, y)`
 * fills the unit that begins there. Places are called by their index in `places`; seats are numbered from 1.
 */

/** What a place looks like. @typedef {"cell" | "point" | "bowl" | "pot"} Shape */

/** Something that can be pointed at. @typedef {{ x: number, y: number, shape: Shape, label: string }} Place */

/**
 * Something that lies on a place. `seat` is there with the kind `seat`; `letter` and `name` where a piece is a figure of its own;
 * `count` is how many stones there are, and 1 for a piece.
 * @typedef {{ place: number, kind: "seat" | "stones" | "obstacle", seat?: number | null, letter?: string | null, name?: string | null,
 *   count: number }} Piece
 */

/** A number or letter beside the board. @typedef {{ x: number, y: number, text: string }} Mark */

/** Pieces of one kind that a seat holds beside the board. @typedef {{ seat: number, name: string, length: number, count: number }} Held */

/**
 * A legal move and the clicks that make it. No choice's clicks are the beginning of another's. `question` tells apart moves that have the
 * same clicks; `covers` are the places in a row that a piece will cover whose ends the clicks name.
 * @typedef {{ clicks: number[], step: string, question: string, covers: number[] }} Choice
 */

/**
 * A position as a view sees it.
 * @typedef {{ places: Place[], lines: [number, number][], pieces: Piece[], spans: number[][], marks: Mark[], stock: Held[],
 *   holdings: string[], die: string | null, last: number[], choices: Choice[] }} Scene
 */

/** What a seat's pieces are called, and who plays them. @typedef {{ symbol: string, name?: string | null }} SeatName */

/**
 * How a scene is to be shown.
 * - `seats`: one for each seat, in order.
 * - `interactive`: can the person play here and now? Otherwise places can still be read, but not clicked.
 * - `turned`: turned round for a seat that sits opposite.
 * - `mover`: the seat that is to move, for the piece that is shown before it is laid.
 * - `arrow`: a hint or the best move: its places in order, or the step as typed where it is among the scene's choices.
 * - `animate`: do pieces go softly from the scene before? Unless told otherwise they do, where the person's system allows motion.
 * - `targets`: is it marked what can be chosen next? Unless told otherwise it is.
 * @typedef {{ seats: SeatName[], interactive: boolean, turned?: boolean, mover?: number | null, arrow?: number[] | string | null,
 *   animate?: boolean, targets?: boolean }} View
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
