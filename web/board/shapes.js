/** Outlines from which pieces and boards are drawn, as data of SVG paths. */

/** @import { Rect } from "./layout.js" */
import { path, svg } from "./svg.js";

/** @typedef {[number, number]} Corner */

/** A rectangle with round corners. @param {Rect} rect @param {number} radius */
export function rounded({ x, y, width, height }, radius) {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (/** @type {number} */ right, /** @type {number} */ down) =>
    path("a", r, r, 0, 0, 1, right, down);
  return [
    path("M", x + r, y, "h", width - 2 * r),
    corner(r, r),
    path("v", height - 2 * r),
    corner(-r, r),
    path("h", 2 * r - width),
    corner(-r, -r),
    path("v", 2 * r - height),
    corner(r, -r),
    "Z",
  ].join(" ");
}

/** A disc around (0, 0). @param {number} r */
export function disc(r) {
  return path("M", -r, 0, "a", r, r, 0, 1, 1, 2 * r, 0, "a", r, r, 0, 1, 1, -2 * r, 0, "Z");
}

/** A cross with these widths of its arms and this reach. @param {number} arm @param {number} end */
export function cross(arm, end) {
  return /** @type {Corner[]} */ ([
    [-arm, -end],
    [arm, -end],
    [arm, -arm],
    [end, -arm],
    [end, arm],
    [arm, arm],
    [arm, end],
    [-arm, end],
    [-arm, arm],
    [-end, arm],
    [-end, -arm],
    [-arm, -arm],
  ]);
}

/**
 * A clockwise polygon whose corners are rounded, beginning this far before and ending this far
 * after each corner. Corners that point inwards stay sharp.
 * @param {Corner[]} corners @param {number} round @param {number} radius
 */
export function polygon(corners, round, radius) {
  const towards = (/** @type {Corner} */ from, /** @type {Corner} */ to) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  };
  const parts = corners.map((corner, at) => {
    const back = towards(corner, corners[(at + corners.length - 1) % corners.length]);
    const on = towards(corner, corners[(at + 1) % corners.length]);
    const line = at === 0 ? "M" : "L";
    if (back[0] * on[1] - back[1] * on[0] > 0)
      return path(line, corner[0] * radius, corner[1] * radius);
    const off = (/** @type {number[]} */ way) =>
      [corner[0] + way[0] * round, corner[1] + way[1] * round].map((part) => part * radius);
    return path(line, ...off(back), "Q", corner[0] * radius, corner[1] * radius, ...off(on));
  });
  return [...parts, "Z"].join(" ");
}

/**
 * A smooth closed line around (0, 0), at the distance that a function gives for each angle.
 * @param {(angle: number) => number} distance @param {number} count the number of its points
 */
export function smooth(distance, count) {
  const points = Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    const r = distance(angle);
    return /** @type {Corner} */ ([r * Math.cos(angle), r * Math.sin(angle)]);
  });
  const middle = (/** @type {number} */ at) => {
    const [one, other] = [points[at % count], points[(at + 1) % count]];
    return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  };
  const curves = points.map((_, at) => path("Q", ...points[(at + 1) % count], ...middle(at + 1)));
  return [path("M", ...middle(0)), ...curves, "Z"].join(" ");
}

/**
 * The parts of a solid piece: its shadow, its colour, and light from above with a rim.
 * @param {string} outline @param {string} inside @param {number} radius
 * @param {string} id the id of the gradients
 */
export function solid(outline, inside, radius, id) {
  return [
    ...shadow(outline, radius),
    svg("path", { class: "base", d: outline }),
    outlined(outline, radius),
    svg("path", {
      d: inside,
      fill: `url(#${id}-face)`,
      stroke: `url(#${id}-rim)`,
      "stroke-width": 0.11 * radius,
    }),
  ];
}

/**
 * The thin line around a piece, dark on light boards and light on dark ones, by which pieces of
 * every colour stand out.
 * @param {string} outline @param {number} radius
 */
export function outlined(outline, radius) {
  return svg("path", { class: "outline", d: outline, "stroke-width": 0.07 * radius });
}

/** A shadow; two of them make a soft edge. @param {string} outline @param {number} radius */
export function shadow(outline, radius) {
  const shifted = { d: outline, transform: `translate(0 ${path(0.1 * radius)})` };
  return [
    svg("path", { class: "penumbra", ...shifted, "stroke-width": 0.26 * radius }),
    svg("path", { class: "shadow", ...shifted, "stroke-width": 0.1 * radius }),
  ];
}

/** A number from 0 to 1 that depends on nothing but the seed. @param {number} seed */
export function chance(seed) {
  let mixed = Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 8) / 0x1000000;
}
