/**
 * All texts of the page in the reader's language. Texts about games come from the server.
 */

import { language } from "./language.js";

/** @typedef {import("./texts/en.js").Texts} Texts */

/** @typedef {import("./language.js").Language} Language */

/** One file for each language. @type {Record<Language, () => Promise<{texts: Texts}>>} */
const FILES = {
  en: () => import("./texts/en.js"),
  es: () => import("./texts/es.js"),
  pt: () => import("./texts/pt.js"),
  de: () => import("./texts/de.js"),
};

export const { texts } = await FILES[language]();
