/** Rocks with a letter, and plates of metal. */

import { UNIT } from "../layout.js";
import { chance, rounded, smooth, solid } from "../shapes.js";
import { path, svg, text } from "../svg.js";
import { isWord } from "./letters.js";

const RADIUS = 0.4 * UNIT;

/** @type {import("../pieces.js").Draw} */
export function bodies({ seat, letter, isFigure }, style) {
  if (isFigure && isWord(letter)) return rock(letter, style.id);
  const side = 0.8 * UNIT;
  const square = { x: -side / 2, y: -side / 2, width: side, height: side };
  // A piece without a kind is that of the seat with rocks, if it is the first.
  if (!isFigure && seat === 1) return rock(letter, style.id);
  return plate(square, UNIT, style);
}

/** A rock, whose shape depends on its letter. @param {string} letter @param {string} id */
function rock(letter, id) {
  const seed = 17 * (letter.codePointAt(0) ?? 0);
  const outline = (/** @type {number} */ radius) => {
    const corners = 11;
    return smooth((angle) => {
      const at = Math.round((corners * (angle + Math.PI / 2)) / (2 * Math.PI)) % corners;
      return radius * (0.9 + 0.18 * chance(seed + at));
    }, corners);
  };
  const crater = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
    svg(
      "g",
      {},
      svg("ellipse", {
        class: "crater-lip",
        cx: x * RADIUS,
        cy: (y + 0.05) * RADIUS,
        rx: r * RADIUS,
        ry: 0.8 * r * RADIUS,
      }),
      svg("ellipse", {
        class: "crater",
        cx: x * RADIUS,
        cy: y * RADIUS,
        rx: r * RADIUS,
        ry: 0.75 * r * RADIUS,
      }),
    );
  const size = 0.95 * RADIUS;
  const engraved = letter
    ? [
        text(letter, 0.03 * RADIUS, 0.05 * RADIUS, size, "letter figure engraved-light"),
        text(letter, 0, 0, size, "letter figure"),
      ]
    : [];
  return [
    ...solid(outline(RADIUS), outline(0.95 * RADIUS), RADIUS, id),
    svg("path", { d: outline(RADIUS), fill: `url(#${id}-limb)` }),
    crater(-0.5, -0.38, 0.17),
    crater(0.52, 0.42, 0.2),
    crater(-0.42, 0.55, 0.12),
    crater(0.48, -0.5, 0.1),
    ...engraved,
  ];
}

/**
 * A plate of metal with rivets, over one place or over several.
 * @type {import("../pieces.js").DrawBar}
 */
export function plate(inner, unit, { id }) {
  const [width, height] = [inner.width, inner.height];
  const inset = 0.17 * unit;
  const isWide = width >= height;
  const count = Math.max(1, Math.round(Math.max(width, height) / unit));
  // Two in the middle of each place, one at each side.
  const rivets = Array.from({ length: count }, (_, at) => {
    const along = ((at + 0.5) * Math.max(width, height)) / count;
    return [inset, Math.min(width, height) - inset].map((aside) =>
      isWide ? [inner.x + along, inner.y + aside] : [inner.x + aside, inner.y + along],
    );
  }).flat();
  const rivet = (/** @type {number[]} */ [x, y]) => [
    svg("circle", { class: "rivet-shade", cx: x, cy: y + 0.012 * unit, r: 0.052 * unit }),
    svg("circle", { class: "rivet", cx: x, cy: y, r: 0.044 * unit }),
    svg("circle", {
      class: "rivet-light",
      cx: x - 0.012 * unit,
      cy: y - 0.014 * unit,
      r: 0.018 * unit,
    }),
  ];
  const rim = 0.05 * unit;
  const inside = {
    x: inner.x + rim,
    y: inner.y + rim,
    width: width - 2 * rim,
    height: height - 2 * rim,
  };
  const seams = Array.from({ length: count - 1 }, (_, at) => {
    const along = ((at + 1) * Math.max(width, height)) / count;
    return isWide
      ? path("M", inner.x + along, inner.y + rim, "v", height - 2 * rim)
      : path("M", inner.x + rim, inner.y + along, "h", width - 2 * rim);
  });
  return [
    ...solid(rounded(inner, 0.1 * unit), rounded(inside, 0.07 * unit), 0.34 * unit, id),
    svg("path", { d: rounded(inner, 0.1 * unit), fill: `url(#${id}-sheen)` }),
    ...(seams.length > 0
      ? [svg("path", { class: "seam", d: seams.join(" "), "stroke-width": 0.02 * unit })]
      : []),
    ...rivets.flatMap(rivet),
  ];
}
