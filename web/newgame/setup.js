/** The setup of a new game: everything that people can choose, and the resulting request. */

import { texts } from "../texts.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").OptionInfo} OptionInfo */
/** @typedef {"me" | "friend" | "open" | "engine" | "random" | "program"} SeatKind */
/** @typedef {{kind: SeatKind, level: number, program: string}} SeatChoice */
/**
 * @typedef {{kind: "none" | "move" | "game" | "days", move: string, base: string,
 *   increment: string, days: string}} ClockChoice
 */
/** @typedef {"none" | "drawn" | "cells"} CellsChoice */

/** What a person wants to do: play the computer or other people, or watch. */
/** @typedef {"computer" | "friend" | "watch"} Verb */

/**
 * The usual clocks by name.
 *
 * @type {Record<"none" | "blitz" | "rapid" | "days", Partial<ClockChoice>>}
 */
export const CLOCKS = {
  none: { kind: "none" },
  blitz: { kind: "game", base: "3", increment: "2" },
  rapid: { kind: "game", base: "10", increment: "5" },
  days: { kind: "days", days: "3" },
};
/** @typedef {keyof typeof CLOCKS} ClockName */

/** The default level, which is fun for most people. */
export const USUAL_LEVEL = 3;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The option that all games have. */
export const SEATS = "seats";

export class Setup {
  /** The typed value of each option; empty for the default. @type {Record<string, string>} */
  values = {};
  /**
   * For cells that are drawn at random: how many, and whether all quarters of the board are the
   * same.
   */
  drawn = { count: "4", mirror: true };
  /** @type {CellsChoice} */
  cells = "none";
  /**
   * The game with the cells that were drawn for the preview, and the choices for which they were
   * drawn.
   * @type {{of: string, game: string} | null}
   */
  preview = null;
  #draws = 0;
  /** The starting position; empty for the usual one. */
  position = "";
  /** @type {SeatChoice[]} */
  seats = [choice("me"), choice("engine")];
  /** @type {ClockChoice} */
  clock = { kind: "none", move: "30", base: "10", increment: "5", days: "3" };
  /** Null until the person decides. @type {boolean | null} */
  wantsListed = null;
  /**
   * The position of another table that the game continues.
   * @type {{table: string, step: number, game: string, title: string} | null}
   */
  from = null;
  /** Is the person's seat drawn by lot when the game begins? */
  drawsSide = false;

  /**
   * @param {GameInfo} game
   * @param {number} [level] the level of engines, until another one is chosen
   */
  constructor(game, level = USUAL_LEVEL) {
    this.game = game;
    for (const seat of this.seats) seat.level = level;
    this.pick(game);
  }

  /** What the seats amount to. @returns {Verb} */
  get verb() {
    const kinds = this.seats.map(({ kind }) => kind);
    if (kinds.some((kind) => kind === "friend" || kind === "open")) return "friend";
    if (kinds.every((kind) => kind === "me")) return "friend";
    return kinds.includes("me") ? "computer" : "watch";
  }

  /**
   * Gives the seats to those whom this takes. The person keeps the seat that they have.
   *
   * @param {Verb} verb
   */
  set verb(verb) {
    const { level } = this;
    const mine = Math.max(0, this.side);
    const other = verb === "friend" ? "friend" : "engine";
    for (const [at, seat] of this.seats.entries())
      seat.kind = at === mine && verb !== "watch" ? "me" : other;
    this.level = level;
    if (verb !== "friend" && this.clock.kind === "days") this.clock.kind = "none";
  }

  /** The first seat of the person, from 0; −1 if there is none. */
  get side() {
    return this.seats.findIndex(({ kind }) => kind === "me");
  }

  /**
   * Moves the person to this seat.
   *
   * @param {number} side from 0
   */
  sitAt(side) {
    const [mine, there] = [this.seats[this.side], this.seats[side]];
    if (!mine || !there) return;
    const from = this.seats.indexOf(mine);
    [this.seats[from], this.seats[side]] = [there, mine];
  }

  /** The level of the first engine. */
  get level() {
    return this.seats.find(({ kind }) => kind === "engine")?.level ?? USUAL_LEVEL;
  }

