/** Stones on their way from bowl to bowl and into pots. */

/** @import { Scene } from "./types.js" */

/**
 * One stone on its way, within a time that goes from 0 to 1.
 * @typedef {{ from: number, to: number, leaves: number, arrives: number }} Flight
 */

/** Stones on their way from one scene to the next. */
export class Sowing {
  /** What becomes of the stones between two scenes, if the step between them explains it. @param {Scene} before @param {Scene} after */
  static between(before, after) {
    const [earlier, later] = [stonesOf(before), stonesOf(after)];
    if (same(earlier, later)) return null;
    return Sowing.#by(after, earlier, later, false) ?? Sowing.#by(before, later, earlier, true);
  }

  /** How many stones lie in each place when so much of the time is over, from 0 to 1. @param {number} progress */
  counts(progress) {
    return this.#countsAt(this.#time(progress));
  }

  /** The stones that are in the air, and how far each is. @param {number} progress */
  inFlight(progress) {
    const time = this.#time(progress);
    return this.flights
      .filter((flight) => time > flight.leaves && time < flight.arrives)
      .map((flight) => ({ ...flight, way: (time - flight.leaves) / (flight.arrives - flight.leaves) }));
  }

  /** @param {number[]} first @param {Flight[]} flights @param {boolean} backwards */
  constructor(first, flights, backwards) {
    /** How many there were in each place at first. */
    this.first = first;
    this.flights = flights;
    /** Are they on their way back, since a step is taken back? */
    this.backwards = backwards;
  }

  /**
   * What the last step of a scene did with the stones, if it explains all that has become of them.
   * @param {Scene} scene @param {number[]} counts @param {number[]} then @param {boolean} backwards
   */
  static #by(scene, counts, then, backwards) {
    const source = scene.last.find((at) => then[at] < counts[at]);
    if (source === undefined) return null;
    const sowing = new Sowing(counts, flightsOf(scene, counts, then, source), backwards);
    return same(sowing.#countsAt(1), then) ? sowing : null;
  }

  /** @param {number} progress */
  #time(progress) {
    return this.backwards ? 1 - progress : progress;
  }

  /** @param {number} time */
  #countsAt(time) {
    const counts = [...this.first];
    // Stones come before they go on.
    for (const { from, to, leaves, arrives } of this.flights) {
      if (time > leaves) counts[from] = Math.max(0, counts[from] - 1);
      if (time >= arrives) counts[to] += 1;
    }
    return counts;
  }
}

/** How many stones lie in each place. @param {Scene} scene */
export function stonesOf(scene) {
  const stones = scene.places.map(() => 0);
  for (const piece of scene.pieces) {
    if (piece.kind === "stones") stones[piece.place] = piece.count;
  }
  return stones;
}

/**
 * Stones from the source one by one to the places behind it that gain some, and to those that lose theirs to a pot; then from these there.
 * @param {Scene} scene @param {number[]} from @param {number[]} to @param {number} source
 */
function flightsOf(scene, from, to, source) {
  const count = scene.places.length;
  const isPot = (/** @type {number} */ at) => scene.places[at].shape === "pot";
  const all = scene.places.map((_, at) => at);
  const behind = (/** @type {number} */ at) => (at + count - source) % count;
  const bowls = all.filter((at) => !isPot(at) && at !== source && from[at] !== to[at]).sort((one, other) => behind(one) - behind(other));
  const pot = all.find((at) => isPot(at) && to[at] > from[at]);

  const sown = from[source] - to[source];
  const gained = bowls.reduce((sum, at) => sum + Math.max(0, to[at] - from[at]), 0);
  const captured = bowls.filter((at) => to[at] < from[at]).length;
  // What did not stay went to the captured bowls, to each as much as to any other.
  const spent = captured > 0 ? Math.ceil(Math.max(0, sown - gained) / captured) : 0;
  /** @type {[number, number][]} */
  const sowing = [];
  /** @type {[number, number][]} */
  const capture = [];
  let left = sown;
  for (const at of bowls) {
    const lost = Math.max(0, from[at] - to[at]);
    const given = Math.min(lost > 0 ? spent : to[at] - from[at], left);
    left -= given;
    for (let stone = 0; stone < given; stone++) sowing.push([source, at]);
    if (pot !== undefined && lost > 0) for (let stone = 0; stone < lost + given; stone++) capture.push([at, pot]);
  }
  // A stone that went nowhere else was captured on the way.
  if (pot !== undefined) for (let stone = 0; stone < left; stone++) capture.push([source, pot]);
  const sownBy = capture.length === 0 ? 1 : 0.6;
  return [...spread(sowing, 0, sownBy), ...spread(capture, sownBy, 1)];
}

/**
 * Flights that leave one after another and are all there in time.
 * @param {[number, number][]} ways @param {number} start @param {number} end
 */
function spread(ways, start, end) {
  const duration = 0.5 * (end - start);
  const last = Math.max(ways.length, 2) - 1;
  return ways.map(([from, to], number) => {
    const leaves = start + (number / last) * (end - start - duration);
    return { from, to, leaves, arrives: Math.min(leaves + duration, end) };
  });
}

/** @param {number[]} one @param {number[]} other */
function same(one, other) {
  return one.length === other.length && one.every((count, at) => count === other[at]);
}
