/** The highlights on a board, beneath the pieces and above them. */

/** @import { Scene } from "./types.js" */
/** @import { Layout, Point } from "./layout.js" */
/** @import { Style } from "./pieces.js" */
import { edge } from "./ground.js";
import { UNIT, around } from "./layout.js";
import { bar, token } from "./pieces.js";
import { path, svg } from "./svg.js";

/** Updates the highlights. */
export class Pointers {
  #taken = svg("g", { class: "taken" });
  #last = svg("g", { class: "last" });
  #decisiveGrounds = svg("g", { class: "decisive" });
  #hovered = svg("g", { class: "hovered", "data-live": "" });
  #planned = svg("g", { class: "planned", "data-live": "" });
  #grounds = svg("g", { class: "grounds", "data-live": "" });
  #rings = svg("g", { class: "rings", "data-live": "" });
  #plannedRings = svg("g", { class: "planned-rings", "data-live": "" });
  #targets = svg("g", { class: "targets", "data-live": "" });
  #ghost = svg("g", { class: "ghost", "data-live": "" });
  #lastDots = svg("g", { class: "last-dots" });
  #decisive = svg("g", { class: "decisive" });
  #arrow = svg("g", { class: "arrow" });
  #plannedArrow = svg("g", { class: "arrow planned-arrow", "data-live": "" });
  #drawn = svg("g", { class: "drawn", "data-live": "" });
  /** What each layer shows now. @type {Map<SVGElement, string>} */
  #shown = new Map();

  /** @param {Scene} scene @param {Layout} layout @param {Style} style */
  constructor(scene, layout, style) {
    this.shapes = scene.places.map((place) => place.shape);
    this.layout = layout;
    this.style = style;
    /** The layer beneath the pieces. */
    this.below = svg(
      "g",
      { class: "below" },
      this.#taken,
      this.#last,
      this.#decisiveGrounds,
      this.#hovered,
      this.#planned,
      this.#grounds,
    );
    /** The layer above the pieces. */
    this.above = svg(
      "g",
      { class: "above" },
      this.#lastDots,
      this.#decisive,
      this.#ghost,
      this.#targets,
      this.#plannedRings,
      this.#rings,
    );
    /** The layer above everything. */
    this.arrow = svg("g", {}, this.#plannedArrow, this.#arrow, this.#drawn);
  }

  /** Shows the places of the last step. @param {number[]} places */
  showLast(places) {
    const all = [...new Set(places)];
    // A man covers all but the edge of its point.
    const usual = this.style.set === "men" ? "last-place last-edge" : "last-place";
    const kind = (/** @type {number} */ place) => (this.#isHollow(place) ? "last-hollow" : usual);
    this.#update(this.#last, all.join(), () =>
      all.map((place) => this.#edge(place, 3, kind(place))),
    );
    // Stones hide the ground on which they lie.
    const hidden = this.style.set === "stones" ? all : [];
    this.#update(this.#lastDots, hidden.join(), () =>
      hidden.map((place) => {
        const { x, y } = this.layout.centre(place);
        return svg("circle", { class: "last-dot", cx: x, cy: y, r: 0.12 * UNIT });
      }),
    );
  }

  /** Shows the places where the last step has captured something. @param {number[]} places */
  showTaken(places) {
    this.#update(this.#taken, places.join(), () =>
      places.map((place) =>
        this.#edge(place, 3, this.#isHollow(place) ? "taken-hollow" : "taken-place"),
      ),
    );
  }

  /**
   * Shows the places that decided the game, and a line through those that lie in a row.
   * @param {number[]} places
   */
  showDecisive(places) {
    const key = places.join();
    this.#update(this.#decisiveGrounds, key, () =>
      places.map((place) => this.#edge(place, 3, "decisive-place")),
    );
    this.#update(this.#decisive, key, () => {
      const lines = this.#rows(places);
      const inLines = new Set(lines.flat());
      const others = places.filter((place) => !inLines.has(place));
      return [
        ...others.map((place) => this.#edge(place, 5, "decisive-ring")),
        ...lines.flatMap((line) => this.#stroke(line)),
      ];
    });
  }

  /** Shows the place beneath the pointer. @param {number | null} place */
  showHovered(place) {
    this.#update(this.#hovered, String(place), () =>
      place === null ? [] : [this.#edge(place, 3, "hovered-place")],
    );
  }

