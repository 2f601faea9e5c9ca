/** Beside the board: the pieces in hand, and the die. */

/** @import { Scene, SeatName } from "./types.js" */
/** @import { Rect } from "./layout.js" */
/** @import { Style } from "./pieces.js" */
import { UNIT, centreOf } from "./layout.js";
import { bar, token } from "./pieces.js";
import { rounded } from "./shapes.js";
import { path, svg } from "./svg.js";

/**
 * Draws the pieces in hand and the die beneath the frame: at least one line of pieces for each
 * seat, and the die on the right. Returns the height of all this, or 0 if there is nothing.
 * @param {SVGElement} within @param {Scene} scene @param {SeatName[]} seats @param {Rect} frame
 * @param {Style} style @returns {number}
 */
export function showBeside(within, scene, seats, frame, style) {
  within.replaceChildren();
  if (!scene.die && scene.stock.length === 0) return 0;
  const side = Math.min(0.12 * frame.width, 1.9 * UNIT);
  const top = frame.y + frame.height + 0.2 * side;
  // Space is reserved for the die, so that pieces do not move when it is rolled.
  const lines = showStock(
    within,
    scene,
    seats,
    { x: frame.x, y: top, width: frame.width - 1.2 * side, height: side },
    style,
  );
  if (scene.die)
    within.append(
      die(
        scene.die,
        { x: frame.x + frame.width - side, y: top, width: side, height: side },
        style.id,
      ),
    );
  return Math.max(lines, side) + 0.3 * side;
}

/** The height of a line and the gap between two pieces, in units of a piece. */
const LINE = 1.1;
const GAP = 0.2;

/**
 * @param {SVGElement} within @param {Scene} scene @param {SeatName[]} seats @param {Rect} room
 * @param {Style} style @returns {number}
 */
function showStock(within, scene, seats, room, style) {
  const longest = Math.max(1, ...scene.stock.map((held) => held.length));
  const unit = Math.min(room.width / longest, 0.052 * room.width);
  let [x, y] = [room.x, room.y];
  let seat = 0;
  for (const held of scene.stock) {
    for (let count = 0; count < held.count; count++) {
      const width = held.length * unit;
      const isOther = seat !== 0 && seat !== held.seat;
      seat = held.seat;
      if (x > room.x && (isOther || x + width > room.x + room.width))
        [x, y] = [room.x, y + LINE * unit];
      within.append(
        held.length > 1
          ? bar({ x, y, width, height: unit }, unit, seat, style)
          : small(x, y, unit, seat, seats, style),
      );
      x += width + (held.length > 1 ? GAP * unit : 0);
    }
  }
  return seat === 0 ? 0 : y + LINE * unit - room.y;
}

/**
 * @param {number} x @param {number} y @param {number} unit @param {number} seat
 * @param {SeatName[]} seats @param {Style} style
 */
function small(x, y, unit, seat, seats, style) {
  const place = `translate(${path(x + unit / 2, y + unit / 2)}) scale(${unit / UNIT})`;
  return svg(
    "g",
    { transform: place },
    token({ seat, letter: [...(seats[seat - 1]?.symbol ?? "")][0] ?? "", isFigure: false }, style),
  );
}

/** @param {string} shows @param {Rect} rect @param {string} id */
function die(shows, rect, id) {
  const side = rect.width;
  const { x, y } = centreOf(rect);
  const outline = rounded(rect, 0.18 * side);
  const group = svg("g", { class: "die" });
  group.append(
    svg("path", {
      class: "shadow",
      d: outline,
      transform: `translate(0 ${path(0.04 * side)})`,
      "stroke-width": 0.08 * side,
    }),
    svg("path", { class: "base", d: outline }),
    svg("path", { d: outline, fill: `url(#${id}-face)` }),
  );
  const pips = pipsOf(shows);
  for (const [right, down] of pips ?? []) {
    group.append(
      svg("circle", {
        class: "pip",
        cx: x + 0.26 * side * right,
        cy: y + 0.26 * side * down,
        r: 0.088 * side,
      }),
    );
  }
  if (!pips) {
    const size = (0.5 * side) / Math.max(1, 0.42 * shows.length);
    group.append(svg("text", { class: "shows", x, y: y + 0.36 * size, "font-size": size }, shows));
  }
  return group;
}

/**
 * The positions of the pips of a number; null if it is not shown with pips.
 * @param {string} shows @returns {number[][] | null}
 */
function pipsOf(shows) {
  const all = [
    [0, 0],
    [-1, -1],
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, 0],
    [1, 0],
  ];
  if (!/^[1-6]$/.test(shows)) return null;
  const number = Number(shows);
  // Odd numbers have a pip in the middle.
  return number % 2 === 1 ? all.slice(0, number) : all.slice(1, number + 1);
}
