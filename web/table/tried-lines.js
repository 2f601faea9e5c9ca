/** Variations that are tried out while a game is looked at again, and what the engine says about their positions. */

import { requestAsPlayer } from "../net/api.js";
import { readableSteps } from "./words.js";

/** @typedef {import("../types.js").Variation} Variation */
/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("./cursor.js").Cursor} Cursor */

export class TriedLines {
  /** @type {Variation[]} */
  list = [];
  /** May we keep them for others to see? */
  mayKeep = false;
  looking = false;
  /** What was tried before the last step. @type {Variation[]} */
  #before = [];
  /** @type {Map<string, Look>} */
  #looks = new Map();

  /**
   * A step was made on the board or typed: tells what to look at then. It may be the game's own
   * step, or lead on in a variation.
   *
   * @param {Cursor} cursor
   * @param {string} told
   * @returns {{after: number, line: string[]}}
   */
  play(cursor, told) {
    const { at } = cursor;
    const { step, readable } = meant(cursor, told);
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

  /** The last step that was played was none. */
  undo() {
    this.list = this.#before;
  }

  /**
   * Is the variation that is shown one of those that are only tried?
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
   * What the engine says about the shown position, if it was asked.
   *
   * @param {Cursor} cursor
   */
  look(cursor) {
    return this.#looks.get(JSON.stringify(cursor.steps)) ?? null;
  }

  /**
   * Has the engine look at the shown position.
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
      this.#looks.set(JSON.stringify(steps), look);
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
   * A line that goes on where a tried one ends makes it longer; any other is one more.
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
 * The legal step that was told in either spelling, if the scene has it among its choices.
 *
 * @param {Cursor} cursor
 * @param {string} told
 * @returns {{step: string, readable: string}}
 */
function meant(cursor, told) {
  const choices = cursor.position?.scene.choices ?? [];
  const found = choices.find(({ step, readable }) => step === told || isTyped(readable, told));
  return { step: found?.step ?? told, readable: found?.readable ?? told };
}

/**
 * Is this the readable step that somebody typed, perhaps in capitals and with a plain hyphen?
 *
 * @param {string | undefined} readable
 * @param {string} told
 */
function isTyped(readable, told) {
  return readable?.toLowerCase() === told.replaceAll("-", "–").toLowerCase();
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
