/** The list of steps with its variations, and the buttons that go through it. */

import { classes, h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { texts } from "../texts.js";
import { markOf, playerWords, readableSteps } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Variation} Variation */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./cursor.js").Cursor} Cursor */
/** @typedef {import("./tried-lines.js").TriedLines} TriedLines */
/** @typedef {(after: number, line?: string[]) => void} Go */

/**
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {Variation[]} variations the stored ones and the tried ones
 * @param {Go} go
 */
export function stepPanel(view, cursor, analysis, variations, go) {
  const { list } = view.steps;
  return h(
    "section",
    { class: "panel steps", "aria-labelledby": "steps-title" },
    h("h2", { id: "steps-title" }, texts.steps.title),
    list.length === 0 && variations.length === 0 && h("p", { class: "faint" }, texts.steps.none),
    h(
      "ol",
      { class: "step-list", tabindex: "-1" },
      list.map((step, at) => [
        stepItem(view, step, at, cursor, analysis, go),
        variations
          .filter(({ after }) => after === at)
          .map((variation) => variationItem(variation, cursor, go)),
      ]),
      variations
        .filter(({ after }) => after >= list.length)
        .map((variation) => variationItem(variation, cursor, go)),
    ),
  );
}

/**
 * The buttons: first, previous, next, last.
 *
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Go} go
 */
export function stepButtons(view, cursor, go) {
  const length = view.steps.list.length;
  const { line, at } = cursor;
  const back = () => (line.length > 0 ? go(at, line.slice(0, -1)) : go(at - 1));
  const atStart = at === 0 && line.length === 0;
  const atEnd = at === length || line.length > 0;
  const button = (
    /** @type {import("../parts/icons.js").Sign} */ sign,
    /** @type {string} */ label,
    /** @type {boolean} */ off,
    /** @type {() => void} */ act,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": label,
        title: label,
        "aria-disabled": off ? "true" : null,
        onclick: off ? null : act,
      },
      icon(sign),
    );
  return h(
    "div",
    { class: "step-buttons", role: "group", "aria-label": texts.steps.go },
    button("first", texts.steps.first, atStart, () => go(0)),
    button("previous", texts.steps.previous, atStart, back),
    button("next", texts.steps.next, atEnd, () => go(at + 1)),
    button("last", texts.steps.last, at === length && line.length === 0, () => go(length)),
  );
}

/**
 * A step in words: `Ada: b3–c5, jump, captures 3`.
 *
 * @param {View} view
 * @param {Step} step
 */
export function stepWords(view, step) {
  const skips = (step.skipped ?? []).map((skip) =>
    texts.steps.skipped(playerWords(view, skip.seat), skip.reason),
  );
  const words = [step.readable ?? step.step, ...(step.effects ?? [])].join(", ");
  const made = step.by
    ? texts.steps.made(playerWords(view, step.by), words)
    : texts.steps.rolled(words);
  return [made, ...skips].join(". ");
}

/**
 * The shown position in words, with the step that led to it.
 *
 * @param {Cursor} cursor
 * @param {TriedLines} tries
 */
export function positionWords(cursor, tries) {
  const { view, at, line } = cursor;
  const step = view.steps.list[at - 1];
  const made = tries.readable(cursor).at(-1) ?? (step ? stepWords(view, step) : "");
  return texts.steps.at(at + line.length, made);
}

/**
 * @param {View} view
 * @param {Step} step
 * @param {number} at
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {Go} go
 */
function stepItem(view, step, at, cursor, analysis, go) {
  const current = cursor.at === at + 1 && cursor.line.length === 0;
  const mark = analysis?.plies[at]?.mark;
  const sign = markOf(mark);
  const symbol = step.by ? (view.seats[step.by - 1]?.symbol ?? "") : texts.steps.die;
  return h(
    "li",
    { class: classes("step", step.by === null && "roll"), key: String(at) },
    h(
      "button",
      {
        type: "button",
        class: classes("plain", sign && `mark-${mark}`),
        "aria-current": current ? "step" : null,
        onclick: () => go(at + 1),
      },
      h("span", { class: "number" }, `${at + 1}.`),
      h("b", { class: step.by === null ? null : `of-seat-${step.by}` }, symbol),
      h(
        "span",
        { class: "made" },
        breakable(step.readable ?? step.step),
        step.effects && [" · ", h("small", { class: "effects" }, step.effects.join(", "))],
      ),
      step.known &&
        h("small", { class: "faint", title: texts.steps.knownAbout }, texts.steps.known),
      sign &&
        h(
          "span",
          { class: "mark", title: sign.about },
          sign.sign,
          h("span", { class: "unseen" }, ` ${sign.about}`),
        ),
    ),
    (step.skipped ?? []).map((skip) =>
      h(
        "small",
        { class: "skip" },
        texts.steps.skipped(view.seats[skip.seat - 1]?.symbol ?? String(skip.seat), skip.reason),
      ),
    ),
  );
}

/**
 * Allows line breaks between the places of a long step.
 *
 * @param {string} step
 */
function breakable(step) {
  return step.split(/(?<=[:–×])/).flatMap((place, at) => (at > 0 ? [h("wbr"), place] : [place]));
}

/**
 * @param {Variation} variation
 * @param {Cursor} cursor
 * @param {Go} go
 */
function variationItem(variation, cursor, go) {
  const here = (/** @type {number} */ length) =>
    cursor.at === variation.after &&
    cursor.line.length === length &&
    cursor.line.every((step, at) => step === variation.steps[at]);
  return h(
    "li",
    { class: "variation", key: `${variation.after} ${variation.steps.join("|")}` },
    readableSteps(variation.steps, variation.readable).map((step, at) =>
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-current": here(at + 1) ? "step" : null,
          onclick: () => go(variation.after, variation.steps.slice(0, at + 1)),
        },
        h("span", { class: "number" }, `${variation.after + at + 1}.`),
        step,
      ),
    ),
    variation.name && h("small", { class: "faint" }, variation.name),
  );
}
