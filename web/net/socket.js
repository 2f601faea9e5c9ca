/** Updates of tables: one WebSocket for the whole page, which reconnects by itself. */

import { language } from "../language.js";
import { session } from "./session.js";

/** @typedef {any} Message an object with a `type`; see docs/api.md */
/** @typedef {(message: Message) => void} Listener */

/** The first and the longest wait before reconnecting, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/**
 * A connection that was silent for this long is pinged, and closed if it does not answer in time.
 */
const SILENCE = 20_000;
const ANSWER = 10_000;

class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  /**
   * The listeners of each table, and the `facts` that each knows.
   * @type {Map<string, Map<Listener, () => number>>}
   */
  #tables = new Map();
  /** @type {Set<Listener>} */
  #lobby = new Set();
  /** @type {Set<() => void>} */
  #states = new Set();
  /** @type {Set<() => void>} */
  #connectListeners = new Set();
  #wait = FIRST_WAIT;
  #connected = false;
  /** The token with which we connected. @type {string | null} */
  #token = null;
  #timer = 0;
  #lastMessageAt = 0;
  /** Runs while the answer to a ping is awaited. */
  #pingTimer = 0;
  /** Was there ever a connection? Only then does the page show that it is lost. */
  #wasConnected = false;

  constructor() {
    session.onChange(() => this.#restart());
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#reconnectNow();
    });
    setInterval(() => this.#check(), SILENCE / 2);
  }

  /** Is the connection lost at present? */
  get lost() {
    return this.#wasConnected && !this.#connected && this.#wanted;
  }

  /** Is there a connection, over which updates of tables come? */
  get isOpen() {
    return this.#connected && this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends every update of a table to the listener, beginning with what it does not know, and again
   * after each loss of the connection. Updates are without the board, which the listener has
   * requested.
   *
   * @param {string} table
   * @param {Listener} listener
   * @param {() => number} known returns the `facts` that the listener knows
   * @returns {() => void} unsubscribes the listener
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
   * Sends the listener the tables in the lobby that are new or have changed.
   *
   * @param {Listener} listener
   * @returns {() => void} unsubscribes the listener
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
   * Calls the listener when the connection is lost, and when it is back.
   *
   * @param {() => void} listener
   */
  onState(listener) {
    this.#states.add(listener);
  }

  /**
   * Calls the listener whenever a connection begins. Updates from before it are missing.
   *
   * @param {() => void} listener
   * @returns {() => void} unsubscribes the listener
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
      // The token before this one is tried at once.
      if (this.#token) session.refuse(this.#token);
    }
  }

  /**
   * The connection is lost. The wait before reconnecting grows, and is random so that clients do
   * not reconnect all at once.
   */
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
    // The connection is not lost: we only reconnect with another token.
    this.#wasConnected = false;
    socket.close();
    if (this.#wanted) this.#connect();
  }

  #reconnectNow() {
    if (!this.#socket && this.#wanted) this.#connect();
    else this.#check();
  }

  /**
   * Pings a silent connection. Timers of a hidden page run rarely, so silence alone does not mean
   * that the connection is lost.
   */
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
