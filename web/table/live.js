/** One table as the server tells it: kept up to date, and acted upon by deeds. */

import { ApiError, requestAsPlayer, get, requestId } from "../net/api.js";
import { socket } from "../net/socket.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").StepsPage} StepsPage */
/** @typedef {Record<string, unknown> & {do: string}} Command */

/** After so many milliseconds without news of an analysis we ask how far it is. */
const PATIENCE = 3000;
/** So many milliseconds after a command was done its news must have come over the socket: then we ask for them. */
const LATE = 1000;

export class LiveTable {
  /** @type {View | null} */
  view = null;
  /** @type {Analysis | null} */
  analysis = null;
  /** How far the server's time is ahead of ours. */
  #ahead = 0;
  #end = () => {};
  #closed = false;
  #timer = 0;
  /** The server is being asked for what we lack. @type {Promise<void> | null} */
  #asking = null;
  /** The newest `facts` that we have heard of. */
  #newest = 0;
  /** Who waits for news, and for how many `facts`. @type {Map<(value?: any) => void, number>} */
  #waiting = new Map();
  /** Commands that are under way, so that a double click does nothing twice. @type {Set<string>} */
  #under = new Set();

  /**
   * @param {string} id
   * @param {(before: View | null) => void} changed
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
  }

  /** Asks for all of it, then follows it. */
  async open() {
    this.take(await this.#completed(await get(this.path())), true);
    if (this.#closed) return;
    const hear = (/** @type {import("../net/socket.js").Message} */ message) => {
      if (message.type === "table") this.take(message.table);
      if (message.type === "analysis") this.#takeAnalysis(message.analysis);
    };
    const endWatch = socket.watch(this.id, hear, () => this.view?.facts ?? 0);
    // An analysis may have gone on while there was no connection.
    const endGreeted = socket.onConnected(() => {
      if (this.view?.stage === "over" && this.analysis?.status !== "done") this.#goOnReading();
    });
    this.#end = () => {
      endWatch();
      endGreeted();
    };
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#end();
    this.changed = () => {};
  }

  /** The server's time, in milliseconds. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * Does something at the table. The server's answer is what counts, also where it refuses: it then says how the table stands.
   *
   * @param {Command} command
   */
  async act(command) {
    const name = JSON.stringify(command);
    if (this.#under.has(name)) return;
    this.#under.add(name);
    try {
      // Over an open socket we are told what has changed, like everybody else who looks on.
      const short = socket.isOpen && this.view !== null;
      const asked = {
        ...command,
        request: requestId(),
        since: this.view?.facts,
        board: !this.view,
        short,
      };
      const { table } = await requestAsPlayer("POST", this.path("/deeds"), asked);
      if (short) await this.#heard(table.facts);
      else this.#takeAnswer(table);
    } catch (error) {
      if (error instanceof ApiError && error.table) void this.#catchUp(error.table.facts);
      throw error;
    } finally {
      this.#under.delete(name);
    }
  }

  /** Has the engine look at the game that is over, or go on with it. */
  async analyse() {
    this.#takeAnalysis(await requestAsPlayer("POST", this.path("/analysis"), {}));
  }

  /** What the engine has found so far. */
  async readAnalysis() {
    this.#takeAnalysis(await get(this.path("/analysis")));
  }

  /** @param {string} [more] */
  path(more = "") {
    return `/api/tables/${encodeURIComponent(this.id)}${more}`;
  }

  /**
   * @param {View} told
   * @param {boolean} [all] is it all that the server remembers?
   */
  take(told, all = false) {
    const before = this.view;
    // Answers and events come by different ways: what is older than what we know says nothing. Clocks may be set back.
    if (before && told.facts < before.facts) return;
    const view = merged(before, told, all);
    if (!view) {
      void this.#catchUp(told.facts);
      return;
    }
    this.#ahead = told.now_at - Date.now();
    this.view = view;
    for (const [goOn, facts] of this.#waiting) {
      if (facts > view.facts) continue;
      this.#waiting.delete(goOn);
      goOn();
    }
    this.changed(before);
  }

  /**
   * Has more happened at the table than we know of, as far as we still want to know?
   *
   * @param {number} facts
   */
  #lacks(facts) {
    return !this.#closed && facts > (this.view?.facts ?? -1);
  }

  /**
   * Waits until we have heard of so much. Where it does not come soon, since the connection was lost, for example, we ask for it.
   *
   * @param {number} facts
   */
  async #heard(facts) {
    if (this.#lacks(facts)) {
      await new Promise((goOn) => {
        this.#waiting.set(goOn, facts);
        setTimeout(goOn, LATE);
      });
    }
    await this.#catchUp(facts);
  }

