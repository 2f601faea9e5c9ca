/**
 * The places of a board as buttons above the picture, for pointers, the keyboard and screen
 * readers.
 */

/** @import { Place } from "./types.js" */
/** @import { Layout } from "./layout.js" */

/**
 * One button for each place. One of them is reached by Tab, and the others from there by the arrow
 * keys.
 */
export class Places {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #current = 0;

  /** @param {Place[]} places @param {Layout} layout */
  constructor(places, layout) {
    this.layout = layout;
    this.element = document.createElement("div");
    this.element.className = "board-places";
    this.#buttons = places.map((place, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `board-place board-${place.shape}`;
      button.dataset.place = String(at);
      button.tabIndex = -1;
      return button;
    });
    this.element.append(...this.#buttons);
    if (places.length > 0) this.go(layout.middle(), false);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", (event) => {
      const place = placeOf(event.target);
      if (place !== null) this.go(place, false);
    });
  }

  /** The place that has the keyboard focus, or will get it. */
  get current() {
    return this.#current;
  }

  /** Does one of the places have the focus? */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Does one of the places have a visible focus, because somebody uses the keyboard? */
  get isKeyboardThere() {
    return this.element.querySelector(":focus-visible") !== null;
  }

  /**
   * Puts the buttons above their places in a picture of this size.
   * @param {number} width @param {number} height
   */
  fit(width, height) {
    this.#buttons.forEach((button, at) => {
      const rect = this.layout.places[at];
      button.style.left = percent(rect.x, width);
      button.style.top = percent(rect.y, height);
      button.style.width = percent(rect.width, width);
      button.style.height = percent(rect.height, height);
    });
  }

  /**
   * Updates the label of each place, and whether something can be dragged from there. Only changes
   * are written.
   * @param {(place: number) => { label: string, draggable: boolean, disabled: boolean }} describe
   */
  update(describe) {
    this.#buttons.forEach((button, at) => {
      const { label, draggable, disabled } = describe(at);
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      if (button.getAttribute("aria-disabled") !== String(disabled))
        button.setAttribute("aria-disabled", String(disabled));
      button.classList.toggle("board-draggable", draggable);
    });
  }

  /** Where the button of a place is on the screen. @param {number} place */
  rectOf(place) {
    return this.#buttons[place].getBoundingClientRect();
  }

  /**
   * Makes Tab lead to a place, and moves the focus there if wanted.
   * @param {number} place @param {boolean} focus
   */
  go(place, focus) {
    this.#buttons[this.#current]?.setAttribute("tabindex", "-1");
    this.#current = place;
    this.#buttons[place]?.setAttribute("tabindex", "0");
    if (focus) this.#buttons[place]?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = this.#next(event.key, event.ctrlKey);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(next, true);
  }

  /**
   * The place to which a key leads. With Control it is the first or last place of the board.
   * @param {string} key @param {boolean} control
   */
  #next(key, control) {
    const from = this.#current;
    if (key === "Home")
      return control
        ? this.layout.farthest(this.layout.farthest(from, LEFT), UP)
        : this.layout.farthest(from, LEFT);
    if (key === "End")
      return control
        ? this.layout.farthest(this.layout.farthest(from, RIGHT), DOWN)
        : this.layout.farthest(from, RIGHT);
    const direction = control ? undefined : ARROWS[key];
    return direction ? (this.layout.neighbour(from, direction) ?? from) : null;
  }
}

/** The place whose button this is. @param {EventTarget | null} target @returns {number | null} */
export function placeOf(target) {
  const button = target instanceof Element ? target.closest("[data-place]") : null;
  return button instanceof HTMLElement ? Number(button.dataset.place) : null;
}

const [LEFT, RIGHT, UP, DOWN] = [
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
];

/** @type {Record<string, { x: number, y: number }>} */
const ARROWS = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN };

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return `${(100 * part) / whole}%`;
}
