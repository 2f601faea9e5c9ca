/**
 * The cursor: which position of a game is shown. It follows the game, or is at an earlier position
 * or in a variation.
 */

import { get, post } from "../net/api.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {{after: number | null, line: string[], position: Position | null}} Shown */

export class Cursor {
  /** The number of steps before the shown position; null follows the game. @type {number | null} */
  after = null;
  /** The steps of a variation from there. @type {string[]} */
  line = [];
  /** The shown position, once it is known. @type {Position | null} */
  position = null;
  /** Is the position known? While it is loaded, the previous one is still shown. */
  ready = true;
  /**
   * The position that was shown last. It stays while another one is loaded, and if that fails.
   * @type {Shown}
   */
  #shown = { after: null, line: [], position: null };
  /**
   * Positions that were loaded, each with the last step of the game before it: after a takeback,
   * the step is another object. @type {Map<string, {last: Step | undefined, position: Position}>}
   */
  #known = new Map();
  /** The number of requests: only the answer to the latest one counts. */
  #requests = 0;

  /** @param {import("./live.js").LiveTable} live */
  constructor(live) {
    this.live = live;
  }

  /** Is the current position of the game shown? */
  get following() {
    return this.after === null;
  }

  /** The number of steps of the game before the shown position. */
  get at() {
    return this.after ?? this.view.steps.list.length;
  }

  get view() {
    if (!this.live.view) throw new Error("the table is not known yet");
    return this.live.view;
  }

  /** All steps that lead to this position. */
  get steps() {
    const game = this.view.steps.list.slice(0, this.at).map((step) => step.step);
    return [...game, ...this.line];
  }

  /**
   * All steps that lead to the position that is on the board: the previous one, while another is
   * loaded.
   */
  get shownSteps() {
    const { after, line } = this.#shown;
    const game = this.view.steps.list.slice(0, after ?? undefined).map((step) => step.step);
    return [...game, ...line];
  }

  /**
   * Shows the game after this number of steps, or a variation from there.
   *
   * @param {number} after
   * @param {string[]} [line]
   */
  async go(after, line = []) {
    const length = this.view.steps.list.length;
    const over = this.view.stage === "over";
    const wanted = Math.max(0, Math.min(after, length));
    if (wanted === length && line.length === 0 && !over) {
      this.follow();
      return;
    }
    this.after = wanted;
    this.line = line;
    await this.#update();
  }

  /** Shows the current position of the game. */
  follow() {
    this.#requests += 1;
    this.#show({ after: null, line: [], position: null });
  }

  /** Follows the game if a takeback has removed the shown position. */
  gameChanged() {
    if (this.after !== null && this.after > this.view.steps.list.length) this.follow();
  }

  async #update() {
    const { after, line, at } = this;
    const name = JSON.stringify([at, line]);
    const last = this.view.steps.list[at - 1];
    this.#requests += 1;
    const request = this.#requests;
    this.ready = false;
    try {
      const known = this.#known.get(name);
      const position = known && known.last === last ? known.position : await this.#load();
      this.#known.set(name, { last, position });
      if (request === this.#requests) this.#show({ after, line, position });
    } catch (error) {
      // The position cannot be loaded, so the previous one stays.
      if (request === this.#requests) this.#show(this.#shown);
      throw error;
    }
  }

  /** @param {Shown} shown */
  #show(shown) {
    this.#shown = shown;
    Object.assign(this, shown, { ready: true });
  }

  /** Loads the position, and adds the board of the game. @returns {Promise<Position>} */
  async #load() {
    const { view } = this;
    /** @type {Position} */
    const position = await (this.line.length === 0
      ? get(this.live.path(`/positions/${this.at}?board=false`))
      : post("/api/positions", {
          game: view.game,
          position: view.position,
          steps: this.steps,
          names: view.scene?.names,
          board: false,
        }));
    return { ...position, scene: { ...view.scene, ...position.scene } };
  }
}
