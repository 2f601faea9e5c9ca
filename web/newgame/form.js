/**
 * A new game. One click begins it with good defaults; what people like to choose can be chosen at a
 * glance, and everything else is behind one fold.
 */

import { asError, requestAsPlayer, get, setName, requestId } from "../net/api.js";
import { foreign, h } from "../dom.js";
import { catalogue } from "../net/catalogue.js";
import { storage } from "../storage.js";
import { session } from "../net/session.js";
import { Demos } from "../parts/demo.js";
import { icon } from "../parts/icons.js";
import { say } from "../parts/live-region.js";
import { showRules } from "../parts/rules.js";
import { go } from "../router.js";
import { contribute } from "../table/dice-fairness.js";
import { texts } from "../texts.js";
import { choiceGroup, clockGroup, opponentGroup, sideGroup } from "./choices.js";
import { checkField, selectField, typedField } from "./fields.js";
import { factWords, gameCards, showChoices } from "./games.js";
import { namesAnOption, optionFields } from "./options.js";
import { clockFields, playerFields } from "./players.js";
import { Preview } from "./preview.js";
import { LEVELS, Setup, USUAL_LEVEL } from "./setup.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./setup.js").Verb} Verb */

export class NewGame {
  /** @type {GameInfo[]} */
  games = [];
  /** @type {import("../types.js").Opponent[]} */
  opponents = [];
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
  /** Does the address name options or a position? Then the fold is open. */
  #special = false;
  #demos = new Demos();

  /**
   * @param {() => void} changed
   * @param {() => import("../dom.js").Offer} running links to the games that can be watched now
   */
  constructor(changed, running) {
    this.changed = () => {
      this.#request = requestId();
      this.problem = null;
      changed();
    };
    this.redraw = changed;
    this.running = running;
    this.preview = new Preview(changed);
  }

  /**
   * @param {{game?: string, position?: string, from?: {table: string, step: number}}} wanted a game
   *   in its one-line form, a position, or a step of a table to play on from
   */
  async load(wanted) {
    const [{ games, opponents }, { programs }] = await Promise.all([
      catalogue(),
      /** @type {Promise<{programs: import("../types.js").Program[]}>} */ (
        get("/api/programs")
      ).catch(() => ({
        programs: [],
      })),
    ]);
    Object.assign(this, { games, opponents, programs });
    // The last game, or else the first one, which most people know.
    const line = wanted.game ?? storage.read("game", "");
    const game = games.find(({ id }) => id === line.split(" ")[0]) ?? games[0];
    if (!game) throw new Error(texts.errors.noGames);
    const level = storage.read("level", USUAL_LEVEL);
    this.setup = new Setup(game, LEVELS.includes(level) ? level : USUAL_LEVEL);
    if (line.startsWith(game.id)) this.setup.read(line);
    this.setup.position = wanted.position ?? "";
    this.#special = this.setup.preset === null;
    if (wanted.from) await this.#playOn(this.setup, wanted.from);
    this.redraw();
  }

  end() {
    this.#demos.end();
    this.preview.end();
  }

  /**
   * Shows the choices for a game with other people, for somebody who found nobody waiting.
   */
  inviteAll() {
    const { setup } = this;
    if (!setup) return;
    setup.verb = "friend";
    for (const seat of setup.seats) if (seat.kind === "friend") seat.kind = "open";
    this.changed();
    showChoices();
  }

  /**
   * Begins the chosen game at once.
   *
   * @param {Verb} verb
   */
  begin(verb) {
    if (!this.setup) return;
    if (this.setup.verb !== verb) this.setup.verb = verb;
    this.changed();
    void this.#make(this.setup);
  }

  draw() {
    const { setup } = this;
    if (!setup) return h("p", { role: "status" }, texts.loading);
    this.preview.follow(setup);
    return h(
      "form",
      {
        class: "new-game",
        "aria-labelledby": "new-game-title",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#make(setup);
        },
      },
      h(
        "div",
        { class: "picks" },
        setup.from
          ? this.#fromWhere(setup)
          : gameCards(
              this.games,
              setup.game,
              this.#demos,
              (game) => this.#pick(setup, game),
              this.redraw,
            ),
      ),
      h(
        "div",
        { class: "choose panel", id: "choices" },
        this.#title(setup),
        this.#choices(setup),
        this.#customise(setup),
        h("div", { class: "go" }, this.#submit(setup)),
      ),
    );
  }

