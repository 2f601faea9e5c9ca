/** Groups of choices that are seen at a glance: large words, small chips, faces. */

import { built, classes, h } from "../dom.js";
import { pieceIcon } from "../board/pieces.js";
import { portrait } from "../parts/portrait.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { CLOCKS } from "./setup.js";

/** @typedef {import("../dom.js").Offer} Offer */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Opponent} Opponent */
/** @typedef {import("./setup.js").ClockName} ClockName */
/** @typedef {import("./setup.js").Setup} Setup */

/**
 * A group of which one is chosen.
 *
 * @template {string} Value
 * @param {string} name
 * @param {string} legend
 * @param {{value: Value, content: Offer, label?: string}[]} choices
 * @param {Value | null} chosen
 * @param {(value: Value) => void} choose
 * @param {{kind?: string, hidden?: boolean}} [look] with `hidden`, the legend is only for screen
 *   readers
 */
export function choiceGroup(
  name,
  legend,
  choices,
  chosen,
  choose,
  { kind = "chips", hidden } = {},
) {
  return h(
    "fieldset",
    { class: kind, key: name },
    h("legend", { class: hidden ? "unseen" : null }, legend),
    choices.map(({ value, content, label }) =>
      h(
        "label",
        { class: classes("pick", value === chosen && "picked"), key: value },
        h("input", {
          type: "radio",
          name,
          value,
          "aria-label": label ?? null,
          checked: value === chosen,
          onchange: () => choose(value),
        }),
        content,
      ),
    ),
  );
}

/**
 * The engine's levels as people: faces to choose from, and what is known about the chosen one.
 *
 * @param {Opponent[]} opponents
 * @param {GameInfo} game
 * @param {number} level
 * @param {(level: number) => void} choose
 */
export function opponentGroup(opponents, game, level, choose) {
  const chosen = opponents.find((opponent) => opponent.level === level);
  return [
    choiceGroup(
      "opponent",
      texts.setup.opponent,
      opponents.map((opponent) => ({
        value: String(opponent.level),
        label: texts.setup.opponentAt(opponent.name, opponent.level),
        content: [
          built(`face ${opponent.level}`, () => portrait(opponent.level)),
          h("span", {}, opponent.name),
        ],
      })),
      String(level),
      (value) => choose(Number(value)),
      { kind: "people" },
    ),
    chosen &&
      h(
        "div",
        { class: "about-opponent", key: "about-opponent" },
        h("p", {}, h("strong", {}, chosen.name), " ", chosen.temper, "."),
        h(
          "p",
          { class: "faint" },
          h(
            "span",
            { class: "pips", "aria-hidden": "true" },
            opponents.map((opponent) =>
              h("span", { class: classes("pip", opponent.level <= level && "full") }),
            ),
          ),
          [texts.setup.levelOf(level, opponents.length), strength(opponents, game, level)]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
  ];
}

/**
 * Which side the person plays.
 *
 * @param {Setup} setup
 * @param {import("./preview.js").Look | undefined} look
 * @param {(change: () => void) => void} set
 */
export function sideGroup(setup, look, set) {
  const { game, seats } = setup;
  if (seats.filter(({ kind }) => kind === "me").length > 1) return null;
  const sides = seats.map((_, at) => {
    const symbol = game.names[at] ?? String(at + 1);
    const name = game.roles[at] ?? game.sides[at] ?? symbol;
    return {
      value: String(at),
      content: [
        h(
          "span",
          { class: "piece", "aria-hidden": "true" },
          built(`side ${at} ${symbol} ${JSON.stringify([look, settings.taste])}`, () =>
            pieceIcon(at + 1, symbol, look),
          ),
        ),
        h("span", {}, at === 0 ? texts.setup.begins(name) : name),
      ],
    };
  });
  const drawn = { value: "drawn", content: h("span", {}, texts.setup.byLot) };
  return choiceGroup(
    "side",
    texts.setup.side,
    [...sides, drawn],
    setup.drawsSide ? "drawn" : String(setup.side),
    (value) =>
      set(() => {
        setup.drawsSide = value === "drawn";
        if (!setup.drawsSide) setup.sitAt(Number(value));
      }),
  );
}

/**
 * The usual clocks. Days are only for people, since engines move at once.
 *
 * @param {Setup} setup
 * @param {(change: () => void) => void} set
 */
export function clockGroup(setup, set) {
  const names = /** @type {ClockName[]} */ (Object.keys(CLOCKS)).filter(
    (name) => name !== "days" || setup.verb === "friend",
  );
  return choiceGroup(
    "clock",
    texts.setup.clock.title,
    names.map((name) => ({
      value: name,
      content: [h("span", {}, texts.setup.clock.names[name])],
    })),
    setup.clockName,
    (name) => set(() => Object.assign(setup.clock, CLOCKS[name])),
  );
}

/**
 * How the level does against the one below, where that was measured.
 *
 * @param {Opponent[]} opponents
 * @param {GameInfo} game
 * @param {number} level
 */
function strength(opponents, game, level) {
  const share = game.level_scores[level - 2];
  const below = opponents.find((opponent) => opponent.level === level - 1);
  return typeof share === "number" && below ? texts.setup.measured(share, below.name) : "";
}
