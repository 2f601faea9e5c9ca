/** Drags from place to place, by mouse, pen or finger. */

import { placeOf } from "./places.js";

/**
 * The handlers of a drag. `begin` returns whether something can be dragged from that place; `move`
 * and `drop` receive the point as fractions of the element's width and height.
 * @typedef {{ begin(place: number, isTouch: boolean): boolean, move(x: number, y: number): void,
 *   drop(x: number, y: number): void, cancel(): void }} Dragger
 */

/** A movement of this many pixels is a drag, not a click. */
const DRAG_DISTANCE = 6;

/**
 * Listens to an element whose buttons are places.
 * @param {HTMLElement} element @param {Dragger} dragger
 */
export function listenForDrags(element, dragger) {
  /** @type {{ pointer: number, place: number, x: number, y: number, begun: boolean } | null} */
  let drag = null;
  let ignoresClick = false;

  /** @param {PointerEvent} event @returns {[number, number]} */
  const parts = (event) => {
    const rect = element.getBoundingClientRect();
    return [(event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height];
  };
  const end = () => {
    if (drag?.begun) dragger.cancel();
    drag = null;
  };

  element.addEventListener("pointerdown", (event) => {
    ignoresClick = false;
    const place = placeOf(event.target);
    // A second finger ends the drag.
    if (drag || !event.isPrimary || event.button !== 0 || place === null) return end();
    drag = { pointer: event.pointerId, place, x: event.clientX, y: event.clientY, begun: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.begun) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE) return;
      if (!dragger.begin(drag.place, event.pointerType === "touch")) {
        drag = null;
        return;
      }
      drag.begun = true;
      element.setPointerCapture(drag.pointer);
    }
    dragger.move(...parts(event));
  });
  element.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { begun } = drag;
    drag = null;
    if (!begun) return;
    // The click event that follows is ignored.
    ignoresClick = true;
    dragger.drop(...parts(event));
  });
  element.addEventListener("pointercancel", end);
  // The button that a finger touches captures it, and loses it when the drag begins.
  element.addEventListener("lostpointercapture", (event) => {
    if (event.target === element) end();
  });
  element.addEventListener(
    "click",
    (event) => {
      if (ignoresClick && event.detail > 0) event.stopImmediatePropagation();
      ignoresClick = false;
    },
    { capture: true },
  );
}
