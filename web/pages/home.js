/** The home page: a new game, open tables, and one's own games. */

import { h, render } from "../dom.js";
import { socket } from "../net/socket.js";
import { NewGame } from "../newgame/form.js";
import { Lists } from "../parts/lists.js";
import { nameWindow } from "../router.js";
import { settings } from "../settings.js";
import { texts } from "../texts.js";

/** @type {import("../router.js").MakePage} */
export function homePage(host) {
  nameWindow("");
  let problem = "";
  const newGame = new NewGame(draw, () => lists.drawRunning());
  const lists = new Lists(draw, {
    get title() {
      return newGame.setup?.game.title ?? "";
    },
    play: () => newGame.begin("computer"),
    inviteAll: () => newGame.inviteAll(),
    watch: () => newGame.begin("watch"),
  });
  const failed = (/** @type {unknown} */ error) => {
    problem = error instanceof Error ? error.message : String(error);
    draw();
  };
  const load = () => {
    problem = "";
    newGame.load(wanted()).catch(failed);
    lists.load().catch(failed);
    draw();
  };
  load();
  const endSettings = settings.onChange(draw);
  const endRetry = socket.onConnected(() => {
    if (problem) load();
  });

  function draw() {
    render(
      host,
      problem &&
        h(
          "p",
          { class: "notice problem", role: "alert" },
          problem,
          " ",
          h("button", { type: "button", onclick: load }, texts.again),
        ),
      h(
        "div",
        { class: "home" },
        h("div", { class: "hero" }, h("h1", {}, texts.home.title), h("p", {}, texts.home.text)),
        newGame.draw(),
        lists.draw(),
      ),
    );
  }

  return {
    leave() {
      endRetry();
      endSettings();
      newGame.end();
      lists.end();
    },
  };
}

/** The game that the address names, or the position to continue. */
function wanted() {
  const params = new URLSearchParams(location.hash.slice(1));
  const table = params.get("from");
  return {
    game: params.get("game") ?? undefined,
    position: params.get("position") ?? undefined,
    from: table ? { table, step: Number(params.get("step") ?? 0) } : undefined,
  };
}
