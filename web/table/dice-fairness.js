/**
 * Checks of the dice. This browser stores the commitment that it was shown before the game ended,
 * and its contribution to the dice. When the game is over, it compares them with the seed and the
 * contributions from the server.
 */

import { h } from "../dom.js";
import { storage } from "../storage.js";
import { copy } from "../parts/copy.js";
import { texts } from "../texts.js";
import { mySeats, playerWords } from "./words.js";

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {{table: string, commitment: string, entropy?: string}} Shown what this browser has
 *   stored about the dice of a table
 */

/** The most tables that are kept; the latest stay. */
const MOST = 200;
const KEY = "dice";

/** Tables to which this page is contributing. @type {Set<string>} */
const contributing = new Set();

/**
 * Contributes to the dice if none of our seats has, and if it is not too late. The commitment of
 * the server is stored first. If this fails, the game goes on without our contribution.
 *
 * @param {View} view
 * @param {(command: {do: string, entropy: string}) => Promise<unknown>} act
 */
export async function contribute(view, act) {
  keepShown(view);
  const mine = mySeats(view);
  const given = view.dice?.contributions ?? [];
  if (
    !view.dice?.open ||
    mine.length === 0 ||
    contributing.has(view.id) ||
    mine.some(({ seat }) => given[seat - 1])
  )
    return;
  const entropy = hex(crypto.getRandomValues(new Uint8Array(32)));
  contributing.add(view.id);
  try {
    await act({ do: "contribute", entropy });
    write(view.id, (shown) => ({ ...shown, entropy }));
  } catch {
    // The die may have been rolled meanwhile.
  } finally {
    contributing.delete(view.id);
  }
}

/**
 * Does anything at this table depend on random numbers of the server: a die, a random player, cells
 * that were drawn?
 *
 * @param {View} view
 * @param {import("../types.js").GameInfo | undefined} game
 */
export function isRandom(view, game) {
  const isDrawn = game?.can_scatter && view.game.includes(",");
  return game?.has_dice || isDrawn || view.seats.some((seat) => seat.kind === "random");
}

/** The panel about the dice of a table, with the result of checking its seed. */
export class DiceFairness {
  /**
   * Hashes of seeds: undefined until they are computed, null if this page cannot compute them.
   * @type {Map<string, string | null | undefined>}
   */
  #hashes = new Map();
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** @param {View} view */
  panel(view) {
    if (!view.commitment) return null;
    const shown = shownAt(view.id);
    const given = view.dice?.contributions ?? [];
    return h(
      "details",
      { class: "fold fair", key: "fair" },
      h("summary", {}, h("h2", {}, texts.fair.title)),
      h("p", {}, view.seed ? texts.fair.check : texts.fair.promise),
      this.#verdict(view, shown),
      h(
        "dl",
        {},
        h("dt", {}, texts.fair.commitment),
        h("dd", {}, h("code", {}, view.commitment)),
        view.seed && [h("dt", {}, texts.fair.seed), h("dd", {}, h("code", {}, view.seed))],
        given.map(
          (entropy, at) =>
            entropy && [
              h(
                "dt",
                {},
                texts.fair.contribution(playerWords(view, at + 1), entropy === shown?.entropy),
              ),
              h("dd", {}, h("code", {}, entropy)),
            ],
        ),
      ),
      view.seed && this.#command(view, shown),
    );
  }

  /**
   * @param {View} view
   * @param {Shown | undefined} shown
   */
  #verdict(view, shown) {
    const paragraph = (/** @type {string} */ words, bad = false) =>
      h("p", { class: bad ? "problem" : "verdict" }, words);
    const lost = shown?.entropy && !view.dice?.contributions.includes(shown.entropy);
    return [
      shown &&
        shown.commitment !== view.commitment &&
        paragraph(texts.fair.changed(shown.commitment), true),
      lost && paragraph(texts.fair.lost(shown.entropy ?? ""), true),
      view.seed && this.#seedVerdict(view.seed, shown, paragraph),
    ];
  }

  /**
   * @param {string} seed
   * @param {Shown | undefined} shown
   * @param {(words: string, bad?: boolean) => import("../dom.js").Wanted} paragraph
   */
  #seedVerdict(seed, shown, paragraph) {
    if (!shown) return paragraph(texts.fair.notHere);
    const hash = this.#hash(seed);
    if (hash === undefined) return null;
    if (hash === null) return paragraph(texts.fair.byHand(shown.commitment));
    return hash === shown.commitment
      ? paragraph(texts.fair.fits)
      : paragraph(texts.fair.fitsNot(shown.commitment, hash), true);
  }

  /** The hash of a seed; undefined until it is known. @param {string} seed */
  #hash(seed) {
    if (!this.#hashes.has(seed)) {
      // Only pages from a secure connection, or from this machine, may compute it.
      /** @type {SubtleCrypto | undefined} */
      const subtle = crypto.subtle;
      this.#hashes.set(seed, subtle ? undefined : null);
      subtle?.digest("SHA-256", bytes(seed)).then((digest) => {
        this.#hashes.set(seed, hex(new Uint8Array(digest)));
        this.#redraw();
      });
    }
    return this.#hashes.get(seed);
  }

  /**
   * @param {View} view
   * @param {Shown | undefined} shown
   */
  #command(view, shown) {
    const words = [
      `ludoteca verify ${view.game_id}-${view.id}.txt`,
      shown && `--commitment ${shown.commitment}`,
      shown?.entropy && `--contribution ${shown.entropy}`,
    ];
    const command = words.filter(Boolean).join(" ");
    return [
      h("p", {}, h("code", {}, command)),
      h(
        "button",
        { type: "button", class: "small", onclick: () => copy(command) },
        texts.fair.copy,
      ),
    ];
  }
}

/**
 * Stores the commitment that was shown first, unless the game is over already.
 * @param {View} view
 */
function keepShown(view) {
  const { id, commitment, stage } = view;
  if (!commitment || stage === "over" || stage === "closed" || shownAt(id)) return;
  storage.write(KEY, [...all(), { table: id, commitment }].slice(-MOST));
}

/** @param {string} id */
function shownAt(id) {
  return all().find(({ table }) => table === id);
}

/**
 * @param {string} id
 * @param {(shown: Shown) => Shown} change
 */
function write(id, change) {
  storage.write(
    KEY,
    all().map((shown) => (shown.table === id ? change(shown) : shown)),
  );
}

/** @returns {Shown[]} */
function all() {
  const list = storage.read(KEY, /** @type {Shown[]} */ ([]));
  return Array.isArray(list) ? list : [];
}

/** @param {Uint8Array} list */
function hex(list) {
  return [...list].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
