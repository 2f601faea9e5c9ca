/** The parts next to the board: the title, the status, and the buttons below. */

import { classes, h } from "../dom.js";
import { sentence } from "../net/api.js";
import { openDialog } from "../parts/dialogs.js";
import { showRules } from "../parts/rules.js";
import { texts } from "../texts.js";
import { seatIcon } from "./seats.js";
import { stepButtons } from "./steps.js";
import { isInvited } from "./invites.js";
import { clockWords, moverOf, mySeats, reasonWords, turnWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./cursor.js").Cursor} Cursor */

/** @param {View} view */
export function tableHead(view) {
  const details = [view.variant, clockWords(view.clock)].filter(Boolean).join(" · ");
  return h(
    "div",
    { class: "desk-head" },
    h("h1", {}, view.title),
    details && h("span", { class: "faint" }, details),
    h(
      "button",
      { type: "button", class: "link", onclick: () => showRules(view.game_id, view.title) },
      texts.rules,
    ),
  );
}

/**
 * Whose turn it is and what there is to do, or how the game ended.
 *
 * @param {View} view
 * @param {string[]} roles what the seats play, in games where their moves differ
 * @param {{ isPossible: boolean, words: string, cancel: () => void }} plan can the person plan a
 *   move while another one is to move, and which one is planned?
 */
export function statusPanel(view, roles, plan) {
  const mine =
    view.stage === "playing" && mySeats(view).some((seat) => seat.seat === moverOf(view.next));
  const reason = reasonWords(view);
  // A person is no spectator to themselves.
  const others = view.watchers - (mySeats(view).length === 0 ? 1 : 0);
  const role = mySeats(view).length === 0 && view.stage === "playing" ? texts.table.youWatch : "";
  const mover = view.stage === "playing" ? view.seats[(moverOf(view.next) ?? 0) - 1] : null;
  // A player is not shown what others have to do.
  const isMeant = mover && (mine || mySeats(view).length === 0);
  const task = view.stage === "playing" ? view.scene?.prompt : null;
  const prompt = isMeant ? task : plan.words || (plan.isPossible && texts.table.mayPlan);
  const part = view.stage === "playing" ? view.scene?.stage : null;
  return h(
    "section",
    {
      class: classes("status", mine && "mine", view.stage === "over" && "over"),
      "aria-label": texts.status.label,
    },
    h(
      "p",
      { class: "turn-words" },
      mover && h("span", { class: "turn-piece" }, seatIcon(mover.seat, mover.symbol, view.scene)),
      isInvited(view) ? texts.status.invited : turnWords(view, roles),
    ),
    task &&
      h(
        "div",
        { class: "prompts" },
        h("p", { class: classes("prompt", !mine && !plan.words && "faint") }, prompt),
        // Its room stays, so that the board does not move when the turn passes.
        !isMeant && h("p", { class: "prompt room", "aria-hidden": "true" }, task),
      ),
    plan.words &&
      h(
        "button",
        { type: "button", class: "small cancel-plan", onclick: plan.cancel },
        texts.cancel,
      ),
    part && h("p", { class: "faint part" }, sentence(part)),
    reason && h("p", { class: "reason" }, reason),
    (role || others > 0) &&
      h(
        "p",
        { class: "faint" },
        [role, others > 0 && texts.table.watchers(others)].filter(Boolean).join(" · "),
      ),
  );
}

/**
 * @param {View} view
 * @param {Cursor} cursor
 * @param {{go: (after: number, line?: string[]) => void, follow: () => void, flip: () => void,
 *   roll: (face: string) => void}} act
 */
export function boardTools(view, cursor, act) {
  const over = view.stage === "over";
  const faces = over && cursor.position?.next.kind === "roll" ? cursor.position.moves : [];
  return h(
    "div",
    { class: "tools" },
    stepButtons(view, cursor, act.go),
    h("button", { type: "button", onclick: act.flip }, texts.table.flip),
    h("button", { type: "button", class: "wide-only", onclick: showKeys }, texts.keys.title),
    over && h("a", { class: "button", href: playOn(view, cursor) }, texts.table.playOn),
    !cursor.following &&
      !over &&
      h("button", { type: "button", class: "primary", onclick: act.follow }, texts.table.back),
    faces.length > 0 &&
      h(
        "span",
        { class: "faces", role: "group", "aria-label": texts.table.faces },
        texts.table.faces,
        faces.map((face) => h("button", { type: "button", onclick: () => act.roll(face) }, face)),
      ),
  );
}

/**
 * The direction in which a key steps through the game; null for other keys, and in other elements.
 *
 * @param {KeyboardEvent} event
 * @param {Element} board
 * @returns {"first" | "previous" | "next" | "last" | null}
 */
export function keyOf(event, board) {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return null;
  if (
    !(target instanceof Element) ||
    board.contains(target) ||
    target.closest("input, textarea, select, dialog")
  )
    return null;
  return WAYS[event.key] ?? null;
}

/** @type {Record<string, "first" | "previous" | "next" | "last">} */
const WAYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };

/**
 * @param {View} view
 * @param {Cursor} cursor
 */
function playOn(view, cursor) {
  const variation = cursor.line.length > 0 ? cursor.position : null;
  /** @type {Record<string, string>} */
  const wanted = variation
    ? { game: view.game, position: variation.position }
    : { from: view.id, step: String(cursor.at) };
  return `/#${new URLSearchParams(wanted)}`;
}

function showKeys() {
  openDialog(texts.keys.title, () => [
    texts.keys.groups.map((group) => [
      h("h3", {}, group.title),
      h(
        "dl",
        { class: "keys" },
        group.keys.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
      ),
    ]),
  ]);
}
