/** The settings as a dialog. */

import { h } from "../dom.js";
import { goBy } from "../net/api.js";
import { session } from "../net/session.js";
import { settings } from "../settings.js";
import { tick } from "../sound.js";
import { texts } from "../texts.js";
import { openDialog } from "./dialogs.js";

/** @typedef {import("../settings.js").Theme} Theme */

export function showSettings() {
  let problem = "";
  const dialog = openDialog(texts.settings.title, (close) => [
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name");
          try {
            await goBy(String(name ?? ""));
            close();
          } catch (error) {
            problem = error instanceof Error ? error.message : String(error);
            dialog.draw();
          }
        },
      },
      h(
        "label",
        { class: "field" },
        h("span", {}, texts.settings.name),
        h("input", {
          name: "name",
          maxlength: 32,
          autocomplete: "nickname",
          placeholder: texts.guest,
          defaultValue: session.name,
        }),
      ),
      problem && h("p", { class: "problem", role: "alert" }, problem),
      themes(),
      toggle("sound", texts.settings.sound, () => tick("try")),
      toggle("animation", texts.settings.animation),
      toggle("confirm", texts.settings.confirm),
      h("div", { class: "row end" }, h("button", { class: "primary" }, texts.settings.done)),
    ),
  ]);
}

function themes() {
  const choices = /** @type {Theme[]} */ (["system", "light", "dark"]);
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, texts.settings.theme),
    choices.map((theme) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "theme",
          value: theme,
          checked: settings.values.theme === theme,
          onchange: () => settings.change({ theme }),
        }),
        h("span", {}, texts.settings.themes[theme]),
      ),
    ),
  );
}

/**
 * @param {"sound" | "animation" | "confirm"} key
 * @param {string} label
 * @param {() => void} [after]
 */
function toggle(key, label, after) {
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked: settings.values[key],
      onchange: (/** @type {Event} */ event) => {
        settings.change({ [key]: /** @type {HTMLInputElement} */ (event.target).checked });
        after?.();
      },
    }),
    h("span", {}, label),
  );
}
