/** Signs drawn with a thick pen: X, O, a triangle and a square. */

import { UNIT } from "../layout.js";
import { disc } from "../shapes.js";
import { path, svg } from "../svg.js";

/** Seat by seat, in units around (0, 0). */
const SIGNS = [
  path(
    "M",
    -0.26 * UNIT,
    -0.26 * UNIT,
    "L",
    0.26 * UNIT,
    0.26 * UNIT,
    "M",
    0.26 * UNIT,
    -0.26 * UNIT,
    "L",
    -0.26 * UNIT,
    0.26 * UNIT,
  ),
  disc(0.275 * UNIT),
  path("M", 0, -0.3 * UNIT, "L", 0.31 * UNIT, 0.23 * UNIT, "L", -0.31 * UNIT, 0.23 * UNIT, "Z"),
  path("M", -0.25 * UNIT, -0.25 * UNIT, "h", 0.5 * UNIT, "v", 0.5 * UNIT, "h", -0.5 * UNIT, "Z"),
];

/** @type {import("../pieces.js").Draw} */
export function signs({ seat }) {
  const d = SIGNS[(seat + 3) % SIGNS.length];
  // A darker or lighter edge, so that every colour can be seen on every ground.
  return [
    svg("path", { class: "sign-edge", d, "stroke-width": 0.135 * UNIT }),
    svg("path", { class: "sign-line", d, "stroke-width": 0.11 * UNIT }),
  ];
}
