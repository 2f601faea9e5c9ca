/** What is new at a table: said, sounded, and kept in sight. */

import { say } from "../parts/live-region.js";
import { tick } from "../sound.js";
import { texts } from "../texts.js";
import { newlySaid } from "./mutes.js";
import { stepWords } from "./steps.js";
import { isMine, playerWords, turnWords } from "./words.js";

/** @typedef {import("../types.js").View} View */

/**
 * Says and sounds what has happened.
 *
 * @param {View} before
 * @param {View} view
 */
export function announceChanges(before, view) {
  const [old, list] = [before.steps.list.length, view.steps.list];
  const fresh = list.slice(old);
  const last = fresh.at(-1);
  for (const step of fresh) say(stepWords(view, step));
  if (list.length < old) say(texts.steps.takenBack);
  for (const offer of view.offers)
    if (isNew(before, view, offer))
      say(texts.actions.offered[offer.what](playerWords(view, offer.by)));
  for (const { name, text } of newlySaid(before, view)) say(texts.chat.says(name, text));
  if (view.stage !== before.stage) say([turnWords(view), view.reason && sentence(view.reason)].filter(Boolean).join(". "));
  if (view.stage === "over" && before.stage !== "over") tick("over");
  else if (last) tick(isBy(view, last.by ?? null) ? "mine" : "other");
}

/**
 * Is the game no longer where it was?
 *
 * @param {View} before
 * @param {View} view
 */
export function hasMoved(before, view) {
  return before.steps.list.length !== view.steps.list.length || before.stage !== view.stage;
}

/**
 * The current step and the newest words stay in sight, without moving the page.
 *
 * @param {Element} host
 */
export function keepInSight(host) {
  const list = host.querySelector(".step-list");
  const current = list?.querySelector("[aria-current]");
  if (list && current) bringIn(list, current);
  const said = host.querySelector(".said");
  if (said && seen.get(said) !== said.childElementCount) {
    seen.set(said, said.childElementCount);
    said.scrollTop = said.scrollHeight;
  }
}

/** How many words people have been shown. @type {WeakMap<Element, number>} */
const seen = new WeakMap();

/**
 * @param {Element} list
 * @param {Element} current
 */
function bringIn(list, current) {
  const [frame, box] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}

/**
 * Did somebody else make this offer just now?
 *
 * @param {View} before
 * @param {View} view
 * @param {import("../types.js").Offer} offer
 */
function isNew(before, view, offer) {
  return (
    !isBy(view, offer.by) &&
    !before.offers.some((old) => old.what === offer.what && old.by === offer.by)
  );
}

/**
 * @param {View} view
 * @param {number | null} seat
 */
function isBy(view, seat) {
  const sitting = seat === null ? undefined : view.seats[seat - 1];
  return sitting !== undefined && isMine(sitting);
}
