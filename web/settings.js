/** The settings of a person in this browser. */

import { BOARDS, SETS } from "./board/look.js";
import { storage } from "./storage.js";

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {import("./board/look.js").Taste} Taste */
/**
 * @typedef {object} Values
 * @property {string} language its code; empty for the languages of the browser
 * @property {Theme} theme
 * @property {boolean} sound
 * @property {boolean} animation
 * @property {boolean} confirm
 * @property {Taste["board"]} board
 * @property {Taste["pieces"]} pieces
 */

/** @type {Values} */
const USUAL = {
  language: "",
  theme: "system",
  sound: true,
  animation: true,
  confirm: true,
  board: "own",
  pieces: "own",
};

class Settings {
  constructor() {
    /** @type {Values} */
    this.values = { ...USUAL, ...storage.read("settings", {}) };
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.systemDark = matchMedia("(prefers-color-scheme: dark)");
    this.reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    this.systemDark.addEventListener("change", () => this.#changed());
    this.reducedMotion.addEventListener("change", () => this.#changed());
    this.#show();
  }

  get dark() {
    return this.values.theme === "system" ? this.systemDark.matches : this.values.theme === "dark";
  }

  /** The board and the pieces that the person has chosen. @returns {Taste} */
  get taste() {
    const { board, pieces } = this.values;
    // What an older or newer page has stored may be unknown here.
    return {
      board: BOARDS.includes(board) ? board : "own",
      pieces: SETS.includes(pieces) ? pieces : "own",
    };
  }

  /** May pieces be animated? Not if the system of the person asks for reduced motion. */
  get animation() {
    return this.values.animation && !this.reducedMotion.matches;
  }

  /** @param {Partial<Values>} values */
  change(values) {
    Object.assign(this.values, values);
    storage.write("settings", this.values);
    this.#changed();
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} removes the listener
   */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  #changed() {
    this.#show();
    for (const listener of this.listeners) listener();
  }

  #show() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }
}

export const settings = new Settings();
