/** Smooth round stones, each seat's with an emblem: none, a ring, a triangle, a cross. */

import { UNIT } from "../layout.js";
import { cross, disc, outlined, polygon, shadow } from "../shapes.js";
import { svg } from "../svg.js";

const RADIUS = 0.44 * UNIT;

/** Seat by seat. */
const EMBLEMS = [
  "",
  disc(0.5 * RADIUS),
  polygon(
    [
      [0, -0.5],
      [0.48, 0.34],
      [-0.48, 0.34],
    ],
    0.1,
    RADIUS,
  ),
  polygon(cross(0.13, 0.5), 0.05, RADIUS),
];

/** @type {import("../pieces.js").Draw} */
export function stones({ seat }, { id }) {
  const emblem = EMBLEMS[(seat + 3) % EMBLEMS.length];
  return [
    ...shadow(disc(RADIUS), 0.8 * RADIUS),
    svg("circle", { class: "base", r: RADIUS }),
    svg("circle", { r: RADIUS, fill: `url(#${id}-limb)` }),
    svg("circle", { r: RADIUS, fill: `url(#${id}-gloss)` }),
    outlined(disc(RADIUS), 0.8 * RADIUS),
    ...(emblem ? [svg("path", { class: "emblem", d: emblem, "stroke-width": 0.05 * UNIT })] : []),
  ];
}
