/** The board of a table: the scene that it shows, and the reason why a click is not a move. */

import { Board } from "../board/board.js";
import { post, sentence } from "../net/api.js";
import { allGames } from "../net/catalogue.js";
import { say } from "../parts/live-region.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { bestStep } from "./review.js";
import { startsWith } from "./tried-lines.js";
import { moverOf, mySeats, turnWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {{play: (step: string) => void, explain: (why: string) => void, fail: (error: unknown)
 *   => void}} Listener
 */

export class BoardView {
  host = document.createElement("div");
  board;
  /** Is a move being sent? Then no other can be made. */
  busy = false;
  #cursor;
  #tries;
  #on;
  /** Null until the person turns the board. @type {boolean | null} */
  #turned = null;
  /** @type {import("../types.js").GameInfo[]} */
  #games = [];
  /** The steps that led to the position that was shown last. @type {string[]} */
  #steps = [];

  /**
   * @param {import("./cursor.js").Cursor} cursor
   * @param {import("./tried-lines.js").TriedLines} tries
   * @param {Listener} on
   */
  constructor(cursor, tries, on) {
    this.#cursor = cursor;
    this.#tries = tries;
    this.#on = on;
    this.host.className = "board-host";
    this.board = new Board(this.host, {
      step: on.play,
      refused: (clicks) => void this.#explain(clicks),
      idle: () => on.explain(this.#whyIdle()),
      announce: say,
    });
  }

  /** Loads the games, which say how the board is usually turned. */
  async load() {
    this.#games = await allGames();
  }

  /** The scene to show, once it is known. */
  get scene() {
    const { view, position, following } = this.#cursor;
    return following ? view.scene : (position?.scene ?? view.scene);
  }

  show() {
    const { scene } = this;
    if (!scene) return;
    const { view, live } = this.#cursor;
    const best =
      view.stage === "over" ? bestStep(this.#cursor, live.analysis, this.#tries) : undefined;
    this.board.show(scene, {
      seats: view.seats.map(({ symbol }) => ({ symbol })),
      interactive: this.mayPlay && !this.busy,
      turned: this.#isTurned,
      mover: this.#mover,
      arrow: best ?? null,
      step: this.#lastStep(),
      animate: settings.animation,
    });
  }

  /**
   * Can the person make a step here: in the game, or in a variation of a game that is over
   * (including rolls)?
   */
  get mayPlay() {
    const { view, position, following, ready } = this.#cursor;
    if (view.stage === "over") return ready && position !== null && position.next.kind !== "over";
    return (
      following &&
      view.stage === "playing" &&
      mySeats(view).some((seat) => seat.seat === moverOf(view.next))
    );
  }

  flip() {
    this.#turned = !this.#isTurned;
  }

  get #isTurned() {
    const { view } = this.#cursor;
    const mine = mySeats(view);
    const far = this.#games.find((game) => game.id === view.game_id)?.far_seat;
    const usual = mine.length === 1 && mine[0]?.seat === far;
    return this.#turned ?? usual;
  }

  /**
   * Was one step made since the board was last shown, or taken back?
   * @returns {"made" | "taken back" | null}
   */
  #lastStep() {
    const [before, now] = [this.#steps, this.#cursor.shownSteps];
    this.#steps = now;
    if (now.length === before.length + 1 && startsWith(now, before)) return "made";
    return before.length === now.length + 1 && startsWith(before, now) ? "taken back" : null;
  }

  /** The seat to move in the shown position. */
  get #mover() {
    const { view, position, following } = this.#cursor;
    const next = following ? view.next : (position?.next ?? view.next);
    return moverOf(next);
  }

  /** @param {number[]} clicks */
  async #explain(clicks) {
    const { view, steps } = this.#cursor;
    const names = view.scene?.names;
    const body = { game: view.game, position: view.position, steps, clicks, names };
    try {
      /** @type {{refusal: string | null}} */
      const { refusal } = await post("/api/positions/refusal", body);
      this.#on.explain(refusal ? sentence(refusal) : texts.table.noMove);
    } catch (error) {
      this.#on.fail(error);
    }
  }

  #whyIdle() {
    const { view, following } = this.#cursor;
    if (!following && view.stage !== "over") return texts.table.earlier;
    if (view.stage === "playing" && mySeats(view).length === 0) return texts.table.watching;
    return turnWords(view);
  }
}
