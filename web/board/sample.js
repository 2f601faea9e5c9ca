/** Small boards that show what can be chosen: a board, or a set of pieces. */

/** @import { Look, Scene } from "./types.js" */
/** @import { Taste } from "./look.js" */
import { drawnLook, dress } from "./look.js";
import { Stage } from "./stage.js";

/** The look of the games that is shown for what each game has of its own. @type {Look} */
const LOOK = {
  ground: "tiles",
  pieces: "blobs",
  colours: [
    { fill: "#c8770a", ink: "#000" },
    { fill: "#329aa8", ink: "#000" },
  ],
};

/** Four cells with a piece of each of two seats. @type {Scene} */
const SCENE = {
  places: [0, 1, 2, 3].map((at) => ({
    x: at % 2,
    y: Math.floor(at / 2),
    shape: "cell",
    label: "",
    empty: "",
  })),
  lines: [],
  marks: [],
  pieces: [
    { place: 0, kind: "seat", seat: 1, count: 1, words: "" },
    { place: 3, kind: "seat", seat: 2, count: 1, words: "" },
  ],
  spans: [],
  stock: [],
  names: [],
  holdings: [],
  die: null,
  last: [],
  moved: { changes: [], flights: [] },
  score: [],
  decisive: [],
  choices: [],
};

/** A small picture of this board with these pieces. @param {Taste} taste */
export function sample(taste) {
  const drawn = drawnLook(LOOK, taste);
  const seats = ["X", "O"].map((symbol) => ({ symbol }));
  const { picture } = new Stage(SCENE, { seats, interactive: false }, drawn);
  dress(picture, drawn);
  picture.setAttribute("class", "board-picture board-sample");
  return picture;
}
