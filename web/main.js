/** The entry point: the frame around all pages, and the page for each address. */

import { byId, classes, h, render } from "./dom.js";
import { LANGUAGES, chooseLanguage, language } from "./language.js";
import { socket } from "./net/socket.js";
import { homePage } from "./pages/home.js";
import { missingPage } from "./pages/missing.js";
import { rulesPage } from "./pages/rules.js";
import { tablePage } from "./pages/table.js";
import { icon } from "./parts/icons.js";
import { showSettings } from "./parts/settings-dialog.js";
import { startRouter } from "./router.js";
import { settings } from "./settings.js";
import { texts } from "./texts.js";

startRouter(byId("main"), [
  { path: /^\/$/, page: homePage },
  { path: /^\/t\/([^/]+)$/, page: tablePage },
  { path: /^\/rules\/([^/]+)$/, page: rulesPage },
  { path: /^/, page: missingPage },
]);

byId("skip").textContent = texts.skip;
byId("skip").lang = language;
socket.onState(drawTop);
settings.onChange(drawTop);
drawTop();
drawFoot();

function drawTop() {
  render(
    byId("top"),
    h(
      "a",
      { class: "brand", href: "/" },
      h("img", { src: "/web/favicon.svg", alt: "", width: 28, height: 28 }),
      texts.brand,
    ),
    h(
      "p",
      { class: classes("connection", socket.lost && "shown"), role: "status" },
      socket.lost && h("span", { class: "spinner", "aria-hidden": "true" }),
      socket.lost && texts.reconnecting,
    ),
    h(
      "nav",
      { "aria-label": texts.pages },
      h("a", { class: "button quiet", href: "/" }, texts.newGame),
      h("button", { type: "button", class: "quiet", onclick: showSettings }, texts.settings.title),
    ),
  );
}

/** Each language by its own name, for people who cannot read the current one. */
function drawFoot() {
  render(
    byId("foot"),
    h(
      "nav",
      { class: "languages", "aria-label": texts.settings.language },
      icon("globe"),
      Object.entries(LANGUAGES).map(([code, name]) =>
        h(
          "button",
          {
            type: "button",
            class: "plain small",
            lang: code,
            "aria-current": code === language ? "true" : null,
            onclick: () => chooseLanguage(code),
          },
          name,
        ),
      ),
    ),
  );
}
