/** The games of the server, asked for once. */

import { get } from "./api.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** @type {Promise<GameInfo[]> | null} */
let asked = null;

/** @returns {Promise<GameInfo[]>} */
export function allGames() {
  asked ??= ask();
  return asked;
}

async function ask() {
  try {
    /** @type {{games: GameInfo[]}} */
    const { games } = await get("/api/games");
    return games;
  } catch (error) {
    asked = null;
    throw error;
  }
}
