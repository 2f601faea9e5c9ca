/** Announces what is new at a table, with words and sounds, and scrolls to it. */

import { say } from "../parts/live-region.js";
import { tick } from "../sound.js";
import { texts } from "../texts.js";
import { newLines } from "./mutes.js";
import { stepWords } from "./steps.js";
import { isMine, playerWords, reasonWords, turnWords } from "./words.js";

/** @typedef {import("../types.js").View} View */

/**
 * Announces what has happened since the previous view.
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
  for (const { name, text } of newLines(before, view)) say(texts.chat.says(name, text));
  if (view.stage !== before.stage) {
    say([turnWords(view), reasonWords(view)].filter(Boolean).join(". "));
  }
  if (view.stage === "over" && before.stage !== "over") tick("over");
  else if (last) tick(isBy(view, last.by ?? null) ? "mine" : "other");
}

/**
 * Has the game gone on, or back?
 *
 * @param {View} before
 * @param {View} view
 */
export function hasMoved(before, view) {
  return before.steps.list.length !== view.steps.list.length || before.stage !== view.stage;
}

/**
 * Scrolls the lists, but not the page, so that the current step and the newest chat lines are
 * visible.
 *
 * @param {Element} host
 */
export function scrollToNewest(host) {
  const list = host.querySelector(".step-list");
  const current = list?.querySelector("[aria-current]");
  if (list && current) scrollWithin(list, current);
  const said = host.querySelector(".said");
  if (said && seen.get(said) !== said.childElementCount) {
    seen.set(said, said.childElementCount);
    said.scrollTop = said.scrollHeight;
  }
}

/** The number of chat lines that were visible before. @type {WeakMap<Element, number>} */
const seen = new WeakMap();

/**
 * @param {Element} list
 * @param {Element} current
 */
function scrollWithin(list, current) {
  const [frame, box] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}

/**
 * Has somebody else just made this offer?
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
  const occupant = seat === null ? undefined : view.seats[seat - 1];
  return occupant !== undefined && isMine(occupant);
}
