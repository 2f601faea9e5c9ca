/** Small signs that no font needs to have. */

import { s } from "../dom.js";

/** What each sign is drawn with, in a square of 16. */
const PATHS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  previous: "M11.500 2.500v11L4 8z",
  next: "M4.500 2.500v11L12 8z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
  close:
    "m4.300 3.200 3.700 3.700 3.700-3.700 1.100 1.100L9.100 8l3.700 3.700-1.100 1.100L8 9.100l-3.700 3.700-1.100-1.100L6.900 8 3.200 4.300z",
};

/** @typedef {keyof typeof PATHS} Sign */

/** @param {Sign} sign */
export function icon(sign) {
  return s("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: PATHS[sign] }));
}
