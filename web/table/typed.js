/** The field for typed moves, for people who prefer typing to clicking. */

import { h } from "../dom.js";
import { texts } from "../texts.js";

/**
 * @param {import("../types.js").View} view
 * @param {(step: string) => void} play
 */
export function typedMove(view, play) {
  return h(
    "form",
    {
      class: "row nowrap typed",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLFormElement} */ (event.target).querySelector("input");
        const step = field?.value.trim();
        if (!field || !step) return;
        field.value = "";
        play(step);
      },
    },
    h("input", {
      "aria-label": texts.steps.type,
      "aria-description": view.hint,
      placeholder: view.hint || texts.steps.type,
      title: view.hint,
      maxlength: 200,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    }),
    h("button", {}, texts.steps.play),
  );
}
