/** What happens at tables, as it happens: one WebSocket for the whole page, which comes back by itself when it is lost. */

import { language } from "../language.js";
import { session } from "./session.js";

/** @typedef {any} Message an object with a `type`; see docs/api.md */
/** @typedef {(message: Message) => void} Listener */

/** The first wait before a lost connection is tried again, and the longest, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** A connection that has been silent for so long is asked whether it lives, and given up when it does not answer. */
const SILENCE = 20_000;
const ANSWER = 10_000;

class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** Who listens at each table, and how much they know of it. @type {Map<string, Map<Listener, () => number>>} */
  #tables = new Map();
  /** @type {Set<Listener>} */
  #lobby = new Set();
  /** @type {Set<() => void>} */
  #states = new Set();
  /** @type {Set<() => void>} */
  #connectListeners = new Set();
  #wait = FIRST_WAIT;
  #connected = false;
  /** As whom we came. @type {string | null} */
  #token = null;
  #timer = 0;
  #lastMessageAt = 0;
  /** Runs while an answer is awaited. */
  #pingTimer = 0;
  /** Was there ever a connection? Then its absence is a loss that people should see. */
  #wasConnected = false;

  constructor() {
    session.onChange(() => this.#restart());
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#reconnectNow();
    });
    setInterval(() => this.#check(), SILENCE / 2);
  }

  /** Has the connection been lost, and not come back yet? */
  get lost() {
    return this.#wasConnected && !this.#connected && this.#wanted;
  }

  /** Is there a connection, over which we are told what happens at the tables that we watch? */
  get isOpen() {
    return this.#connected && this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Tells of every change of a table, beginning with what the listener does not know, and again after every loss of the
   * connection. The board is left out: the listener has asked for it.
   *
   * @param {string} table
   * @param {Listener} listener
   * @param {() => number} known tells the `facts` that the listener knows
   * @returns {() => void} ends it
   */
  watch(table, listener, known) {
    const listeners = this.#tables.get(table) ?? new Map();
    this.#tables.set(table, listeners);
    listeners.set(listener, known);
    this.#watch(table);
    this.#connect();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#tables.delete(table);
      this.#send({ type: "unwatch", table });
    };
  }

  /**
   * Tells of tables that are new or have changed.
   *
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  lobby(listener) {
    this.#lobby.add(listener);
    this.#send({ type: "lobby", on: true });
    this.#connect();
    return () => {
      this.#lobby.delete(listener);
      if (this.#lobby.size === 0) this.#send({ type: "lobby", on: false });
    };
  }

  /**
   * Tells when the connection is lost, and when it is back.
   *
   * @param {() => void} listener
   */
  onState(listener) {
    this.#states.add(listener);
  }

  /**
   * Tells whenever a connection begins: what happened before it nobody has told.
   *
   * @param {() => void} listener
   * @returns {() => void} ends it
   */
  onConnected(listener) {
    this.#connectListeners.add(listener);
    return () => this.#connectListeners.delete(listener);
  }

  get #wanted() {
    return this.#tables.size > 0 || this.#lobby.size > 0;
  }

  #connect() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    const address = new URL("/api/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    const { token } = session;
    this.#token = token;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, language }));
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#onMessage(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#drop();
    };
  }

  /** @param {Message} message */
  #onMessage(message) {
    this.#lastMessageAt = Date.now();
    this.#endPing();
    if (message.type === "hello") {
      this.#connected = true;
      this.#wasConnected = true;
      if (this.#token && message.player) session.keep(this.#token, message.player);
      this.#wait = FIRST_WAIT;
      for (const table of this.#tables.keys()) this.#watch(table);
      if (this.#lobby.size > 0) this.#send({ type: "lobby", on: true });
      this.#stateChanged();
      for (const listener of this.#connectListeners) listener();
    } else if (message.type === "table") {
      for (const listener of this.#tables.get(message.table.id)?.keys() ?? []) listener(message);
    } else if (message.type === "analysis") {
      for (const listener of this.#tables.get(message.table)?.keys() ?? []) listener(message);
    } else if (message.type === "lobby") {
      for (const listener of this.#lobby) listener(message);
    } else if (message.type === "error" && message.error?.code === "no_token" && !this.#connected) {
      // Whoever we have been before is tried at once.
      if (this.#token) session.refuse(this.#token);
    }
  }

  /** The connection is gone: it is tried again, later each time, and never by all at the same moment. */
  #drop() {
    this.#socket = null;
    this.#connected = false;
    this.#endPing();
    session.reconsider();
    this.#stateChanged();
    if (!this.#wanted) return;
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #restart() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    this.#connected = false;
    this.#endPing();
    // Not a loss: we only come back under another name.
    this.#wasConnected = false;
    socket.close();
    if (this.#wanted) this.#connect();
  }

  #reconnectNow() {
    if (!this.#socket && this.#wanted) this.#connect();
    else this.#check();
  }

  /** A hidden page looks seldom: silence alone does not say that the connection is lost. */
  #check() {
    const silent = Date.now() - this.#lastMessageAt;
    if (!this.#socket || this.#pingTimer || silent < SILENCE) return;
    this.#send({ type: "ping" });
    this.#pingTimer = setTimeout(() => {
      const socket = this.#socket;
      this.#drop();
      socket?.close();
    }, ANSWER);
  }

  #endPing() {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = 0;
  }

  /** @param {string} table */
  #watch(table) {
    const known = [...(this.#tables.get(table)?.values() ?? [])].map((facts) => facts());
    this.#send({ type: "watch", table, scene: true, board: false, since: Math.min(...known) });
  }

  /** @param {Message} message */
  #send(message) {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #stateChanged() {
    for (const listener of this.#states) listener();
  }
}

export const socket = new Socket();
