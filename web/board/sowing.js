/** Stones on their way from bowl to bowl and into pots. */

/** @import { Flight, Scene } from "./types.js" */

/** The flights of a step, played within a time from 0 to 1. */
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

  /** How many stones lie in each place when so much of the time is over. @param {number} progress */
  counts(progress) {
    const time = this.#time(progress);
    const counts = [...this.first];
    // Stones come before they go on.
    for (const { from, to, leaves, arrives } of this.flights) {
      if (time > leaves) counts[from] = Math.max(0, counts[from] - 1);
      if (time >= arrives) counts[to] += 1;
    }
    return counts;
  }

  /** The stones that are in the air, and how far each is. @param {number} progress */
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

/** How many stones lie in each place. @param {Scene} scene */
export function stonesOf(scene) {
  const stones = scene.places.map(() => 0);
  for (const piece of scene.pieces) {
    if (piece.kind === "stones") stones[piece.place] = piece.count;
  }
  return stones;
}
