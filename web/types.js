/**
 * The shapes that the server speaks in. See docs/api.md; the scene of a board is described in board/types.js.
 */

/** @typedef {import("./board/types.js").Scene} Scene */

/** @typedef {{id: string, name: string}} Player */

/**
 * @typedef {object} OptionInfo something that can be set in a game
 * @property {string} key
 * @property {string} about
 * @property {"number" | "odd" | "derived" | "cells"} kind
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {number | null} [default]
 * @property {string | null} [rule]
 */

/**
 * @typedef {object} GameInfo a game of the catalogue
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {string[]} names
 * @property {string[]} sides
 * @property {number | null} far_seat
 * @property {boolean} has_dice
 * @property {boolean} scored
 * @property {boolean} can_scatter
 * @property {OptionInfo[]} options
 */

/** @typedef {{id: string, name: string, games: string[] | null, busy: boolean}} Program whose games are all, where they are null */

/**
 * @typedef {object} SeatView who sits at a seat
 * @property {number} seat
 * @property {string} symbol
 * @property {string | null} side
 * @property {"person" | "friend" | "open" | "engine" | "random" | "program"} kind
 * @property {string | null} name
 * @property {string | null} player
 * @property {number | null} level
 * @property {boolean} you
 * @property {boolean} here
 * @property {number | null} away_at
 * @property {boolean} thinking
 * @property {string} [invite] the code of its invite link, for who made the table
 * @property {boolean} [dismissible] may who made the table send them away?
 */

/** @typedef {{kind: "move" | "roll" | "over" | "waiting", seat?: number}} Next */
/** @typedef {{kind: "won" | "draw" | "scored" | "stopped", seat?: number}} Result */

/**
 * @typedef {object} ClockView
 * @property {"none" | "move" | "game" | "days"} kind
 * @property {number} [seconds]
 * @property {number} [increment]
 * @property {number} [days]
 * @property {number[] | null} [left_ms]
 * @property {number | null} [running]
 * @property {number | null} [ends_at]
 */

/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */
/** @typedef {{what: OfferKind, by: number, waits_for: number[]}} Offer */
/** @typedef {{seat: number, reason: string}} Skip */
/** @typedef {{step: string, by: number | null, skipped?: Skip[], clock_ms?: number, known?: boolean}} Step */
/** @typedef {{name: string, player: string | null, seat: number | null, text: string, at: number}} Said */
/** @typedef {{after: number, steps: string[], name?: string}} Variation */

/**
 * @template T
 * @typedef {{from: number, list: T[], missing_from?: number}} Tail what replaces the end of a list, from there on; entries
 *   between `missing_from` and `from` were left out
 */

/** @typedef {{from: number, list: Step[], total: number, more: boolean, facts: number}} StepsPage */

/** @typedef {{id: string, state: number, facts: number, stage: string, next: Next}} ShortTable how a table stands */

/**
 * @typedef {object} Summary a table in a list
 * @property {string} id
 * @property {string} game
 * @property {string} game_id
 * @property {string} title
 * @property {string | null} position
 * @property {"waiting" | "playing" | "over" | "closed"} stage
 * @property {number} state
 * @property {number} facts how much has happened at the table: this never falls
 * @property {number} now_at
 * @property {number} created_at
 * @property {boolean} listed
 * @property {boolean} maker
 * @property {SeatView[]} seats
 * @property {Next} next
 * @property {Result | null} result
 * @property {number[] | null} points
 * @property {string | null} reason
 * @property {string} [hint]
 * @property {ClockView} clock
 * @property {number | null} claim_at
 * @property {Offer[]} offers
 * @property {string | null} commitment
 * @property {string | null} seed
 * @property {{open: boolean, contributions: (string | null)[]} | null} dice
 * @property {number} watchers
 * @property {string | null} rematch
 * @property {{table: string, step: number} | null} from
 */

/**
 * @typedef {object} Whole what only a table itself has
 * @property {Tail<Step>} steps
 * @property {Tail<Said>} chat
 * @property {{player: string, name: string}[]} [muted] people who watch and whose lines are hidden here
 * @property {Variation[]} variations
 * @property {Scene} [scene]
 */

/** @typedef {Summary & Whole} View */

/**
 * @typedef {object} Position
 * @property {string} game in one line, with all that was drawn
 * @property {Scene} scene
 * @property {string} position
 * @property {Next} next
 * @property {string[]} moves
 * @property {Result | null} result
 * @property {number[] | null} points
 * @property {string | null} reason
 * @property {string} board
 */

/**
 * @typedef {object} Value what a position is worth to a seat
 * @property {string} kind
 * @property {number} worth
 * @property {string} text
 */

/** @typedef {{step: string, line: string[], value: Value}} Best */

/**
 * @typedef {object} Ply what the engine says about a step
 * @property {Value[] | null} values
 * @property {string | null} mark
 * @property {number | null} loss
 * @property {Best | null} best
 */

/**
 * @typedef {object} Analysis
 * @property {"none" | "running" | "done"} status
 * @property {number} done
 * @property {number} of
 * @property {boolean} scored
 * @property {Value[] | null} start
 * @property {(Ply | null)[]} plies
 */

/** @typedef {{values: Value[], line: string[], depth: number}} Look what the engine says about one position */

export {};
