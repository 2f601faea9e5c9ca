/** The review of a game that is over: the analysis by the engine, and variations. */

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
 * The actions of the review.
 *
 * @typedef {object} ReviewActions
 * @property {() => void} look lets the engine evaluate the shown position
 * @property {() => void} keep stores the shown variation
 * @property {() => void} drop
 * @property {(after: number) => void} go
 */

/**
 * @param {View} view
 * @param {Cursor} cursor
 * @param {Analysis | null} analysis
 * @param {TriedLines} tries
 * @param {ReviewActions} actions
 */
export function reviewPanel(view, cursor, analysis, tries, actions) {
  const begun = analysis && analysis.status !== "none";
  const failed = analysis?.status === "failed";
  // There is nothing to see before somebody asks for the review, or tries a move.
  if (!begun && cursor.line.length === 0) return null;
  return h(
    "section",
    { class: "panel review", "aria-labelledby": "review-title" },
    h("h2", { id: "review-title" }, texts.review.title),
    failed ? h("p", { class: "faint", key: "failed" }, texts.review.failed) : progress(analysis),
    begun && analysis.plies.length > 0 && evaluationGraph(view, analysis, cursor.at, actions.go),
    begun && analysis.status === "done" && tally(view, analysis),
    whatIsBest(cursor, analysis, tries),
    variationRow(cursor, tries, actions),
    cursor.line.length === 0 && h("p", { class: "faint" }, texts.review.tryMoves),
  );
}

/**
 * The bar for the shown position, if its value is known.
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
  const isEnd = cursor.line.length === 0 && cursor.at === view.steps.list.length;
  return evaluationBar(view, values, analysis ? pointSpan(analysis) : 0, isEnd);
}

/**
 * The best step in the shown position, as typed, if it is known.
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
 * The line that begins with the best step, as people read it; empty if it is not known.
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

/** @param {Analysis | null} analysis */
function progress(analysis) {
  // It begins with the button below the result.
  if (!analysis || analysis.status === "none" || analysis.status === "done") return null;
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

/** How many steps after the best one are shown. */
const MOST_SHOWN = 8;

/** @param {string[]} line */
function bestWords([best = "", ...rest]) {
  const then = rest.slice(0, MOST_SHOWN).join(", ") + (rest.length > MOST_SHOWN ? ", …" : "");
  return [`${texts.review.best} `, h("b", {}, best), then && ` ${texts.review.then} ${then}`];
}

/**
 * @param {Cursor} cursor
 * @param {TriedLines} tries
 * @param {ReviewActions} actions
 */
function variationRow(cursor, tries, actions) {
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
          { type: "button", key: "look", disabled: tries.looking, onclick: actions.look },
          tries.looking ? texts.review.looking : texts.review.look,
        ),
      tried &&
        tries.mayKeep &&
        h("button", { type: "button", key: "keep", onclick: actions.keep }, texts.review.keep),
      tried &&
        h("button", { type: "button", key: "drop", onclick: actions.drop }, texts.review.drop),
    ),
  );
}