  /**
   * Shows the places of the move that is planned, with an arrow where it leads, and the piece that
   * would be placed there.
   * @param {number[]} places @param {number | null} seat the owner of that piece, if there is one
   */
  showPlanned(places, seat) {
    this.#update(this.#planned, `${seat}: ${places.join()}`, () => {
      const grounds = [...new Set(places)].map((place) => this.#edge(place, 3, "planned-place"));
      if (seat === null || places.length !== 1 || this.#isHollow(places[0])) return grounds;
      return [...grounds, svg("g", { class: "ghost" }, this.#single(seat, places[0]))];
    });
    // The pieces hide the ground on which they stand.
    this.#update(this.#plannedRings, places.join(), () =>
      [...new Set(places)].map((place) => this.#edge(place, 6, "planned-ring")),
    );
    const way = places.length > 1 ? places : [];
    this.#update(this.#plannedArrow, way.join(), () => this.#route(way));
  }

  /** Shows the selected places. @param {number[]} places */
  showChosen(places) {
    const all = [...new Set(places)];
    this.#update(this.#grounds, all.join(), () =>
      all.map((place) => this.#edge(place, 3, "chosen-ground")),
    );
    this.#update(this.#rings, all.join(), () =>
      all.map((place) => this.#edge(place, 6, "chosen-ring")),
    );
  }

  /**
   * Shows the places that can be selected next: rings on occupied places, dots on empty ones.
   * @param {Set<number>} places @param {Set<number>} taken
   */
  showTargets(places, taken) {
    const marks = [...places].map((place) => ({
      place,
      isTaken: taken.has(place) || this.#isHollow(place),
    }));
    const draw = (/** @type {{ place: number, isTaken: boolean }} */ { place, isTaken }) =>
      isTaken ? this.#edge(place, 6, "target-ring") : this.#dot(place);
    this.#update(this.#targets, JSON.stringify(marks), () => marks.map(draw));
  }

  /**
   * Shows a piece that follows the pointer, on the places in a row that it would cover.
   * @param {number | null} seat @param {number[]} places
   */
  showGhost(seat, places) {
    this.#update(this.#ghost, `${seat}: ${places.join()}`, () => {
      if (places.length === 0) return [];
      const rect = around(places.map((place) => this.layout.places[place]));
      // Its owner may not be known, nor its kind.
      if (places.length > 1) return [bar(rect, UNIT, seat ?? 0, this.style)];
      return [this.#single(seat ?? 0, places[0])];
    });
  }

  /**
   * Shows an arrow through the places of a move, or onto its place if there is only one. Several
   * arrows are lists of places each.
   * @param {number[] | number[][]} places
   */
  showArrow(places) {
    const all = /** @type {number[][]} */ (Array.isArray(places[0]) ? places : [places]);
    this.#update(this.#arrow, JSON.stringify(all), () =>
      all.flatMap((places) => this.#route(places)),
    );
  }

  /**
   * Shows what the person has drawn: arrows, and rings around places.
   * @param {number[][]} drawings
   */
  showDrawings(drawings) {
    this.#update(this.#drawn, JSON.stringify(drawings), () =>
      drawings.flatMap((places) =>
        places.length === 1
          ? [this.#edge(places[0], 5, "drawn-ring")]
          : [svg("g", { class: "arrow drawn-arrow" }, ...this.#route(places))],
      ),
    );
  }

  /** @param {SVGElement} layer @param {string} key @param {() => SVGElement[]} draw */
  #update(layer, key, draw) {
    if (this.#shown.get(layer) === key) return;
    this.#shown.set(layer, key);
    layer.replaceChildren(...draw());
  }

  /** @param {number[]} places */
  #route(places) {
    const route = places
      .filter((place, at) => place !== places[at - 1])
      .map((place) => this.layout.centre(place));
    return arrow(route);
  }

  /**
   * The places that lie in rows of at least three, row by row.
   * @param {number[]} places
   */
  #rows(places) {
    const at = (/** @type {Point} */ point) =>
      places.find((place) => {
        const { x, y } = this.layout.centre(place);
        return Math.hypot(x - point.x, y - point.y) < 0.1 * UNIT;
      });
    const directions = [
      { x: UNIT, y: 0 },
      { x: 0, y: UNIT },
      { x: UNIT, y: UNIT },
      { x: UNIT, y: -UNIT },
    ];
    return directions.flatMap(({ x, y }) => {
      const next = (/** @type {number} */ place, /** @type {number} */ by) => {
        const from = this.layout.centre(place);
        return at({ x: from.x + by * x, y: from.y + by * y });
      };
      const starts = places.filter((place) => next(place, -1) === undefined);
      return starts
        .map((start) => {
          const row = [start];
          for (let on = next(start, 1); on !== undefined; on = next(on, 1)) row.push(on);
          return row;
        })
        .filter((row) => row.length >= 3);
    });
  }

  /** A stroke through a row of places. @param {number[]} row */
  #stroke(row) {
    const [from, to] = [this.layout.centre(row[0]), this.layout.centre(row[row.length - 1])];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [x, y] = [
      (0.3 * UNIT * (to.x - from.x)) / length,
      (0.3 * UNIT * (to.y - from.y)) / length,
    ];
    const d = path("M", from.x - x, from.y - y, "L", to.x + x, to.y + y);
    return [
      svg("path", { class: "decisive-edge", d, "stroke-width": 0.16 * UNIT }),
      svg("path", { class: "decisive-line", d, "stroke-width": 0.1 * UNIT }),
    ];
  }

