/** A table that is kept up to date, and to which commands are sent. */

import { ApiError, requestAsPlayer, get, requestId } from "../net/api.js";
import { socket } from "../net/socket.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").StepsPage} StepsPage */
/** @typedef {Record<string, unknown> & {do: string}} Command */

/** After this time without an update of an analysis, in milliseconds, its progress is requested. */
const POLL_AFTER = 3000;
/**
 * How long the update after a command may take to come over the socket, in milliseconds. Then it is
 * requested.
 */
const UPDATE_LIMIT = 1000;
/** Of the views that wait to be shown, only this many are kept: nobody is to lag behind a game. */
const MOST_HELD = 2;

export class LiveTable {
  /** The view that is shown. @type {View | null} */
  view = null;
  /** The newest view, which may have to wait until it is shown. @type {View | null} */
  #latest = null;
  /** The views that wait, the oldest first. @type {View[]} */
  #held = [];
  /** @type {Analysis | null} */
  analysis = null;
  /** The difference between the server's time and ours, in milliseconds. */
  #ahead = 0;
  #end = () => {};
  #closed = false;
  #timer = 0;
  /** The request for missing updates that is in progress. @type {Promise<void> | null} */
  #catchingUp = null;
  /** The highest `facts` that the server has mentioned. */
  #newest = 0;
  /**
   * Functions that are called once the view has this many `facts`.
   * @type {Map<(value?: any) => void, number>}
   */
  #waiting = new Map();
  /**
   * Commands that are in progress, so that a double click does nothing twice.
   * @type {Set<string>}
   */
  #inProgress = new Set();

  /**
   * @param {string} id
   * @param {(before: View | null) => void} changed
   * @param {() => boolean} isHeld does what is shown last for a while?
   */
  constructor(id, changed, isHeld) {
    this.id = id;
    this.changed = changed;
    this.isHeld = isHeld;
  }

  /** Loads the whole table, and then subscribes to it. */
  async open() {
    this.take(await this.#completed(await get(this.path())), true);
    if (this.#closed) return;
    const onMessage = (/** @type {import("../net/socket.js").Message} */ message) => {
      if (message.type === "table") this.take(message.table);
      if (message.type === "analysis") this.#takeAnalysis(message.analysis);
    };
    const endWatch = socket.watch(this.id, onMessage, () => this.#latest?.facts ?? 0);
    // An analysis may have gone on while there was no connection.
    const endReconnect = socket.onConnected(() => {
      if (this.view?.stage === "over" && this.analysis?.status !== "done") this.#pollAnalysis();
    });
    this.#end = () => {
      endWatch();
      endReconnect();
    };
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#end();
    this.changed = () => {};
  }

  /** The clocks, which nothing holds up. */
  get clock() {
    return this.#latest?.clock;
  }

  /** Shows the views that have come in, each as soon as it may be shown. */
  release() {
    while (!this.isHeld()) {
      const next = this.#held.shift();
      if (!next) return;
      const before = this.view;
      this.view = next;
      this.changed(before);
    }
  }

  /** The server's time, in milliseconds. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * Sends a command to the table. If the server refuses it, the answer has the current state of the
   * table, which is loaded then.
   *
   * @param {Command} command
   */
  async act(command) {
    const name = JSON.stringify(command);
    if (this.#inProgress.has(name)) return;
    this.#inProgress.add(name);
    try {
      // Over an open socket, updates come to us as to all spectators, so the short answer is
      // enough.
      const short = socket.isOpen && this.#latest !== null;
      const body = {
        ...command,
        request: requestId(),
        since: this.#latest?.facts,
        board: !this.#latest,
        short,
      };
      const { table } = await requestAsPlayer("POST", this.path("/deeds"), body);
      if (short) await this.#waitFor(table.facts);
      else this.#takeAnswer(table);
    } catch (error) {
      if (error instanceof ApiError && error.table) void this.#catchUp(error.table.facts);
      throw error;
    } finally {
      this.#inProgress.delete(name);
    }
  }

  /** Requests the analysis of the game that is over. */
  async analyse() {
    this.#takeAnalysis(await requestAsPlayer("POST", this.path("/analysis"), {}));
  }

  /** Loads what the engine has found so far. */
  async readAnalysis() {
    this.#takeAnalysis(await get(this.path("/analysis")));
  }

  /** @param {string} [more] */
  path(more = "") {
    return `/api/tables/${encodeURIComponent(this.id)}${more}`;
  }

  /**
   * @param {View} received
   * @param {boolean} [all] is it everything that the server has?
   */
  take(received, all = false) {
    const before = this.#latest;
    // Answers and updates come over different connections. A view with fewer events is old,
    // whatever its time is.
    if (before && received.facts < before.facts) return;
    const view = merged(before, received, all);
    if (!view) {
      void this.#catchUp(received.facts);
      return;
    }
    this.#ahead = received.now_at - Date.now();
    this.#latest = view;
    for (const [resume, facts] of this.#waiting) {
      if (facts > view.facts) continue;
      this.#waiting.delete(resume);
      resume();
    }
    this.#held = [...this.#held, view].slice(-MOST_HELD);
    this.release();
  }

  /**
   * Do we lack events, and is the table still open?
   *
   * @param {number} facts
   */
  #lacks(facts) {
    return !this.#closed && facts > (this.#latest?.facts ?? -1);
  }

  /**
   * Waits for the update with this many events. If it does not come soon, because the connection
   * was lost, for example, it is requested.
   *
   * @param {number} facts
   */
  async #waitFor(facts) {
    if (this.#lacks(facts)) {
      await new Promise((resume) => {
        this.#waiting.set(resume, facts);
        setTimeout(resume, UPDATE_LIMIT);
      });
    }
    await this.#catchUp(facts);
  }

  /**
   * Takes an answer, unless an update has come before it. The update has the same events, and newer
   * presence.
   *
   * @param {View} received
   */
  #takeAnswer(received) {
    if (!this.#latest || received.facts > this.#latest.facts) this.take(received);
  }

  /** @param {Analysis} analysis */
  #takeAnalysis(analysis) {
    this.analysis = analysis;
    clearTimeout(this.#timer);
    // Progress usually comes over the socket. Otherwise it is requested.
    if (analysis.status === "running") this.#pollLater();
    this.changed(this.view);
  }

  #pollLater() {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pollAnalysis(), POLL_AFTER);
  }

