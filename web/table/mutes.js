/** People whose lines are not shown: those that this browser has muted, at every table, and those that the players of a table have. */

import { storage } from "../storage.js";
import { session } from "../net/session.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {{player: string, name: string}} Muted */

/** Where this browser keeps whom it has muted, and how many of them. */
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
 * What was said and is to be shown; lines that had to make place for others are empty.
 *
 * @param {View} view
 * @returns {Said[]}
 */
export function audible(view) {
  const silent = new Set([...mutes.list, ...(view.muted ?? [])].map(({ player }) => player));
  return view.chat.list.filter((said) => said.text !== "" && !silent.has(said.player ?? ""));
}

/**
 * What others have said since then.
 *
 * @param {View} before
 * @param {View} view
 * @returns {Said[]}
 */
export function newlySaid(before, view) {
  const count =
    view.chat.from + view.chat.list.length - (before.chat.from + before.chat.list.length);
  const fresh = new Set(count > 0 ? view.chat.list.slice(-count) : []);
  return audible(view).filter((said) => fresh.has(said) && said.player !== session.player);
}

/**
 * Those of them who have said something at this table, with who has muted them.
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
