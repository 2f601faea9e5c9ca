/** The chat of a table. */

import { h } from "../dom.js";
import { session } from "../net/session.js";
import { icon } from "../parts/icons.js";
import { texts } from "../texts.js";
import { visibleLines, mutedHere } from "./mutes.js";
import { isMine, mySeats } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("./mutes.js").Muted} Muted */

/**
 * @typedef {object} ChatActs the actions of the chat; `here` means at this table, for everybody
 * @property {(text: string) => Promise<boolean>} send returns whether the line was sent
 * @property {(person: Muted, here: boolean) => void} mute
 * @property {(person: Muted, here: boolean) => void} unmute
 */

/**
 * Is there anybody to chat with: another person at the table, or somebody who has said something?
 *
 * @param {View} view
 */
export function isShared(view) {
  const others = view.seats.some((seat) => !isMine(seat) && PEOPLE.includes(seat.kind));
  return others || mySeats(view).length === 0 || view.watchers > 0 || view.chat.list.length > 0;
}

/** The kinds of seats where somebody sits, or will. */
const PEOPLE = ["person", "friend", "open"];

/**
 * The parts of the chat, of which the first is its heading.
 *
 * @param {View} view
 * @param {ChatActs} acts
 */
export function chatPanel(view, acts) {
  return [
    h("h2", { id: "chat-title" }, texts.chat.title),
    h(
      "div",
      // New lines are announced in the live region, without the buttons.
      {
        class: "said",
        role: "log",
        "aria-live": "off",
        tabindex: "0",
        "aria-label": texts.chat.log,
      },
      visibleLines(view).map((said) => line(view, said, acts)),
    ),
    mutedRow(view, acts),
    h(
      "form",
      {
        class: "row nowrap",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const field = /** @type {HTMLFormElement} */ (event.target).querySelector("input");
          const text = field?.value.trim();
          if (field && text && (await acts.send(text))) field.value = "";
        },
      },
      h("input", {
        "aria-label": texts.chat.label,
        placeholder: texts.chat.label,
        maxlength: 500,
        autocomplete: "off",
      }),
      h("button", {}, texts.chat.send),
    ),
  ];
}

/**
 * @param {View} view
 * @param {Said} said
 * @param {ChatActs} acts
 */
function line(view, said, acts) {
  return h(
    "p",
    {},
    h(
      "span",
      {},
      h("b", { class: said.seat ? `of-seat-${said.seat}` : null }, said.name),
      " ",
      said.text,
    ),
    muteButton(view, said, acts),
  );
}

/**
 * Players mute spectators for everybody. Other people mute for themselves only.
 *
 * @param {View} view
 * @param {Said} said
 * @param {ChatActs} acts
 */
function muteButton(view, { player, name, seat }, acts) {
  if (!player || player === session.player) return null;
  const here = isMember(view) && seat === null;
  const label = here ? texts.chat.muteHere(name) : texts.chat.mute(name);
  const mute = () => acts.mute({ player, name }, here);
  return h(
    "button",
    { type: "button", class: "plain mute", "aria-label": label, title: label, onclick: mute },
    icon("mute"),
  );
}

/**
 * @param {View} view
 * @param {ChatActs} acts
 */
function mutedRow(view, acts) {
  const muted = mutedHere(view);
  if (muted.length === 0) return null;
  return h(
    "ul",
    { class: "muted faint", "aria-label": texts.chat.muted },
    muted.map(({ here, ...person }) =>
      h(
        "li",
        { key: person.player },
        h("span", {}, here ? texts.chat.isMutedHere(person.name) : texts.chat.isMuted(person.name)),
        (!here || isMember(view)) &&
          h(
            "button",
            {
              type: "button",
              class: "link",
              "aria-label": texts.chat.unmuteWho(person.name),
              onclick: () => acts.unmute(person, here),
            },
            texts.chat.unmute,
          ),
      ),
    ),
  );
}

/**
 * Do we play at this table, or did we make it?
 *
 * @param {View} view
 */
function isMember(view) {
  return view.maker || mySeats(view).length > 0;
}
