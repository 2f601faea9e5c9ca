/** The seats of a table: names, pieces, score, presence and clocks, in strips at the board. */

import { built, classes, h } from "../dom.js";
import { pieceIcon } from "../board/pieces.js";
import { confirmed } from "../parts/dialogs.js";
import { icon } from "../parts/icons.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { isMine, moverOf, seatName, tellingPoints, timeWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").SeatView} SeatView */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("./live.js").LiveTable} LiveTable */

/** A clock with less than this, in milliseconds, is low. */
const LOW = 15_000;

/**
 * The seats above the board and those below it: the person's own seat, or the one at the lower
 * edge, is below; with four players who are not ours, two are below.
 *
 * @param {View} view
 * @param {number} near
 * @returns {{ above: SeatView[], below: SeatView[] }}
 */
export function seatsAround({ seats }, near) {
  const start = seats.findIndex((seat) => seat.seat === near);
  // In turn order, beginning with the seat that follows.
  const others = [...seats.slice(start + 1), ...seats.slice(0, start)];
  const here = seats[start];
  const isAlone = seats.filter(isMine).length === 1;
  if (seats.length === 4 && !isAlone && here)
    return {
      above: [seats[1], seats[2]].filter(isThere),
      below: [seats[0], seats[3]].filter(isThere),
    };
  return { above: others, below: here ? [here] : [] };
}

/** @param {SeatView | undefined} seat @returns {seat is SeatView} */
function isThere(seat) {
  return seat !== undefined;
}

/**
 * Some seats of a table in a row.
 *
 * @param {LiveTable} live
 * @param {View} view
 * @param {SeatView[]} seats
 * @param {Scene | undefined} scene the position that is shown
 * @param {{ where: "above" | "below", label: string }} row
 * @param {string[]} roles what the seats play, in games where their moves differ
 * @param {(command: import("./live.js").Command) => void} act
 */
export function seatStrip(live, view, seats, scene, { where, label }, roles, act) {
  return h(
    "ul",
    { class: classes("seats", where, seats.length > 1 && "many"), "aria-label": label },
    seats.map((seat) => seatItem(live, view, seat, scene, roles[seat.seat - 1], act)),
  );
}

/**
 * The time that a seat has left, in milliseconds; null if it has no clock.
 *
 * @param {LiveTable} live
 * @param {View} view
 * @param {number} seat
 */
export function timeLeft(live, view, seat) {
  const { clock } = view;
  if (view.stage === "playing" && clock.running === seat && clock.ends_at)
    return Math.max(0, clock.ends_at - live.now());
  return clock.left_ms?.[seat - 1] ?? null;
}

/**
 * @param {LiveTable} live
 * @param {View} view
 * @param {SeatView} seat
 * @param {Scene | undefined} scene
 * @param {string | undefined} role
 * @param {(command: import("./live.js").Command) => void} act
 */
function seatItem(live, view, seat, scene, role, act) {
  const turn = view.stage === "playing" && moverOf(view.next) === seat.seat;
  const won = view.result?.kind === "won" && view.result.seat === seat.seat;
  const points = tellingPoints(view)[seat.seat - 1];
  const score = scene?.score[seat.seat - 1]?.words ?? "";
  const isOut = scene?.score[seat.seat - 1]?.count === 0 && !hasPieces(scene, seat.seat);
  const holding = scene?.holdings[seat.seat - 1] ?? "";
  const notes = [
    role ?? seat.side,
    isMine(seat) && texts.seats.you,
    won && texts.seats.winner,
    // A loss is not a negative number of points.
    points !== undefined &&
      points >= 0 &&
      ((!holding && !score) || view.result?.kind === "scored") &&
      texts.seats.points(points),
    holding !== score && holding,
  ];
  return h(
    "li",
    {
      class: classes("seat", turn && "turn", won && "won", isOut && "out"),
      key: String(seat.seat),
    },
    h("span", { class: "piece" }, seatIcon(seat.seat, seat.symbol, scene)),
    h(
      "span",
      { class: "who" },
      h(
        "span",
        { class: "name", title: seatName(seat) },
        seatName(seat),
        turn && h("span", { class: "unseen" }, ` (${texts.seats.toMove})`),
      ),
      h("span", { class: "faint" }, notes.filter(Boolean).join(" · ")),
    ),
    score && h("span", { class: "score" }, score),
    presence(live, seat),
    clockFace(live, view, seat.seat),
    dismissButton(seat, act),
  );
}

/**
 * Can a seat still have pieces? Stones belong to nobody.
 *
 * @param {Scene} scene
 * @param {number} seat
 */
function hasPieces({ pieces }, seat) {
  return pieces.some((piece) => piece.kind === "stones" || piece.seat === seat);
}

/**
 * A seat's piece, drawn as on the board.
 *
 * @param {number} seat
 * @param {string} symbol
 * @param {Scene | undefined} scene
 */
export function seatIcon(seat, symbol, scene) {
  const key = JSON.stringify([seat, symbol, scene?.look, settings.taste]);
  return built(key, () => pieceIcon(seat, symbol, scene?.look));
}

/**
 * @param {SeatView} seat
 * @param {(command: import("./live.js").Command) => void} act
 */
function dismissButton(seat, act) {
  if (!seat.dismissible) return null;
  const name = seatName(seat);
  const label = texts.seats.dismiss(name);
  const dismiss = async () => {
    if (await confirmed(texts.seats.dismissQuestion(name), texts.seats.dismissYes))
      act({ do: "dismiss", seat: seat.seat });
  };
  return h(
    "button",
    {
      type: "button",
      key: "dismiss",
      class: "plain icon dismiss",
      "aria-label": label,
      title: label,
      onclick: dismiss,
    },
    icon("close"),
  );
}

/**
 * @param {LiveTable} live
 * @param {SeatView} seat
 */
function presence(live, seat) {
  if (seat.thinking) return h("span", { class: "presence thinking" }, texts.seats.thinking);
  if (seat.kind !== "person") return null;
  if (seat.here) return h("span", { class: "presence here" }, texts.seats.here);
  const away = seat.away_at ? texts.seats.awayFor(live.now() - seat.away_at) : "";
  return h("span", { class: "presence away", title: away || null }, texts.seats.away);
}

/**
 * @param {LiveTable} live
 * @param {View} view
 * @param {number} seat
 */
function clockFace(live, view, seat) {
  const left = view.clock.kind === "none" ? null : timeLeft(live, view, seat);
  if (left === null) return null;
  const runs = view.clock.running === seat && view.stage === "playing";
  return h(
    "span",
    {
      class: classes("clock", runs && "runs", runs && left < LOW && "low"),
      role: "timer",
      "aria-label": texts.clock.label(timeWords(left)),
    },
    timeWords(left),
  );
}
