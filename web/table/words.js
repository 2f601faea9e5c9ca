/** A table in words: its players, the turn, and the result. */

import { sentence } from "../net/api.js";
import { session } from "../net/session.js";
import { decimal, numeral } from "../numbers.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").SeatView} SeatView */
/** @typedef {import("../types.js").ClockView} ClockView */

/**
 * Is it our seat? Views for everybody show it only by the id of the player.
 *
 * @param {SeatView} seat
 */
export function isMine(seat) {
  return seat.you || (seat.player !== null && seat.player === session.player);
}

/** @param {Summary} table */
export function mySeats(table) {
  return table.seats.filter(isMine);
}

/**
 * The name of the player in this seat, or a text for a free seat.
 *
 * @param {SeatView} seat
 */
export function seatName(seat) {
  if (seat.kind === "friend") return texts.seats.friend;
  if (seat.kind === "open") return texts.seats.open;
  if (seat.kind === "engine") return seat.name ?? texts.seats.engine(seat.level ?? 1);
  if (seat.kind === "random") return seat.name ?? texts.seats.random;
  return seat.name ?? texts.guest;
}

/**
 * The name of the player in this seat, with the symbol if the name is not unique.
 *
 * @param {Summary} table
 * @param {number} number
 */
export function playerWords(table, number) {
  const seat = table.seats[number - 1];
  if (!seat) return String(number);
  const name = seatName(seat);
  const alone = table.seats.every((other) => other === seat || seatName(other) !== name);
  return alone ? name : texts.seats.withSymbol(name, seat.side ?? seat.symbol);
}

/** The seat to move, if there is one. @param {import("../types.js").Next} next */
export function moverOf(next) {
  return next.kind === "move" ? next.seat : null;
}

/**
 * The turn in words, or the stage of the table.
 *
 * @param {Summary} table
 * @param {string[]} [roles] what the seats play, in games where their moves differ
 */
export function turnWords(table, roles = []) {
  const { next, stage } = table;
  if (stage === "closed") return texts.status.closed;
  if (stage === "waiting") return waitingWords(table);
  if (stage === "over") return resultWords(table);
  if (next.kind === "roll") return texts.status.roll;
  const seat = table.seats[(moverOf(next) ?? 1) - 1];
  if (!seat) return "";
  const role = roles[seat.seat - 1];
  if (isMine(seat)) {
    const as = role ?? (mySeats(table).length > 1 ? (seat.side ?? seat.symbol) : null);
    return as ? texts.status.yourTurnAs(as) : texts.status.yourTurn;
  }
  const player = playerWords(table, seat.seat);
  const name = role ? texts.seats.withSymbol(player, role) : player;
  return seat.thinking ? texts.status.thinking(name) : texts.status.turn(name);
}

/**
 * The result in one line.
 *
 * @param {Summary} table
 */
export function resultWords(table) {
  const { result } = table;
  if (!result) return texts.status.over;
  if (result.kind === "draw") return texts.status.draw;
  if (result.kind === "stopped") return texts.status.stopped;
  if (result.kind === "scored") return texts.status.scored(pointWords(table));
  const winner = table.seats[(result.seat ?? 1) - 1];
  const mine = mySeats(table);
  if (mine.length === 1)
    return winner && isMine(winner) ? texts.status.youWon : texts.status.youLost;
  return texts.status.won(playerWords(table, result.seat ?? 1));
}

/**
 * Why the game ended, told to the person: what they did themselves is told as that.
 *
 * @param {Summary} table
 */
export function reasonWords(table) {
  const { result, cause } = table;
  if (table.stage !== "over") return "";
  const mine = mySeats(table);
  const isLost =
    result?.kind === "won" && table.seats.length === 2 && result.seat !== mine[0]?.seat;
  if (cause && mine.length === 1 && isLost) return texts.status.lostBy[cause];
  return table.reason ? sentence(table.reason) : "";
}

/**
 * The points of each seat, if they say more than the winner does.
 *
 * @param {Summary} table
 */
export function tellingPoints(table) {
  const points = table.points ?? [];
  const telling = table.result?.kind === "scored" || points.some((one) => one > 1);
  return table.stage === "over" && telling ? points : [];
}

/** @param {ClockView} clock */
export function clockWords(clock) {
  if (clock.kind === "move") return texts.clock.move(numeral(clock.seconds ?? 0));
  if (clock.kind === "game")
    return texts.clock.game(numeral((clock.seconds ?? 0) / 60), numeral(clock.increment ?? 0));
  if (clock.kind === "days") return texts.clock.days(clock.days ?? 0);
  return "";
}

/**
 * A duration as a clock shows it.
 *
 * @param {number} ms
 */
export function timeWords(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / 1000);
  if (left < 10_000) return decimal(Math.ceil(left / 100) / 10);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return texts.clock.daysLeft(days, hours);
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** @param {Summary} table */
function waitingWords(table) {
  const free = table.seats.filter((seat) => seat.kind === "friend" || seat.kind === "open").length;
  return texts.status.waiting(free);
}

/** @param {Summary} table */
function pointWords(table) {
  const points = table.points ?? [];
  // What one seat gains and the other loses is one number.
  if (points.length === 2 && points[0] === -(points[1] ?? 0)) return String(Math.max(...points));
  return points.map((points, at) => `${playerWords(table, at + 1)} ${signed(points)}`).join(", ");
}

/**
 * A number with a typographic minus sign.
 *
 * @param {number} number
 */
function signed(number) {
  return String(number).replace("-", "−");
}

/**
 * Steps as people read them, or as typed if the server did not send that.
 *
 * @param {string[]} steps
 * @param {string[] | undefined} readable
 */
export function readableSteps(steps, readable) {
  return steps.map((step, at) => readable?.[at] ?? step);
}

/** The signs of bad moves. */
const SIGNS = { mistake: "?", blunder: "??" };

/**
 * The sign and the words for the mark of a bad move; null for other moves.
 *
 * @param {string | null | undefined} mark
 */
export function markOf(mark) {
  if (mark !== "mistake" && mark !== "blunder") return null;
  return { sign: SIGNS[mark], ...texts.marks[mark] };
}
