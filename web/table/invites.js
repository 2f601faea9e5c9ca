/** Links to a table. */

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
  return `${location.origin}/t/${table}`;
}

/** The invite code in the address. */
export function inviteFromAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("invite");
}
