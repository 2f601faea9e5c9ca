/**
 * The types of the API (net/schema.js) under the names that the page uses. The scene of a board is
 * described in board/types.js.
 */

/** @import * as api from "./net/schema.js" */
/** @typedef {import("./board/types.js").Scene} Scene */

/** @typedef {api.Player} Player */
/** @typedef {api.Preset} Preset options of a game that are worth playing */
/** @typedef {api.Opponent} Opponent an engine level with a name */
/** @typedef {api.Invitation} Invitation what an invite code is for */
/** @typedef {api.Addresses} Addresses */
/** @typedef {api.Demo} Demo a short game to look at */
/** @typedef {api.Opt} OptionInfo an option of a game */
/** @typedef {api.Game} GameInfo a game of the catalogue */
/**
 * @typedef {api.Connected} Program a connected program; it plays all games if `games` is null
 */
/** @typedef {api.Seat} SeatView a seat and its player */
/** @typedef {api.Turn} Next */
/** @typedef {api.Verdicted} Result */
/** @typedef {api.Clock} ClockView */
/** @typedef {api.Offered} OfferKind */
/** @typedef {api.Offer} Offer */
/** @typedef {api.Step} Step */
/** @typedef {api.Since_Said["list"][number]} Said */
/** @typedef {api.StepsPage} StepsPage */
/** @typedef {api.ShortTable} ShortTable the short form of a table */
/**
 * @typedef {api.RefusedOption} RefusedOption an option of a game with a value that is not allowed
 */
/** @typedef {api.SeatValue} Value the value of a position for a seat */
/** @typedef {api.Analysis} Analysis */
/** @typedef {api.LookedAt} Look the evaluation of one position */

/**
 * @typedef {Omit<api.Variation, "name"> & {name?: string}} Variation a variation that is only tried
 *   has no name
 */

/**
 * @template T
 * @typedef {{from: number, list: T[], missing_from?: number | null}} Tail the end of a list from
 *   `from` on; entries between `missing_from` and `from` are left out
 */

/**
 * @typedef {Omit<api.Table, "steps" | "chat" | "scene" | "variations">} Summary a table in a list
 */

/**
 * @typedef {object} Whole the parts of a table that lists leave out
 * @property {Tail<Step>} steps
 * @property {Tail<Said>} chat
 * @property {Variation[]} variations
 * @property {Scene} [scene]
 */

/** @typedef {Summary & Whole} View */

/** @typedef {Omit<api.Position, "scene"> & {scene: Scene}} Position */

/** @typedef {Omit<api.Diagram, "scene"> & {scene: Scene}} Diagram a position in the rules */
/** @typedef {Omit<api.Rules, "diagrams"> & {diagrams: Diagram[]}} Rules the rules of a game */

export {};