  /**
   * An answer may come after events that are newer: where nothing more has happened, those know better who is here.
   *
   * @param {View} told
   */
  #takeAnswer(told) {
    if (!this.view || told.facts > this.view.facts) this.take(told);
  }

  /** @param {Analysis} analysis */
  #takeAnalysis(analysis) {
    this.analysis = analysis;
    clearTimeout(this.#timer);
    // Progress comes over the socket; where it does not, we ask.
    if (analysis.status === "running") this.#readLater();
    this.changed(this.view);
  }

  #readLater() {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goOnReading(), PATIENCE);
  }

  /** Asks how far the analysis is; where the server cannot answer now, later again. */
  #goOnReading() {
    this.readAnalysis().catch((error) => {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 429;
      if (!refused) this.#readLater();
    });
  }

  /**
   * So much has happened at the table: what we do not know of it is asked for.
   *
   * @param {number} facts
   */
  async #catchUp(facts) {
    this.#newest = Math.max(this.#newest, facts);
    if (!this.#lacks(this.#newest)) return;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    await this.#asking;
  }

  /** Asks for what we lack, as long as that leads on: more may happen meanwhile. */
  async #ask() {
    /** @type {number | undefined} */
    let known;
    do {
      known = this.view?.facts;
      const since = this.view ? `?since=${known}&board=false` : "";
      try {
        this.take(await this.#completed(await get(this.path(since))), true);
      } catch {
        // The socket begins again with what we know, as soon as there is a connection.
        return;
      }
    } while (this.#lacks(this.#newest) && this.view?.facts !== known);
  }

  /**
   * Of a long game one answer has only the last steps: those before them are asked for page by page.
   *
   * @param {View} told
   * @returns {Promise<View>}
   */
  async #completed(told) {
    const { from: end, missing_from: start, list } = told.steps;
    if (start == null) return told;
    /** @type {Step[]} */
    const missing = [];
    while (start + missing.length < end) {
      /** @type {StepsPage} */
      const page = await get(this.path(`/steps?from=${start + missing.length}`));
      // So much was taken back meanwhile that it is another game.
      if (page.list.length === 0) return this.#completed(await get(this.path()));
      missing.push(...page.list);
    }
    return { ...told, steps: { from: start, list: [...missing.slice(0, end - start), ...list] } };
  }
}

/**
 * What is known with what was told; null where something between is missing that can be asked for.
 *
 * @param {View | null} before
 * @param {View} told
 * @param {boolean} all
 * @returns {View | null}
 */
function merged(before, told, all) {
  // What was left out is asked for.
  if (told.steps?.missing_from != null) return null;
  const steps = tailed(before?.steps, told.steps, all);
  const chat = tailed(before?.chat, told.chat, all);
  if (!steps || !chat) return null;
  // The board is told once.
  const scene = told.scene && { ...before?.scene, ...told.scene };
  return { ...told, variations: told.variations ?? before?.variations ?? [], steps, chat, scene };
}

/**
 * A list that goes on as it was told. It need not begin at 0: the server forgets what was said long ago.
 *
 * @template T
 * @param {import("../types.js").Tail<T> | undefined} before
 * @param {import("../types.js").Tail<T> | undefined} told
 * @param {boolean} all
 * @returns {import("../types.js").Tail<T> | null}
 */
function tailed(before, told, all) {
  if (!told) return before ?? { from: 0, list: [] };
  if (!before || told.from < before.from) return told;
  const known = told.from - before.from;
  if (known > before.list.length) return all ? told : null;
  return { from: before.from, list: [...before.list.slice(0, known), ...told.list] };
}
