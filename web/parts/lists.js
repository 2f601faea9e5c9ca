/** Lists of tables: one's own tables, open tables, games in progress, and finished games. */

import { classes, h } from "../dom.js";
import { ApiError, get } from "../net/api.js";
import { session } from "../net/session.js";
import { socket } from "../net/socket.js";
import { clockWords, mySeats, resultWords, seatName, turnWords } from "../table/words.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {"mine" | "open" | "playing" | "over"} Which */
/**
 * @typedef {{tables: Summary[], next: string | null}} Page a page of a list, and where the next one
 *   begins
 */

/** The lists in the order in which they are shown. @type {Which[]} */
const ALL = ["mine", "open", "playing", "over"];
/** How many games in progress are offered to somebody who wants to watch. */
const WATCHED = 3;
/** How many finished games are shown at first. */
const FEW = 6;

/** Whether a table belongs to a list. @type {Record<Which, (table: Summary) => boolean>} */
const BELONGS = {
  mine: (table) => table.stage !== "closed" && isOurs(table),
  open: (table) => table.stage === "waiting" && table.listed && !isOurs(table),
  playing: (table) => table.stage === "playing" && table.listed && !isOurs(table),
  over: (table) => table.stage === "over" && table.listed && !isOurs(table),
};

/**
 * The ways to a game that an empty list offers.
 *
 * @typedef {object} Starts
 * @property {string} title the game that is chosen; empty while it is not known
 * @property {() => void} play begins it against the computer
 * @property {() => void} inviteAll prepares a game that anybody can join
 * @property {() => void} watch lets two opponents play it
 */

export class Lists {
  /** The known part of each list. @type {Record<Which, Page>} */
  #known = { mine: nothing(), open: nothing(), playing: nothing(), over: nothing() };
  /**
   * The number of requests for each list: only the answer to the latest one counts.
   * @type {Record<Which, number>}
   */
  #requests = { mine: 0, open: 0, playing: 0, over: 0 };
  /** Are all known finished games shown? */
  #showsAll = false;
  /** Functions that end all subscriptions. @type {(() => void)[]} */
  #ends;

  /**
   * @param {() => void} changed
   * @param {Starts} starts what an empty list offers
   */
  constructor(changed, starts) {
    this.changed = changed;
    this.starts = starts;
    this.#ends = [
      socket.lobby((message) => this.#take(message.table)),
      // Updates are missing while there is no connection.
      socket.onConnected(() => this.load().catch(() => {})),
      () => document.removeEventListener("visibilitychange", this.#onVisible),
    ];
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  /** Loads the first page of all lists. */
  async load() {
    await Promise.all(ALL.map((which) => this.#load(which)));
  }

  end() {
    for (const end of this.#ends) end();
    this.changed = () => {};
  }

  /** The games in progress that can be watched now, or an invitation to make one. */
  drawRunning() {
    const running = this.#known.playing.tables.filter(BELONGS.playing).slice(0, WATCHED);
    if (running.length === 0) return h("p", { class: "faint" }, texts.lists.letThemPlay);
    return [
      h("p", { class: "lead" }, texts.lists.watchNow),
      h("ul", { class: "tables" }, running.map(tableItem)),
      h("p", { class: "faint" }, texts.lists.orLetThemPlay),
    ];
  }

  draw() {
    return h(
      "div",
      { class: "lists" },
      this.#list(
        "mine",
        texts.lists.mine,
        session.token ? texts.lists.noneMine : texts.lists.noneYet,
        this.starts.title && [button(texts.lists.playNow(this.starts.title), this.starts.play)],
      ),
      this.#list("open", texts.lists.open, texts.lists.noneOpen, [
        button(texts.lists.startOne, this.starts.inviteAll),
      ]),
      h(
        "div",
        { class: "list-column" },
        this.#list("playing", texts.lists.playing, texts.lists.nonePlaying, [
          button(texts.lists.letTwoMeet, this.starts.watch),
        ]),
        this.#known.over.tables.some(BELONGS.over) && this.#list("over", texts.lists.over, ""),
      ),
    );
  }

