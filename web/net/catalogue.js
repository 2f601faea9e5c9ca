/** The games of the server, which are requested once. */

import { get } from "./api.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let request = null;

/** @returns {Promise<GameInfo[]>} */
export function allGames() {
  request ??= load();
  return request;
}

async function load() {
  try {
    /** @type {{games: GameInfo[]}} */
    const { games } = await get("/api/games");
    return games;
  } catch (error) {
    request = null;
    throw error;
  }
}
