/**
 * The board under the pieces: the frame with its marks, cells, points and lines, bowls and pots,
 * obstacles.
 */

/** @import { Scene, Shape } from "./types.js" */
/** @import { Layout, Rect } from "./layout.js" */
import { UNIT, centreOf, shrunk } from "./layout.js";
import { rounded } from "./pieces.js";
import { path, svg, text } from "./svg.js";

/**
 * Everything that stays the same during the whole game.
 * @param {Scene} scene @param {Layout} layout @param {string} id @returns {SVGElement[]}
 */
export function ground(scene, layout, id) {
  const corners = Math.min(0.16 * UNIT, 0.02 * layout.frame.width);
  const frame = svg("rect", { class: "frame", ...sized(layout.frame), rx: corners });
  const hasCells = scene.places.some((place) => place.shape === "cell");
  // The lines between cells are the visible part of the ground beneath them.
  const board = svg("rect", {
    class: hasCells ? "lines" : "ground",
    ...sized(hasCells ? shrunk(layout.board, -LINE / 2) : layout.board),
  });
  const lines = scene.lines.map(([from, to]) => {
    const [one, other] = [layout.centre(from), layout.centre(to)];
    return path("M", one.x, one.y, "L", other.x, other.y);
  });
  const places = scene.places.map((place, at) =>
    placeOn(place.shape, layout.places[at], Math.round(place.x + place.y), id),
  );
  const marks = scene.marks.map((mark, at) =>
    text(mark.text, layout.marks[at].x, layout.marks[at].y, 0.68 * layout.margin, "mark"),
  );
  const ways = lines.length > 0 ? [svg("path", { class: "way", d: lines.join(" ") })] : [];
  return [hollowShade(id), frame, board, ...ways, ...places, ...marks];
}

/** An obstacle: a cell that is hatched, and darker than all others. @param {Rect} rect */
export function obstacle(rect) {
  const { x, y, width } = shrunk(rect, LINE / 2);
  const step = width / 4;
  // From the left or lower side up to the upper or right one.
  const lines = Array.from({ length: 7 }, (_, at) => {
    const along = (at + 1) * step;
    const [inside, beyond] = [Math.min(along, width), Math.max(along - width, 0)];
    return path("M", x + beyond, y + inside, "L", x + inside, y + beyond);
  });
  const cell = svg("rect", { class: "obstacle", ...sized({ x, y, width, height: width }) });
  return svg("g", {}, cell, svg("path", { class: "hatching", d: lines.join(" ") }));
}

/**
 * The outline that highlights a place, this far inside its edge.
 * @param {Shape} shape @param {Rect} rect @param {number} inside
 */
export function edge(shape, rect, inside) {
  const { x, y } = centreOf(rect);
  const disc = (/** @type {number} */ r) =>
    rounded({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, r);
  if (shape === "cell") return rounded(shrunk(rect, inside), 0.1 * UNIT);
  if (shape === "point") return disc(0.47 * UNIT - inside);
  if (shape === "bowl") return disc(0.48 * UNIT - inside);
  const out = inside - 0.05 * UNIT;
  return rounded(shrunk(rect, 0.09 * UNIT + out, 0.14 * UNIT + out), 0.36 * UNIT - out);
}

/** The width of the lines between cells. */
const LINE = 0.024 * UNIT;

/** @param {Shape} shape @param {Rect} rect @param {number} turn @param {string} id */
function placeOn(shape, rect, turn, id) {
  const { x: cx, y: cy } = centreOf(rect);
  if (shape === "cell")
    return svg("rect", {
      class: `cell cell-${Math.abs(turn) % 2}`,
      ...sized(shrunk(rect, LINE / 2)),
    });
  if (shape === "point") return svg("circle", { class: "point", cx, cy, r: 0.075 * UNIT });
  const hollow = edge(shape, rect, 0.05 * UNIT);
  const rim = edge(shape, rect, 0.03 * UNIT);
  return svg(
    "g",
    {},
    svg("path", { class: "rim", d: rim }),
    svg("path", { class: "hollow", d: hollow, fill: `url(#${id}-hollow)` }),
  );
}

/** The shading of bowls: dark at the top. @param {string} id */
function hollowShade(id) {
  const stops = [
    svg("stop", { class: "deep", offset: 0 }),
    svg("stop", { class: "shallow", offset: 1 }),
  ];
  return svg("defs", {}, svg("linearGradient", { id: `${id}-hollow`, x2: 0, y2: 1 }, ...stops));
}

/** @param {Rect} rect */
function sized({ x, y, width, height }) {
  return { x, y, width, height };
}
