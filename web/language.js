/** The language of the page. */

import { settings } from "./settings.js";

/** Each language by its own name, in the order in which they are shown. */
export const LANGUAGES = { en: "English", es: "Español", pt: "Português", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** The language that the reader has chosen, or else the first supported language of the browser. */
export const language =
  [settings.values.language, ...navigator.languages.map(prefix)].find(isKnown) ?? "en";

document.documentElement.lang = language;

/**
 * Chooses a language, and reloads the page in it.
 *
 * @param {string} chosen
 */
export function chooseLanguage(chosen) {
  settings.change({ language: chosen });
  location.reload();
}

/**
 * The language of a tag such as `es-MX`.
 *
 * @param {string} tag
 */
function prefix(tag) {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/**
 * @param {string} code
 * @returns {code is Language}
 */
function isKnown(code) {
  return Object.hasOwn(LANGUAGES, code);
}
