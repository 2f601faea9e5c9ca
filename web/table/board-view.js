/** The board of a table: the scene that it shows, and the reason why a click is not a move. */

import { Board } from "../board/board.js";
import { post, requestAsPlayer, sentence } from "../net/api.js";
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
 *   => void, sown: () => void, plans: () => void, redraw: () => void}} Listener
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
  /** How many clicks the person's moves take, once that is known. @type {number[] | null} */
  #lengths = null;
  /** Has somebody asked how many clicks a move takes? */
  #asksLengths = false;
  /**
   * The hint that is shown, and the steps before it.
   *
   * @type {{ after: string, step: string } | null}
   */
  #hint = null;

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
      sown: on.sown,
      plans: on.plans,
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
      view.stage === "over" ? bestStep(this.#cursor, live.analysis, this.#tries) : this.hint;
    if (this.mayPlay && view.stage === "playing") this.#learnLengths(scene.choices);
    this.board.show(scene, {
      seats: view.seats.map(({ symbol }) => ({ symbol })),
      interactive: this.mayPlay && !this.busy,
      turned: this.#isTurned,
      mover: this.#mover,
      arrow: best ?? null,
      isEnd: this.#isEnd,
      step: this.#lastStep(),
      animate: settings.animation,
      plans: this.plans,
      draws: true,
    });
    this.#playPlan(scene);
  }

  /** The game of the table, with what is known about all games of its kind. */
  get game() {
    return this.#games.find((game) => game.id === this.#cursor.view.game_id);
  }

  /** The step that an engine would play in the shown position, if the person has asked. */
  get hint() {
    const after = JSON.stringify(this.#cursor.steps);
    return this.#hint?.after === after ? this.#hint.step : undefined;
  }

  /** Asks an engine what it would play now; returns that move as people read it. */
  async askHint() {
    const { view, steps } = this.#cursor;
    /** @type {import("../types.js").Look} */
    const { line, readable_line } = await requestAsPlayer("POST", "/api/analysis", {
      game: view.game,
      position: view.position,
      steps,
    });
    if (line.length === 0) return "";
    this.#hint = { after: JSON.stringify(steps), step: line[0] };
    return readable_line[0] ?? line[0];
  }

  /** The seat that is shown nearest to the person: their own, or that at the lower edge. */
  get nearSeat() {
    const { view } = this.#cursor;
    const mine = mySeats(view);
    const lower = this.game?.far_seat === 1 ? 2 : 1;
    const usual = mine.length === 1 ? (mine[0]?.seat ?? lower) : lower;
    if (this.#turned === null || this.#turned === this.#isUsuallyTurned) return usual;
    return view.seats.length === 2 ? 3 - usual : usual;
  }

  /** The moves that can be planned while another seat is to move; null if none can. */
  get plans() {
    const { view, following } = this.#cursor;
    const mine = mySeats(view);
    const [seat] = mine;
    if (!following || view.stage !== "playing" || this.mayPlay || mine.length !== 1 || !seat)
      return null;
    if (!this.#lengths) void this.#askLengths();
    const lengths = this.#lengths ?? [];
    if (lengths.length === 0) return null;
    return { seat: seat.seat, least: Math.min(...lengths), most: Math.max(...lengths) };
  }

  /** @param {import("../board/types.js").Choice[]} choices */
  #learnLengths(choices) {
    // Where to lay a piece that covers several places depends on what the others do.
    const simple = choices.filter(({ covers }) => covers.length === 0);
    if (simple.length > 0) this.#lengths = [...new Set(simple.map(({ clicks }) => clicks.length))];
  }

  /**
   * Until the person has moved, the number of clicks is that of the moves of the seat to move.
   */
  async #askLengths() {
    // Where the parts of the seats differ, the moves of one say nothing about those of another.
    if (this.#asksLengths || (this.game?.roles.length ?? 0) > 0) return;
    this.#asksLengths = true;
    const { view, steps } = this.#cursor;
    try {
      /** @type {import("../types.js").Position} */
      const { scene } = await post("/api/positions", {
        game: view.game,
        position: view.position,
        steps,
        board: false,
      });
      if (this.#lengths) return;
      this.#learnLengths(scene.choices);
      this.#on.redraw();
    } catch {
      // Then a move can be planned after the person's first one.
    }
  }

  /** Plays the planned move if it is legal now. @param {import("../types.js").Scene} scene */
  #playPlan(scene) {
    const { view, following } = this.#cursor;
    if (!following || view.stage !== "playing" || !this.mayPlay || this.busy) return;
    const clicks = this.board.takePlan();
    if (!clicks) return;
    const found = planned(scene.choices, clicks);
    if (found) this.#on.play(found.step);
    else say(texts.table.planDropped);
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
    return this.#turned ?? this.#isUsuallyTurned;
  }

  get #isUsuallyTurned() {
    const mine = mySeats(this.#cursor.view);
    return mine.length === 1 && mine[0]?.seat === this.game?.far_seat;
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

  /** Is the position shown in which the rules ended the game? */
  get #isEnd() {
    const { view, at, line } = this.#cursor;
    const isPlayed = view.stage === "over" && view.points != null;
    return isPlayed && line.length === 0 && at === view.steps.list.length;
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

/**
 * The legal move that was planned by these clicks: the one with just these clicks, or else the only
 * one that begins or ends like them.
 *
 * @param {import("../board/types.js").Choice[]} choices
 * @param {number[]} clicks
 */
export function planned(choices, clicks) {
  const exact = choices.filter((choice) => startsWithClicks(choice.clicks, clicks, true));
  const [first, last] = [clicks[0], clicks.at(-1)];
  const near = choices.filter(
    (choice) =>
      clicks.length > 1 &&
      (startsWithClicks(choice.clicks, clicks, false) ||
        (choice.clicks[0] === first && choice.clicks.at(-1) === last)),
  );
  const found = exact.length > 0 ? exact : near;
  return found.length === 1 ? found[0] : null;
}

/**
 * @param {number[]} clicks
 * @param {number[]} beginning
 * @param {boolean} whole
 */
function startsWithClicks(clicks, beginning, whole) {
  return (
    beginning.every((place, at) => clicks[at] === place) &&
    (!whole || clicks.length === beginning.length)
  );
}
