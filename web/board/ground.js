/**
 * The board under the pieces: the frame with its marks, cells, points and lines, bowls and pots,
 * obstacles.
 */

/** @import { Scene, Shape } from "./types.js" */
/** @import { Layout, Rect } from "./layout.js" */
/** @import { Drawn } from "./look.js" */
import { UNIT, centreOf, shrunk } from "./layout.js";
import { isOfPoints } from "./look.js";
import { chance, rounded } from "./shapes.js";
import { path, svg, text } from "./svg.js";

/**
 * Everything that stays the same during the whole game.
 * @param {Scene} scene @param {Layout} layout @param {Drawn} drawn @param {string} id
 * @returns {SVGElement[]}
 */
export function ground(scene, layout, drawn, id) {
  const corners = Math.min(0.16 * UNIT, 0.02 * layout.frame.width);
  const frame = svg("rect", { class: "frame", ...sized(layout.frame), rx: corners });
  const hasCells = scene.places.some((place) => place.shape === "cell");
  const cells = hasCells ? CELLS[drawn.ground](layout.places) : [];
  // The lines between cells are the visible part of the ground beneath them.
  const board = svg("rect", {
    class: hasCells ? `lines ${drawn.ground}` : "ground",
    ...sized(hasCells ? shrunk(layout.board, -LINE / 2) : layout.board),
  });
  const isWooden = !hasCells && (drawn.material === "wood" || drawn.material === "usual");
  const places = scene.places.flatMap((place, at) =>
    place.shape === "cell" ? [] : placeOn(place.shape, layout.places[at], id),
  );
  const marks = scene.marks.map((mark, at) =>
    text(mark.text, layout.marks[at].x, layout.marks[at].y, 0.68 * layout.margin, "mark"),
  );
  return [
    hollowShade(id),
    frame,
    board,
    ...(isWooden ? grain(layout.board) : []),
    ...cells,
    ...ways(scene, layout),
    ...places,
    ...marks,
  ];
}

