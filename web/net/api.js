/** Requests to the server over HTTP. Errors have a code. */

import { language } from "../language.js";
import { texts } from "../texts.js";
import { session } from "./session.js";

/** @typedef {import("../types.js").ShortTable} ShortTable */
/** @typedef {import("../types.js").RefusedOption} RefusedOption */

/** An error with a message for people, and the server's code for it. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{status?: number, table?: ShortTable, wait?: number, option?: RefusedOption}} [more]
   */
  constructor(code, message, more = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? 0;
    /** The current state of the table, if it refused a command. */
    this.table = more.table;
    /** The number of seconds to wait before trying again. */
    this.wait = more.wait;
    /** The option of a game that is wrong, if it is one. */
    this.option = more.option;
  }
}

/**
 * The thrown value as an error; anything can be thrown.
 *
 * @param {unknown} thrown
 */
export function asError(thrown) {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A unique text, by which the server recognises a repeated request. */
export function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export function get(path) {
  return ask("GET", path);
}

/**
 * A request that needs no player.
 *
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
export function post(path, body) {
  return ask("POST", path, body);
}

/**
 * A request that needs a player. One is created if the browser has none yet.
 *
 * @template T
 * @param {'POST' | 'PATCH'} method
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
export async function requestAsPlayer(method, path, body) {
  await ensurePlayer();
  try {
    return await ask(method, path, body);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    // The server knows none of our tokens, so a new player is created.
    await ensurePlayer();
    return ask(method, path, body);
  }
}

/**
 * Changes our name.
 *
 * @param {string} name
 */
export async function setName(name) {
  const wanted = name.trim() || texts.guest;
  if (wanted === session.name) return;
  if (!session.token) {
    session.rename(wanted);
    return;
  }
  await requestAsPlayer("PATCH", "/api/me", { name: wanted });
  session.rename(wanted);
}

/**
 * All data that the server has about us. It comes in pages.
 *
 * @returns {Promise<object>}
 */
export async function readMyData() {
  /** @type {{tables: object[], next: string | null}} */
  const data = await ask("GET", "/api/me/data");
  for (let { next } = data; next; ) {
    /** @type {{tables: object[], next: string | null}} */
    const part = await ask("GET", `/api/me/data?after=${encodeURIComponent(next)}`);
    data.tables.push(...part.tables);
    next = part.next;
  }
  return data;
}

/** Deletes our data on the server, and our token in this browser. */
export async function forgetMe() {
  const { token } = session;
  await ask("DELETE", "/api/me", { confirm: true });
  if (token) session.forget(token);
}

/**
 * The creation of a player that is in progress; all requests at the same time share it.
 * @type {Promise<void> | null}
 */
let creation = null;

async function ensurePlayer() {
  if (session.token) return;
  creation ??= exclusively(createPlayer).finally(() => (creation = null));
  await creation;
}

async function createPlayer() {
  // Another window may have been faster.
  session.reread();
  if (session.token) return;
  const name = session.name || texts.guest;
  /** @type {{player: import("../types.js").Player, token: string}} */
  const made = await ask("POST", "/api/players", { name });
  session.keep(made.token, made.player);
}

/**
 * Does something while no other window of this browser does it, if the browser supports locks.
 *
 * @param {() => Promise<void>} act
 * @returns {Promise<void>}
 */
async function exclusively(act) {
  return navigator.locks ? navigator.locks.request("ludoteca.coming", act) : act();
}

/**
 * The waits before a request is sent again that was lost, or that a busy server or its proxy has
 * refused, in milliseconds. Another server may answer.
 *
 * @type {Record<string, number[]>}
 */
const RETRY_WAITS = { offline: [400, 1500], busy: [400, 1500, 3000] };

/** The longest wait that a server can ask for, in milliseconds. */
const LONGEST_WAIT = 5000;

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  // A request with an id is done only once, however often it is sent.
  const repeatable = method === "GET" || (body !== undefined && "request" in body);
  for (let tries = 0; ; tries += 1) {
    try {
      return await once(method, path, body);
    } catch (error) {
      if (!(error instanceof ApiError) || !repeatable) throw error;
      const wait = RETRY_WAITS[error.code]?.[tries];
      if (wait === undefined) throw error;
      const wanted = Math.min(1000 * (error.wait ?? 0), LONGEST_WAIT);
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait, wanted)));
    }
  }
}

/**
 * Sends a request with our token. If the server does not know it, earlier tokens are tried, and at
 * last none.
 *
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function once(method, path, body) {
  for (;;) {
    const { token } = session;
    try {
      return await onceAs(token, method, path, body);
    } catch (error) {
      if (token === null || !isUnknown(error)) throw error;
      session.refuse(token);
    }
  }
}

/**
 * @param {string | null} token
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function onceAs(token, method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("offline", texts.errors.offline);
  }
  const content = await read(answer);
  if (answer.ok) return content;
  throw failure(answer, content);
}

/** @param {unknown} error */
function isUnknown(error) {
  return error instanceof ApiError && error.code === "no_token";
}

/** @param {Response} answer */
async function read(answer) {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}

/**
 * @param {Response} answer
 * @param {any} content
 */
function failure(answer, content) {
  const error = content?.error;
  const wait = Number(answer.headers.get("Retry-After")) || undefined;
  const more = { status: answer.status, table: content?.table, wait, option: error?.option };
  if (answer.status === 429) return new ApiError("too_many", texts.errors.tooMany(wait), more);
  // A proxy says 502 or 504 if a server has ended or does not answer.
  if ([502, 503, 504].includes(answer.status)) return new ApiError("busy", texts.errors.busy, more);
  if (typeof error?.message === "string")
    return new ApiError(String(error.code), sentence(error.message), more);
  return new ApiError("failed", texts.errors.failed(answer.status), more);
}

/**
 * Makes a sentence of a clause of the server, which begins with a small letter and has no full
 * stop. A clause that begins with an option as typed keeps its first letter.
 *
 * @param {string} clause
 */
export function sentence(clause) {
  const end = /[.!?]$/.test(clause) ? "" : ".";
  const typed = /^\S*=/.test(clause);
  return (typed ? clause.charAt(0) : clause.charAt(0).toUpperCase()) + clause.slice(1) + end;
}
