/** What somebody sees who opens a link to a table with a free seat, and the form to take it. */

import { built, h } from "../dom.js";
import { pieceIcon } from "../board/pieces.js";
import { post } from "../net/api.js";
import { session } from "../net/session.js";
import { texts } from "../texts.js";
import { inviteFromAddress, isInvited } from "./invites.js";
import { clockWords, isMine, seatName } from "./words.js";

/** @typedef {import("../types.js").View} View */

/**
 * Who invites to what, and the form to take a seat.
 *
 * @param {View} view
 * @param {(seat: number | null, name: string) => void} sit takes a seat; null means the seat of the
 *   invite code
 */
export function invitation(view, sit) {
  const code = inviteFromAddress();
  const open = view.seats.filter((seat) => seat.kind === "open");
  const mine = view.seats.some(isMine);
  const choices = [...(isInvited(view) ? [null] : []), ...(mine ? [] : open)];
  if (choices.length === 0) return null;
  return h(
    "form",
    {
      class: "join",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name");
        const chosen = event.submitter instanceof HTMLElement ? event.submitter.dataset.seat : "";
        sit(chosen ? Number(chosen) : null, String(name ?? ""));
      },
    },
    isInvited(view) && code !== null
      ? built(`invitation ${code}`, () => letter(view, code))
      : h("p", { class: "lead" }, freeWords(view)),
    h("p", { class: "faint" }, termWords(view)),
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
          seat ? texts.share.sit(seat.side ?? seat.symbol) : texts.share.sitInvited,
        ),
      ),
    ),
  );
}

/** Who has a free seat, at a table that anybody can join. @param {View} view */
function freeWords(view) {
  const others = view.seats.filter((seat) => seat.kind === "person" && !isMine(seat));
  const [first] = others;
  return first ? texts.share.waitsFor(seatName(first), view.title) : texts.share.free(view.title);
}

/** The options and the clock in words. @param {View} view */
function termWords(view) {
  return [view.variant, clockWords(view.clock) || texts.setup.clock.kinds.none]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Who invites, to which game, and to which seat. Only the server knows whose seat a code is for.
 *
 * @param {View} view
 * @param {string} code
 */
function letter(view, code) {
  const element = document.createElement("div");
  element.className = "letter";
  const lead = document.createElement("p");
  lead.className = "lead";
  lead.textContent = texts.share.invited(view.title);
  element.append(lead);
  void (async () => {
    try {
      /** @type {import("../types.js").Invitation} */
      const { seat, by } = await post(`/api/tables/${encodeURIComponent(view.id)}/invitation`, {
        invite: code,
      });
      const mine = view.seats[seat - 1];
      if (by) lead.textContent = texts.share.invitedBy(by, view.title);
      if (!mine) return;
      const line = document.createElement("p");
      line.className = "your-side";
      const piece = document.createElement("span");
      piece.className = "piece";
      piece.append(pieceIcon(seat, mine.symbol, view.scene?.look));
      line.append(piece, texts.share.yourSide(mine.side ?? mine.symbol, seat === 1));
      element.append(line);
    } catch (error) {
      lead.textContent = error instanceof Error ? error.message : texts.share.invited(view.title);
    }
  })();
  return element;
}
