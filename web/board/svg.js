/** Elements of a picture. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and what it holds.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, neat(value));
  element.append(...children);
  return element;
}

/**
 * Text the middle of which is where it is wanted.
 * @param {string} words @param {number} x @param {number} y @param {number} size @param {string} kind
 */
export function text(words, x, y, size, kind) {
  // Capitals and digits are about 0.72 of the size high.
  return svg("text", { class: kind, x, y: y + 0.36 * size, "font-size": size }, words);
}

/** A path of words and numbers, as SVG has it. @param {(string | number)[]} parts */
export function path(...parts) {
  return parts.map(neat).join(" ");
}

/** A number with so many digits as can be seen. @param {string | number} value */
function neat(value) {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
}
