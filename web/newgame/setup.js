/** A game that is about to be made: everything that people can choose, and the request that comes of it. */

import { texts } from "../texts.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").OptionInfo} OptionInfo */
/** @typedef {"me" | "friend" | "open" | "engine" | "random" | "program"} SeatKind */
/** @typedef {{kind: SeatKind, level: number, program: string}} SeatChoice */
/** @typedef {{kind: "none" | "move" | "game" | "days", move: string, base: string, increment: string, days: string}} ClockChoice */
/** @typedef {"none" | "drawn" | "cells"} CellsChoice */

/** A level that is fun for most. */
export const USUAL_LEVEL = 3;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The option that every game has. */
export const SEATS = "seats";

export class Setup {
  /** What was typed for each option; empty where the default holds. @type {Record<string, string>} */
  values = {};
  /** Where cells are drawn: how many, and whether each quarter of the board has the same. */
  drawn = { count: "4", mirror: true };
  /** @type {CellsChoice} */
  cells = "none";
  /** The game with the cells that were drawn for the preview, and for which choices. @type {{of: string, game: string} | null} */
  preview = null;
  #draws = 0;
  /** Where it starts, if not as usual. */
  position = "";
  /** @type {SeatChoice[]} */
  seats = [choice("me"), choice("engine")];
  /** @type {ClockChoice} */
  clock = { kind: "none", move: "30", base: "10", increment: "5", days: "3" };
  /** Null until somebody decided. @type {boolean | null} */
  wantsListed = null;
  /** Goes on from a position of another table. @type {{table: string, step: number, game: string, title: string} | null} */
  from = null;

  /** @param {GameInfo} game */
  constructor(game) {
    this.game = game;
    this.pick(game);
  }

  /** @param {GameInfo} game */
  pick(game) {
    this.game = game;
    this.values = {};
    this.cells = "none";
    this.position = "";
    this.fitSeats();
  }

  /**
   * Sets the options as a one-line form has them.
   *
   * @param {string} line
   */
  read(line) {
    for (const word of line.split(" ").slice(1)) {
      const [key = "", value = ""] = word.split("=");
      this.values[key] = value;
      if (this.game.options.some((option) => option.key === key && option.kind === "cells"))
        this.cells = "cells";
    }
    this.fitSeats();
  }

  get seatOption() {
    return this.game.options.find((option) => option.key === SEATS);
  }

  /** As many seats as the options say. */
  fitSeats() {
    const typed = Number(this.values[SEATS] || this.seatOption?.default || 2);
    const valid = Number.isInteger(typed) && typed >= 1 && typed <= this.game.names.length;
    if (valid) this.setSeatCount(typed);
  }

  /** @param {number} count */
  setSeatCount(count) {
    while (this.seats.length < count) this.seats.push(choice("engine"));
    this.seats.length = count;
  }

  /** Everybody goes one seat on. */
  rotate() {
    const last = this.seats.pop();
    if (last) this.seats.unshift(last);
  }

  /** Is it in the lobby? Unless somebody decided, it is where a seat waits for anybody. */
  get listed() {
    return this.wantsListed ?? this.seats.some((seat) => seat.kind === "open");
  }

  /** The game in its one-line form. */
  get line() {
    const words = this.game.options
      .filter((option) => option.kind !== "cells" || this.cells === "cells")
      .map((option) => [option.key, (this.values[option.key] ?? "").trim()])
      .filter(([, value]) => value)
      .map(([key, value]) => `${key}=${value}`);
    return [this.game.id, ...words].join(" ");
  }

  /**
   * What is wrong with what was typed for an option, as far as it can be said without asking.
   *
   * @param {OptionInfo} option
   */
  problem(option) {
    const typed = (this.values[option.key] ?? "").trim();
    if (!typed || option.kind === "cells") return "";
    const number = Number(typed);
    const [min, max] = [option.min ?? 0, option.max ?? null];
    const fits =
      /^\d+$/.test(typed) &&
      number >= min &&
      (max === null || number <= max) &&
      (option.kind !== "odd" || number % 2 === 1);
    return fits ? "" : texts.setup.allowed(min, max, option.kind === "odd");
  }

  /** The body of the request that makes the table. */
  request() {
    const seats = this.seats.map((seat) => {
      if (seat.kind === "engine") return { kind: seat.kind, level: seat.level };
      if (seat.kind === "program") return { kind: seat.kind, program: seat.program };
      return { kind: seat.kind };
    });
    // The game waits until our contribution to its dice is there, which is made as soon as the server has committed itself.
    const await_contribution = seats.some(({ kind }) => kind === "me");
    const common = { seats, clock: this.#clock(), listed: this.listed, await_contribution };
    if (this.from) return { ...common, from: { table: this.from.table, step: this.from.step } };
    return {
      ...common,
      ...this.start(),
      ...(this.position.trim() ? { position: this.position.trim() } : {}),
    };
  }

  /** The game and its obstacles: those that the preview shows, if it does. */
  start() {
    if (this.cells !== "drawn") return { game: this.line };
    if (this.preview?.of === this.drawnOf) return { game: this.preview.game };
    return { game: this.line, obstacles: this.drawn };
  }

  /** What drawn cells depend on. */
  get drawnOf() {
    return JSON.stringify([this.line, this.drawn, this.#draws]);
  }

  /** Other cells, please. */
  drawAgain() {
    this.#draws += 1;
  }

  #clock() {
    const { kind, move, base, increment, days } = this.clock;
    if (kind === "move") return { kind, seconds: read(move) };
    if (kind === "game")
      return { kind, seconds: Math.round(60 * read(base)), increment: read(increment) };
    if (kind === "days") return { kind, days: read(days) };
    return { kind };
  }
}

/** A number that somebody typed: many write the decimals after a comma. @param {string} typed */
function read(typed) {
  return Number(typed.replace(",", "."));
}

/**
 * @param {SeatKind} kind
 * @returns {SeatChoice}
 */
function choice(kind) {
  return { kind, level: USUAL_LEVEL, program: "" };
}
