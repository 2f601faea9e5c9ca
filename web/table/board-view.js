/** The board of a table: which scene it shows, for whom, and why a click is no move. */

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
/** @typedef {{play: (step: string) => void, explain: (why: string) => void, fail: (error: unknown) => void}} Listener */

export class BoardView {
  host = document.createElement("div");
  board;
  /** Is a move on its way? Then no other can be made. */
  busy = false;
  #cursor;
  #tries;
  #on;
  /** Null until somebody turned the board. @type {boolean | null} */
  #turned = null;
  /** @type {import("../types.js").GameInfo[]} */
  #games = [];
  /** The steps that led to what was last shown. @type {string[]} */
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

  /** Learns from which side games are usually seen. */
  async learn() {
    this.#games = await allGames();
  }

  /** What is shown, once it is known. */
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

  /** Can a step be made here: in the game, or to try it in one that is over, rolls included? */
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

  /** Was one step made since the board was last shown, or taken back? @returns {"made" | "taken back" | null} */
  #lastStep() {
    const [before, now] = [this.#steps, this.#cursor.shownSteps];
    this.#steps = now;
    if (now.length === before.length + 1 && startsWith(now, before)) return "made";
    return before.length === now.length + 1 && startsWith(before, now) ? "taken back" : null;
  }

  /** The seat that is to move in what is shown. */
  get #mover() {
    const { view, position, following } = this.#cursor;
    const next = following ? view.next : (position?.next ?? view.next);
    return moverOf(next);
  }

  /** @param {number[]} clicks */
  async #explain(clicks) {
    const { view, steps } = this.#cursor;
    const names = view.scene?.names;
    const question = { game: view.game, position: view.position, steps, clicks, names };
    try {
      /** @type {{refusal: string | null}} */
      const { refusal } = await post("/api/positions/refusal", question);
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
