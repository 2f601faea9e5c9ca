/** The games and the opponents of the server, which are requested once. */

import { get } from "./api.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Opponent} Opponent */
/** @typedef {{games: GameInfo[], opponents: Opponent[]}} Catalogue */

/** @type {Promise<Catalogue> | null} */
let request = null;

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  request ??= load();
  return request;
}

/** @returns {Promise<GameInfo[]>} */
export async function allGames() {
  return (await catalogue()).games;
}

/** @returns {Promise<Catalogue>} */
async function load() {
  try {
    return await get("/api/games");
  } catch (error) {
    request = null;
    throw error;
  }
}
