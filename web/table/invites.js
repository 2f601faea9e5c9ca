/** Links to a table. */

import { get } from "../net/api.js";

/**
 * The invite link for a reserved seat. The code is in the fragment, which browsers do not send.
 *
 * @param {string} table
 * @param {string} code
 */
export function inviteLink(table, code) {
  return `${watchLink(table)}#invite=${encodeURIComponent(code)}`;
}

/**
 * The link for spectators, and for anybody who wants to take an open seat.
 *
 * @param {string} table
 */
export function watchLink(table) {
  return `${better ?? location.origin}/t/${table}`;
}

/** The invite code in the address. */
export function inviteFromAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("invite");
}

/**
 * Has the person come with an invite code, and may still take a seat with it?
 *
 * @param {import("../types.js").View} view
 */
export function isInvited(view) {
  const isFree = view.seats.some((seat) => seat.kind === "friend");
  return inviteFromAddress() !== null && view.stage === "waiting" && !view.maker && isFree;
}

/**
 * Was the page opened under an address that leads only to this computer? Then its links do not work
 * elsewhere.
 */
export function isOnlyHere() {
  const { hostname } = location;
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/**
 * The beginning of links that work on other devices, once it is known.
 *
 * @type {string | undefined}
 */
let better;

/** @type {Promise<string[]> | null} */
let asked = null;

/**
 * The beginnings of links that work on other devices, if this page's own does not. There are none
 * if the server listens for this computer only.
 *
 * @returns {Promise<string[]>}
 */
export function reachable() {
  if (!isOnlyHere()) return Promise.resolve([]);
  asked ??= get("/api/addresses").then(
    (/** @type {import("../types.js").Addresses} */ { addresses }) => {
      better = addresses[0];
      return addresses;
    },
    () => [],
  );
  return asked;
}

// It is usually known before the first link is shown.
void reachable();