  /**
   * @param {Which} which
   * @param {string} title
   * @param {string} none
   * @param {import("../dom.js").Offer} [invitation] what to do if the list is empty
   */
  #list(which, title, none, invitation) {
    const { tables, next } = this.#known[which];
    const all = tables.filter(BELONGS[which]);
    if (which === "mine") all.sort((one, other) => urgency(other) - urgency(one));
    const shown = which === "over" && !this.#showsAll ? all.slice(0, FEW) : all;
    const isCut = shown.length < all.length;
    return h(
      "section",
      { class: "panel", "aria-labelledby": `list-${which}` },
      h("h2", { id: `list-${which}` }, title),
      all.length === 0 && h("p", { class: "faint" }, none),
      all.length === 0 && invitation && h("div", { class: "row" }, invitation),
      all.length > 0 && h("ul", { class: "tables" }, shown.map(tableItem)),
      (isCut || next) &&
        h(
          "button",
          {
            type: "button",
            class: "small",
            onclick: isCut ? () => this.#showAll() : () => this.#loadMore(which),
          },
          texts.lists.more,
        ),
    );
  }

  #showAll() {
    this.#showsAll = true;
    this.changed();
  }

  /** @param {Which} which */
  #loadMore(which) {
    this.#load(which, this.#known[which].next).catch(() => {});
  }

  #onVisible = () => {
    // The lobby sends no updates of one's own tables that are not listed.
    if (!document.hidden) this.#load("mine").catch(() => {});
  };

  /**
   * Loads the first page of a list, or the next one.
   *
   * @param {Which} which
   * @param {string | null} [before]
   */
  async #load(which, before = null) {
    this.#requests[which] += 1;
    const request = this.#requests[which];
    const page = which === "mine" ? await ours(before) : await read(which, before);
    if (request !== this.#requests[which]) return;
    const known = before === null ? [] : this.#known[which].tables;
    const fresh = page.tables.filter(({ id }) => known.every((table) => table.id !== id));
    this.#known[which] = { tables: [...known, ...fresh], next: page.next };
    this.changed();
  }

  /** @param {Summary} table */
  #take(table) {
    for (const which of ALL) {
      const page = this.#known[which];
      const others = page.tables.filter(({ id }) => id !== table.id);
      const known = others.length < page.tables.length;
      if (!BELONGS[which](table)) page.tables = others;
      else if (known) page.tables = page.tables.map((old) => (old.id === table.id ? table : old));
      else page.tables = [table, ...others];
    }
    this.changed();
  }
}

/**
 * @param {string} words
 * @param {() => void} act
 */
function button(words, act) {
  return h("button", { type: "button", class: "small", onclick: act }, words);
}

/** @returns {Page} */
function nothing() {
  return { tables: [], next: null };
}

/**
 * Our own tables; none if the server does not know us.
 *
 * @param {string | null} before
 * @returns {Promise<Page>}
 */
async function ours(before) {
  if (!session.token) return nothing();
  try {
    return await read("mine", before);
  } catch (error) {
    if (error instanceof ApiError && error.code === "no_token") return nothing();
    throw error;
  }
}

/**
 * @param {Which} which
 * @param {string | null} before
 * @returns {Promise<Page>}
 */
function read(which, before) {
  return get(
    `/api/tables?which=${which}${before === null ? "" : `&before=${encodeURIComponent(before)}`}`,
  );
}

/**
 * Did we make the table, or do we have a seat at it?
 *
 * @param {Summary} table
 */
function isOurs(table) {
  return table.maker || mySeats(table).length > 0;
}

/** @param {Summary} table */
function tableItem(table) {
  const yours =
    table.stage === "playing" &&
    table.next.kind === "move" &&
    !!table.seats[(table.next.seat ?? 0) - 1]?.you;
  return h(
    "li",
    { key: table.id },
    h(
      "a",
      {
        class: classes("table-item", yours && "yours"),
        href: `/t/${encodeURIComponent(table.id)}`,
      },
      h("strong", {}, table.title),
      h(
        "span",
        { class: "who" },
        table.seats.map((seat) => seatName(seat)).join(texts.lists.against),
      ),
      h(
        "span",
        { class: "faint" },
        [table.variant, clockWords(table.clock)].filter(Boolean).join(" · "),
      ),
      h("span", { class: "state" }, table.stage === "over" ? resultWords(table) : turnWords(table)),
    ),
  );
}

/**
 * The rank in our own list: tables where it is our turn come first, finished games last.
 *
 * @param {Summary} table
 */
function urgency(table) {
  if (table.stage === "over") return 0;
  if (table.stage === "waiting") return 1;
  return table.next.kind === "move" && table.seats[(table.next.seat ?? 0) - 1]?.you ? 3 : 2;
}
