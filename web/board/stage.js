/**
 * The layers of a drawn board. A new stage is made for another board, or for the same board in the
 * other orientation.
 */

/** @import { Scene, SeatName, View } from "./types.js" */
/** @import { Drawn } from "./look.js" */
import { showBeside } from "./beside.js";
import { ground } from "./ground.js";
import { Layout } from "./layout.js";
import { shades, styleOf } from "./pieces.js";
import { Places } from "./places.js";
import { Pointers } from "./pointers.js";
import { Scenery } from "./scenery.js";
import { svg } from "./svg.js";

export class Stage {
  /**
   * The greatest height so far of the part beside the board. It does not shrink before nothing is
   * left there, so that the board stays in place.
   */
  #besideHeight = -1;
  #beside = svg("g", { class: "beside" });
  /** What is beside the board now. */
  #besideKey = "";

  /** @param {Scene} scene @param {View} view @param {Drawn} drawn */
  constructor(scene, view, drawn) {
    this.key = keyOf(scene, view, drawn);
    this.seats = view.seats;
    this.layout = new Layout(scene, view.turned ?? false);
    const id = `board-${++made}`;
    this.style = styleOf(drawn, id, view.turned ?? false);
    this.places = new Places(scene.places, this.layout);
    this.pointers = new Pointers(scene, this.layout, this.style);
    this.scenery = new Scenery(scene, view.seats, this.layout, this.style);
    this.picture = svg("svg", {
      class: "board-picture",
      "aria-hidden": "true",
      focusable: "false",
    });
    const { obstacles, pieces, stones } = this.scenery;
    const { below, above, arrow } = this.pointers;
    this.picture.append(
      shades(id),
      svg("g", {}, ...ground(scene, this.layout, drawn, id)),
      obstacles,
      below,
      stones.heaps,
    );
    this.picture.append(pieces, stones.flying, above, stones.badges, arrow, this.#beside);
    this.showBeside(scene);
  }

  /** Can this scene be shown here? @param {Scene} scene @param {View} view @param {Drawn} drawn */
  fits(scene, view, drawn) {
    return this.key === keyOf(scene, view, drawn);
  }

  /**
   * Shows the pieces in hand and the die; returns whether the picture has another height.
   * @param {Scene} scene
   */
  showBeside(scene) {
    const key = JSON.stringify([scene.die, scene.stock]);
    if (key === this.#besideKey) return false;
    this.#besideKey = key;
    const height = showBeside(this.#beside, scene, this.seats, this.layout.frame, this.style);
    const isLess = height > 0 && height < this.#besideHeight;
    if (isLess || height === this.#besideHeight) return false;
    this.#besideHeight = height;
    this.size = { width: this.layout.frame.width, height: this.layout.frame.height + height };
    this.picture.setAttribute(
      "viewBox",
      `0 0 ${Math.round(this.size.width)} ${Math.round(this.size.height)}`,
    );
    this.places.fit(this.size.width, this.size.height);
    return true;
  }

  size = { width: 1, height: 1 };
}

/** The number of stages. Each has its own gradients. */
let made = 0;

/**
 * Scenes with the same key have the same board.
 * @param {Scene} scene @param {View} view @param {Drawn} drawn
 */
function keyOf(scene, view, drawn) {
  const symbols = view.seats.map((/** @type {SeatName} */ seat) => seat.symbol);
  const turned = Boolean(view.turned);
  return JSON.stringify([scene.places, scene.lines, scene.marks, symbols, turned, drawn]);
}
