/** A game that is over, looked at again: what the engine says about it, and what might have been. */

import { h } from "../dom.js";
import { texts } from "../texts.js";
import { tally } from "./tally.js";
import { pointSpan, evaluationBar, evaluationGraph } from "./evaluation.js";
import { markOf, readableSteps } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Look} Look */
/** @typedef {import("./cursor.js").Cursor} Cursor */
/** @typedef {import("./tried-lines.js").TriedLines} TriedLines */

/**
 * What can be asked for.
 *
 * @typedef {object} Asks
 * @property {() => void} analyse
 * @property {() => void} look has the engine look at the position that is shown
 * @property {() => void} keep keeps the variation that is shown
 * @property {() => void} drop
 * @property {(after: number) => void} go
 */

/**
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 * @param {Asks} ask
 */
export function reviewPanel(view, cursor, analysis, tries, ask) {
  const begun = analysis && analysis.status !== "none";
  return h(
    "section",
    { class: "panel review", "aria-labelledby": "review-title" },
    h("h2", { id: "review-title" }, texts.review.title),
    progress(analysis, ask),
    begun && analysis.plies.length > 0 && evaluationGraph(view, analysis, cursor.at, ask.go),
    begun && analysis.status === "done" && tally(view, analysis),
    whatIsBest(cursor, analysis, tries),
    variationRow(cursor, tries, ask),
    !begun && cursor.line.length === 0 && h("p", { class: "faint" }, texts.review.tryMoves),
  );
}

/**
 * The bar for the position that is shown, where its worth is known.
 *
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 */
export function reviewBar(view, cursor, analysis, tries) {
  const look = tries.look(cursor);
  const known =
    cursor.line.length > 0
      ? null
      : cursor.at === 0
        ? analysis?.start
        : analysis?.plies[cursor.at - 1]?.values;
  const values = look?.values ?? known;
  if (!values) return null;
  return evaluationBar(view, values, analysis ? pointSpan(analysis) : 0);
}

/**
 * The best step in the position that is shown, as typed, where it is known.
 *
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 */
export function bestStep(cursor, analysis, tries) {
  const look = tries.look(cursor);
  return look ? look.line[0] : bestOf(cursor, analysis)?.step;
}

/**
 * The line that begins with the best step, as people read it; empty where it is not known.
 *
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 */
function bestLine(cursor, analysis, tries) {
  const look = tries.look(cursor);
  if (look) return readableSteps(look.line, look.readable_line);
  const best = bestOf(cursor, analysis);
  if (!best) return [];
  const line = readableSteps(best.line, best.readable_line);
  return best.line[0] === best.step ? line : [best.readable ?? best.step, ...line];
}

/**
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 */
function bestOf(cursor, analysis) {
  return cursor.line.length > 0 ? null : analysis?.plies[cursor.at]?.best;
}

/**
 * @param {Analysis | null} analysis
 * @param {Asks} ask
 */
function progress(analysis, ask) {
  if (!analysis || analysis.status === "none") {
    return h(
      "button",
      { type: "button", class: "primary", key: "analyse", onclick: ask.analyse },
      texts.review.analyse,
    );
  }
  if (analysis.status === "done") return null;
  return h(
    "label",
    { class: "field", key: "progress" },
    h("span", {}, texts.review.running(analysis.done, analysis.of)),
    h("progress", { max: analysis.of, value: analysis.done }),
  );
}

/**
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 */
function whatIsBest(cursor, analysis, tries) {
  const line = bestLine(cursor, analysis, tries);
  const last = cursor.line.length === 0 ? analysis?.plies[cursor.at - 1] : null;
  const mark = markOf(last?.mark);
  const better = last?.best?.readable ?? last?.best?.step ?? "";
  return [
    mark && h("p", { key: "mark" }, texts.review.marked(mark.one, better)),
    line.length > 0 && h("p", { key: "best" }, bestWords(line)),
  ];
}

/** So many steps of a line say enough. */
const TOLD = 8;

/** @param {string[]} line */
function bestWords([best = "", ...rest]) {
  const then = rest.slice(0, TOLD).join(", ") + (rest.length > TOLD ? ", …" : "");
  return [`${texts.review.best} `, h("b", {}, best), then && ` ${texts.review.then} ${then}`];
}

/**
 * @param {Cursor} cursor
 * @param {TriedLines} tries
 * @param {Asks} ask
 */
function variationRow(cursor, tries, ask) {
  if (cursor.line.length === 0) return null;
  const look = tries.look(cursor);
  const tried = tries.has(cursor);
  return h(
    "div",
    { class: "stack", key: "variation" },
    h("p", {}, texts.review.variation(cursor.at, tries.readable(cursor).join(", "))),
    look && h("p", { class: "faint" }, texts.review.depth(look.depth)),
    h(
      "div",
      { class: "row" },
      !look &&
        h(
          "button",
          { type: "button", key: "look", disabled: tries.looking, onclick: ask.look },
          tries.looking ? texts.review.looking : texts.review.look,
        ),
      tried &&
        tries.mayKeep &&
        h("button", { type: "button", key: "keep", onclick: ask.keep }, texts.review.keep),
      tried && h("button", { type: "button", key: "drop", onclick: ask.drop }, texts.review.drop),
    ),
  );
}
