/** What people say to each other at a table. */

import { h } from "../dom.js";
import { texts } from "../texts.js";

/** @typedef {import("../types.js").View} View */

/**
 * @param {View} view
 * @param {(text: string) => Promise<boolean>} send tells whether it was said
 */
export function chatPanel(view, send) {
  return h(
    "section",
    { class: "panel chat", "aria-labelledby": "chat-title" },
    h("h2", { id: "chat-title" }, texts.chat.title),
    h(
      "div",
      { class: "said", role: "log", tabindex: "0", "aria-label": texts.chat.log },
      view.chat.list.map((said) =>
        h("p", {}, h("b", { class: said.seat ? `of-seat-${said.seat}` : null }, said.name), " ", said.text),
      ),
    ),
    h(
      "form",
      {
        class: "row nowrap",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const field = /** @type {HTMLFormElement} */ (event.target).querySelector("input");
          const text = field?.value.trim();
          if (field && text && (await send(text))) field.value = "";
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
  );
}
