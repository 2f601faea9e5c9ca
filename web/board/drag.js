/** Drags from place to place, by mouse, pen or finger. */

import { placeOf } from "./places.js";

/**
 * What is done about a drag. `begin` answers whether something can be dragged from that place; `move` and `drop` get the point in parts of
 * the element's width and height.
 * @typedef {{ begin(place: number, isTouch: boolean): boolean, move(x: number, y: number): void, drop(x: number, y: number): void,
 *   cancel(): void }} Dragger
 */

/** From this far on it is a drag and no click, in points. */
const FAR = 6;

/** Listens to an element the buttons of which are places. @param {HTMLElement} element @param {Dragger} dragger */
export function listenForDrags(element, dragger) {
  /** @type {{ pointer: number, place: number, x: number, y: number, begun: boolean } | null} */
  let drag = null;
  let isClickOver = false;

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
    isClickOver = false;
    const place = placeOf(event.target);
    // A second finger ends it.
    if (drag || !event.isPrimary || event.button !== 0 || place === null) return end();
    drag = { pointer: event.pointerId, place, x: event.clientX, y: event.clientY, begun: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.begun) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
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
    // What follows is no click.
    isClickOver = true;
    dragger.drop(...parts(event));
  });
  element.addEventListener("pointercancel", end);
  // A finger is captured by the button that it touches; that one loses it as soon as the drag begins.
  element.addEventListener("lostpointercapture", (event) => {
    if (event.target === element) end();
  });
  element.addEventListener(
    "click",
    (event) => {
      if (isClickOver && event.detail > 0) event.stopImmediatePropagation();
      isClickOver = false;
    },
    { capture: true },
  );
}
