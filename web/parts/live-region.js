/** What is said to people who do not see the page: a live region speaks what is new in it. */

import { byId } from "../dom.js";

/**
 * Says something when the reader comes to it.
 *
 * @param {string} text
 */
export function say(text) {
  speak("said-politely", text);
}

/**
 * Says something at once, such as why a move was refused.
 *
 * @param {string} text
 */
export function announceAtOnce(text) {
  speak("said-at-once", text);
}

/** How many sentences stay in a region: several may come before the first is spoken. */
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
