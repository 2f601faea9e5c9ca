/** The board of the new game in its starting position. */

import { Board } from "../board/board.js";
import { asError, get, post } from "../net/api.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../board/types.js").Scene["look"]} Look */

/** How long the preview waits for more changes, in milliseconds. */
const PAUSE = 200;

export class Preview {
  host = document.createElement("div");
  /** Why the server refuses this game. @type {Error | null} */
  refusal = null;
  /** The options in words. */
  variant = "";
  /** What board and pieces look like, once it is known. @type {Look | undefined} */
  look;
  #board;
  #shown = "";
  #timer = 0;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.host.className = "board-host";
    this.#board = new Board(this.host, { step() {}, refused() {} });
  }

  /** @param {Setup} setup */
  follow(setup) {
    const wanted = JSON.stringify([
      setup.from,
      setup.line,
      setup.position,
      setup.cells === "drawn" && setup.drawnOf,
    ]);
    if (wanted === this.#shown) return;
    const first = this.#shown === "";
    this.#shown = wanted;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(setup, wanted), first ? 0 : PAUSE);
  }

  end() {
    clearTimeout(this.#timer);
    this.#shown = "ended";
    this.#board.destroy();
  }

  /**
   * @param {Setup} setup
   * @param {string} wanted
   */
  async #load(setup, wanted) {
    try {
      const of = setup.drawnOf;
      const position = await loadPosition(setup);
      if (wanted !== this.#shown) return;
      setup.preview = setup.cells === "drawn" ? { of, game: position.game } : null;
      this.refusal = null;
      this.variant = position.variant;
      this.look = position.scene.look;
      const seats = setup.game.names.map((symbol) => ({ symbol }));
      this.#board.show(position.scene, {
        seats,
        interactive: false,
        animate: false,
        targets: false,
      });
    } catch (error) {
      if (wanted !== this.#shown) return;
      this.refusal = asError(error);
    }
    this.changed();
  }
}

/**
 * @param {Setup} setup
 * @returns {Promise<Position>}
 */
function loadPosition(setup) {
  const { from } = setup;
  if (from) return get(`/api/tables/${encodeURIComponent(from.table)}/positions/${from.step}`);
  return post("/api/positions", {
    ...setup.start(),
    position: setup.position.trim() || null,
    steps: [],
  });
}
