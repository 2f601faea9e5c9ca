/**
 * The shapes that the server speaks in, by the names that the page has for them. They are those of the
 * API's description (net/schema.js); the scene of a board is described in board/types.js.
 */

/** @import * as api from "./net/schema.js" */
/** @typedef {import("./board/types.js").Scene} Scene */

/** @typedef {api.Player} Player */
/** @typedef {api.Opt} OptionInfo something that can be set in a game */
/** @typedef {api.Game} GameInfo a game of the catalogue */
/** @typedef {api.Connected} Program whose games are all, where they are not said */
/** @typedef {api.Seat} SeatView who sits at a seat */
/** @typedef {api.Turn} Next */
/** @typedef {api.Verdicted} Result */
/** @typedef {api.Clock} ClockView */
/** @typedef {api.Offered} OfferKind */
/** @typedef {api.Offer} Offer */
/** @typedef {api.Step} Step */
/** @typedef {api.Since_Said["list"][number]} Said */
/** @typedef {api.StepsPage} StepsPage */
/** @typedef {api.ShortTable} ShortTable how a table stands */
/** @typedef {api.RefusedOption} RefusedOption an option of a game with a value that is not allowed */
/** @typedef {api.SeatValue} Value what a position is worth to a seat */
/** @typedef {api.Analysis} Analysis */
/** @typedef {api.LookedAt} Look what the engine says about one position */

/** @typedef {Omit<api.Variation, "name"> & {name?: string}} Variation which nobody has named while it is tried */

/**
 * @template T
 * @typedef {{from: number, list: T[], missing_from?: number | null}} Tail what replaces the end of a list, from there on; entries
 *   between `missing_from` and `from` were left out
 */

/** @typedef {Omit<api.Table, "steps" | "chat" | "scene" | "variations">} Summary a table in a list */

/**
 * @typedef {object} Whole what only a table itself has
 * @property {Tail<Step>} steps
 * @property {Tail<Said>} chat
 * @property {Variation[]} variations
 * @property {Scene} [scene]
 */

/** @typedef {Summary & Whole} View */

/** @typedef {Omit<api.Position, "scene"> & {scene: Scene}} Position */

export {};