  /** A piece of a seat on a place. @param {number} seat @param {number} place */
  #single(seat, place) {
    const { x, y } = this.layout.centre(place);
    const piece = token({ seat, letter: "", isFigure: false }, this.style);
    return svg("g", { transform: `translate(${path(x, y)})` }, piece);
  }

  /** @param {number} place @param {number} inside @param {string} kind */
  #edge(place, inside, kind) {
    return svg("path", {
      class: kind,
      d: edge(this.shapes[place], this.layout.places[place], inside),
    });
  }

  /** @param {number} place */
  #dot(place) {
    const { x, y } = this.layout.centre(place);
    return svg("circle", { class: "target-dot", cx: x, cy: y, r: 0.14 * UNIT });
  }

  /** @param {number} place */
  #isHollow(place) {
    return this.shapes[place] === "bowl" || this.shapes[place] === "pot";
  }
}

/** @param {Point[]} route @returns {SVGElement[]} */
function arrow(route) {
  if (route.length === 0) return [];
  const tip = route[route.length - 1];
  if (route.length > 1) return [shaft(route)];
  const ring = svg("circle", { class: "arrow-ring", cx: tip.x, cy: tip.y, r: 0.44 * UNIT });
  const short = [-0.5, -0.14].map((part) => ({ x: tip.x + part * UNIT, y: tip.y + part * UNIT }));
  return [ring, shaft(short)];
}

/** The arrow along a route, with its head at the end. @param {Point[]} route */
function shaft(route) {
  const [before, tip] = route.slice(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const ahead = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  // The head ends in the middle of the last place; the line ends where the head begins.
  const head = Math.min(0.32 * UNIT, 0.6 * length);
  const foot = { x: tip.x - ahead.x * head, y: tip.y - ahead.y * head };
  const beside = (/** @type {Point} */ at, /** @type {number} */ by) => [
    at.x - ahead.y * by * UNIT,
    at.y + ahead.x * by * UNIT,
  ];
  const line = (/** @type {number[][]} */ points) =>
    `M ${points.map((point) => path(...point)).join(" L ")}`;
  const bends = line(route.slice(0, -1).map((at) => [at.x, at.y]));
  // One outline, so that the border surrounds the whole arrow.
  const outline = line([
    beside(before, LINE / 2),
    beside(foot, LINE / 2),
    beside(foot, HEAD / 2),
    [tip.x, tip.y],
    beside(foot, -HEAD / 2),
    beside(foot, -LINE / 2),
    beside(before, -LINE / 2),
  ]);
  const earlier = route.length > 2 ? [svg("path", { class: "arrow-line", d: bends })] : [];
  return svg("g", {}, ...earlier, svg("path", { class: "arrow-shaft", d: `${outline} Z` }));
}

/** The widths of an arrow's line and of its head, in units. */
const LINE = 0.11;
const HEAD = 0.34;
