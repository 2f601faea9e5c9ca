/**
 * Small boards that play by themselves. They rest while nobody can see them, while the person does
 * not want motion, and while they are stopped.
 */

import { Board } from "../board/board.js";
import { get } from "../net/api.js";
import { settings } from "../settings.js";
import { storage } from "../storage.js";

/** @typedef {import("../board/types.js").Scene} Scene */
/** @typedef {import("../types.js").GameInfo} GameInfo */

/** The time between two moves of a board, in milliseconds. */
const PACE = 1900;
/** How many moves long the last position stays before the game begins again. */
const REST = 3;

/** All small boards of a page, with one beat for all. */
export class Demos {
  /** @type {Map<string, Demo>} */
  #demos = new Map();
  #seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      for (const demo of this.#demos.values())
        if (demo.host === target) demo.isVisible = isIntersecting;
    }
    void this.#load();
  });
  #beat = setInterval(() => this.#advance(), PACE / 8);
  #turn = 0;
  #loading = false;
  #ended = false;
  /** Has the person stopped all boards? */
  stopped = storage.read("demos-stopped", false);

  /**
   * The element of a game's board.
   *
   * @param {GameInfo} game
   */
  of(game) {
    let demo = this.#demos.get(game.id);
    if (!demo) {
      demo = new Demo(game);
      this.#demos.set(game.id, demo);
      this.#seen.observe(demo.host);
    }
    return demo.host;
  }

  toggle() {
    this.stopped = !this.stopped;
    storage.write("demos-stopped", this.stopped);
  }

  end() {
    this.#ended = true;
    clearInterval(this.#beat);
    this.#seen.disconnect();
    for (const demo of this.#demos.values()) demo.end();
  }

  /** The boards move in turn, so that there is always a little motion, and never much. */
  #advance() {
    if (document.hidden || this.stopped || !settings.animation) return;
    const demos = [...this.#demos.values()];
    this.#turn = (this.#turn + 1) % Math.max(8, demos.length);
    const demo = demos[this.#turn];
    if (demo?.isVisible) demo.advance();
  }

  /**
   * Loads the boards that can be seen, one after another, so that the rest of the page comes first.
   */
  async #load() {
    if (this.#loading) return;
    this.#loading = true;
    for (const demo of this.#demos.values()) {
      if (!this.#ended && demo.isVisible) await demo.load();
    }
    this.#loading = false;
  }
}

/** One small board. People who do not see it miss nothing: the game is described beside it. */
class Demo {
  host = document.createElement("div");
  isVisible = false;
  #board;
  /** @type {Scene[]} */
  #scenes = [];
  #at = 0;
  #asked = false;

  /** @param {GameInfo} game */
  constructor(game) {
    this.game = game;
    this.host.className = "demo";
    this.host.inert = true;
    this.host.setAttribute("aria-hidden", "true");
    this.#board = new Board(this.host, { step() {}, refused() {} });
  }

  async load() {
    if (this.#asked) return;
    this.#asked = true;
    try {
      /** @type {import("../types.js").Demo} */
      const { scenes } = await get(`/api/games/${encodeURIComponent(this.game.id)}/demo`);
      // Only the first scene has the board.
      this.#scenes = scenes.map((scene) => /** @type {Scene} */ ({ ...scenes[0], ...scene }));
      // The middle of a game shows best what it is about.
      this.#show(Math.floor(0.45 * scenes.length), false);
    } catch {
      // The page is complete without it, and the next visit tries again.
      this.#asked = false;
    }
  }

  advance() {
    const count = this.#scenes.length;
    if (count === 0 || this.#board.isSowing) return;
    const next = (this.#at + 1) % (count + REST);
    if (next < count) this.#show(next, next > 0);
    else this.#at = next;
  }

  end() {
    this.#board.destroy();
  }

  /**
   * @param {number} at
   * @param {boolean} isStep
   */
  #show(at, isStep) {
    const scene = this.#scenes[at];
    if (!scene) return;
    this.#at = at;
    this.#board.show(scene, {
      seats: this.game.names.map((symbol) => ({ symbol })),
      interactive: false,
      step: isStep ? "made" : null,
      animate: isStep && settings.animation,
      targets: false,
    });
  }
}
