/** Which position of a game is looked at: the game itself as it goes on, an earlier one, or one of a variation. */

import { get, post } from "../net/api.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {{after: number | null, line: string[], position: Position | null}} Shown */

export class Cursor {
  /** How many steps of the game have been made; null follows the game. @type {number | null} */
  after = null;
  /** Steps of a variation from there. @type {string[]} */
  line = [];
  /** What stands there, once it is known. @type {Position | null} */
  position = null;
  /** Is what stands there known? While the server is asked, the position before is still shown. */
  ready = true;
  /** What was last shown: where we are while the server is asked, and where we stay when it refuses. @type {Shown} */
  #shown = { after: null, line: [], position: null };
  /**
   * Positions that were asked for, each with the last step of the game before it: what was taken back and played again has
   * other steps. @type {Map<string, {last: Step | undefined, position: Position}>}
   */
  #known = new Map();
  /** Questions in the order in which they were asked: only the newest one counts. */
  #asked = 0;

  /** @param {import("./live.js").LiveTable} live */
  constructor(live) {
    this.live = live;
  }

  /** Is the game shown as it stands? */
  get following() {
    return this.after === null;
  }

  /** The number of steps that the shown position of the game has. */
  get at() {
    return this.after ?? this.view.steps.list.length;
  }

  get view() {
    if (!this.live.view) throw new Error("the table is not known yet");
    return this.live.view;
  }

  /** All steps that lead to what is shown. */
  get steps() {
    const game = this.view.steps.list.slice(0, this.at).map((step) => step.step);
    return [...game, ...this.line];
  }

  /** All steps that lead to the position that is known there: the one before, while the server is asked. */
  get shownSteps() {
    const { after, line } = this.#shown;
    const game = this.view.steps.list.slice(0, after ?? undefined).map((step) => step.step);
    return [...game, ...line];
  }

  /**
   * Looks at the game after so many steps, or at a variation from there.
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
    await this.#look();
  }

  /** Shows the game as it stands. */
  follow() {
    this.#asked += 1;
    this.#show({ after: null, line: [], position: null });
  }

  /** The game has gone on, or back: what is looked at may be no part of it any more. */
  gameChanged() {
    if (this.after !== null && this.after > this.view.steps.list.length) this.follow();
  }

  async #look() {
    const { after, line, at } = this;
    const name = JSON.stringify([at, line]);
    const last = this.view.steps.list[at - 1];
    this.#asked += 1;
    const asked = this.#asked;
    this.ready = false;
    try {
      const known = this.#known.get(name);
      const position = known && known.last === last ? known.position : await this.#ask();
      this.#known.set(name, { last, position });
      if (asked === this.#asked) this.#show({ after, line, position });
    } catch (error) {
      // There is no such position: we stay where we were.
      if (asked === this.#asked) this.#show(this.#shown);
      throw error;
    }
  }

  /** @param {Shown} shown */
  #show(shown) {
    this.#shown = shown;
    Object.assign(this, shown, { ready: true });
  }

  /** The board is that of the game. @returns {Promise<Position>} */
  async #ask() {
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
