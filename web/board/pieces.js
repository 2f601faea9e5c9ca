/**
 * Pieces, bars and seeds, in the set of pieces of the game or in the one that the person has
 * chosen. Seats differ by the shape of their pieces as well as by colour.
 */

/** @import { Look, Piece, SeatName } from "./types.js" */
/** @import { Point, Rect } from "./layout.js" */
/** @import { Drawn } from "./look.js" */
import { UNIT, shrunk } from "./layout.js";
import { settings } from "../settings.js";
import { drawnLook, dress } from "./look.js";
import { blobs } from "./sets/blobs.js";
import { bodies, plate } from "./sets/bodies.js";
import { letters, plainBar } from "./sets/letters.js";
import { men } from "./sets/men.js";
import { pawns } from "./sets/pawns.js";
import { signs } from "./sets/signs.js";
import { stones } from "./sets/stones.js";
import { chance } from "./shapes.js";
import { path, svg } from "./svg.js";

/**
 * A piece: its seat, the letter on it, and whether the letter names its kind. A letter that names
 * the kind is shown at every size; other letters name the owner.
 * @typedef {{ seat: number, letter: string, isFigure: boolean }} Token
 */
/**
 * How the pieces of a board are drawn: the set, the id of the gradients, and whether the pieces of
 * a seat point downwards.
 * @typedef {{ set: Look["pieces"], id: string, isDown: (seat: number) => boolean }} Style
 */
/** Draws a piece around (0, 0). @typedef {(token: Token, style: Style) => SVGElement[]} Draw */
/**
 * Draws a piece across several places, within a rectangle, for this width of a place.
 * @typedef {(inner: Rect, unit: number, style: Style) => SVGElement[]} DrawBar
 */

/** @type {Record<Look["pieces"], Draw>} */
const DRAW = { letters, signs, stones, blobs, pawns, men, bodies };

/** The radius of a seed. */
export const SEED = 0.082 * UNIT;

/**
 * The style of the pieces of a board.
 * @param {Drawn} drawn @param {string} id @param {boolean} turned
 * @returns {Style}
 */
export function styleOf(drawn, id, turned) {
  return { set: drawn.pieces, id, isDown: (seat) => (seat === drawn.farSeat) !== turned };
}

/** A piece around (0, 0). @param {Token} piece @param {Style} style */
export function token(piece, style) {
  const parts = DRAW[style.set](piece, style);
  return svg("g", { class: `token ${style.set} seat-${piece.seat}` }, ...parts);
}

/**
 * A piece that lies across several places in a row.
 * @param {Rect} rect @param {number} unit @param {number} seat @param {Style} style
 */
export function bar(rect, unit, seat, style) {
  const draw = style.set === "bodies" ? plate : plainBar;
  const inner = shrunk(rect, (style.set === "bodies" ? 0.1 : 0.12) * unit);
  return svg("g", { class: `bar ${style.set} seat-${seat}` }, ...draw(inner, unit, style));
}

/**
 * A seat's piece as a separate picture, for legends, drawn as on the board.
 * @param {number} seat @param {string} [letter]
 * @param {Look} [look] what the board looks like; otherwise pieces have letters
 */
export function pieceIcon(seat, letter = "", look) {
  const id = `board-icon-${++icons}`;
  const icon = svg("svg", {
    class: "board-icon",
    viewBox: [-0.5 * UNIT, -0.5 * UNIT, UNIT, UNIT].join(" "),
    "aria-hidden": "true",
  });
  const drawn = drawnLook(look, settings.taste);
  dress(icon, drawn);
  icon.append(
    shades(id),
    token({ seat, letter, isFigure: false }, styleOf({ ...drawn, farSeat: null }, id, false)),
  );
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
 * A seed, which belongs to nobody. The number varies its colour, its shape and its turn.
 * @param {Point} at @param {number} number @param {string} id
 */
export function seed(at, number, id) {
  const [rx, ry] = [(1.1 + 0.16 * chance(number)) * SEED, (0.84 + 0.1 * chance(number + 7)) * SEED];
  return svg(
    "g",
    { class: `seed seed-${number % 3}`, transform: `translate(${path(at.x, at.y)})` },
    svg("ellipse", { class: "shadow", cy: 0.3 * SEED, rx: 1.1 * SEED, ry: 1.02 * SEED }),
    svg(
      "g",
      { transform: `rotate(${Math.round(360 * chance(number + 13))})` },
      svg("ellipse", { class: "base", rx, ry }),
      svg("path", { class: "seam", d: path("M", -0.7 * rx, 0, "Q", 0, 0.3 * ry, 0.7 * rx, 0) }),
    ),
    svg("ellipse", { rx, ry: rx, fill: `url(#${id}-gloss)` }),
  );
}

/** The gradients of light and shade, for everything on a board. @param {string} id */
export function shades(id) {
  const stop = (/** @type {[number, string, number]} */ [offset, colour, opacity]) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  const linear = (
    /** @type {string} */ name,
    /** @type {[number, string, number][]} */ stops,
    /** @type {Record<string, number>} */ way = { x2: 0, y2: 1 },
  ) => svg("linearGradient", { id: `${id}-${name}`, ...way }, ...stops.map(stop));
  const radial = (
    /** @type {string} */ name,
    /** @type {[number, string, number][]} */ stops,
    /** @type {Record<string, number>} */ where,
  ) => svg("radialGradient", { id: `${id}-${name}`, ...where }, ...stops.map(stop));
  const lit = (/** @type {number} */ light, /** @type {number} */ dark) =>
    /** @type {[number, string, number][]} */ ([
      [0, "#fff", light],
      [0.5, "#fff", 0],
      [0.5, "#000", 0],
      [1, "#000", dark],
    ]);
  return svg(
    "defs",
    {},
    linear("face", lit(0.2, 0.12)),
    linear("rim", lit(0.5, 0.45)),
    linear("dish", [
      [0, "#000", 0.24],
      [0.5, "#000", 0.02],
      [1, "#fff", 0.22],
    ]),
    linear(
      "sheen",
      [
        [0, "#fff", 0.42],
        [0.32, "#fff", 0.04],
        [0.48, "#fff", 0.34],
        [0.62, "#000", 0.02],
        [1, "#000", 0.3],
      ],
      { x2: 1, y2: 1 },
    ),
    radial(
      "gloss",
      [
        [0, "#fff", 0.62],
        [0.35, "#fff", 0.2],
        [1, "#fff", 0],
      ],
      { cx: 0.36, cy: 0.27, r: 0.42 },
    ),
    radial(
      "limb",
      [
        [0.55, "#000", 0],
        [0.85, "#000", 0.1],
        [1, "#000", 0.32],
      ],
      { cx: 0.45, cy: 0.4, r: 0.62 },
    ),
  );
}
