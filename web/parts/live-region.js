/**
 * Messages for people who do not see the page: screen readers speak what is new in a live region.
 */

import { byId } from "../dom.js";

/**
 * Announces something when the screen reader is idle.
 *
 * @param {string} text
 */
export function say(text) {
  speak("said-politely", text);
}

/**
 * Announces something at once, such as why a move was refused.
 *
 * @param {string} text
 */
export function announceAtOnce(text) {
  speak("said-at-once", text);
}

/** How many messages stay in a region: several may be added before the first is spoken. */
const KEPT = 4;

/**
 * @param {string} id
 * @param {string} text
 */
function speak(id, text) {
  const region = byId(id);
  const sentence = document.createElement("p");
  sentence.textContent = text;
  region.append(sentence);
  while (region.children.length > KEPT) region.firstElementChild?.remove();
}
