/** Elements of a picture. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element with attributes and children.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, neat(value));
  element.append(...children);
  return element;
}

/**
 * Creates a text around this point.
 * @param {string} words @param {number} x @param {number} y @param {number} size
 * @param {string} kind
 */
export function text(words, x, y, size, kind) {
  // Capitals and digits are about 0.72 times as high as the font size.
  return svg("text", { class: kind, x, y: y + 0.36 * size, "font-size": size }, words);
}

/** Joins words and numbers to the data of an SVG path. @param {(string | number)[]} parts */
export function path(...parts) {
  return parts.map(neat).join(" ");
}

/** A number with as many digits as make a visible difference. @param {string | number} value */
function neat(value) {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
}
