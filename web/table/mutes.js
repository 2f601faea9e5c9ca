/**
 * Muted people: those muted in this browser, at all tables, and those muted by the players of a
 * table.
 */

import { storage } from "../storage.js";
import { session } from "../net/session.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {{player: string, name: string}} Muted */

/** The storage key of the people muted in this browser, and the most that are kept. */
const KEY = "muted";
const MOST = 200;

export const mutes = {
  /** @returns {Muted[]} */
  get list() {
    return storage.read(KEY, []);
  },

  /** @param {Muted} person */
  add({ player, name }) {
    const others = this.list.filter((muted) => muted.player !== player);
    storage.write(KEY, [{ player, name }, ...others].slice(0, MOST));
  },

  /** @param {string} player */
  remove(player) {
    storage.write(
      KEY,
      this.list.filter((muted) => muted.player !== player),
    );
  },
};

/**
 * The chat lines that are shown. Lines that the server no longer keeps are empty, and left out.
 *
 * @param {View} view
 * @returns {Said[]}
 */
export function visibleLines(view) {
  const silent = new Set([...mutes.list, ...(view.muted ?? [])].map(({ player }) => player));
  return view.chat.list.filter((said) => said.text !== "" && !silent.has(said.player ?? ""));
}

/**
 * The lines of others since the previous view.
 *
 * @param {View} before
 * @param {View} view
 * @returns {Said[]}
 */
export function newLines(before, view) {
  const count =
    view.chat.from + view.chat.list.length - (before.chat.from + before.chat.list.length);
  const fresh = new Set(count > 0 ? view.chat.list.slice(-count) : []);
  return visibleLines(view).filter((said) => fresh.has(said) && said.player !== session.player);
}

/**
 * The muted people who have written at this table; `here` says whether its players have muted them.
 *
 * @param {View} view
 * @returns {(Muted & {here: boolean})[]}
 */
export function mutedHere(view) {
  const here = (view.muted ?? []).map((muted) => ({ ...muted, here: true }));
  const spoke = new Set(view.chat.list.map((said) => said.player));
  const mine = mutes.list.filter(
    ({ player }) => spoke.has(player) && !here.some((muted) => muted.player === player),
  );
  return [...here, ...mine.map((muted) => ({ ...muted, here: false }))];
}