  /**
   * The first engine has this level; the others are its neighbours, since nobody meets the same
   * opponent twice.
   *
   * @param {number} level
   */
  set level(level) {
    const others = this.seats.filter((seat) => seat.kind !== "me");
    const steps = [0, 1, -1, 2, -2, 3, -3];
    const near = steps.map((step) => level + step).filter((one) => LEVELS.includes(one));
    for (const seat of this.seats) seat.level = level;
    for (const [at, seat] of others.entries()) seat.level = near[at] ?? level;
  }

  /** The name of the clock, if it is one of the usual ones. @returns {ClockName | null} */
  get clockName() {
    const isIt = (/** @type {string} */ name) =>
      Object.entries(CLOCKS[/** @type {ClockName} */ (name)]).every(
        ([key, value]) => this.clock[/** @type {keyof ClockChoice} */ (key)] === value,
      );
    return /** @type {ClockName | null} */ (Object.keys(CLOCKS).find(isIt) ?? null);
  }

  /** The preset with the current options, if there is one. */
  get preset() {
    const isPlain = this.cells !== "drawn" && this.position.trim() === "";
    return (isPlain && this.game.presets.find(({ game }) => same(game, this.line))) || null;
  }

  /**
   * Takes another game, with the options that are meant for people who do not know it.
   *
   * @param {GameInfo} game
   */
  pick(game) {
    const { verb } = this;
    this.game = game;
    this.position = "";
    this.read(game.presets[0]?.game ?? game.id);
    // A seat that was added follows the others.
    this.verb = verb;
  }

  /**
   * Reads the options from the one-line form of a game.
   *
   * @param {string} line
   */
  read(line) {
    this.values = {};
    this.cells = "none";
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

  /** Makes the number of seats agree with the options. */
  fitSeats() {
    const typed = Number(this.values[SEATS] || this.seatOption?.default || 2);
    const valid = Number.isInteger(typed) && typed >= 1 && typed <= this.game.names.length;
    if (valid) this.setSeatCount(typed);
  }

  /** @param {number} count */
  setSeatCount(count) {
    const { side } = this;
    const other = this.seats.find(({ kind }) => kind !== "me") ?? choice("engine");
    const { level } = this;
    const isNew = this.seats.length < count;
    while (this.seats.length < count) this.seats.push({ ...other });
    if (isNew) this.level = level;
    if (side >= count) this.sitAt(0);
    this.seats.length = count;
  }

  /** Moves everybody to the next seat. */
  rotate() {
    const last = this.seats.pop();
    if (last) this.seats.unshift(last);
  }

  /** Is the table shown in the public lists? By default it is if a seat is open to anybody. */
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
   * The problem with the typed value of an option, as far as the page itself can tell.
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
    if (this.drawsSide) this.sitAt(Math.floor(Math.random() * this.seats.length));
    const seats = this.seats.map((seat) => {
      if (seat.kind === "engine") return { kind: seat.kind, level: seat.level };
      if (seat.kind === "program") return { kind: seat.kind, program: seat.program };
      return { kind: seat.kind };
    });
    // The game waits for our contribution to its dice, which is sent once the server has committed
    // to its seed.
    const await_contribution = seats.some(({ kind }) => kind === "me");
    const common = { seats, clock: this.#clock(), listed: this.listed, await_contribution };
    if (this.from) return { ...common, from: { table: this.from.table, step: this.from.step } };
    return {
      ...common,
      ...this.start(),
      ...(this.position.trim() ? { position: this.position.trim() } : {}),
    };
  }

  /** The game and its obstacles, which are those of the preview if it is up to date. */
  start() {
    if (this.cells !== "drawn") return { game: this.line };
    if (this.preview?.of === this.drawnOf) return { game: this.preview.game };
    return { game: this.line, obstacles: this.drawn };
  }

  /** The choices on which drawn cells depend. */
  get drawnOf() {
    return JSON.stringify([this.line, this.drawn, this.#draws]);
  }

  /** Draws other cells. */
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

/**
 * Do two games in their one-line form have the same options? The order of the options does not
 * matter.
 *
 * @param {string} one
 * @param {string} other
 */
function same(one, other) {
  const sorted = (/** @type {string} */ line) => line.split(" ").sort().join(" ");
  return sorted(one) === sorted(other);
}

/** A typed number. Many people write a decimal comma. @param {string} typed */
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
