/** Links to the table for friends and spectators, and the form to take a seat. */

import { h } from "../dom.js";
import { session } from "../net/session.js";
import { copy } from "../parts/copy.js";
import { texts } from "../texts.js";
import { inviteFromAddress, inviteLink, watchLink } from "./invites.js";
import { isMine, mySeats } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").SeatView} SeatView */

/**
 * The panel with the seats before the game begins.
 *
 * @param {View} view
 * @param {{sit: (seat: number | null, name: string) => void, stand: (seat: number) => void,
 *   close: () => void}} act
 */
export function waitingPanel(view, act) {
  if (view.stage !== "waiting") return null;
  return h(
    "section",
    { class: "panel waiting", "aria-label": texts.share.title },
    view.seats.map(
      ({ seat, symbol, invite }) =>
        invite &&
        linkField(`invite-${seat}`, texts.share.invite(symbol), inviteLink(view.id, invite)),
    ),
    view.seats.some((seat) => seat.kind === "open") &&
      linkField("open-link", texts.share.open, watchLink(view.id)),
    joinForm(view, act.sit),
    h(
      "div",
      { class: "row" },
      !view.maker &&
        mySeats(view).map((seat) =>
          h(
            "button",
            { type: "button", onclick: () => act.stand(seat.seat) },
            texts.share.stand(seat.symbol),
          ),
        ),
      view.maker && h("button", { type: "button", onclick: act.close }, texts.share.close),
    ),
  );
}

/**
 * The link for spectators, which is also the permanent link of a finished game.
 *
 * @param {View} view
 */
export function watchPanel(view) {
  return linkField(
    "watch-link",
    view.stage === "over" ? texts.share.lasting : texts.share.watch,
    watchLink(view.id),
  );
}

/**
 * @param {View} view
 * @param {(seat: number | null, name: string) => void} sit takes a seat; null means the seat of the
 *   invite code
 */
function joinForm(view, sit) {
  const invited = inviteFromAddress() !== null;
  const friends = view.seats.filter((seat) => seat.kind === "friend");
  const open = view.seats.filter((seat) => seat.kind === "open");
  const mine = view.seats.some(isMine);
  const choices = [
    ...(invited && !view.maker && friends.length > 0 ? [null] : []),
    ...(mine ? [] : open),
  ];
  if (choices.length === 0) return null;
  return h(
    "form",
    {
      class: "join stack",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name");
        const chosen = event.submitter instanceof HTMLElement ? event.submitter.dataset.seat : "";
        sit(chosen ? Number(chosen) : null, String(name ?? ""));
      },
    },
    h("p", { class: "lead" }, invited ? texts.share.invited(view.title) : texts.share.free),
    h(
      "label",
      { class: "field" },
      h("span", {}, texts.setup.name),
      h("input", {
        name: "name",
        maxlength: 32,
        placeholder: texts.guest,
        autocomplete: "nickname",
        defaultValue: session.name,
      }),
    ),
    h(
      "div",
      { class: "row" },
      choices.map((seat) =>
        h(
          "button",
          { class: "primary", "data-seat": seat ? String(seat.seat) : "" },
          seat ? texts.share.sit(seat.symbol) : texts.share.sitInvited,
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} link
 */
function linkField(id, label, link) {
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h(
      "div",
      { class: "row nowrap" },
      h("input", {
        id,
        readonly: true,
        value: link,
        onfocus: (/** @type {Event} */ event) =>
          /** @type {HTMLInputElement} */ (event.target).select(),
      }),
      h(
        "button",
        { type: "button", onclick: (/** @type {Event} */ event) => copied(event, link) },
        texts.copy,
      ),
    ),
  );
}

/**
 * @param {Event} event
 * @param {string} text
 */
async function copied(event, text) {
  const button = event.currentTarget;
  const done = await copy(text);
  if (!(button instanceof HTMLElement)) return;
  button.textContent = done ? texts.copiedShort : texts.copy;
  setTimeout(() => (button.textContent = texts.copy), 2000);
}
