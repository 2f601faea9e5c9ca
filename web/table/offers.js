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
 * @param {import("./live.js").LiveTable} live
 * @param {View} view
 * @param {(command: Command) => void} act
 */
export function actionPanel(live, view, act) {
  const mine = mySeats(view);
  if (mine.length === 0) return rematchLink(view);
  return h(
    "section",
    { class: "actions", "aria-label": texts.actions.label },
    view.offers.map((offer) => offerRow(view, offer, act)),
    claimRow(live, view, act),
    rematchLink(view),
    h("div", { class: "row" }, buttons(view, act)),
  );
}

/**
 * @param {View} view
 * @param {(command: Command) => void} act
 */
function buttons(view, act) {
  const offered = (/** @type {OfferKind} */ what) =>
    view.offers.some((offer) => offer.what === what);
  const offer = (/** @type {OfferKind} */ what) =>
    !offered(what) &&
    h(
      "button",
      { type: "button", key: what, onclick: () => act({ do: "offer", what }) },
      texts.actions.offer[what],
    );
  if (view.stage === "over") return [!view.rematch && offer("rematch")];
  if (view.stage !== "playing") return [];
  const others = view.seats.some((seat) => seat.kind === "person" && !isMine(seat));
  return [
    view.steps.list.length > 0 && offer("takeback"),
    others && offer("draw"),
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
      "p",
      { key: "rematch-link" },
      h(
        "a",
        { class: "button primary", href: `/t/${encodeURIComponent(view.rematch)}` },
        texts.actions.toRematch,
      ),
    )
  );
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
