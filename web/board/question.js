/** Asks which of several moves with the same clicks is meant. */

/** @import { Choice } from "./types.js" */
import { texts } from "../texts.js";

/** A small dialog at a place. It closes with an answer, by Escape, or when the focus leaves it. */
export class Question {
  /**
   * @param {HTMLElement} within @param {HTMLElement} place the button of the place that it is about
   * @param {Choice[]} choices @param {(answer: Choice | null) => void} answered
   */
  constructor(within, place, choices, answered) {
    this.answered = answered;
    this.place = place;
    this.element = document.createElement("div");
    this.element.className = "board-question";
    this.element.setAttribute("role", "dialog");
    this.element.setAttribute("aria-label", texts.board.whichMove);
    const heading = document.createElement("p");
    heading.textContent = texts.board.whichMove;
    this.element.append(heading, ...choices.map((choice) => this.#button(choice)));
    within.append(this.element);
    this.#placeWithin(within);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusout", (event) => {
      const to = event.relatedTarget;
      // The question stays while another window has the focus.
      if (document.hasFocus() && !(to instanceof Node && this.element.contains(to)))
        this.close(null, to === null);
    });
    this.element.querySelector("button")?.focus();
  }

  /**
   * Closes the dialog.
   * @param {Choice | null} answer @param {boolean} [back] does the focus return to the place?
   */
  close(answer, back = true) {
    if (!this.element.isConnected || this.isClosed) return;
    this.isClosed = true;
    this.element.remove();
    if (back) this.place.focus();
    this.answered(answer);
  }

  isClosed = false;

  /** @param {Choice} choice */
  #button(choice) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = choice.question || (choice.readable ?? choice.step);
    button.addEventListener("click", () => this.close(choice));
    return button;
  }

  /**
   * Puts the dialog below its place, or above it if there is no room, and always within the board.
   * @param {HTMLElement} within
   */
  #placeWithin(within) {
    const [board, place, own] = [within, this.place, this.element].map((element) =>
      element.getBoundingClientRect(),
    );
    const left = (place.left + place.right - own.width) / 2 - board.left;
    const below = place.bottom - board.top + 6;
    const top =
      below + own.height <= board.height
        ? below
        : Math.max(0, place.top - board.top - own.height - 6);
    this.element.style.left = `${Math.max(0, Math.min(left, board.width - own.width))}px`;
    this.element.style.top = `${top}px`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") {
      this.close(null);
    } else if (step) {
      const buttons = [...this.element.querySelectorAll("button")];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + step + buttons.length) % buttons.length].focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
