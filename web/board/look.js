/**
 * What a board and its pieces look like: as the game says, unless the person has chosen another
 * board or other pieces.
 */

/** @import { Look, Place } from "./types.js" */

/** The boards and the sets of pieces to choose from; `own` is what the game says. */
export const BOARDS = /** @type {const} */ (["own", "wood", "slate", "paper"]);
export const SETS = /** @type {const} */ (["own", "letters"]);

/** @typedef {typeof BOARDS[number]} BoardChoice */
/** @typedef {typeof SETS[number]} SetChoice */
/** @typedef {{ board: BoardChoice, pieces: SetChoice }} Taste what a person has chosen */

/**
 * How a board is drawn. The ground says how its cells are drawn; the material has the colours, for
 * which the style sheet has rules.
 * @typedef {{ ground: Look["ground"], material: Material, pieces: Look["pieces"], colours:
 *   Look["colours"], farSeat: number | null }} Drawn
 */
/** @typedef {"usual" | "paper" | "tiles" | "night" | "wood" | "slate"} Material */

/** The look of a scene that does not say what it looks like. @type {Look} */
const PLAIN = { ground: "checkered", pieces: "letters", colours: [] };

/** The usual material is wood in the light theme, and slate in the dark one. */
/** @type {Record<Look["ground"], Material>} */
const MATERIALS = {
  checkered: "usual",
  ruled: "paper",
  tiles: "tiles",
  wood: "wood",
  night: "night",
};

/** @type {Record<Exclude<BoardChoice, "own">, Pick<Drawn, "ground" | "material">>} */
const CHOSEN = {
  wood: { ground: "checkered", material: "wood" },
  slate: { ground: "checkered", material: "slate" },
  paper: { ground: "ruled", material: "paper" },
};

/**
 * How a scene with this look is drawn for a person with this taste.
 * @param {Look | undefined} look @param {Taste} taste @returns {Drawn}
 */
export function drawnLook(look = PLAIN, taste) {
  const own = { ground: look.ground, material: MATERIALS[look.ground] };
  return {
    ...(taste.board === "own" ? own : CHOSEN[taste.board]),
    pieces: taste.pieces === "own" ? look.pieces : taste.pieces,
    colours: look.colours,
    farSeat: look.far_seat ?? null,
  };
}

/**
 * Tells the style sheet the material of an element, and the colours of the seats in it.
 * @param {HTMLElement | SVGElement} element @param {Drawn} drawn
 */
export function dress(element, drawn) {
  element.dataset.material = drawn.material;
  for (const [name, value] of Object.entries(seatColours(drawn.colours)))
    element.style.setProperty(name, value);
}

/**
 * The colours of the seats as custom properties.
 * @param {Look["colours"]} colours @returns {Record<string, string>}
 */
export function seatColours(colours) {
  return Object.fromEntries(
    colours.flatMap(({ fill }, at) => [
      [`--seat-${at + 1}`, fill],
      [`--seat-${at + 1}-ink`, inkOn(fill)],
    ]),
  );
}

/** Black or white, whichever is easier to read on a colour. @param {string} fill `#2468d8` */
export function inkOn(fill) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(fill.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // Above this lightness, black has the greater contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}

/** Do all places lie where lines cross? @param {Place[]} places */
export function isOfPoints(places) {
  return places.length > 0 && places.every((place) => place.shape === "point");
}
