/** From one scene to the next: what slides, appears, vanishes or changes. */

/** @import { Piece, Scene } from "./types.js" */

/**
 * What becomes of a piece: it comes from another place (what it finds there vanishes), is new, is gone, or was another.
 * @typedef {{ kind: "slides", from: number, to: number } | { kind: "appears", at: number }
 *   | { kind: "vanishes", at: number, piece: Piece } | { kind: "turns", at: number, piece: Piece }} Change
 */

/**
 * What becomes of the pieces that lie on single places, at most one change for each place of the second scene. Of each kind at most one
 * slides: where a move ends, and where it began.
 * @param {Scene} before @param {Scene} after @returns {Change[]}
 */
export function changesBetween(before, after) {
  const [was, is] = [singles(before), singles(after)];
  const differ = after.places.map((_, at) => at).filter((at) => keyOf(was.get(at)) !== keyOf(is.get(at)));
  const slides = slidesAmong(before, after, was, is, differ);
  /** @type {Change[]} */
  const changes = [];
  for (const at of differ) {
    const slidHere = slides.find((slide) => slide.to === at);
    const slidAway = slides.some((slide) => slide.from === at);
    const gone = slidAway ? undefined : was.get(at);
    const come = slidHere ? undefined : is.get(at);
    if (gone && come) changes.push({ kind: "turns", at, piece: gone });
    else if (gone) changes.push({ kind: "vanishes", at, piece: gone });
    else if (come) changes.push({ kind: "appears", at });
    if (slidHere) changes.push({ kind: "slides", ...slidHere });
  }
  return changes;
}

/** The pieces of seats that do not lie across several places, by their place. @param {Scene} scene @returns {Map<number, Piece>} */
export function singles(scene) {
  const spanned = new Set(scene.spans.flat());
  const single = scene.pieces.filter((piece) => piece.kind === "seat" && !spanned.has(piece.place));
  return new Map(single.map((piece) => [piece.place, piece]));
}

/** What a piece looks like: pieces with the same key are alike. @param {Piece | undefined} piece */
export function keyOf(piece) {
  return piece ? `${piece.seat} ${piece.letter ?? ""}` : "";
}

/**
 * Pieces that are turned on the way also come and go: a move leads from or to a place that is free then, and is named as its end.
 * @param {Scene} before @param {Scene} after @param {Map<number, Piece>} was @param {Map<number, Piece>} is @param {number[]} differ
 */
function slidesAmong(before, after, was, is, differ) {
  const named = new Set([...before.last, ...after.last]);
  const best = (/** @type {string} */ key, /** @type {Map<number, Piece>} */ here, /** @type {Map<number, Piece>} */ there) => {
    const worth = (/** @type {number} */ at) => (named.has(at) ? 2 : 0) + (there.has(at) ? 0 : 1);
    return differ
      .filter((at) => keyOf(here.get(at)) === key)
      .reduce((/** @type {number | null} */ one, at) => (one === null || worth(at) >= worth(one) ? at : one), null);
  };
  const keys = new Set(differ.filter((at) => was.has(at)).map((at) => keyOf(was.get(at))));
  return [...keys].flatMap((key) => {
    const [from, to] = [best(key, was, is), best(key, is, was)];
    return from !== null && to !== null && (!is.has(from) || !was.has(to)) ? [{ from, to }] : [];
  });
}
