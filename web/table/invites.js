/** Links to a table. */

/**
 * The link that takes a seat which is kept for a friend. The code is in the fragment, which no server logs.
 *
 * @param {string} table
 * @param {string} code
 */
export function inviteLink(table, code) {
  return `${watchLink(table)}#invite=${encodeURIComponent(code)}`;
}

/**
 * The link for whoever may only look on, or take an open seat.
 *
 * @param {string} table
 */
export function watchLink(table) {
  return `${location.origin}/t/${table}`;
}

/** The code that we came with. */
export function inviteFromAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("invite");
}
