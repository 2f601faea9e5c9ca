/** The pieces of a scene, at rest and in motion. */

/** @import { Change, Moved, Piece, Scene, SeatName } from "./types.js" */
/** @import { Layout, Point } from "./layout.js" */
/** @import { Style } from "./pieces.js" */
import { obstacle } from "./ground.js";
import { UNIT, around } from "./layout.js";
import { bar, letterOf, token } from "./pieces.js";
import { Sowing, stonesOf } from "./sowing.js";
import { Stones } from "./stones.js";
import { path, svg } from "./svg.js";

/**
 * How long a piece slides, how long each stone of a sowing takes, and how long all of them take at
 * most, in milliseconds. A person counts along while stones are sown.
 */
const SLIDE = 260;
const STONE = 260;
const SOWING = 6000;

/** Shows the pieces of a board. There is one scenery for each board and each orientation. */
export class Scenery {
  /** Pieces on single places. @type {Map<number, SVGElement>} */
  #tokens = new Map();
  /** Pieces across several places, by their places. @type {Map<string, SVGElement>} */
  #bars = new Map();
  /** Functions that end the animations that are running. @type {Set<() => void>} */
  #unsettled = new Set();
  /** @type {Scene} */
  #scene;
  /**
   * A piece that was dropped on its new place before the next scene has it there.
   * @type {{ from: number, to: number } | null}
   */
  #dropped = null;
  /** Are stones on their way? */
  isSowing = false;
  /** Is called when all stones have landed. */
  onSown = () => {};

  /** @param {Scene} scene @param {SeatName[]} seats @param {Layout} layout @param {Style} style */
  constructor(scene, seats, layout, style) {
    this.seats = seats;
    this.layout = layout;
    this.style = style;
    this.obstacles = svg("g", { class: "obstacles" });
    this.pieces = svg("g", { class: "pieces" });
    this.stones = new Stones(scene, layout, style.id);
    this.#scene = { ...scene, pieces: [], spans: [] };
    this.show(scene, false);
  }

  /**
   * Shows another scene of the same board. If it is known what moved, pieces are animated from the
   * previous scene.
   * @param {Scene} scene @param {boolean} animated
   * @param {{ moved: Moved, isBack: boolean } | null} [step]
   */
  show(scene, animated, step = null) {
    this.settle();
    const before = this.#scene;
    const dropped = this.#dropped;
    this.#letGo();
    this.#scene = scene;
    this.#showObstacles(before, scene);
    this.#showBars(before, scene, animated);
    if (step) this.#moveTokens(changesOf(step), animated, dropped?.to);
    else this.#makeTokens();
    this.#showStones(before, animated ? step : null);
  }

