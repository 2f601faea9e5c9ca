/** Plain pieces: disc, diamond, triangle and cross, with letters. */

import { UNIT } from "../layout.js";
import { cross, disc, polygon, rounded, solid } from "../shapes.js";
import { path, svg, text } from "../svg.js";

const RADIUS = 0.36 * UNIT;

/**
 * The shape of a piece: its outline for a radius, the size of its letter compared with that on a
 * disc, and how far below the middle the letter is.
 * @typedef {{ outline: (radius: number) => string, room: number, down: number }} Form
 */

/** @type {Form} */
const TILE = {
  outline: (r) => rounded({ x: -1.1 * r, y: -1.1 * r, width: 2.2 * r, height: 2.2 * r }, 0.25 * r),
  room: 1,
  down: 0,
};

/** Seat by seat. @type {Form[]} */
const FORMS = [
  { outline: disc, room: 1, down: 0 },
  {
    outline: (r) =>
      polygon(
        [
          [0, -1.22],
          [1.22, 0],
          [0, 1.22],
          [-1.22, 0],
        ],
        0.45,
        r,
      ),
    room: 0.85,
    down: 0,
  },
  // Lower than an equilateral triangle around this point, so that it looks centred like a disc.
  {
    outline: (r) =>
      polygon(
        [
          [0, -1.25],
          [1.24, 0.92],
          [-1.24, 0.92],
        ],
        0.55,
        r,
      ),
    room: 0.75,
    down: 0.22,
  },
  { outline: (r) => polygon(cross(0.5, 1.06), 0.3, r), room: 0.85, down: 0 },
];

/** @type {import("../pieces.js").Draw} */
export function letters({ seat, letter, isFigure }, { id }) {
  // A figure whose sign is not a letter or digit is a square that fills its place.
  const form = isFigure && !isWord(letter) ? TILE : FORMS[(seat + 3) % FORMS.length];
  const parts = solid(form.outline(RADIUS), form.outline(0.945 * RADIUS), RADIUS, id);
  if (!letter) return parts;
  const size = 1.15 * RADIUS * form.room;
  return [
    ...parts,
    text(letter, 0, form.down * RADIUS, size, isFigure ? "letter figure" : "letter"),
  ];
}

/** Is it a letter or a digit? @param {string} letter */
export function isWord(letter) {
  return /[\p{L}\p{N}]/u.test(letter);
}

/** @type {import("../pieces.js").DrawBar} */
export function plainBar(inner, unit, { id }) {
  const rim = 0.022 * unit;
  const inside = rounded(
    {
      x: inner.x + rim,
      y: inner.y + rim,
      width: inner.width - 2 * rim,
      height: inner.height - 2 * rim,
    },
    0.24 * unit - rim,
  );
  return [
    ...solid(rounded(inner, 0.24 * unit), inside, 0.4 * unit, id),
    svg("path", { class: "notches", d: notches(inner, unit), "stroke-width": 0.03 * unit }),
  ];
}

/**
 * The lines between the places of a bar.
 * @param {import("../layout.js").Rect} inner @param {number} unit
 */
function notches(inner, unit) {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  const isWide = inner.width > inner.height;
  const count = Math.round(Math.max(inner.width, inner.height) / unit);
  const half = 0.2 * unit;
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => {
    const along = (at + 1 - count / 2) * unit;
    return isWide
      ? path("M", x + along, y - half, "v", 2 * half)
      : path("M", x - half, y + along, "h", 2 * half);
  }).join(" ");
}
