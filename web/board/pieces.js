/** Pieces, bars and stones. Seats differ by the shape of their pieces as well as by colour. */

/** @import { Piece, SeatName } from "./types.js" */
/** @import { Point, Rect } from "./layout.js" */
import { UNIT, centreOf, shrunk } from "./layout.js";
import { path, svg, text } from "./svg.js";

/** The radius of a piece, and of a stone. */
export const RADIUS = 0.36 * UNIT;
export const STONE = 0.082 * UNIT;

/**
 * A seat's piece as a separate picture, for legends, with the same shape as on the board.
 * @param {number} seat @param {string} [letter]
 */
export function pieceIcon(seat, letter = "") {
  const side = 2.7 * RADIUS;
  const id = `board-icon-${++icons}`;
  const icon = svg("svg", {
    class: "board-icon",
    viewBox: [-side / 2, -side / 2, side, side].join(" "),
    "aria-hidden": "true",
  });
  icon.append(shades(id), token(seat, letter, false, id));
  return icon;
}

/**
 * The number of icons. Each has its own gradients, because those of a hidden picture cannot be used
 * elsewhere.
 */
let icons = 0;

/**
 * The letter on a piece: that of its kind, or that of its owner.
 * @param {Piece} piece @param {SeatName[]} seats
 */
export function letterOf(piece, seats) {
  return piece.letter ?? [...(seats[(piece.seat ?? 1) - 1]?.symbol ?? "")][0] ?? "";
}

/**
 * A piece around (0, 0). A letter that names the kind of a piece is shown at every size.
 * @param {number} seat @param {string} letter @param {boolean} isFigure
 * @param {string} id the id of the gradients
 */
export function token(seat, letter, isFigure, id) {
  // A figure whose sign is not a letter or digit is a square that fills its place.
  const form = isFigure && !/[\p{L}\p{N}]/u.test(letter) ? TILE : FORMS[(seat - 1) % FORMS.length];
  const group = svg(
    "g",
    { class: `token seat-${seat}` },
    ...body(form.outline(RADIUS), form.outline(0.945 * RADIUS), RADIUS, id),
  );
  if (letter)
    group.append(
      text(
        letter,
        0,
        form.down * RADIUS,
        1.15 * RADIUS * form.room,
        isFigure ? "letter figure" : "letter",
      ),
    );
  return group;
}

/**
 * A piece that lies across several places in a row.
 * @param {Rect} rect @param {number} unit @param {number} seat @param {string} id
 */
export function bar(rect, unit, seat, id) {
  const inner = shrunk(rect, 0.12 * unit);
  const rim = 0.022 * unit;
  const group = svg("g", { class: `bar seat-${seat}` });
  group.append(
    ...body(
      rounded(inner, 0.24 * unit),
      rounded(shrunk(inner, rim), 0.24 * unit - rim),
      0.4 * unit,
      id,
    ),
  );
  group.append(
    svg("path", { class: "notches", d: notches(inner, unit), "stroke-width": 0.03 * unit }),
  );
  return group;
}

/**
 * A stone. The number varies its colour.
 * @param {Point} at @param {number} number @param {string} id
 */
export function stone(at, number, id) {
  const group = svg("g", {
    class: `stone stone-${number % 3}`,
    transform: `translate(${path(at.x, at.y)})`,
  });
  group.append(
    svg("circle", { class: "shadow", cy: 0.25 * STONE, r: 1.1 * STONE }),
    svg("circle", { class: "base", r: STONE }),
    svg("circle", { fill: `url(#${id}-stone)`, r: STONE }),
  );
  return group;
}

/** The gradients of light from above, for everything on a board. @param {string} id */
export function shades(id) {
  const shade = (
    /** @type {string} */ name,
    /** @type {number} */ light,
    /** @type {number} */ dark,
  ) =>
    svg(
      "linearGradient",
      { id: `${id}-${name}`, x2: 0, y2: 1 },
      svg("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": light }),
      svg("stop", { offset: 0.5, "stop-color": "#fff", "stop-opacity": 0 }),
      svg("stop", { offset: 0.5, "stop-color": "#000", "stop-opacity": 0 }),
      svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": dark }),
    );
  return svg(
    "defs",
    {},
    shade("face", 0.14, 0.08),
    shade("rim", 0.5, 0.45),
    shade("stone", 0.35, 0.25),
  );
}

/** A rectangle with round corners, as a path. @param {Rect} rect @param {number} radius */
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

/** Disc, diamond, triangle and cross, seat by seat. @type {Form[]} */
const FORMS = [
  {
    outline: (r) =>
      path("M", -r, 0, "a", r, r, 0, 1, 1, 2 * r, 0, "a", r, r, 0, 1, 1, -2 * r, 0, "Z"),
    room: 1,
    down: 0,
  },
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

/** @param {number} arm @param {number} end @returns {[number, number][]} */
function cross(arm, end) {
  return [
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
  ];
}

/**
 * A clockwise polygon whose corners are rounded, beginning this far before and ending this far
 * after each corner. Corners that point inwards stay sharp.
 * @param {[number, number][]} corners @param {number} round @param {number} radius
 */
function polygon(corners, round, radius) {
  const towards = (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
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
 * The parts of a piece: its shadow, its colour, and light from above with a rim.
 * @param {string} outline @param {string} inside @param {number} radius @param {string} id
 */
function body(outline, inside, radius, id) {
  const shifted = { d: outline, transform: `translate(0 ${path(0.1 * radius)})` };
  return [
    // Two shadows make a soft edge.
    svg("path", { class: "penumbra", ...shifted, "stroke-width": 0.26 * radius }),
    svg("path", { class: "shadow", ...shifted, "stroke-width": 0.1 * radius }),
    svg("path", { class: "base", d: outline }),
    svg("path", {
      d: inside,
      fill: `url(#${id}-face)`,
      stroke: `url(#${id}-rim)`,
      "stroke-width": 0.11 * radius,
    }),
  ];
}

/** The lines between the places of a bar. @param {Rect} rect @param {number} unit */
function notches(rect, unit) {
  const { x, y } = centreOf(rect);
  const isWide = rect.width > rect.height;
  const count = Math.round(Math.max(rect.width, rect.height) / unit);
  const half = 0.2 * unit;
  return Array.from({ length: count - 1 }, (_, at) => {
    const along = (at + 1 - count / 2) * unit;
    return isWide
      ? path("M", x + along, y - half, "v", 2 * half)
      : path("M", x - half, y + along, "h", 2 * half);
  }).join(" ");
}
