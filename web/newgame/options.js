/** The options of a game as fields, made from the catalogue alone. */

import { h } from "../dom.js";
import { ApiError } from "../net/api.js";
import { texts } from "../texts.js";
import { SEATS } from "./setup.js";
import { checkField, selectField, typedField } from "./fields.js";

/** @typedef {import("../types.js").OptionInfo} OptionInfo */
/** @typedef {import("./setup.js").Setup} Setup */

/** The longest label that fits into one line of a narrow field. */
const SHORT = 24;

/**
 * @param {Setup} setup
 * @param {Error | null} refusal the error of the server about the options
 * @param {() => void} changed
 */
export function optionFields(setup, refusal, changed) {
  const free = setup.game.options.filter(
    (option) => option.key !== SEATS && (option.kind === "cells" || option.min !== option.max),
  );
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) => {
    setup.values[key] = value;
    setup.fitSeats();
    changed();
  };
  return h(
    "div",
    { class: "fields" },
    free.map((option) =>
      optionField(setup, option, problemOf(setup, option, refusal), set(option.key), changed),
    ),
    typedField("start-position", {
      label: texts.setup.position,
      value: setup.position,
      note: texts.setup.positionNote,
      change: (value) => {
        setup.position = value;
        changed();
      },
      more: { class: "wide", spellcheck: "false", placeholder: texts.setup.positionUsual },
    }),
  );
}

/**
 * Is the error about one of the options? Then it is shown at its field.
 *
 * @param {Error | null} refusal
 */
export function namesAnOption(refusal) {
  return refusal instanceof ApiError && refusal.option !== undefined;
}

/**
 * @param {Setup} setup
 * @param {OptionInfo} option
 * @param {Error | null} refusal
 */
function problemOf(setup, option, refusal) {
  const refused = refusal instanceof ApiError ? refusal.option : undefined;
  const allowed = refused?.key === option.key ? texts.setup.allowedIs(refused.allowed) : "";
  return setup.problem(option) || allowed;
}

/**
 * @param {Setup} setup
 * @param {OptionInfo} option
 * @param {string} problem
 * @param {(value: string) => void} set
 * @param {() => void} changed
 */
function optionField(setup, option, problem, set, changed) {
  if (option.kind === "cells") return cellsField(setup, option, problem, set, changed);
  const usual = option.kind === "derived" ? (option.rule ?? "") : String(option.default ?? "");
  return typedField(`option-${option.key}`, {
    label: capital(option.about),
    value: setup.values[option.key] ?? "",
    note: texts.setup.range(option.min ?? 0, option.max ?? null, option.kind === "odd"),
    problem,
    change: set,
    more: {
      inputmode: "numeric",
      placeholder: usual,
      class: option.about.length > SHORT ? "wide" : null,
    },
  });
}

/**
 * Cells of the board: none, drawn at random if the game supports that, or listed.
 *
 * @param {Setup} setup
 * @param {OptionInfo} option
 * @param {string} problem
 * @param {(value: string) => void} set
 * @param {() => void} changed
 */
function cellsField(setup, option, problem, set, changed) {
  const id = `option-${option.key}`;
  /** @type {[string, string][]} */
  const ways = [
    ["none", texts.setup.cells.none],
    ...drawnWay(setup),
    ["cells", texts.setup.cells.cells],
  ];
  return h(
    "div",
    { class: "field-group", key: id },
    selectField(`${id}-way`, capital(option.about), setup.cells, ways, (way) => {
      setup.cells = /** @type {import("./setup.js").CellsChoice} */ (way);
      changed();
    }),
    setup.cells === "cells" &&
      typedField(id, {
        label: texts.setup.cells.which,
        value: setup.values[option.key] ?? "",
        note: texts.setup.cells.form,
        problem,
        change: set,
        more: { placeholder: texts.setup.cells.example },
      }),
    setup.cells === "drawn" &&
      typedField(`${id}-count`, {
        label: texts.setup.cells.count,
        value: setup.drawn.count,
        problem,
        change: (value) => {
          setup.drawn.count = value;
          changed();
        },
        more: { inputmode: "numeric" },
      }),
    setup.cells === "drawn" &&
      checkField(texts.setup.cells.mirror, setup.drawn.mirror, (mirror) => {
        setup.drawn.mirror = mirror;
        changed();
      }),
    setup.cells === "drawn" &&
      h(
        "button",
        { type: "button", class: "small", onclick: () => (setup.drawAgain(), changed()) },
        texts.setup.cells.again,
      ),
  );
}

/**
 * @param {Setup} setup
 * @returns {[string, string][]}
 */
function drawnWay(setup) {
  return setup.game.can_scatter ? [["drawn", texts.setup.cells.drawn]] : [];
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