/** An obstacle: a block that fills its place. @param {Rect} rect @param {string} id */
export function obstacle(rect, id) {
  const block = shrunk(rect, 0.06 * UNIT);
  const { x, y, width } = shrunk(rect, 0.17 * UNIT);
  const step = width / 2;
  // From the left or lower side up to the upper or right one.
  const lines = Array.from({ length: 3 }, (_, at) => {
    const along = (at + 1) * step;
    const [inside, beyond] = [Math.min(along, width), Math.max(along - width, 0)];
    return path("M", x + beyond, y + inside, "L", x + inside, y + beyond);
  });
  const outline = rounded(block, 0.13 * UNIT);
  return svg(
    "g",
    { class: "block" },
    svg("path", {
      class: "shadow",
      d: outline,
      transform: `translate(0 ${path(0.04 * UNIT)})`,
      "stroke-width": 3,
    }),
    svg("path", { class: "obstacle", d: outline }),
    svg("path", { class: "hatching", d: lines.join(" ") }),
    svg("path", { d: outline, fill: `url(#${id}-face)` }),
    svg("path", {
      d: rounded(shrunk(block, 2), 0.12 * UNIT),
      fill: "none",
      stroke: `url(#${id}-rim)`,
      "stroke-width": 4,
    }),
  );
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

/**
 * Draws the cells of a ground.
 *
 * @type {Record<Drawn["ground"], (places: Rect[]) => SVGElement[]>}
 */
const CELLS = {
  checkered: (places) => places.map((rect) => cell(rect, LINE / 2, 0, parity(rect))),
  wood: (places) => places.map((rect) => cell(rect, LINE / 2, 0, 0)),
  tiles: (places) => places.map((rect) => cell(rect, 0.03 * UNIT, 0.13 * UNIT, parity(rect))),
  ruled: (places) => [...places.map((rect) => cell(rect, 0, 0, 0)), ...rules(places)],
  night: (places) => [
    ...places.map((rect) => cell(rect, LINE / 3, 0, parity(rect))),
    ...places.flatMap(stars),
  ],
};

/** @param {Rect} rect @param {number} gap @param {number} rx @param {number} kind */
function cell(rect, gap, rx, kind) {
  return svg("rect", { class: `cell cell-${kind}`, ...sized(shrunk(rect, gap)), rx });
}

/** Which of the two colours of a chequered board? @param {Rect} rect */
function parity({ x, y }) {
  return Math.abs(Math.round(x / UNIT - 0.4) + Math.round(y / UNIT - 0.4)) % 2;
}

/** The lines between cells that lie side by side, drawn with a pen. @param {Rect[]} places */
function rules(places) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${Math.round(x)} ${Math.round(y)}`;
  const known = new Set(places.map(({ x, y }) => key(x, y)));
  const lines = places.flatMap(({ x, y, width, height }) => [
    ...(known.has(key(x + width, y)) ? [path("M", x + width, y, "v", height)] : []),
    ...(known.has(key(x, y + height)) ? [path("M", x, y + height, "h", width)] : []),
  ]);
  const thick = places.length > 36 ? 0.02 * UNIT : 0.035 * UNIT;
  return [svg("path", { class: "rule", d: lines.join(" "), "stroke-width": thick })];
}

/** The stars of a cell: few, and always the same. @param {Rect} rect */
function stars({ x, y, width, height }) {
  const salt = Math.round(x) * 31 + Math.round(y) * 57;
  const count = Math.floor(3.4 * chance(salt) ** 2);
  return Array.from({ length: count }, (_, at) =>
    svg("circle", {
      class: "star",
      cx: x + width * (0.1 + 0.8 * chance(salt + 3 * at + 1)),
      cy: y + height * (0.1 + 0.8 * chance(salt + 3 * at + 2)),
      r: (0.01 + 0.018 * chance(salt + 3 * at + 3)) * UNIT,
      "fill-opacity": 0.35 + 0.5 * chance(salt + at + 9),
    }),
  );
}

/** The grain of a bare board: a few long, faint lines. @param {Rect} board */
function grain({ x, y, width, height }) {
  const count = Math.round(Math.min(40, 6 + height / 34));
  const lines = Array.from({ length: count }, (_, at) => {
    const start = y + (height * (at + 0.15 + 0.7 * chance(at))) / count;
    const bend = (/** @type {number} */ salt) => {
      const bent = start + (0.5 - chance(31 * at + salt)) * 0.3 * UNIT;
      return Math.max(y + 1, Math.min(y + height - 1, bent));
    };
    return path(
      "M",
      x,
      bend(1),
      "C",
      x + width / 3,
      bend(2),
      x + (2 * width) / 3,
      bend(3),
      x + width,
      bend(4),
    );
  });
  const half = Math.ceil(count / 2);
  return [
    svg("path", { class: "grain", d: lines.slice(0, half).join(" "), "stroke-width": 2 }),
    svg("path", { class: "grain", d: lines.slice(half).join(" "), "stroke-width": 1 }),
  ];
}

/**
 * The lines between points, and the star points of large boards.
 *
 * @param {Scene} scene @param {Layout} layout
 */
function ways(scene, layout) {
  if (scene.lines.length === 0) return [];
  const lines = scene.lines.map(([from, to]) => {
    const [one, other] = [layout.centre(from), layout.centre(to)];
    return path("M", one.x, one.y, "L", other.x, other.y);
  });
  const thick = scene.places.length > 60 ? 0.022 * UNIT : 0.035 * UNIT;
  return [
    svg("path", { class: "way", d: lines.join(" "), "stroke-width": thick }),
    ...starPoints(scene, layout),
  ];
}

/**
 * The star points of a large board whose stones lie where lines cross: near its corners, and in its
 * middle if it has one.
 * @param {Scene} scene @param {Layout} layout
 */
function starPoints(scene, layout) {
  if (!isOfPoints(scene.places)) return [];
  const [xs, ys] = [scene.places.map(({ x }) => x), scene.places.map(({ y }) => y)];
  const along = (/** @type {number[]} */ all) => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const length = most - least + 1;
    if (length < 9) return null;
    const edge = length < 13 ? 2 : 3;
    const middle = length % 2 === 1 ? [(least + most) / 2] : [];
    return { ends: [least + edge, most - edge], middle };
  };
  const [across, down] = [along(xs), along(ys)];
  if (!across || !down) return [];
  const isStar = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    (across.ends.includes(x) && down.ends.includes(y)) ||
    (across.middle.includes(x) && down.middle.includes(y));
  return scene.places.flatMap((place, at) => {
    if (!isStar(place)) return [];
    const { x, y } = layout.centre(at);
    return [svg("circle", { class: "point", cx: x, cy: y, r: 0.075 * UNIT })];
  });
}

/**
 * A bowl or a pot, carved into the board.
 *
 * @param {Shape} shape @param {Rect} rect @param {string} id
 */
function placeOn(shape, rect, id) {
  if (shape === "point") return [];
  const hollow = edge(shape, rect, 0.04 * UNIT);
  return [
    svg(
      "g",
      {},
      svg("path", { class: "hollow", d: hollow, fill: `url(#${id}-hollow)` }),
      svg("path", { d: hollow, fill: `url(#${id}-depth)` }),
      svg("path", {
        class: "lip",
        d: edge(shape, rect, 0.03 * UNIT),
        stroke: `url(#${id}-lip)`,
        "stroke-width": 0.035 * UNIT,
      }),
    ),
  ];
}

/** The shading of bowls: the light falls from above, onto the lower rim. @param {string} id */
function hollowShade(id) {
  const shade = (/** @type {string} */ name, /** @type {SVGElement[]} */ stops) =>
    svg("linearGradient", { id: `${id}-${name}`, x2: 0, y2: 1 }, ...stops);
  return svg(
    "defs",
    {},
    shade("hollow", [
      svg("stop", { class: "deep", offset: 0 }),
      svg("stop", { class: "shallow", offset: 1 }),
    ]),
    shade("depth", [
      svg("stop", { offset: 0, "stop-color": "#000", "stop-opacity": 0.34 }),
      svg("stop", { offset: 0.3, "stop-color": "#000", "stop-opacity": 0.08 }),
      svg("stop", { offset: 0.55, "stop-color": "#000", "stop-opacity": 0 }),
    ]),
    shade("lip", [
      svg("stop", { offset: 0, "stop-color": "#000", "stop-opacity": 0.5 }),
      svg("stop", { offset: 0.5, "stop-color": "#000", "stop-opacity": 0.1 }),
      svg("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0.1 }),
      svg("stop", { offset: 1, "stop-color": "#fff", "stop-opacity": 0.5 }),
    ]),
  );
}

/** @param {Rect} rect */
function sized({ x, y, width, height }) {
  return { x, y, width, height };
}
