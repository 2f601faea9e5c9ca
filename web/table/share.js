/** Links to the table for friends and spectators, and what helps to hand them on. */

import { built, h } from "../dom.js";
import { post } from "../net/api.js";
import { copy } from "../parts/copy.js";
import { openDialog } from "../parts/dialogs.js";
import { icon } from "../parts/icons.js";
import { texts } from "../texts.js";
import { invitation } from "./invitation.js";
import { inviteLink, isOnlyHere, reachable, watchLink } from "./invites.js";
import { mySeats } from "./words.js";

/** @typedef {import("../types.js").View} View */

/**
 * The panel with the seats before the game begins.
 *
 * @param {View} view
 * @param {{sit: (seat: number | null, name: string) => void, stand: (seat: number) => void,
 *   close: () => void}} act
 */
export function waitingPanel(view, act) {
  if (view.stage !== "waiting") return null;
  const links = [
    ...view.seats.map(
      ({ seat, symbol, side, invite }) =>
        invite &&
        linkField(
          `invite-${seat}`,
          texts.share.invite(side ?? symbol),
          inviteLink(view.id, invite),
          texts.share.invited(view.title),
        ),
    ),
    view.seats.some((seat) => seat.kind === "open") &&
      linkField("open-link", texts.share.open, watchLink(view.id), texts.share.invited(view.title)),
  ].filter(Boolean);
  return h(
    "section",
    { class: "panel waiting", "aria-label": texts.share.title },
    invitation(view, act.sit),
    links,
    links.length > 0 && isOnlyHere() && onlyHereNote(),
    h(
      "div",
      { class: "row" },
      !view.maker &&
        mySeats(view).map((seat) =>
          h(
            "button",
            { type: "button", class: "small", onclick: () => act.stand(seat.seat) },
            texts.share.stand(seat.symbol),
          ),
        ),
      view.maker &&
        h("button", { type: "button", class: "small", onclick: act.close }, texts.share.close),
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
    view.title,
  );
}

/** A warning that a link works only on this computer, with a better address if there is one. */
function onlyHereNote() {
  return built("only-here", () => {
    const note = document.createElement("p");
    note.className = "faint only-here";
    note.textContent = texts.share.onlyHere;
    void reachable().then(([better]) => {
      if (better) note.textContent = texts.share.betterLink;
    });
    return note;
  });
}

/**
 * A link to hand on: by copying it, by the share sheet of the system where there is one, or by a QR
 * code.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} link
 * @param {string} title what is shared, for the share sheet
 */
function linkField(id, label, link, title) {
  return h(
    "div",
    { class: "field link-field", key: id },
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
      "share" in navigator && iconButton("share", texts.share.share, () => void share(link, title)),
      iconButton("code", texts.share.code, () => void showCode(label, link)),
    ),
  );
}

/**
 * @param {import("../parts/icons.js").Sign} sign
 * @param {string} label
 * @param {() => void} act
 */
function iconButton(sign, label, act) {
  return h(
    "button",
    { type: "button", class: "icon", "aria-label": label, title: label, onclick: act },
    icon(sign),
  );
}

/**
 * @param {string} link
 * @param {string} title
 */
async function share(link, title) {
  try {
    await navigator.share({ title, url: await better(link) });
  } catch {
    // The person has closed the share sheet.
  }
}

/**
 * Shows the link as a QR code, which the server draws.
 *
 * @param {string} label
 * @param {string} link
 */
async function showCode(label, link) {
  /** @type {{svg?: string, link?: string, problem?: string}} */
  const shown = {};
  const dialog = openDialog(texts.share.code, () => [
    h("p", {}, label),
    shown.problem && h("p", { class: "problem", role: "alert" }, shown.problem),
    shown.svg
      ? h("img", {
          class: "code",
          alt: texts.share.codeOf(shown.link ?? link),
          src: `data:image/svg+xml,${encodeURIComponent(shown.svg)}`,
        })
      : !shown.problem && h("p", { role: "status" }, texts.loading),
    h("p", { class: "faint address" }, shown.link ?? link),
    isOnlyHere() && onlyHereNote(),
  ]);
  try {
    shown.link = await better(link);
    /** @type {{svg: string}} */
    const { svg } = await post("/api/qr", { text: shown.link });
    shown.svg = svg;
  } catch (error) {
    shown.problem = error instanceof Error ? error.message : String(error);
  }
  dialog.draw();
}

/**
 * The link under an address that other devices reach, if this page was opened under one that they
 * do not.
 *
 * @param {string} link
 */
async function better(link) {
  const [origin] = await reachable();
  return origin ? link.replace(location.origin, origin) : link;
}

/**
 * @param {Event} event
 * @param {string} link
 */
async function copied(event, link) {
  const button = event.currentTarget;
  const done = await copy(await better(link));
  if (!(button instanceof HTMLElement)) return;
  button.textContent = done ? texts.copiedShort : texts.copy;
  setTimeout(() => (button.textContent = texts.copy), 2000);
}
