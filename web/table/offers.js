/**
 * The actions of players besides moves: making and answering offers, resigning, claiming the game.
 */

import { h } from "../dom.js";
import { confirmed } from "../parts/dialogs.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { isMine, moverOf, mySeats, playerWords, timeWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").OfferKind} OfferKind */
/** @typedef {import("./live.js").Command} Command */

/**
 * What the actions need to know besides the table.
 *
 * @typedef {object} Circumstances
 * @property {boolean} exchanges do the seats differ, so that people exchange roles in a rematch?
 * @property {boolean} draws can a game of this kind end in a draw?
 * @property {(() => void) | null} hint asks for a hint, where that is allowed
 * @property {boolean} hinting is the engine thinking about one?
 * @property {string} hinted the hint, as people read it
 * @property {(() => void) | null} review begins the review of a game that is over
 */

/**
 * @param {import("./live.js").LiveTable} live
 * @param {View} view
 * @param {(command: Command) => void} act
 * @param {Circumstances} now
 */
export function actionPanel(live, view, act, now) {
  if (mySeats(view).length === 0 && view.stage !== "over") return null;
  return h(
    "section",
    { class: "actions", "aria-label": texts.actions.label },
    view.offers.map((offer) => offerRow(view, offer, act)),
    claimRow(live, view, act),
    h("div", { class: "row" }, buttons(view, act, now)),
    now.hinted && h("p", { class: "hinted" }, texts.actions.hinted(now.hinted)),
  );
}

/**
 * May the person ask an engine for a hint? Not against other people.
 *
 * @param {View} view
 */
export function mayAskHint(view) {
  const isTurn = mySeats(view).some((seat) => seat.seat === moverOf(view.next));
  const isAlone = view.seats.every((seat) => isMine(seat) || HOUSE.includes(seat.kind));
  return view.stage === "playing" && isTurn && isAlone && mySeats(view).length < view.seats.length;
}

/** The kinds of seats without another person. */
const HOUSE = ["engine", "random"];

/**
 * @param {View} view
 * @param {(command: Command) => void} act
 * @param {Circumstances} now
 */
function buttons(view, act, now) {
  const offered = (/** @type {OfferKind} */ what) =>
    view.offers.some((offer) => offer.what === what);
  const offer = (/** @type {OfferKind} */ what, label = texts.actions.offer[what], kind = "") =>
    !offered(what) &&
    h(
      "button",
      { type: "button", key: what, class: kind || null, onclick: () => act({ do: "offer", what }) },
      label,
    );
  if (view.stage === "over")
    return [
      rematchLink(view) ||
        (mySeats(view).length > 0 &&
          offer("rematch", now.exchanges ? texts.actions.exchange : undefined, "primary")),
      now.review &&
        h(
          "button",
          { type: "button", key: "review", class: "to-review", onclick: now.review },
          texts.actions.review,
        ),
      h("a", { class: "button", key: "new", href: newGameLink(view) }, texts.newGame),
    ];
  if (view.stage !== "playing") return [];
  const others = view.seats.some((seat) => seat.kind === "person" && !isMine(seat));
  const hasMoved = view.steps.list.some((step) => step.by && isSeatMine(view, step.by));
  return [
    now.hint &&
      h(
        "button",
        { type: "button", key: "hint", disabled: now.hinting, onclick: now.hint },
        now.hinting ? texts.actions.hinting : texts.actions.hint,
      ),
    hasMoved && offer("takeback"),
    others && now.draws && offer("draw"),
    h(
      "button",
      { type: "button", key: "resign", onclick: () => resign(view, act) },
      texts.actions.resign,
    ),
  ];
}

/**
 * @param {View} view
 * @param {Offer} offer
 * @param {(command: Command) => void} act
 */
function offerRow(view, offer, act) {
  const { what } = offer;
  const byMe = isSeatMine(view, offer.by);
  const mayAnswer = offer.waits_for.some((seat) => isSeatMine(view, seat));
  const who = playerWords(view, offer.by);
  return h(
    "div",
    {
      class: "offer",
      role: "group",
      "aria-label": texts.actions.offerOf[what],
      key: `${what} ${offer.by}`,
    },
    h("p", {}, byMe ? texts.actions.youOffered[what] : texts.actions.offered[what](who)),
    h(
      "div",
      { class: "row" },
      mayAnswer &&
        !byMe &&
        h(
          "button",
          { type: "button", class: "primary", onclick: () => act({ do: "accept", what }) },
          texts.actions.accept,
        ),
      (mayAnswer || byMe) &&
        h(
          "button",
          { type: "button", onclick: () => act({ do: "decline", what }) },
          byMe ? texts.actions.withdraw : texts.actions.decline,
        ),
    ),
  );
}

/**
 * The claim of the game, if the player to move has been away too long.
 *
 * @param {import("./live.js").LiveTable} live
 * @param {View} view
 * @param {(command: Command) => void} act
 */
function claimRow(live, view, act) {
  const mover = moverOf(view.next);
  if (view.stage !== "playing" || !view.claim_at || isSeatMine(view, mover ?? 0)) return null;
  const wait = view.claim_at - live.now();
  const who = playerWords(view, mover ?? 1);
  return h(
    "div",
    { class: "offer", key: "claim" },
    h(
      "p",
      {},
      wait > 0 ? texts.actions.claimLater(who, timeWords(wait)) : texts.actions.claimNow(who),
    ),
    wait <= 0 &&
      h(
        "button",
        { type: "button", class: "primary", onclick: () => act({ do: "claim" }) },
        texts.actions.claim,
      ),
  );
}

/** @param {View} view */
function rematchLink(view) {
  return (
    view.rematch &&
    h(
      "a",
      {
        class: "button primary",
        key: "rematch-link",
        href: `/t/${encodeURIComponent(view.rematch)}`,
      },
      texts.actions.toRematch,
    )
  );
}

/**
 * The page for a new game of the same kind.
 *
 * @param {View} view
 */
function newGameLink(view) {
  return `/#${new URLSearchParams({ game: view.game })}`;
}

/**
 * @param {View} view
 * @param {(command: Command) => void} act
 */
async function resign(view, act) {
  if (
    settings.values.confirm &&
    !(await confirmed(texts.actions.resignQuestion, texts.actions.resign))
  )
    return;
  const mine = mySeats(view);
  const seat = mine.find((one) => one.seat === moverOf(view.next)) ?? mine[0];
  act({ do: "resign", seat: seat?.seat });
}

/**
 * @param {View} view
 * @param {number} number
 */
function isSeatMine(view, number) {
  const seat = view.seats[number - 1];
  return seat !== undefined && isMine(seat);
}
