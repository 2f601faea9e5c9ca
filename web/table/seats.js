/** The seats of a table: names, pieces, presence and clocks. */

import { built, classes, h } from "../dom.js";
import { pieceIcon } from "../board/pieces.js";
import { confirmed } from "../parts/dialogs.js";
import { icon } from "../parts/icons.js";
import { texts } from "../texts.js";
import { isMine, moverOf, seatName, tellingPoints, timeWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").SeatView} SeatView */
/** @typedef {import("./live.js").LiveTable} LiveTable */

/** A clock with less than this, in milliseconds, is low. */
const LOW = 15_000;

/**
 * @param {LiveTable} live
 * @param {View} view
 * @param {string[]} holdings what each seat holds beside the board
 * @param {(command: import("./live.js").Command) => void} act
 */
export function seatList(live, view, holdings, act) {
  return h(
    "ul",
    { class: "seats", "aria-label": texts.seats.label },
    view.seats.map((seat) => seatItem(live, view, seat, holdings[seat.seat - 1] ?? "", act)),
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
 * @param {string} holding
 * @param {(command: import("./live.js").Command) => void} act
 */
function seatItem(live, view, seat, holding, act) {
  const turn = view.stage === "playing" && moverOf(view.next) === seat.seat;
  const won = view.result?.kind === "won" && view.result.seat === seat.seat;
  const points = tellingPoints(view)[seat.seat - 1];
  const notes = [
    seat.side,
    isMine(seat) && texts.seats.you,
    won && texts.seats.winner,
    points !== undefined &&
      (!holding || view.result?.kind === "scored") &&
      texts.seats.points(points),
    holding,
  ];
  return h(
    "li",
    { class: classes("seat", turn && "turn", won && "won"), key: String(seat.seat) },
    h(
      "span",
      { class: "piece" },
      built(`${seat.seat} ${seat.symbol}`, () => pieceIcon(seat.seat, seat.symbol)),
    ),
    h(
      "span",
      { class: "who" },
      h(
        "span",
        { class: "name" },
        seatName(seat),
        turn && h("span", { class: "unseen" }, ` (${texts.seats.toMove})`),
      ),
      h("span", { class: "faint" }, notes.filter(Boolean).join(" · ")),
    ),
    presence(live, seat),
    clockFace(live, view, seat.seat),
    dismissButton(seat, act),
  );
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
