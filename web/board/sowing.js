/** The animation of a sowing: stones on their way from bowl to bowl and into pots. */

/** @import { Flight, Scene } from "./types.js" */

/** The flights of the stones of a step, in a time from 0 to 1. */
export class Sowing {
  /**
   * @param {number[]} first how many stones lay in each place before the step
   * @param {Flight[]} flights
   * @param {boolean} isBack is the step taken back?
   */
  constructor(first, flights, isBack) {
    this.first = first;
    this.flights = flights;
    this.isBack = isBack;
  }

  /** The number of stones in each place at this time. @param {number} progress */
  counts(progress) {
    const time = this.#time(progress);
    const counts = [...this.first];
    // Flights are in the order of time, so stones arrive in a bowl before they leave it.
    for (const { from, to, leaves, arrives } of this.flights) {
      if (time > leaves) counts[from] = Math.max(0, counts[from] - 1);
      if (time >= arrives) counts[to] += 1;
    }
    return counts;
  }

  /** The stones in flight, and how far each has come. @param {number} progress */
  inFlight(progress) {
    const time = this.#time(progress);
    return this.flights
      .filter((flight) => time > flight.leaves && time < flight.arrives)
      .map((flight) => ({
        ...flight,
        way: (time - flight.leaves) / (flight.arrives - flight.leaves),
      }));
  }

  /** @param {number} progress */
  #time(progress) {
    return this.isBack ? 1 - progress : progress;
  }
}

/** The number of stones in each place. @param {Scene} scene */
export function stonesOf(scene) {
  const stones = scene.places.map(() => 0);
  for (const piece of scene.pieces) {
    if (piece.kind === "stones") stones[piece.place] = piece.count;
  }
  return stones;
}
