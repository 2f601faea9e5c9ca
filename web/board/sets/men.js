/** Turned men, as in draughts. */

import { UNIT } from "../layout.js";
import { disc, outlined, polygon, shadow } from "../shapes.js";
import { svg } from "../svg.js";

const RADIUS = 0.4 * UNIT;

/** A star with five points, for the second seat and every other one. */
const STAR = polygon(
  Array.from({ length: 10 }, (_, at) => {
    const [angle, r] = [(Math.PI * at) / 5 - Math.PI / 2, at % 2 === 0 ? 0.34 : 0.15];
    return /** @type {import("../shapes.js").Corner} */ ([
      r * Math.cos(angle),
      r * Math.sin(angle),
    ]);
  }),
  0.02,
  RADIUS,
);

/** @type {import("../pieces.js").Draw} */
export function men({ seat }, { id }) {
  const groove = (/** @type {number} */ part) =>
    svg("circle", { class: "groove", r: part * RADIUS, "stroke-width": 0.045 * RADIUS });
  return [
    ...shadow(disc(RADIUS), 0.9 * RADIUS),
    svg("circle", { class: "base", r: RADIUS }),
    svg("circle", { r: RADIUS, fill: `url(#${id}-face)` }),
    groove(0.82),
    groove(0.66),
    svg("circle", { r: 0.5 * RADIUS, fill: `url(#${id}-dish)` }),
    groove(0.5),
    ...(seat % 2 === 0 ? [svg("path", { class: "boss", d: STAR })] : []),
    svg("circle", { class: "edge", r: RADIUS - 1.5, "stroke-width": 3 }),
    outlined(disc(RADIUS), RADIUS),
  ];
}
