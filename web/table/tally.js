/** A table of how well each seat has played. */

import { h } from "../dom.js";
import { decimal, percent } from "../numbers.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Analysis} Analysis */

/** The marks that are counted, in the order of the columns. */
const MARKS = /** @type {const} */ (["best", "fine", "mistake", "blunder"]);

/**
 * @param {View} view
 * @param {Analysis} analysis
 */
export function tally(view, analysis) {
  return h(
    "table",
    { class: "tally" },
    h("caption", { class: "unseen" }, texts.tally.caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "unseen" }, texts.tally.seat)),
        MARKS.map((mark) => h("th", { scope: "col" }, texts.tally.marks[mark])),
        h("th", { scope: "col", title: texts.tally.lossAbout }, texts.tally.loss),
      ),
    ),
    h(
      "tbody",
      {},
      view.seats.map((seat) => row(view, analysis, seat.seat)),
    ),
  );
}

/**
 * @param {View} view
 * @param {Analysis} analysis
 * @param {number} seat
 */
function row(view, analysis, seat) {
  const made = analysis.plies.filter((ply, at) => ply?.mark && view.steps.list[at]?.by === seat);
  const losses = made.flatMap((ply) =>
    ply?.loss === null || ply?.loss === undefined ? [] : [ply.loss],
  );
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
  return h(
    "tr",
    {},
    h("th", { scope: "row", class: `of-seat-${seat}` }, view.seats[seat - 1]?.symbol ?? ""),
    MARKS.map((mark) => h("td", {}, made.filter((ply) => ply?.mark === mark).length)),
    h("td", {}, analysis.scored ? decimal(mean) : percent(mean)),
  );
}
