/** Small signs that no font needs to have. */

import { s } from "../dom.js";

/** What each sign is drawn with, in a square of 16. */
const PATHS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  previous: "M11.500 2.500v11L4 8z",
  next: "M4.500 2.500v11L12 8z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
  mute: "M2.500 2h11A1.500 1.500 0 0 1 15 3.500v6a1.500 1.500 0 0 1-1.500 1.500H8l-3.500 3v-3h-2A1.500 1.500 0 0 1 1 9.500v-6A1.500 1.500 0 0 1 2.500 2zm4.200 2.100-1 1L7 6.500 5.700 7.900l1 1L8 7.500l1.300 1.400 1-1L9 6.500l1.300-1.400-1-1L8 5.500z",
  close:
    "m4.300 3.200 3.700 3.700 3.700-3.700 1.100 1.100L9.100 8l3.700 3.700-1.100 1.100L8 9.100l-3.700 3.700-1.100-1.100L6.900 8 3.200 4.300z",
};

/** @typedef {keyof typeof PATHS} Sign */

/** @param {Sign} sign */
export function icon(sign) {
  return s(
    "svg",
    { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: PATHS[sign] }),
  );
}
