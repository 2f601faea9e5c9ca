/**
 * The controller of the page of a table: it connects the table with the board and the panels around
 * it.
 */

import { seatColours } from "../board/look.js";
import { classes, foreign, h, render } from "../dom.js";
import { get, setName } from "../net/api.js";
import { say, announceAtOnce } from "../parts/live-region.js";
import { go, nameWindow } from "../router.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { BoardView } from "./board-view.js";
import { chatPanel, isShared } from "./chat.js";
import { Cursor } from "./cursor.js";
import { contribute, DiceFairness, isRandom } from "./dice-fairness.js";
import { filesPanel, fold } from "./files.js";
import { boardTools, tableHead, keyOf, statusPanel } from "./head.js";
import { inviteFromAddress } from "./invites.js";
import { LiveTable } from "./live.js";
import { mutes } from "./mutes.js";
import { hasMoved, scrollToNewest, announceChanges } from "./announce.js";
import { actionPanel, mayAskHint } from "./offers.js";
import { reviewBar, reviewPanel } from "./review.js";
import { seatsAround, seatStrip, timeLeft } from "./seats.js";
import { waitingPanel, watchPanel } from "./share.js";
import { positionWords, stepPanel } from "./steps.js";
import { TriedLines } from "./tried-lines.js";
import { typedMove } from "./typed.js";
import { moverOf, mySeats, turnWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./live.js").Command} Command */

/** How often clocks are redrawn, in milliseconds. */
const CLOCK_BEAT = 200;
/** A person is warned when this many seconds are left on their clock. */
const WARNINGS = [10, 30];
/** Where everything is in one column. */
const ONE_COLUMN = "(max-width: 900px) and (not ((max-height: 500px) and (min-width: 560px)))";

export class TableController {
  #host;
  /** The parts that are redrawn while a clock runs: the seats at both edges, and the actions. */
  #above = document.createElement("div");
  #below = document.createElement("div");
  #actions = document.createElement("div");
  #live;
  #cursor;
  #tries = new TriedLines();
  #fair = new DiceFairness(() => this.#draw());
  #board;
  #message = "";
  /** Is an engine thinking about a hint, and what has it found? */
  #hint = { thinking: false, after: -1, words: "" };
  /** The last warning, in seconds. @type {number | undefined} */
  #warned;
  #beat = 0;
  #column = matchMedia(ONE_COLUMN);
  #left = false;
  #endSettings;
  /**
   * What the strips of the seats tell: while stones are sown, it is what was before.
   * @type {{ view: View, scene: import("../types.js").Scene | undefined } | null}
   */
  #told = null;

  /**
   * @param {HTMLElement} host
   * @param {string} id
   */
  constructor(host, id) {
    this.#host = host;
    for (const part of [this.#above, this.#below, this.#actions]) part.className = "seat-host";
    this.#live = new LiveTable(
      id,
      (before) => this.#changed(before),
      () => this.#board.board.isSowing,
    );
    this.#cursor = new Cursor(this.#live);
    this.#board = new BoardView(this.#cursor, this.#tries, {
      play: (step) => void this.#play(step),
      explain: (why) => this.#show(why),
      fail: (error) => this.#fail(error),
      sown: () => this.#sown(),
      plans: () => this.#draw(),
      redraw: () => this.#draw(),
    });
    this.#endSettings = settings.onChange(() => this.#draw());
  }

  async open() {
    await this.#board.load();
    await this.#live.open();
    const { view } = this.#live;
    if (!view || this.#left) return;
    document.addEventListener("keydown", this.#onKey);
    this.#column.addEventListener("change", this.#onColumn);
    this.#beat = setInterval(() => this.#beatClocks(), CLOCK_BEAT);
  }

  leave() {
    this.#left = true;
    this.#live.close();
    this.#board.board.destroy();
    this.#endSettings();
    clearInterval(this.#beat);
    document.removeEventListener("keydown", this.#onKey);
    this.#column.removeEventListener("change", this.#onColumn);
  }

  get #view() {
    return this.#cursor.view;
  }

  /** @param {View | null} before */
  #changed(before) {
    const view = this.#view;
    if (before && before !== view) {
      if (hasMoved(before, view)) this.#message = "";
      announceChanges(before, view);
    }
    if (view.stage === "over" && before?.stage !== "over") this.#beginReview();
    void contribute(view, (command) => this.#live.act(command));
    this.#tries.mayKeep = mySeats(view).length > 0;
    this.#cursor.gameChanged();
    nameWindow([turnWords(view, this.#board.game?.roles), view.title].join(" · "));
    this.#draw();
    const goOn = before && !before.rematch && view.rematch && mySeats(view).length > 0;
    if (goOn) go(`/t/${encodeURIComponent(view.rematch ?? "")}`);
  }

  #beginReview() {
    this.#live.readAnalysis().catch(() => {});
    if (!this.#cursor.following) return;
    this.#cursor.go(this.#view.steps.list.length).then(
      () => this.#draw(),
      (error) => this.#fail(error),
    );
  }

  #draw() {
    const view = this.#live.view;
    if (!view) return;
    const review = view.stage === "over";
    const { analysis } = this.#live;
    const walk = (/** @type {number} */ after, /** @type {string[]} */ line = []) =>
      void this.#go(after, line);
    this.#board.show();
    // Score, turn and result are told when the stones have landed.
    if (this.#board.board.isSowing && this.#told) return;
    this.#told = { view, scene: this.#board.scene };
    this.#drawSeats();
    const isWaiting = view.stage === "waiting";
    // Where everything is in one column, what can be done is not beneath everything else.
    const at = !this.#column.matches ? "side" : review ? "status" : "board";
    const actions = (/** @type {typeof at} */ where) => where === at && foreign(this.#actions);
    const colours = seatColours(this.#board.scene?.look?.colours ?? []);
    const chat = chatPanel(view, {
      send: (text) => this.#act({ do: "chat", text }),
      mute: (person, here) => this.#mute(person, here),
      unmute: (person, here) => this.#unmute(person, here),
    });
    render(
      this.#host,
      h(
        "div",
        { class: classes("desk", review && "reviewing", isWaiting && "awaiting"), style: colours },
        tableHead(view),
        statusPanel(view, this.#board.game?.roles ?? [], {
          isPossible: this.#board.plans !== null,
          words: this.#board.board.planned,
          cancel: () => this.#board.board.cancelPlan(),
        }),
        actions("status"),
        isWaiting &&
          h(
            "div",
            { class: "invite-side" },
            waitingPanel(view, {
              sit: (seats, name) => this.#sit(seats, name),
              stand: (seat) => this.#act({ do: "stand", seat }),
              close: () => this.#act({ do: "close" }),
            }),
          ),
        h(
          "div",
          {
            class: "board-side",
            style: { "--board-ratio": String(this.#board.board.ratio) },
          },
          foreign(this.#above),
          review && reviewBar(view, this.#cursor, analysis, this.#tries),
          foreign(this.#board.host),
          foreign(this.#below),
          h("p", { class: classes("message", this.#message && "shown") }, this.#message),
          actions("board"),
          boardTools(view, this.#cursor, {
            go: walk,
            follow: () => this.#follow(),
            flip: () => this.#flip(),
            roll: (face) => this.#play(face),
          }),
        ),
        h(
          "div",
          { class: "table-side" },
          actions("side"),
          review && reviewPanel(view, this.#cursor, analysis, this.#tries, this.#reviewActions()),
          stepPanel(view, this.#cursor, analysis, [...view.variations, ...this.#tries.list], walk),
          isShared(view) && h("section", { class: "panel", "aria-labelledby": "chat-title" }, chat),
          h(
            "div",
            { class: "panel folds" },
            !isShared(view) && fold("chat-fold", texts.chat.title, chat.slice(1)),
            this.#board.mayPlay &&
              fold(
                "typed-fold",
                texts.steps.type,
                typedMove(view, (step) => void this.#play(step)),
              ),
            filesPanel(view, this.#cursor, this.#board.board, {
              text: (part) => this.#text(part),
              fail: (error) => this.#fail(error),
              analysed: (analysis?.plies.length ?? 0) > 0,
            }),
            isRandom(view, this.#board.game) && this.#fair.panel(view),
            fold("watch-fold", review ? texts.share.lasting : texts.share.watch, watchPanel(view)),
          ),
        ),
      ),
    );
    scrollToNewest(this.#host);
  }

  /** The stones have landed: what they did is told, and the game goes on. */
  #sown() {
    if (this.#left) return;
    this.#draw();
    this.#live.release();
  }

  /** Redraws the clocks, which run between changes of the table. */
  #beatClocks() {
    const { view: shown, clock } = this.#live;
    const view = shown && clock && { ...shown, clock };
    if (!view || (!view.clock.running && view.claim_at === null)) return;
    this.#drawSeats();
    const mine = mySeats(view).find((seat) => seat.seat === view.clock.running);
    const left = mine ? timeLeft(this.#live, view, mine.seat) : null;
    const warning = left === null ? undefined : WARNINGS.find((seconds) => left < 1000 * seconds);
    if (warning !== undefined && warning !== this.#warned) say(texts.clock.warning(warning));
    this.#warned = warning;
  }

  #drawSeats() {
    if (!this.#told) return;
    const { scene } = this.#told;
    const { game } = this.#board;
    const view = { ...this.#told.view, clock: this.#live.clock ?? this.#told.view.clock };
    const act = (/** @type {Command} */ command) => void this.#act(command);
    const { above, below } = seatsAround(view, this.#board.nearSeat);
    const strip = (/** @type {import("../types.js").SeatView[]} */ seats, where = "above") =>
      seatStrip(
        this.#live,
        view,
        seats,
        scene,
        where === "above"
          ? { where, label: texts.seats.above }
          : { where: "below", label: texts.seats.below },
        game?.roles ?? [],
        act,
      );
    render(this.#above, strip(above));
    render(this.#below, strip(below, "below"));
    const status = this.#live.analysis?.status ?? "none";
    render(
      this.#actions,
      actionPanel(this.#live, view, act, {
        exchanges: (game?.roles.length ?? 0) > 0,
        draws: game?.draws ?? true,
        hint: mayAskHint(view) && this.#cursor.following ? () => void this.#askHint() : null,
        hinting: this.#hint.thinking,
        hinted: this.#hint.after === view.steps.list.length ? this.#hint.words : "",
        review:
          view.stage === "over" && ["none", "failed"].includes(status) && view.steps.list.length > 0
            ? () => this.#review()
            : null,
      }),
    );
  }

  /** Asks an engine for a hint, which is shown as an arrow. */
  async #askHint() {
    const after = this.#view.steps.list.length;
    this.#hint = { thinking: true, after, words: "" };
    this.#draw();
    try {
      const words = await this.#board.askHint();
      this.#hint = { thinking: false, after, words };
      if (words && after === this.#view.steps.list.length) say(texts.actions.hinted(words));
    } catch (error) {
      this.#hint = { thinking: false, after: -1, words: "" };
      this.#fail(error);
    }
    this.#draw();
  }

  #review() {
    this.#live.analyse().then(
      () => {
        this.#draw();
        this.#host.querySelector(".review")?.scrollIntoView({ block: "nearest" });
      },
      (error) => this.#fail(error),
    );
  }

  /**
   * @param {import("./mutes.js").Muted} person
   * @param {boolean} here for everybody at this table, or only for ourselves
   */
  #mute(person, here) {
    if (here) void this.#act({ do: "mute", player: person.player });
    else mutes.add(person);
    this.#draw();
  }

  /**
   * @param {import("./mutes.js").Muted} person
   * @param {boolean} here
   */
  #unmute(person, here) {
    if (here) void this.#act({ do: "unmute", player: person.player });
    else mutes.remove(person.player);
    this.#draw();
  }

  #flip() {
    this.#board.flip();
    this.#draw();
  }

  /** @param {string} step */
  async #play(step) {
    const view = this.#view;
    if (view.stage === "over") {
      const { after, line } = this.#tries.play(this.#cursor, step);
      if (!(await this.#go(after, line))) this.#tries.undo();
    } else {
      this.#board.busy = true;
      await this.#act({ do: "move", step, state: view.state, seat: moverOf(view.next) });
      this.#board.busy = false;
    }
    this.#board.board.cancel();
    this.#draw();
  }

  /**
   * Sends a command to the table, and shows the reason if it is refused.
   *
   * @param {Command} command
   * @returns {Promise<boolean>} was it done?
   */
  async #act(command) {
    try {
      await this.#live.act(command);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /**
   * Takes a free seat, or the seat of the invite code in the address.
   *
   * @param {number | null} seat
   * @param {string} name
   */
  async #sit(seat, name) {
    try {
      await setName(name);
      await this.#live.act(
        seat === null ? { do: "sit", invite: inviteFromAddress() } : { do: "sit", seat },
      );
      history.replaceState(null, "", location.pathname);
      this.#draw();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Goes to another position.
   *
   * @param {number} after
   * @param {string[]} [line]
   * @returns {Promise<boolean>} does it exist?
   */
  async #go(after, line = []) {
    try {
      const going = this.#cursor.go(after, line);
      this.#message = "";
      this.#draw();
      await going;
      this.#draw();
      say(positionWords(this.#cursor, this.#tries));
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #follow() {
    this.#cursor.follow();
    this.#draw();
  }

  /** @returns {import("./review.js").ReviewActions} */
  #reviewActions() {
    const run = (/** @type {Promise<unknown>} */ promise) => {
      this.#draw();
      promise.then(
        () => this.#draw(),
        (error) => this.#fail(error),
      );
    };
    return {
      look: () => run(this.#tries.ask(this.#cursor)),
      keep: () => run(this.#keep()),
      drop: () => {
        this.#tries.drop(this.#cursor);
        void this.#go(this.#cursor.at);
      },
      go: (after) => void this.#go(after),
    };
  }

  async #keep() {
    const { after, steps } = this.#tries.shown(this.#cursor);
    if (await this.#act({ do: "variation", after, steps })) this.#tries.drop(this.#cursor);
  }

  /** @param {"position" | "board"} part */
  async #text(part) {
    if (this.#cursor.position) return this.#cursor.position[part];
    /** @type {Position} */
    const position = await get(this.#live.path(`/positions/${this.#cursor.at}`));
    return position[part];
  }

  #onColumn = () => this.#draw();

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    const act = keyOf(event, this.#board.host);
    if (!act) return;
    const { at, line } = this.#cursor;
    const length = this.#view.steps.list.length;
    event.preventDefault();
    if (act === "first") void this.#go(0);
    if (act === "last") void this.#go(length);
    if (act === "next" && line.length === 0) void this.#go(at + 1);
    if (act === "previous")
      void (line.length > 0 ? this.#go(at, line.slice(0, -1)) : this.#go(at - 1));
  };

  /** @param {unknown} error */
  #fail(error) {
    this.#show(error instanceof Error ? error.message : String(error));
  }

  /** @param {string} message */
  #show(message) {
    this.#message = message;
    announceAtOnce(message);
    this.#draw();
  }
}
