/** Living drops: each seat's has another number of lobes. */

import { UNIT } from "../layout.js";
import { smooth, solid } from "../shapes.js";
import { path, svg } from "../svg.js";

const RADIUS = 0.385 * UNIT;

/** Seat by seat: the number of lobes, how far they reach, and how far they are turned. */
const LOBES = [
  { lobes: 2, reach: 0.02, turn: 0.4 },
  { lobes: 4, reach: 0.105, turn: Math.PI / 4 },
  { lobes: 3, reach: 0.14, turn: -Math.PI / 2 },
  { lobes: 5, reach: 0.125, turn: -Math.PI / 2 },
];

/** @type {import("../pieces.js").Draw} */
export function blobs({ seat }, { id }) {
  const { lobes, reach, turn } = LOBES[(seat + 3) % LOBES.length];
  const outline = (/** @type {number} */ radius) =>
    smooth((angle) => radius * (1 + reach * Math.cos(lobes * (angle - turn))), 48);
  const eye = (/** @type {number} */ side) => {
    const [x, y] = [side * 0.3 * RADIUS, 0.06 * RADIUS];
    return svg(
      "g",
      { class: "eye" },
      svg("ellipse", { class: "nucleus", cx: x, cy: y, rx: 0.155 * RADIUS, ry: 0.215 * RADIUS }),
      svg("circle", {
        class: "glint",
        cx: x - 0.04 * RADIUS,
        cy: y - 0.09 * RADIUS,
        r: 0.06 * RADIUS,
      }),
    );
  };
  return [
    ...solid(outline(RADIUS), outline(0.95 * RADIUS), RADIUS, id),
    svg("path", { d: outline(RADIUS), fill: `url(#${id}-limb)` }),
    svg("ellipse", {
      class: "gloss",
      rx: 0.36 * RADIUS,
      ry: 0.17 * RADIUS,
      transform: `translate(${path(-0.3 * RADIUS, -0.52 * RADIUS)}) rotate(-28)`,
    }),
    eye(-1),
    eye(1),
  ];
}
