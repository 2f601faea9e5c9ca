/** The fields for the players of the seats, and for the clock. */

import { built, h } from "../dom.js";
import { pieceIcon } from "../board/pieces.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { selectField, typedField } from "./fields.js";
import { SEATS } from "./setup.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("./setup.js").SeatChoice} SeatChoice */
/** @typedef {import("./setup.js").SeatKind} SeatKind */
/** @typedef {import("../types.js").Program} Program */
/** @typedef {import("../types.js").Opponent} Opponent */
/** @typedef {import("./preview.js").Look} Look */

/**
 * @param {Setup} setup
 * @param {{programs: Program[], opponents: Opponent[]}} known the connected programs, and engines
 * @param {Look | undefined} look
 * @param {() => void} changed
 */
export function playerFields(setup, { programs, opponents }, look, changed) {
  const fitting = programs.filter(
    ({ games, busy }) => !busy && (games?.includes(setup.game.id) ?? true),
  );
  return h(
    "fieldset",
    { class: "players" },
    h("legend", {}, texts.setup.players),
    !setup.from && countField(setup, changed),
    setup.seats.map((seat, at) =>
      seatRow(setup, seat, at, { programs: fitting, opponents }, look, changed),
    ),
    h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: () => {
          setup.rotate();
          changed();
        },
      },
      setup.seats.length === 2 ? texts.setup.swap : texts.setup.rotate,
    ),
  );
}

/**
 * @param {Setup} setup
 * @param {() => void} changed
 */
export function clockFields(setup, changed) {
  const { clock } = setup;
  const set =
    (/** @type {"move" | "base" | "increment" | "days"} */ key) =>
    (/** @type {string} */ value) => {
      clock[key] = value;
      changed();
    };
  const number = { inputmode: "decimal", required: true };
  /** @type {[string, string][]} */
  const kinds = /** @type {const} */ (["none", "move", "game", "days"]).map((kind) => [
    kind,
    texts.setup.clock.kinds[kind],
  ]);
  return h(
    "div",
    { class: "fields" },
    selectField("clock-kind", texts.setup.clock.label, clock.kind, kinds, (kind) => {
      clock.kind = /** @type {import("./setup.js").ClockChoice["kind"]} */ (kind);
      changed();
    }),
    clock.kind === "move" &&
      typedField("clock-move", {
        label: texts.setup.clock.seconds,
        value: clock.move,
        change: set("move"),
        more: number,
      }),
    clock.kind === "game" && [
      typedField("clock-base", {
        label: texts.setup.clock.minutes,
        value: clock.base,
        change: set("base"),
        more: number,
      }),
      typedField("clock-increment", {
        label: texts.setup.clock.increment,
        value: clock.increment,
        change: set("increment"),
        more: number,
      }),
    ],
    clock.kind === "days" &&
      typedField("clock-days", {
        label: texts.setup.clock.days,
        value: clock.days,
        change: set("days"),
        more: number,
      }),
  );
}

/**
 * The number of players, if it can be chosen.
 *
 * @param {Setup} setup
 * @param {() => void} changed
 */
function countField(setup, changed) {
  const [min, max] = [setup.seatOption?.min ?? 2, setup.seatOption?.max ?? 2];
  if (min === max) return null;
  const counts = Array.from({ length: max - min + 1 }, (_, more) => String(min + more));
  /** @type {[string, string][]} */
  const choices = counts.map((count) => [count, count]);
  return selectField(
    "seat-count",
    texts.setup.count,
    String(setup.seats.length),
    choices,
    (count) => {
      setup.values[SEATS] = Number(count) === setup.seatOption?.default ? "" : count;
      setup.fitSeats();
      changed();
    },
  );
}

/**
 * @param {Setup} setup
 * @param {SeatChoice} seat
 * @param {number} at
 * @param {{programs: Program[], opponents: Opponent[]}} known
 * @param {Look | undefined} look
 * @param {() => void} changed
 */
function seatRow(setup, seat, at, { programs, opponents }, look, changed) {
  const symbol = setup.game.names[at] ?? String(at + 1);
  const side = setup.game.sides[at];
  const name = texts.setup.seat(at + 1, symbol, side);
  return h(
    "div",
    { class: "seat-row", key: String(at) },
    h(
      "span",
      { class: "piece", "aria-hidden": "true" },
      built(`${at} ${symbol} ${JSON.stringify([look, settings.taste])}`, () =>
        pieceIcon(at + 1, symbol, look),
      ),
    ),
    kindField(seat, at, name, programs, changed),
    seat.kind === "engine" && levelField(seat, at, name, opponents, changed),
  );
}

/**
 * @param {SeatChoice} seat
 * @param {number} at
 * @param {string} name
 * @param {Program[]} programs
 * @param {() => void} changed
 */
function kindField(seat, at, name, programs, changed) {
  const kinds = /** @type {const} */ (["me", "friend", "open", "engine", "random"]);
  /** @type {[string, string][]} */
  const choices = [
    ...kinds.map((kind) => /** @type {[string, string]} */ ([kind, texts.setup.kinds[kind]])),
    ...programs.map(
      (program) =>
        /** @type {[string, string]} */ ([`program:${program.id}`, texts.setup.program(program)]),
    ),
  ];
  const value = seat.kind === "program" ? `program:${seat.program}` : seat.kind;
  return selectField(`seat-${at}`, name, value, choices, (chosen) => {
    const [kind, program = ""] = chosen.split(/:(.*)/s);
    seat.kind = /** @type {SeatKind} */ (kind);
    seat.program = program;
    changed();
  });
}

/**
 * @param {SeatChoice} seat
 * @param {number} at
 * @param {string} name
 * @param {Opponent[]} opponents
 * @param {() => void} changed
 */
function levelField(seat, at, name, opponents, changed) {
  /** @type {[string, string][]} */
  const choices = opponents.map((opponent) => [
    String(opponent.level),
    `${opponent.name} (${opponent.level})`,
  ]);
  const label = [texts.setup.opponent, h("span", { class: "unseen" }, ` (${name})`)];
  return selectField(`level-${at}`, label, String(seat.level), choices, (level) => {
    seat.level = Number(level);
    changed();
  });
}
