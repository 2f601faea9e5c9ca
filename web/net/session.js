/**
 * Our identity: a private token that stays in this browser, and our name. All windows of the
 * browser are the same player. Earlier tokens are kept, because another server may have used this
 * address for a while.
 */

import { storage } from "../storage.js";

/** @typedef {{token: string, player: string}} Person */

/** The storage key of our tokens. */
const PEOPLE = "people";
/** The most tokens that are kept. */
const MOST = 8;

class Session {
  /** Our tokens with their players, the newest first. @type {Person[]} */
  #people = storage.read(PEOPLE, []);
  /** Tokens that the server does not know. @type {Set<string>} */
  #refused = new Set();
  /** @type {Set<() => void>} */
  #listeners = new Set();

  constructor() {
    /** @type {string} */
    this.name = storage.read("name", "");
    storage.onChange(PEOPLE, () => this.reread());
    storage.onChange("name", () => (this.name = storage.read("name", this.name)));
  }

  get token() {
    return this.#current?.token ?? null;
  }

  get player() {
    return this.#current?.player ?? null;
  }

  /**
   * Keeps a token that the server knows.
   *
   * @param {string} token
   * @param {import("../types.js").Player} player
   */
  keep(token, player) {
    this.#refused.delete(token);
    this.rename(player.name);
    if (this.token === token && this.#people[0]?.token === token) return;
    this.#change(() => {
      const others = this.#stored().filter((person) => person.token !== token);
      this.#people = [{ token, player: player.id }, ...others].slice(0, MOST);
      storage.write(PEOPLE, this.#people);
    });
  }

  /** @param {string} name */
  rename(name) {
    if (name === this.name) return;
    this.name = name;
    storage.write("name", name);
  }

  /**
   * Marks a token as unknown to the server. An earlier one may be known.
   *
   * @param {string} token
   */
  refuse(token) {
    this.#change(() => this.#refused.add(token));
  }

  /**
   * Forgets a deleted player: the token, and the name.
   *
   * @param {string} token
   */
  forget(token) {
    this.rename("");
    this.#change(() => {
      this.#people = this.#stored().filter((person) => person.token !== token);
      storage.write(PEOPLE, this.#people);
    });
  }

  /** Tries all tokens again: another server may answer from now on, and know other tokens. */
  reconsider() {
    this.#change(() => this.#refused.clear());
  }

  /** Reads the tokens again: another window may have created a player. */
  reread() {
    this.#change(() => (this.#people = this.#stored()));
  }

  /**
   * Calls the listener when our token changes.
   *
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  get #current() {
    return this.#people.find(({ token }) => !this.#refused.has(token));
  }

  /** @returns {Person[]} */
  #stored() {
    return storage.read(PEOPLE, this.#people);
  }

  /** @param {() => void} change */
  #change(change) {
    const before = this.token;
    change();
    if (this.token === before) return;
    for (const listener of this.#listeners) listener();
  }
}

export const session = new Session();
