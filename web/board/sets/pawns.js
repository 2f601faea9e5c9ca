/** Pieces that point forward, away from their own side of the board. */

import { UNIT } from "../layout.js";
import { polygon, solid } from "../shapes.js";
import { path, svg } from "../svg.js";

const RADIUS = 0.36 * UNIT;

/**
 * A pawn whose tip points forward. Its base is round: hollow, it would look like a heart.
 *
 * @type {import("../shapes.js").Corner[]}
 */
const BODY = [
  [0, -1.4],
  [0.72, 0.2],
  [0.94, 0.98],
  [0, 1.08],
  [-0.94, 0.98],
  [-0.72, 0.2],
];

/** @type {import("../pieces.js").Draw} */
export function pawns({ seat }, { id, isDown }) {
  const inner = BODY.map(
    ([x, y]) => /** @type {import("../shapes.js").Corner} */ ([0.94 * x, 0.94 * y]),
  );
  const r = RADIUS;
  // The band is bent forward, too.
  const band = path("M", -0.72 * r, 0.72 * r, "L", 0, 0.34 * r, "L", 0.72 * r, 0.72 * r);
  const body = [
    ...solid(polygon(BODY, 0.26, r), polygon(inner, 0.25, r), r, id),
    // The second and every other seat has a band.
    ...(seat % 2 === 0 ? [svg("path", { class: "band", d: band, "stroke-width": 0.2 * r })] : []),
    svg("circle", { class: "head-rim", cy: -0.26 * r, r: 0.36 * r }),
    svg("circle", { class: "base", cy: -0.26 * r, r: 0.3 * r }),
    svg("circle", { class: "head", cy: -0.26 * r, r: 0.3 * r }),
  ];
  return [svg("g", isDown(seat) ? { transform: "rotate(180)" } : {}, ...body)];
}
