/** The settings as a dialog. */

import { BOARDS, SETS } from "../board/look.js";
import { sample } from "../board/sample.js";
import { built, h } from "../dom.js";
import { LANGUAGES, chooseLanguage, language } from "../language.js";
import { forgetMe, setName, readMyData } from "../net/api.js";
import { session } from "../net/session.js";
import { selectField } from "../newgame/fields.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { tick } from "../sound.js";
import { texts } from "../texts.js";
import { download } from "./copy.js";
import { confirmed, openDialog } from "./dialogs.js";
import { say } from "./live-region.js";

/** @typedef {import("../settings.js").Theme} Theme */

export function showSettings() {
  let problem = "";
  const fail = (/** @type {unknown} */ error) => {
    problem = error instanceof Error ? error.message : String(error);
    dialog.draw();
  };
  const dialog = openDialog(texts.settings.title, (close) => [
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name");
          try {
            await setName(String(name ?? ""));
            close();
          } catch (error) {
            fail(error);
          }
        },
      },
      selectField(
        "language",
        texts.settings.language,
        language,
        Object.entries(LANGUAGES),
        chooseLanguage,
      ),
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
      boards(),
      sets(),
      toggle("sound", texts.settings.sound, () => tick("try")),
      toggle("animation", texts.settings.animation),
      toggle("confirm", texts.settings.confirm),
      h("div", { class: "row end" }, h("button", { class: "primary" }, texts.settings.done)),
    ),
    session.token && myData(close, fail),
  ]);
}

/**
 * The data that the server has about us: to download and to delete.
 *
 * @param {() => void} close
 * @param {(error: unknown) => void} fail
 */
function myData(close, fail) {
  const forget = async () => {
    if (!(await confirmed(texts.data.question, texts.data.yes))) return;
    try {
      await forgetMe();
      close();
      go("/");
      say(texts.data.deleted);
    } catch (error) {
      fail(error);
    }
  };
  return h(
    "section",
    { class: "stack my-data", "aria-labelledby": "my-data-title" },
    h("h3", { id: "my-data-title" }, texts.data.title),
    h("p", { class: "faint" }, texts.data.about),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "small", onclick: () => downloadMyData().catch(fail) },
        texts.data.download,
      ),
      h("button", { type: "button", class: "small danger", onclick: forget }, texts.data.delete),
    ),
  );
}

/** Downloads the data that the server has about us. */
async function downloadMyData() {
  const text = JSON.stringify(await readMyData(), null, 2);
  download(new Blob([text], { type: "application/json" }), "ludoteca-my-data.json");
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

function boards() {
  return pictured("board", texts.settings.board, BOARDS, texts.settings.boards, (board) =>
    sample({ board, pieces: "own" }),
  );
}

function sets() {
  return pictured("pieces", texts.settings.pieces, SETS, texts.settings.sets, (pieces) =>
    sample({ board: "own", pieces }),
  );
}

/**
 * A choice among things that are shown by small pictures.
 *
 * @template {string} Name
 * @param {"board" | "pieces"} key
 * @param {string} legend
 * @param {readonly Name[]} names
 * @param {Record<Name, string>} words
 * @param {(name: Name) => Element} picture
 */
function pictured(key, legend, names, words, picture) {
  return h(
    "fieldset",
    { class: "pictured" },
    h("legend", {}, legend),
    h(
      "div",
      { class: "row" },
      names.map((name) =>
        h(
          "label",
          { class: "picture-choice" },
          h("input", {
            type: "radio",
            name: key,
            value: name,
            checked: settings.values[key] === name,
            onchange: () => settings.change({ [key]: name }),
          }),
          built(`${key} ${name}`, () => picture(name)),
          h("span", {}, words[name]),
        ),
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
