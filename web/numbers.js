/** Numbers as the reader's language writes them. */

import { language } from "./language.js";

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const plain = new Intl.NumberFormat(language);
const decimals = new Intl.NumberFormat(language, ONE_DECIMAL);
const percents = new Intl.NumberFormat(language, { style: "percent", ...ONE_DECIMAL });

/** @param {number} value */
export function numeral(value) {
  return plain.format(value);
}

/** A number with one decimal. @param {number} value */
export function decimal(value) {
  return decimals.format(value);
}

/** A share as a percentage with one decimal. @param {number} share */
export function percent(share) {
  return percents.format(share);
}
