/**
 * The form for a new game. One click begins a game with the defaults, and everything can be
 * changed.
 */

import { asError, requestAsPlayer, get, setName, requestId } from "../net/api.js";
import { classes, foreign, h } from "../dom.js";
import { allGames } from "../net/catalogue.js";
import { storage } from "../storage.js";
import { session } from "../net/session.js";
import { showRules } from "../parts/rules.js";
import { go } from "../router.js";
import { contribute } from "../table/dice-fairness.js";
import { texts } from "../texts.js";
import { checkField, typedField } from "./fields.js";
import { namesAnOption, optionFields } from "./options.js";
import { clockFields, playerFields } from "./players.js";
import { Preview } from "./preview.js";
import { Setup } from "./setup.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").View} View */

export class NewGame {
  /** @type {GameInfo[]} */
  games = [];
  /** @type {import("../types.js").Program[]} */
  programs = [];
  /** @type {Setup | null} */
  setup = null;
  name = session.name;
  /** Why the table could not be made. @type {Error | null} */
  problem = null;
  busy = false;
  /**
   * The id of the request. It stays until something is changed, so that two clicks make one table.
   */
  #request = requestId();
  /** Does the address name options or a position? Then the options are open. */
  #special = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = () => {
      this.#request = requestId();
      this.problem = null;
      changed();
    };
    this.redraw = changed;
    this.preview = new Preview(changed);
  }

  /**
   * @param {{game?: string, position?: string, from?: {table: string, step: number}}} wanted a game
   *   in its one-line form, a position, or a step of a table to play on from
   */
  async load(wanted) {
    const [games, { programs }] = await Promise.all([
      allGames(),
      /** @type {Promise<{programs: import("../types.js").Program[]}>} */ (
        get("/api/programs")
      ).catch(() => ({
        programs: [],
      })),
    ]);
    this.games = games;
    this.programs = programs;
    const line = wanted.game ?? storage.read("game", "");
    const game = games.find(({ id }) => id === line.split(" ")[0]) ?? games[0];
    if (!game) throw new Error(texts.errors.noGames);
    this.setup = new Setup(game);
    this.setup.read(line);
    this.setup.position = wanted.position ?? "";
    this.#special = this.setup.line !== game.id || this.setup.position !== "";
    if (wanted.from) await this.#playOn(this.setup, wanted.from);
    this.redraw();
  }

  end() {
    this.preview.end();
  }

  draw() {
    const { setup } = this;
    if (!setup) return h("p", { role: "status" }, texts.loading);
    this.preview.follow(setup);
    return h(
      "form",
      {
        class: "new-game panel",
        "aria-labelledby": "new-game-title",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#make(setup);
        },
      },
      h("h2", { id: "new-game-title" }, setup.from ? texts.setup.playOn : texts.newGame),
      h("div", { class: "picks" }, setup.from ? this.#fromWhere(setup) : this.#cards(setup)),
      h("div", { class: "choose" }, this.#choices(setup)),
      h("div", { class: "preview" }, this.#preview(setup)),
      h("div", { class: "go" }, this.#submit(setup)),
    );
  }

  /** @param {Setup} setup */
  #choices(setup) {
    return [
      playerFields(setup, this.programs, this.changed),
      typedField("my-name", {
        label: texts.setup.name,
        value: this.name,
        change: (name) => {
          this.name = name;
          this.changed();
        },
        more: { maxlength: 32, placeholder: texts.guest, autocomplete: "nickname" },
      }),
      !setup.from &&
        h(
          "details",
          { class: "more", key: "options", open: this.#special },
          h("summary", {}, texts.setup.board),
          optionFields(setup, this.problem ?? this.preview.refusal, this.changed),
        ),
      h(
        "details",
        { class: "more", key: "terms" },
        h("summary", {}, texts.setup.terms),
        clockFields(setup, this.changed),
        checkField(texts.setup.listed, setup.listed, (listed) => {
          setup.wantsListed = listed;
          this.changed();
        }),
      ),
    ];
  }

  /** @param {Setup} setup */
  #submit(setup) {
    const refusal = this.preview.refusal;
    const problem = this.problem ?? (setup.from || !namesAnOption(refusal) ? refusal : null);
    return [
      h("p", { class: "problem", role: "alert" }, problem?.message),
      h(
        "button",
        { class: "primary large", disabled: this.busy },
        this.busy ? texts.setup.making : this.#verb(setup),
      ),
    ];
  }

  /** @param {Setup} setup */
  #cards(setup) {
    return h(
      "fieldset",
      { class: "cards" },
      h("legend", { class: "unseen" }, texts.setup.game),
      this.games.map((game) =>
        h(
          "label",
          { class: classes("card", game === setup.game && "picked"), key: game.id },
          h("input", {
            type: "radio",
            name: "game",
            value: game.id,
            checked: game === setup.game,
            onchange: () => this.#pick(setup, game),
          }),
          h("strong", {}, game.title),
          h("span", {}, game.about),
        ),
      ),
    );
  }

  /** @param {Setup} setup */
  #fromWhere(setup) {
    const { from } = setup;
    if (!from) return null;
    return h(
      "p",
      {},
      texts.setup.fromStep(from.title, from.step),
      " ",
      h("a", { href: `/t/${encodeURIComponent(from.table)}` }, texts.setup.thatGame),
      " · ",
      h("a", { href: "/" }, texts.setup.another),
    );
  }

  /** @param {Setup} setup */
  #preview(setup) {
    const { game } = setup;
    return [
      h(
        "div",
        { role: "group", "aria-label": texts.setup.preview(game.title) },
        foreign(this.preview.host),
      ),
      h(
        "p",
        { class: "about" },
        h(
          "button",
          { type: "button", class: "link", onclick: () => showRules(game.id, game.title) },
          texts.rulesOf(game.title),
        ),
      ),
    ];
  }

  /** @param {Setup} setup */
  #verb(setup) {
    const kinds = setup.seats.map(({ kind }) => kind);
    if (kinds.includes("friend")) return texts.setup.invite;
    if (kinds.includes("open")) return texts.setup.open;
    return kinds.includes("me") ? texts.setup.play : texts.setup.watch;
  }

  /**
   * @param {Setup} setup
   * @param {GameInfo} game
   */
  #pick(setup, game) {
    setup.pick(game);
    storage.write("game", game.id);
    this.changed();
  }

  /** @param {Setup} setup */
  async #make(setup) {
    if (this.busy) return;
    this.busy = true;
    this.redraw();
    try {
      await setName(this.name);
      const body = { ...setup.request(), request: this.#request };
      /** @type {{table: View}} */
      const made = await requestAsPlayer("POST", "/api/tables", body);
      const route = `/api/tables/${encodeURIComponent(made.table.id)}/deeds`;
      await contribute(made.table, (command) =>
        requestAsPlayer("POST", route, { ...command, request: requestId() }),
      );
      go(`/t/${made.table.id}`);
    } catch (error) {
      this.problem = asError(error);
      this.#request = requestId();
    }
    this.busy = false;
    this.redraw();
  }

  /**
   * @param {Setup} setup
   * @param {{table: string, step: number}} from
   */
  async #playOn(setup, from) {
    /** @type {View} */
    const view = await get(`/api/tables/${encodeURIComponent(from.table)}`);
    const game = this.games.find(({ id }) => id === view.game_id);
    if (!game) return;
    setup.pick(game);
    setup.setSeatCount(view.seats.length);
    setup.from = { ...from, game: view.game, title: view.title };
  }
}
