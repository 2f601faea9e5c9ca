/** Where everything of a scene is in the picture. */

/** @import { Place, Scene } from "./types.js" */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Rect */

/** The width of a cell in the picture. Everything is drawn in hundredths of it. */
export const UNIT = 100;

/** Where everything of a scene is in the picture, whose upper left corner is at (0, 0). */
export class Layout {
  /** All places together. @type {Rect} */
  board;
  /** The board with its edge and its marks. @type {Rect} */
  frame;
  /** The rectangle of each place, which is drawn and can be clicked. @type {Rect[]} */
  places;
  /** The middle of each mark. @type {Point[]} */
  marks;
  /** The width of the margin for marks beside the board. @type {number} */
  margin;

  /** Turned round for a seat on the opposite side. @param {Scene} scene @param {boolean} turned */
  constructor(scene, turned) {
    const extent = extentOf(scene.places);
    const right = extent.x + extent.width;
    const bottom = extent.y + extent.height;
    const turn = (/** @type {Point} */ at) =>
      turned ? { x: extent.x + right - at.x, y: extent.y + bottom - at.y } : at;
    const marks = scene.marks.map((mark) => turn({ x: mark.x + 0.5, y: mark.y + 0.5 }));
    const longest = Math.max(extent.width, extent.height);
    // On a small board, marks as large as a cell would be too large.
    const margin = Math.min(MARGIN, 0.06 * longest);
    const edge = Math.min(EDGE, 0.025 * longest);
    const around = (/** @type {(at: Point) => boolean} */ beyond) =>
      edge + (marks.some(beyond) ? margin : 0);
    const before = { x: around((at) => at.x < extent.x), y: around((at) => at.y < extent.y) };
    const after = { x: around((at) => at.x > right), y: around((at) => at.y > bottom) };
    const inPicture = (/** @type {Point} */ at) => ({
      x: (at.x - extent.x + before.x) * UNIT,
      y: (at.y - extent.y + before.y) * UNIT,
    });

    this.margin = margin * UNIT;
    this.board = {
      x: before.x * UNIT,
      y: before.y * UNIT,
      width: extent.width * UNIT,
      height: extent.height * UNIT,
    };
    this.frame = {
      x: 0,
      y: 0,
      width: (before.x + extent.width + after.x) * UNIT,
      height: (before.y + extent.height + after.y) * UNIT,
    };
    this.places = scene.places.map((place) => {
      const { x, y } = inPicture(turn(middleOf(place)));
      const height = heightOf(place) * UNIT;
      return { x: x - UNIT / 2, y: y - height / 2, width: UNIT, height };
    });
    // Marks stay in their rows and columns, and are as near to the board as possible.
    this.marks = marks.map((mark) => {
      const { x, y } = inPicture(mark);
      const [beside, { board }] = [this.margin / 2, this];
      return {
        x: clamp(x, board.x - beside, board.x + board.width + beside),
        y: clamp(y, board.y - beside, board.y + board.height + beside),
      };
    });
  }

  /** The middle of a place. @param {number} place @returns {Point} */
  centre(place) {
    return centreOf(this.places[place]);
  }

  /** The place at a point of the picture. @param {Point} point @returns {number | null} */
  at(point) {
    const found = this.places.findIndex((rect) => contains(rect, point));
    return found < 0 ? null : found;
  }

  /** The place where the keyboard begins. @returns {number} */
  middle() {
    const middle = centreOf(this.board);
    return this.#best((place) => distance(this.centre(place), middle)) ?? 0;
  }

  /**
   * The next place in a direction. Near places are preferred, and places straight ahead.
   * @param {number} from @param {Point} direction @returns {number | null}
   */
  neighbour(from, direction) {
    const start = this.centre(from);
    return this.#best((place) => {
      const { x, y } = this.centre(place);
      const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
      const aside = Math.abs((x - start.x) * direction.y - (y - start.y) * direction.x);
      return along > 0.25 * UNIT ? along + 3 * aside : Infinity;
    });
  }

  /**
   * The last place in a direction, in the same row or column.
   * @param {number} from @param {Point} direction @returns {number}
   */
  farthest(from, direction) {
    const next = this.neighbour(from, direction);
    const start = this.centre(from);
    if (next === null) return from;
    const to = this.centre(next);
    const isStraight =
      Math.abs((to.x - start.x) * direction.y - (to.y - start.y) * direction.x) < 0.5 * UNIT;
    return isStraight ? this.farthest(next, direction) : from;
  }

  /**
   * The place with the least finite cost, if there is one.
   * @param {(place: number) => number} cost
   */
  #best(cost) {
    let best = null;
    let least = Infinity;
    for (let place = 0; place < this.places.length; place++) {
      const its = cost(place);
      // Of equal costs, the first counts. The tolerance is for rounding errors.
      if (its < least - 0.001) [best, least] = [place, its];
    }
    return best;
  }
}

/** @param {Rect} rect @returns {Point} */
export function centreOf(rect) {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** The smallest rectangle around others. @param {Rect[]} rects @returns {Rect} */
export function around(rects) {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * The rectangle, smaller by this much on each side.
 * @param {Rect} rect @param {number} by @param {number} [down] @returns {Rect}
 */
export function shrunk(rect, by, down = by) {
  return {
    x: rect.x + by,
    y: rect.y + down,
    width: rect.width - 2 * by,
    height: rect.height - 2 * down,
  };
}

/** The widths of the edge of a board, and of the margin for marks, in units. */
const EDGE = 0.16;
const MARGIN = 0.6;

/** The extent of all places, in units. @param {Place[]} places @returns {Rect} */
function extentOf(places) {
  if (places.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  return around(
    places.map((place) => {
      const { x, y } = middleOf(place);
      return { x: x - 0.5, y: y - heightOf(place) / 2, width: 1, height: heightOf(place) };
    }),
  );
}

/** @param {Place} place @returns {Point} */
function middleOf(place) {
  return { x: place.x + 0.5, y: place.y + 0.5 };
}

/** A pot is two cells high, so that it stands beside two rows of bowls. @param {Place} place */
function heightOf(place) {
  return place.shape === "pot" ? 2 : 1;
}

/** @param {Rect} rect @param {Point} point */
function contains(rect, point) {
  return (
    point.x >= rect.x &&
    point.x < rect.x + rect.width &&
    point.y >= rect.y &&
    point.y < rect.y + rect.height
  );
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
