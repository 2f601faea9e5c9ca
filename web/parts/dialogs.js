/** Modal dialogs. The browser keeps the focus in them and restores it. */

import { h, render } from "../dom.js";
import { icon } from "./icons.js";
import { texts } from "../texts.js";

/** @typedef {import("../dom.js").Offer} Offer */

/**
 * Opens a dialog over the page.
 *
 * @param {string} title
 * @param {(close: () => void) => Offer[]} content
 * @returns {{close: () => void, draw: () => void, done: Promise<void>}}
 */
export function openDialog(title, content) {
  const dialog = document.createElement("dialog");
  // A dialog may be open over another.
  const titleId = `dialog-title-${document.querySelectorAll("dialog").length}`;
  dialog.setAttribute("aria-labelledby", titleId);
  const close = () => dialog.close();
  const draw = () =>
    render(
      dialog,
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: titleId }, title),
        h(
          "button",
          { type: "button", class: "plain icon", "aria-label": texts.close, onclick: close },
          icon("close"),
        ),
      ),
      h("div", { class: "dialog-body" }, content(close)),
    );
  draw();
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.showModal();
  const done = new Promise((/** @type {(nothing: void) => void} */ resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
  });
  return { close, draw, done };
}

/**
 * Asks for confirmation before something that cannot be undone.
 *
 * @param {string} question
 * @param {string} yes the label of the button that confirms
 * @returns {Promise<boolean>}
 */
export async function confirmed(question, yes) {
  let answer = false;
  const dialog = openDialog(question, (close) => [
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: close }, texts.cancel),
      h(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: () => {
            answer = true;
            close();
          },
        },
        yes,
      ),
    ),
  ]);
  await dialog.done;
  return answer;
}
