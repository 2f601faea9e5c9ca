/** Copying and downloading. */

import { texts } from "../texts.js";
import { say } from "./live-region.js";

/**
 * Copies a text to the clipboard.
 *
 * @param {string} text
 * @returns {Promise<boolean>} was it copied?
 */
export async function copy(text) {
  const done = (await copyModern(text)) || copyOld(text);
  say(done ? texts.copied : texts.notCopied);
  return done;
}

/**
 * Downloads something as a file.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function download(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} text */
async function copyModern(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a selection: pages over plain HTTP cannot use the clipboard directly.
 *
 * @param {string} text
 */
function copyOld(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  // While a dialog is open, only elements in it can have the focus.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
