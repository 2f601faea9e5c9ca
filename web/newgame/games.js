/** The games as cards, each with a small board that plays by itself. */

import { classes, foreign, h } from "../dom.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../parts/demo.js").Demos} Demos */

/** The screens on which the choices are below the games. */
const NARROW = "(max-width: 1000px)";

/**
 * @param {GameInfo[]} games
 * @param {GameInfo} picked
 * @param {Demos} demos
 * @param {(game: GameInfo) => void} pick
 * @param {() => void} redraw
 */
export function gameCards(games, picked, demos, pick, redraw) {
  return [
    h(
      "fieldset",
      { class: "cards" },
      h("legend", {}, texts.setup.pickGame),
      games.map((game) => card(game, game === picked, demos, pick)),
    ),
    h(
      "button",
      {
        type: "button",
        class: "link small stop",
        onclick: () => {
          demos.toggle();
          redraw();
        },
      },
      demos.stopped ? texts.setup.startBoards : texts.setup.stopBoards,
    ),
  ];
}

/**
 * @param {GameInfo} game
 * @param {boolean} isPicked
 * @param {Demos} demos
 * @param {(game: GameInfo) => void} pick
 */
function card(game, isPicked, demos, pick) {
  return h(
    "label",
    { class: classes("card", isPicked && "picked"), key: game.id },
    h("input", {
      type: "radio",
      name: "game",
      value: game.id,
      "aria-label": game.title,
      "aria-describedby": `about-${game.id}`,
      checked: isPicked,
      onchange: () => pick(game),
      // Keys choose one game after another, and must not scroll away from them.
      onclick: (/** @type {Event} */ event) => {
        if (event instanceof PointerEvent && event.pointerType !== "") showChoices();
      },
    }),
    h("div", { class: "scene" }, foreign(demos.of(game))),
    h("strong", {}, game.title),
    h(
      "span",
      { id: `about-${game.id}` },
      h("span", { class: "about" }, game.about),
      h(
        "span",
        { class: "facts" },
        factWords(game).map((fact) => [h("span", {}, fact), " "]),
      ),
    ),
  );
}

/** How many people play a game, and how long it takes. @param {GameInfo} game */
export function factWords(game) {
  const [least = 0, most = 0] = game.minutes;
  const seats = game.options.find(({ key }) => key === "seats");
  return [
    texts.setup.playerCount(seats?.min ?? 2, seats?.max ?? game.names.length),
    texts.setup.minutes(least, most),
  ];
}

/** Scrolls to the choices where they are out of sight. */
export function showChoices() {
  if (matchMedia(NARROW).matches)
    document.getElementById("choices")?.scrollIntoView({ block: "start" });
}