  /** @param {Setup} setup */
  #title(setup) {
    const { game } = setup;
    return h(
      "div",
      { class: "chosen" },
      h(
        "div",
        { class: "preview", role: "group", "aria-label": texts.setup.preview(game.title) },
        foreign(this.preview.host),
      ),
      h(
        "div",
        { class: "what" },
        h(
          "h2",
          { id: "new-game-title" },
          setup.from ? texts.setup.playOn : texts.setup.titleOf(game.title),
        ),
        h("p", { class: "faint" }, this.preview.variant || factWords(game).join(" · ")),
        h(
          "button",
          { type: "button", class: "link", onclick: () => showRules(game.id, game.title) },
          texts.rulesOf(game.title),
        ),
      ),
    );
  }

  /** @param {Setup} setup */
  #choices(setup) {
    const { game, verb } = setup;
    const set = (/** @type {() => void} */ change) => {
      change();
      this.changed();
    };
    return [
      choiceGroup(
        "verb",
        texts.setup.what,
        /** @type {Verb[]} */ (["computer", "friend", "watch"]).map((value) => ({
          value,
          content: [icon(value), h("span", {}, texts.setup.verbs[value])],
        })),
        verb,
        (value) => set(() => (setup.verb = value)),
        { kind: "verbs", hidden: true },
      ),
      !setup.from &&
        (game.presets.length > 1 || !setup.preset) &&
        choiceGroup(
          "preset",
          texts.setup.preset,
          [
            ...game.presets.map((preset) => ({
              value: preset.game,
              content: [h("span", {}, preset.name), preset.words && h("small", {}, preset.words)],
            })),
            ...(setup.preset ? [] : [{ value: "", content: h("span", {}, texts.setup.own) }]),
          ],
          setup.preset?.game ?? "",
          (value) =>
            set(() => {
              if (!value) return;
              setup.position = "";
              setup.read(value);
            }),
        ),
      verb === "computer" &&
        opponentGroup(this.opponents, game, setup.level, (level) =>
          set(() => {
            setup.level = level;
            storage.write("level", level);
            const opponent = this.opponents.find((one) => one.level === level);
            if (opponent) say(`${opponent.name} ${opponent.temper}.`);
          }),
        ),
      verb === "friend" && this.#friends(setup, set),
      verb === "watch" && h("div", { class: "running", key: "running" }, this.running()),
      verb === "watch" && this.#pairing(setup, set),
      verb !== "watch" && setup.side >= 0 && sideGroup(setup, this.preview.look, set),
      verb !== "watch" && clockGroup(setup, set),
    ];
  }

  /**
   * The engines that play while the person watches.
   *
   * @param {Setup} setup
   * @param {(change: () => void) => void} set
   */
  #pairing(setup, set) {
    /** @type {[string, string][]} */
    const choices = this.opponents.map(({ level, name }) => [String(level), `${name} (${level})`]);
    return h(
      "div",
      { class: "pairing", key: "pairing" },
      setup.seats.map(
        (seat, at) =>
          seat.kind === "engine" &&
          selectField(
            `pairing-${at}`,
            texts.setup.seat(at + 1, setup.game.names[at] ?? "", setup.game.sides[at]),
            String(seat.level),
            choices,
            (level) => set(() => (seat.level = Number(level))),
          ),
      ),
    );
  }

  /**
   * Who the others are, and our own name, which they will see.
   *
   * @param {Setup} setup
   * @param {(change: () => void) => void} set
   */
  #friends(setup, set) {
    const kinds = /** @type {const} */ (["friend", "open", "me"]);
    const others = setup.seats.filter((_, at) => at !== setup.side).map(({ kind }) => kind);
    const chosen = kinds.find((kind) => others.every((other) => other === kind)) ?? null;
    return [
      choiceGroup(
        "others",
        texts.setup.who,
        kinds.map((value) => ({ value, content: h("span", {}, texts.setup.others[value]) })),
        chosen,
        (kind) =>
          set(() => {
            const mine = Math.max(0, setup.side);
            for (const [at, seat] of setup.seats.entries()) if (at !== mine) seat.kind = kind;
          }),
      ),
      this.#nameField(),
    ];
  }

  #nameField() {
    return typedField("my-name", {
      label: texts.setup.name,
      value: this.name,
      change: (name) => {
        this.name = name;
        this.changed();
      },
      more: { maxlength: 32, placeholder: texts.guest, autocomplete: "nickname" },
    });
  }

  /** @param {Setup} setup */
  #customise(setup) {
    return h(
      "details",
      { class: "more customise", key: "customise", open: this.#special },
      h("summary", {}, texts.setup.customise),
      h(
        "div",
        { class: "stack" },
        playerFields(setup, this, this.preview.look, this.changed),
        setup.verb !== "friend" && this.#nameField(),
        !setup.from &&
          h(
            "fieldset",
            {},
            h("legend", {}, texts.setup.board),
            optionFields(setup, this.problem ?? this.preview.refusal, this.changed),
          ),
        h(
          "fieldset",
          {},
          h("legend", {}, texts.setup.terms),
          clockFields(setup, this.changed),
          checkField(texts.setup.listed, setup.listed, (listed) => {
            setup.wantsListed = listed;
            this.changed();
          }),
        ),
      ),
    );
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
        this.busy ? texts.setup.making : verbOf(setup),
      ),
      h("p", { class: "faint summary", "aria-hidden": "true" }, this.#summary(setup)),
    ];
  }

  /** The most important choices in one line, for small screens, where the rest is out of sight. */
  #summary(setup = this.setup) {
    if (!setup) return "";
    const opponent = this.opponents.find(({ level }) => level === setup.level);
    const against = setup.verb === "computer" && opponent ? opponent.name : "";
    return [setup.game.title, setup.preset?.name, against].filter(Boolean).join(" · ");
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

  /**
   * @param {Setup} setup
   * @param {GameInfo} game
   */
  #pick(setup, game) {
    setup.pick(game);
    storage.write("game", setup.line);
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
      if (!setup.from && setup.cells !== "drawn") storage.write("game", setup.line);
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

/** @param {Setup} setup */
function verbOf(setup) {
  const kinds = setup.seats.map(({ kind }) => kind);
  if (kinds.includes("friend")) return texts.setup.invite;
  if (kinds.includes("open")) return texts.setup.open;
  return kinds.includes("me") ? texts.setup.play : texts.setup.watch;
}
