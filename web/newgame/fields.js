/** The fields of forms. */

import { h } from "../dom.js";

/** @typedef {import("../dom.js").Offer} Offer */
/**
 * @typedef {{label: string, value: string, change: (value: string) => void, note?: string,
 *   problem?: string, more?: import("../dom.js").Props}} Field
 */

/**
 * A text field, with a note and the problem with its value.
 *
 * @param {string} id
 * @param {Field} field
 */
export function typedField(id, { label, value, change, note, problem, more }) {
  const described = [note && `${id}-note`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h("input", {
      id,
      value,
      autocomplete: "off",
      "aria-invalid": problem ? "true" : null,
      "aria-describedby": described || null,
      oninput: (/** @type {Event} */ event) =>
        change(/** @type {HTMLInputElement} */ (event.target).value),
      ...more,
    }),
    note && h("small", { id: `${id}-note` }, note),
    problem && h("small", { id: `${id}-problem`, class: "problem" }, problem),
  );
}

/**
 * A select field.
 *
 * @param {string} id
 * @param {Offer} label
 * @param {string} value
 * @param {[string, string][]} choices the values and their texts
 * @param {(value: string) => void} change
 */
export function selectField(id, label, value, choices, change) {
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        value,
        onchange: (/** @type {Event} */ event) =>
          change(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      choices.map(([choice, text]) => h("option", { value: choice, key: choice }, text)),
    ),
  );
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 */
export function checkField(label, checked, change) {
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked,
      onchange: (/** @type {Event} */ event) =>
        change(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    h("span", {}, label),
  );
}