  /** Requests the progress of the analysis, and retries later if the server cannot answer now. */
  #pollAnalysis() {
    this.readAnalysis().catch((error) => {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 429;
      if (!refused) this.#pollLater();
    });
  }

  /**
   * Requests the missing events, if the table has this many.
   *
   * @param {number} facts
   */
  async #catchUp(facts) {
    this.#newest = Math.max(this.#newest, facts);
    if (!this.#lacks(this.#newest)) return;
    this.#catchingUp ??= this.#loadMissing().finally(() => (this.#catchingUp = null));
    await this.#catchingUp;
  }

  /** Requests the missing events, again and again while more come in. */
  async #loadMissing() {
    /** @type {number | undefined} */
    let known;
    do {
      known = this.#latest?.facts;
      const since = this.#latest ? `?since=${known}&board=false` : "";
      try {
        this.take(await this.#completed(await get(this.path(since))), true);
      } catch {
        // When the socket reconnects, it sends what is missing.
        return;
      }
    } while (this.#lacks(this.#newest) && this.#latest?.facts !== known);
  }

  /**
   * Completes the view of a long game: an answer has only the last steps, so the earlier ones are
   * requested page by page.
   *
   * @param {View} received
   * @returns {Promise<View>}
   */
  async #completed(received) {
    const { from: end, missing_from: start, list } = received.steps;
    if (start == null) return received;
    /** @type {Step[]} */
    const missing = [];
    while (start + missing.length < end) {
      /** @type {StepsPage} */
      const page = await get(this.path(`/steps?from=${start + missing.length}`));
      // So many steps were taken back meanwhile that the view has to be loaded again.
      if (page.list.length === 0) return this.#completed(await get(this.path()));
      missing.push(...page.list);
    }
    const steps = { from: start, list: [...missing.slice(0, end - start), ...list] };
    return { ...received, steps };
  }
}

/**
 * Merges a received view into the known one; null if entries between them are missing.
 *
 * @param {View | null} before
 * @param {View} received
 * @param {boolean} all
 * @returns {View | null}
 */
function merged(before, received, all) {
  // The steps that were left out have to be requested.
  if (received.steps?.missing_from != null) return null;
  const steps = extended(before?.steps, received.steps, all);
  const chat = extended(before?.chat, received.chat, all);
  if (!steps || !chat) return null;
  // The board is sent only once.
  const scene = received.scene && { ...before?.scene, ...received.scene };
  const variations = received.variations ?? before?.variations ?? [];
  return { ...received, variations, steps, chat, scene };
}

/**
 * Continues a list with a received tail. It need not begin at 0, because the server drops old chat
 * lines.
 *
 * @template T
 * @param {import("../types.js").Tail<T> | undefined} before
 * @param {import("../types.js").Tail<T> | undefined} received
 * @param {boolean} all
 * @returns {import("../types.js").Tail<T> | null}
 */
function extended(before, received, all) {
  if (!received) return before ?? { from: 0, list: [] };
  if (!before || received.from < before.from) return received;
  const known = received.from - before.from;
  if (known > before.list.length) return all ? received : null;
  return { from: before.from, list: [...before.list.slice(0, known), ...received.list] };
}
