/** The stones of bowls and pots, and their numbers. */

/** @import { Scene } from "./types.js" */
/** @import { Layout, Point } from "./layout.js" */
/** @import { Sowing } from "./sowing.js" */
import { UNIT } from "./layout.js";
import { seed } from "./pieces.js";
import { path, svg, text } from "./svg.js";

/** Shows the stones of a board. */
export class Stones {
  /** Stones by place. @type {Map<number, SVGElement>} */
  #heaps = new Map();
  /** Numbers by place. @type {Map<number, SVGElement>} */
  #badges = new Map();
  /** @type {number[]} */
  #counts = [];
  #flying = svg("g", { class: "flying" });

  /** @param {Scene} scene @param {Layout} layout @param {string} id */
  constructor(scene, layout, id) {
    this.layout = layout;
    this.id = id;
    this.shapes = scene.places.map((place) => place.shape);
    /** The stones in bowls and pots. */
    this.heaps = svg("g", { class: "stones" });
    /** The layer of numbers above the stones. */
    this.badges = svg("g", { class: "badges" });
  }

  /** The layer of stones in flight, above the pieces. */
  get flying() {
    return this.#flying;
  }

  /** Shows these numbers of stones in the places. @param {number[]} counts */
  show(counts) {
    this.#flying.replaceChildren();
    counts.forEach((count, place) => {
      const isHollow = this.shapes[place] === "bowl" || this.shapes[place] === "pot";
      if (isHollow && count !== this.#counts[place]) this.#heap(place, count);
    });
    this.#counts = counts;
  }

  /** Shows stones in flight. @param {Sowing} sowing @param {number} progress */
  fly(sowing, progress) {
    this.show(sowing.counts(progress));
    sowing.inFlight(progress).forEach((flight, number) => {
      const [from, to] = [this.layout.centre(flight.from), this.layout.centre(flight.to)];
      const way = flight.way * flight.way * (3 - 2 * flight.way);
      const lifted = 0.35 * UNIT * Math.sin(Math.PI * flight.way);
      this.#flying.append(
        seed(
          { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way - lifted },
          number,
          this.id,
        ),
      );
    });
  }

  /** @param {number} place @param {number} count */
  #heap(place, count) {
    const heap = svg("g", {}, ...this.#stonesOf(place, count));
    replace(this.heaps, this.#heaps, place, heap);
    const { x } = this.layout.centre(place);
    const { y, height } = this.layout.places[place];
    // The number is on the lower rim.
    const badge = svg("g", {
      class: count === 0 ? "badge none" : "badge",
      transform: `translate(${path(x, y + height - 0.13 * UNIT)})`,
    });
    const size = 0.23 * UNIT;
    const width = Math.max(1.5 * size, (String(count).length * 0.6 + 0.75) * size);
    const ground = svg("rect", {
      x: -width / 2,
      y: -0.66 * size,
      width,
      height: 1.32 * size,
      rx: 0.66 * size,
    });
    badge.append(svg("g", { class: "grows" }, ground, text(String(count), 0, 0, size, "count")));
    replace(this.badges, this.#badges, place, badge);
  }

  /** @param {number} place @param {number} count */
  #stonesOf(place, count) {
    const { x, y } = this.layout.centre(place);
    const isPot = this.shapes[place] === "pot";
    return Array.from(
      { length: Math.min(count, isPot ? MOST_IN_POT : MOST_IN_BOWL) },
      (_, number) => {
        const salt = 31 * place + 7 * number;
        const [at, aside] = [
          isPot ? inPot(number) : inBowl(number, Math.min(count, MOST_IN_BOWL), 0.7 * place),
          jitter(salt),
        ];
        return seed(
          { x: x + (at.x + aside.x) * UNIT, y: y + (at.y + aside.y) * UNIT },
          salt,
          this.id,
        );
      },
    );
  }
}

/** The most stones that are drawn. The number shows how many there really are. */
const MOST_IN_BOWL = 15;
const MOST_IN_POT = 40;

/**
 * The position of a stone in a bowl, in units from the middle of the bowl. Stones lie in up to two
 * rings.
 * @param {number} number @param {number} count @param {number} turn @returns {Point}
 */
function inBowl(number, count, turn) {
  const inner =
    count <= 1
      ? 1
      : count <= 5
        ? 0
        : count <= 9
          ? 1
          : count <= 10
            ? 2
            : count <= 12
              ? 3
              : count <= 14
                ? 4
                : 5;
  const ring = (
    /** @type {number} */ at,
    /** @type {number} */ of,
    /** @type {number} */ radius,
  ) => {
    const angle = turn + (2 * Math.PI * at) / of;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius - 0.05 };
  };
  if (number < inner) return ring(number, inner, inner === 1 ? 0 : 0.12);
  if (inner === 0) return ring(number, count, 0.04 + 0.03 * count);
  return ring(number - inner, count - inner, count <= 8 ? 0.21 : 0.27);
}

/**
 * The position of a stone in a pot. Stones are piled up from below.
 * @param {number} number @returns {Point}
 */
function inPot(number) {
  const [row, col] = [Math.floor(number / 4), number % 4];
  return { x: -0.255 + 0.17 * col + (row % 2 === 0 ? -0.03 : 0.03), y: 0.63 - 0.145 * row };
}

/** A small offset that depends on the number. @param {number} seed @returns {Point} */
function jitter(seed) {
  const part = (/** @type {number} */ salt) =>
    (((Math.imul(seed + salt, 0x9e3779b1) >>> 7) & 0xff) / 255 - 0.5) * 0.03;
  return { x: part(0), y: part(40503) };
}

/**
 * @param {SVGElement} within @param {Map<number, SVGElement>} known @param {number} place
 * @param {SVGElement} element
 */
function replace(within, known, place, element) {
  known.get(place)?.remove();
  known.set(place, element);
  within.append(element);
}
