/** Evaluations as pictures: a bar for a position, a graph for a whole game. */

import { h, s } from "../dom.js";
import { texts } from "../texts.js";
import { decimal } from "../numbers.js";
import { markOf, playerWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Analysis} Analysis */

/** The graph's size in its own units. */
const [WIDE, HIGH] = [400, 110];

/**
 * The share of each seat in the expected result, as a bar.
 *
 * @param {View} view
 * @param {Value[]} values one for each seat
 * @param {number} span the greatest difference in points if the game is scored; otherwise 0
 * @param {boolean} isEnd is it the last position of the game?
 */
export function evaluationBar(view, values, span, isEnd) {
  const winner = isEnd && view.result?.kind === "won" ? view.result.seat : null;
  const words = values.map((value, at) => {
    const name = view.seats[at]?.side ?? playerWords(view, at + 1);
    return winner === at + 1 ? texts.status.won(name) : `${name}: ${shortened(value.text)}`;
  });
  return h(
    "div",
    { class: "worth", role: "img", "aria-label": texts.review.bar(words.join(", ")) },
    shares(values, span).map((share, at) =>
      h(
        "span",
        { class: `part seat-${at + 1}`, style: { "flex-grow": share.toFixed(4) } },
        share > 0.24 && words[at],
      ),
    ),
  );
}

/**
 * A value with one decimal; words stay as they are.
 *
 * @param {string} text
 */
function shortened(text) {
  const number = Number(text.replace("−", "-").replace(",", "."));
  if (!Number.isFinite(number)) return text;
  // Without the sign of a zero.
  return decimal(Math.round(10 * number) / 10 + 0).replace("-", "−");
}

/**
 * The values of all positions of a game. A click goes to the position.
 *
 * @param {View} view
 * @param {Analysis} analysis
 * @param {number} current the position that is shown
 * @param {(after: number) => void} go
 */
export function evaluationGraph(view, analysis, current, go) {
  const all = positions(analysis);
  const span = pointSpan(analysis);
  const length = Math.max(view.steps.list.length, 1);
  const x = (/** @type {number} */ at) => (at / length) * WIDE;
  // The shares of the seats lie one above the other, that of the first seat at the bottom.
  const y = (/** @type {Value[]} */ values, /** @type {number} */ seat) => {
    const below = shares(values, span).slice(0, seat + 1);
    return (1 - below.reduce((sum, share) => sum + share, 0)) * HIGH;
  };
  const top = (/** @type {number} */ seat) =>
    all.flatMap((values, at) => (values ? [[x(at), y(values, seat)]] : []));
  const even = (1 - 1 / view.seats.length) * HIGH;
  const lines = view.seats.slice(1).map((_, at) => at);
  // Each mark is on the upper edge of the seat that moved, or on the lower edge of the last seat.
  const lineOf = (/** @type {number} */ step) =>
    Math.min((view.steps.list[step]?.by ?? 1) - 1, view.seats.length - 2);
  return s(
    "svg",
    {
      class: "graph",
      viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`,
      role: "img",
      "aria-label": texts.review.graph,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        go(Math.round(((event.clientX - box.left) / box.width) * length));
      },
    },
    s("rect", { class: "ground", x: -4, y: -4, width: WIDE + 8, height: HIGH + 8, rx: 6 }),
    // The share of the last seat is what the others leave.
    view.seats
      .map((_, at) => at)
      .reverse()
      .map((seat) =>
        s("polygon", { class: `share seat-${seat + 1}`, points: areaUnder(top(seat)) }),
      ),
    s("line", { class: "even", x1: 0, x2: WIDE, y1: even, y2: even }),
    lines.map((seat) => s("polyline", { class: "line", points: top(seat).join(" ") })),
    s("line", { class: "now", x1: x(current), x2: x(current), y1: 0, y2: HIGH }),
    analysis.plies.map(
      (ply, at) =>
        ply?.mark && ply.values && markDot(ply.mark, x(at + 1), y(ply.values, lineOf(at))),
    ),
  );
}

/**
 * The area between a line and the bottom of the graph.
 *
 * @param {number[][]} line
 */
function areaUnder(line) {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return "";
  return [...line, [last[0], HIGH], [first[0], HIGH]].join(" ");
}

/**
 * The greatest difference in points in a scored game; 0 in a game with a winner.
 *
 * @param {Analysis} analysis
 */
export function pointSpan(analysis) {
  if (!analysis.scored) return 0;
  return Math.max(
    1,
    ...positions(analysis).map((values) =>
      Math.abs((values?.[0]?.worth ?? 0) - (values?.[1]?.worth ?? 0)),
    ),
  );
}

/**
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 */
function markDot(mark, x, y) {
  const sign = markOf(mark);
  return (
    sign &&
    s("circle", { class: `dot mark-${mark}`, cx: x, cy: y, r: 4 }, s("title", {}, sign.about))
  );
}

/**
 * @param {Value[]} values
 * @param {number} span
 */
function shares(values, span) {
  if (span > 0 && values.length === 2) {
    const lead = ((values[0]?.worth ?? 0) - (values[1]?.worth ?? 0)) / (2 * span);
    return [0.5 + lead, 0.5 - lead].map((share) => Math.max(0, Math.min(1, share)));
  }
  const worths = values.map((value) => Math.max(0, value.worth));
  const sum = worths.reduce((total, worth) => total + worth, 0);
  return worths.map((worth) => (sum > 0 ? worth / sum : 1 / values.length));
}

/**
 * The values of all positions; null for those that the engine has not analysed yet.
 *
 * @param {Analysis} analysis
 */
function positions(analysis) {
  return [analysis.start, ...analysis.plies.map((ply) => ply?.values ?? null)];
}
