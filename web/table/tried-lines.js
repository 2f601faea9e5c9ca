/** Variations that are tried during a review, and evaluations of their positions by the engine. */

import { requestAsPlayer } from "../net/api.js";
import { readableSteps } from "./words.js";

/** @typedef {import("../types.js").Variation} Variation */
/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("./cursor.js").Cursor} Cursor */

export class TriedLines {
  /** @type {Variation[]} */
  list = [];
  /** May we store variations, so that others see them? */
  mayKeep = false;
  looking = false;
  /** The tried variations before the last step. @type {Variation[]} */
  #before = [];
  /** @type {Map<string, Look>} */
  #evaluations = new Map();

  /**
   * Plays a step that was made on the board or typed, and returns the position to show then. It may
   * be the step of the game, or continue a variation.
   *
   * @param {Cursor} cursor
   * @param {string} typed
   * @returns {{after: number, line: string[]}}
   */
  play(cursor, typed) {
    const { at } = cursor;
    const { step, readable } = meant(cursor, typed);
    if (cursor.line.length === 0 && cursor.view.steps.list[at]?.step === step)
      return { after: at + 1, line: [] };
    const line = [...cursor.line, step];
    this.#before = this.list;
    if (!this.#known(cursor, line))
      this.#add(at, cursor.line, {
        after: at,
        steps: line,
        readable: [...this.readable(cursor), readable],
      });
    return { after: at, line };
  }

  /** Removes the last step again, because it was not legal. */
  undo() {
    this.list = this.#before;
  }

  /**
   * Is the shown variation only tried, and not stored?
   *
   * @param {Cursor} cursor
   */
  has(cursor) {
    return this.#of(cursor) !== undefined;
  }

  /**
   * The whole variation to which the shown position belongs.
   *
   * @param {Cursor} cursor
   */
  shown(cursor) {
    return this.#of(cursor) ?? { after: cursor.at, steps: cursor.line };
  }

  /**
   * The shown steps of a variation as people read them.
   *
   * @param {Cursor} cursor
   */
  readable({ at, line, view }) {
    const shown = [...view.variations, ...this.list].find(
      (one) => one.after === at && startsWith(one.steps, line),
    );
    return readableSteps(line, shown?.readable);
  }

  /** @param {Cursor} cursor */
  drop(cursor) {
    const tried = this.#of(cursor);
    this.list = this.list.filter((one) => one !== tried);
  }

  /**
   * The evaluation of the shown position, if it was requested.
   *
   * @param {Cursor} cursor
   */
  look(cursor) {
    return this.#evaluations.get(JSON.stringify(cursor.steps)) ?? null;
  }

  /**
   * Lets the engine evaluate the shown position.
   *
   * @param {Cursor} cursor
   */
  async ask(cursor) {
    const { steps, view } = cursor;
    this.looking = true;
    try {
      /** @type {Look} */
      const look = await requestAsPlayer("POST", "/api/analysis", {
        game: view.game,
        position: view.position,
        steps,
      });
      this.#evaluations.set(JSON.stringify(steps), look);
    } finally {
      this.looking = false;
    }
  }

  /** @param {Cursor} cursor */
  #of(cursor) {
    return this.list.find((one) => one.after === cursor.at && startsWith(one.steps, cursor.line));
  }

  /**
   * @param {Cursor} cursor
   * @param {string[]} line
   */
  #known(cursor, line) {
    const all = [...cursor.view.variations, ...this.list];
    return all.some((one) => one.after === cursor.at && startsWith(one.steps, line));
  }

  /**
   * Adds a variation. It replaces the tried variation that it extends, if there is one.
   *
   * @param {number} after
   * @param {string[]} before
   * @param {Variation} variation
   */
  #add(after, before, variation) {
    const isEnd = (/** @type {Variation} */ one) =>
      one.after === after && before.length > 0 && same(one.steps, before);
    const others = this.list.filter((one) => !isEnd(one));
    this.list = [...others, variation];
  }
}

/**
 * The legal step that was typed in either spelling, if it is one of the choices of the scene.
 *
 * @param {Cursor} cursor
 * @param {string} typed
 * @returns {{step: string, readable: string}}
 */
function meant(cursor, typed) {
  const choices = cursor.position?.scene.choices ?? [];
  const found = choices.find(({ step, readable }) => step === typed || isTyped(readable, typed));
  return { step: found?.step ?? typed, readable: found?.readable ?? typed };
}

/**
 * Is this the readable step that somebody typed, perhaps in capitals and with a plain hyphen?
 *
 * @param {string | undefined} readable
 * @param {string} typed
 */
function isTyped(readable, typed) {
  return readable?.toLowerCase() === typed.replaceAll("-", "–").toLowerCase();
}

/**
 * @param {string[]} steps
 * @param {string[]} beginning
 */
export function startsWith(steps, beginning) {
  return same(steps.slice(0, beginning.length), beginning);
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}
