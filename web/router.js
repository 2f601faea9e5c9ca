/** The router: it shows the page that belongs to the address. */

import { texts } from "./texts.js";

/**
 * A page that is shown in an element.
 *
 * @typedef {object} Page
 * @property {() => void} [leave] ends everything that the page has started
 */

/**
 * @typedef {(host: HTMLElement, found: string[]) => Page} MakePage makes a page from the parameters
 *   in the address
 */
/** @typedef {{path: RegExp, page: MakePage}} Route */

/** @type {Page} */
let shown = {};
/** @type {() => void} */
let show = () => {};

/**
 * Shows the page of the address, now and whenever it changes.
 *
 * @param {HTMLElement} main
 * @param {Route[]} routes the first that matches is used
 */
export function startRouter(main, routes) {
  show = () => {
    shown.leave?.();
    // A page that is still waiting for an answer must not write into its successor.
    const host = document.createElement("div");
    host.className = "page";
    main.replaceChildren(host);
    const path = readPath();
    for (const route of routes) {
      const found = route.path.exec(path);
      if (!found) continue;
      shown = route.page(host, found.slice(1));
      return;
    }
  };
  addEventListener("popstate", show);
  document.addEventListener("click", followLink);
  show();
}

/**
 * Goes to another page.
 *
 * @param {string} address
 */
export function go(address) {
  history.pushState(null, "", address);
  show();
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Sets the title of the window.
 *
 * @param {string} title
 */
export function nameWindow(title) {
  document.title = title ? `${title} · ${texts.brand}` : texts.brand;
}

/** The path of the address, decoded; empty if it cannot be decoded. */
function readPath() {
  try {
    return decodeURI(location.pathname);
  } catch {
    return "";
  }
}

/** @param {MouseEvent} event */
function followLink(event) {
  if (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    event.defaultPrevented
  )
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin)
    return;
  if (link.pathname.startsWith("/web/") || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash === "#main") {
    document.getElementById("main")?.focus();
    return;
  }
  go(link.pathname + link.search + link.hash);
}
