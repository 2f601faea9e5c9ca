/**
 * Who we are to the server: a private token that stays in this browser, and the name we go by. All windows of the browser
 * are the same person. Former tokens are kept, since another server may have been at this address for a while.
 */

import { storage } from "../storage.js";

/** @typedef {{token: string, player: string}} Person */

/** Where this browser keeps who we are. */
const PEOPLE = "people";
/** So many tokens are kept. */
const MOST = 8;

class Session {
  /** Who we are or have been, the newest first. @type {Person[]} */
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
   * The server knows us by this token.
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
   * The server does not know this token: perhaps it knows one that we had before.
   *
   * @param {string} token
   */
  refuse(token) {
    this.#change(() => this.#refused.add(token));
  }

  /**
   * Nobody knows this token any more, and neither do we; nor the name that went with it.
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

  /** Another server may answer from now on, which may know what the one before did not. */
  reconsider() {
    this.#change(() => this.#refused.clear());
  }

  /** Another window may have become somebody. */
  reread() {
    this.#change(() => (this.#people = this.#stored()));
  }

  /**
   * Tells when we have become somebody else.
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