  /** Ends all animations: everything is at its final place. */
  settle() {
    for (const settle of [...this.#unsettled]) settle();
    this.#unsettled.clear();
  }

  /** Can the piece of a place be dragged? @param {number} place */
  canLift(place) {
    return this.#tokens.has(place);
  }

  /** Shows a piece where the pointer is. @param {number} place @param {Point} at */
  drag(place, at) {
    const piece = this.#tokens.get(place);
    if (!piece) return;
    if (!piece.classList.contains("dragged")) {
      this.settle();
      piece.classList.add("dragged");
      this.pieces.append(piece);
    }
    put(piece, at);
  }

  /**
   * Drops the dragged piece on a place, where it stays until the next scene.
   * @param {number} from @param {number} to
   */
  drop(from, to) {
    const piece = this.#tokens.get(from);
    if (!piece) return;
    piece.classList.remove("dragged");
    put(piece, this.layout.centre(to));
    this.#dropped = { from, to };
  }

  /**
   * Moves a piece that was dragged back to its place.
   * @param {number | null} from @param {boolean} animated
   */
  goBack(from, animated) {
    const place = from ?? this.#dropped?.from;
    this.#dropped = null;
    const piece = place === undefined ? undefined : this.#tokens.get(place);
    if (place === undefined || !piece) return;
    piece.classList.remove("dragged");
    const [was, is] = [at(piece), this.layout.centre(place)];
    put(piece, is);
    if (animated) this.#slide(piece, was, is);
  }

  /**
   * Moves pieces. A piece that was dropped on its place is there already.
   * @param {Change[]} changes @param {boolean} animated @param {number} [dragged]
   */
  #moveTokens(changes, animated, dragged) {
    // Sliding pieces are taken first and put down last, because others may appear or vanish there.
    const slides = changes
      .filter((change) => change.kind === "slides")
      .map((change) => ({ ...change, piece: this.#take(change.from) }));
    for (const change of changes) {
      if (change.kind === "slides") continue;
      const isTurned = change.kind === "turns";
      if (change.kind !== "appears") this.#remove(change.at, isTurned, animated);
      if (change.kind !== "vanishes") {
        const piece = this.#make(change.at);
        if (animated && change.at !== dragged) this.#arrive(piece, isTurned);
      }
    }
    for (const { piece, from, to } of slides) {
      if (!piece) continue;
      this.#tokens.set(to, piece);
      put(piece, this.layout.centre(to));
      // Above all pieces at rest.
      this.pieces.append(piece);
      if (animated && to !== dragged)
        this.#slide(piece, this.layout.centre(from), this.layout.centre(to));
    }
  }

  #makeTokens() {
    for (const place of [...this.#tokens.keys()]) this.#remove(place, false, false);
    for (const place of singles(this.#scene).keys()) this.#make(place);
  }

  /** @param {number} place @param {boolean} isTurned @param {boolean} animated */
  #remove(place, isTurned, animated) {
    const piece = this.#take(place);
    if (piece && animated) this.#leave(piece, isTurned);
    else piece?.remove();
  }

  /** @param {number} place */
  #take(place) {
    const piece = this.#tokens.get(place);
    this.#tokens.delete(place);
    return piece;
  }

  /** @param {number} place */
  #make(place) {
    const piece = singles(this.#scene).get(place);
    const letter = piece ? letterOf(piece, this.seats) : "";
    const kind = { seat: piece?.seat ?? 1, letter, isFigure: Boolean(piece?.letter) };
    const inner = token(kind, this.style);
    const outer = svg("g", { class: "piece" }, inner);
    put(outer, this.layout.centre(place));
    this.pieces.append(outer);
    this.#tokens.set(place, outer);
    return outer;
  }

  /** @param {SVGElement} piece @param {Point} from @param {Point} to */
  #slide(piece, from, to) {
    const [x, y] = [from.x - to.x, from.y - to.y];
    const shift = (/** @type {number} */ part, /** @type {number} */ size) =>
      `translate(${x * part}px, ${y * part}px) scale(${size})`;
    // The piece is larger in the middle of its way, as if lifted.
    const keyframes = [
      { transform: shift(1, 1), easing: "ease-in" },
      { transform: shift(0.5, 1.12), easing: "ease-out" },
      { transform: shift(0, 1) },
    ];
    this.#animate(piece, keyframes, { duration: SLIDE });
  }

  /** @param {SVGElement} piece @param {boolean} isTurned */
  #arrive(piece, isTurned) {
    const first = isTurned ? { transform: "scale(0, 1)" } : { transform: "scale(0.6)", opacity: 0 };
    /** @type {KeyframeAnimationOptions} */
    const timing = {
      duration: 0.6 * SLIDE,
      delay: isTurned ? 0.7 * SLIDE : 0,
      easing: "ease-out",
      fill: "backwards",
    };
    this.#animate(piece, [first, { transform: "none", opacity: 1 }], timing);
  }

  /** @param {SVGElement} piece @param {boolean} isTurned */
  #leave(piece, isTurned) {
    const last = isTurned ? { transform: "scale(0, 1)" } : { transform: "scale(0.6)", opacity: 0 };
    /** @type {KeyframeAnimationOptions} */
    const timing = {
      duration: 0.4 * SLIDE,
      delay: 0.35 * SLIDE,
      easing: "ease-in",
      fill: "forwards",
    };
    this.#animate(piece, [{ transform: "none", opacity: 1 }, last], timing, () => piece.remove());
  }

  /**
   * Animates the inner element, so that the animation does not disturb the position of the outer
   * one.
   * @param {SVGElement} piece @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} timing @param {() => void} [then]
   */
  #animate(piece, keyframes, timing, then = () => {}) {
    const animation = (piece.firstElementChild ?? piece).animate(keyframes, timing);
    const settle = () => {
      if (!this.#unsettled.delete(settle)) return;
      animation.cancel();
      then();
    };
    this.#unsettled.add(settle);
    animation.addEventListener("finish", settle);
  }

  #letGo() {
    if (this.#dropped) this.goBack(this.#dropped.from, false);
  }

  /** @param {Scene} before @param {Scene} after */
  #showObstacles(before, after) {
    const places = (/** @type {Scene} */ scene) =>
      scene.pieces.filter((piece) => piece.kind === "obstacle").map((piece) => piece.place);
    const now = places(after);
    if (places(before).join() === now.join()) return;
    this.obstacles.replaceChildren(
      ...now.map((place) => obstacle(this.layout.places[place], this.style.id)),
    );
  }

  /** @param {Scene} before @param {Scene} after @param {boolean} animated */
  #showBars(before, after, animated) {
    const [was, is] = [barsOf(before), barsOf(after)];
    for (const key of was.keys()) {
      const gone = is.has(key) ? undefined : this.#bars.get(key);
      if (!gone) continue;
      this.#bars.delete(key);
      if (animated) this.#leave(gone, false);
      else gone.remove();
    }
    for (const [key, { seat, span }] of is) {
      if (this.#bars.has(key)) continue;
      const rect = around(span.map((place) => this.layout.places[place]));
      const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
      const laid = svg(
        "g",
        { class: "piece" },
        bar({ ...rect, x: -rect.width / 2, y: -rect.height / 2 }, UNIT, seat, this.style),
      );
      put(laid, middle);
      this.pieces.append(laid);
      this.#bars.set(key, laid);
      if (animated) this.#arrive(laid, false);
    }
  }

  /** @param {Scene} before @param {{ moved: Moved, isBack: boolean } | null} step */
  #showStones(before, step) {
    const after = this.#scene;
    if (!step?.moved.flights.length) return this.stones.show(stonesOf(after));
    const sowing = new Sowing(
      stonesOf(step.isBack ? after : before),
      step.moved.flights,
      step.isBack,
    );
    const start = performance.now();
    const lasts = Math.min(STONE * Math.max(4, step.moved.flights.length), SOWING);
    let frame = 0;
    const settle = () => {
      if (!this.#unsettled.delete(settle)) return;
      cancelAnimationFrame(frame);
      this.isSowing = false;
      this.stones.show(stonesOf(after));
      // Whoever is told may show the next scene, which must not happen within this one.
      queueMicrotask(() => this.onSown());
    };
    const go = () => {
      const progress = (performance.now() - start) / lasts;
      if (progress >= 1) return settle();
      this.stones.fly(sowing, progress);
      frame = requestAnimationFrame(go);
    };
    this.#unsettled.add(settle);
    this.isSowing = true;
    go();
  }
}

/**
 * The changes of pieces when a step is made, or taken back.
 * @param {{ moved: Moved, isBack: boolean }} step @returns {Change[]}
 */
export function changesOf({ moved, isBack }) {
  return isBack ? moved.changes.map(backwards) : moved.changes;
}

/** @param {Change} change @returns {Change} */
function backwards(change) {
  if (change.kind === "slides") return { ...change, from: change.to, to: change.from };
  if (change.kind === "appears") return { ...change, kind: "vanishes" };
  return change.kind === "vanishes" ? { ...change, kind: "appears" } : change;
}

/**
 * The pieces of seats that do not lie across several places, by their place.
 * @param {Scene} scene @returns {Map<number, Piece>}
 */
function singles(scene) {
  const spanned = new Set(scene.spans.flat());
  const single = scene.pieces.filter((piece) => piece.kind === "seat" && !spanned.has(piece.place));
  return new Map(single.map((piece) => [piece.place, piece]));
}

/**
 * The bars of a scene, with their owners and places.
 * @param {Scene} scene @returns {Map<string, { seat: number, span: number[] }>}
 */
function barsOf(scene) {
  /** @type {Map<number, Piece>} */
  const lying = new Map(scene.pieces.map((piece) => [piece.place, piece]));
  const bars = scene.spans.map((span) => ({ seat: lying.get(span[0])?.seat ?? 1, span }));
  return new Map(bars.map((bar) => [`${bar.seat}: ${bar.span.join()}`, bar]));
}

/** @param {SVGElement} piece @param {Point} at */
function put(piece, { x, y }) {
  piece.setAttribute("transform", `translate(${path(x, y)})`);
}

/** @param {SVGElement} piece @returns {Point} */
function at(piece) {
  const [x = 0, y = 0] =
    (piece.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
}
