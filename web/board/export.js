/** The board as a picture that needs no style sheet. */

import { texts } from "../texts.js";

/**
 * A copy of a picture with its styles as attributes, and without the parts that are only for
 * playing.
 * @param {SVGSVGElement} shown
 */
export function standalone(shown) {
  const picture = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  settle(shown, picture);
  for (const live of picture.querySelectorAll("[data-live]")) live.remove();
  for (const group of [...picture.querySelectorAll("g")].reverse()) {
    if (!group.hasChildNodes()) group.remove();
  }
  const [, , width, height] = (shown.getAttribute("viewBox") ?? "").split(" ");
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  picture.setAttribute("width", width);
  picture.setAttribute("height", height);
  return new XMLSerializer().serializeToString(picture);
}

/**
 * A picture as PNG, with this width in pixels.
 * @param {string} source @param {number} width @returns {Promise<Blob>}
 */
export async function rastered(source, width) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const context = canvas.getContext("2d");
  if (!context) throw new Error(texts.errors.cannotDraw);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(texts.errors.cannotSave))),
      "image/png",
    );
  });
}

/**
 * The properties that a style sheet can set, with their defaults. Each colour comes after its
 * opacity.
 */
const PROPERTIES = {
  "fill-opacity": "1",
  fill: "rgb(0, 0, 0)",
  "stroke-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "paint-order": "normal",
};
const PROPERTIES_OF_TEXT = {
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "text-anchor": "start",
};
const PROPERTIES_OF_STOPS = { "stop-opacity": "1", "stop-color": "rgb(0, 0, 0)" };

/** @param {Element} shown @param {Element} picture */
function settle(shown, picture) {
  const style = getComputedStyle(shown);
  for (const name of ["class", "aria-hidden", "focusable", "style"]) picture.removeAttribute(name);
  if (style.display === "none") picture.setAttribute("data-live", "");
  for (const [name, usual] of Object.entries(propertiesOf(shown))) {
    const value = style.getPropertyValue(name);
    if (value === usual) picture.removeAttribute(name);
    else write(picture, name, value);
  }
  [...shown.children].forEach((child, at) => settle(child, picture.children[at]));
}

/** @param {Element} element @returns {Record<string, string>} */
function propertiesOf(element) {
  switch (element.tagName) {
    case "g":
      return { opacity: "1" };
    case "svg":
    case "defs":
    case "linearGradient":
    case "radialGradient":
      return {};
    case "stop":
      return PROPERTIES_OF_STOPS;
    case "text":
      return { ...PROPERTIES, ...PROPERTIES_OF_TEXT };
    default:
      return PROPERTIES;
  }
}

/**
 * Writes a property. A translucent colour becomes two attributes, which all programs understand.
 * @param {Element} element @param {string} name @param {string} value
 */
function write(element, name, value) {
  const [red, green, blue, alpha] = coloured(value);
  if (blue === undefined) {
    element.setAttribute(name, value.replaceAll('"', name === "font-family" ? "'" : ""));
    return;
  }
  const hex = [red, green, blue]
    .map((part) => Math.round(part).toString(16).padStart(2, "0"))
    .join("");
  const opacity = name === "stop-color" ? "stop-opacity" : `${name}-opacity`;
  element.setAttribute(name, `#${hex}`);
  if (alpha < 1)
    element.setAttribute(opacity, String(alpha * Number(element.getAttribute(opacity) ?? 1)));
}

/**
 * Red, green, blue and the opacity of a computed colour, which is `rgb(…)`, or `color(srgb …)` if
 * it was mixed; empty if the value is no colour.
 * @param {string} value @returns {number[]}
 */
function coloured(value) {
  const [, kind, numbers] = value.match(/^(rgba?\(|color\(srgb )(.*)\)$/) ?? [];
  if (!numbers) return [];
  const [red, green, blue, alpha = 1] = numbers
    .trim()
    .split(/[\s,/]+/)
    .map(Number);
  const whole = kind.startsWith("rgb") ? 1 : 255;
  return [whole * red, whole * green, whole * blue, alpha];
}
