/**
 * Descriptions of elements, and the function that makes the document agree with them. An element
 * that is still wanted stays the same element, so that focus, selection and scrolling survive every
 * change.
 */

/**
 * @typedef {Record<string, unknown>} Props attributes, listeners (`onclick`), and a few live
 *   properties (`value`, `checked`); `defaultValue` is the first value of a field, which is not
 *   changed afterwards
 */
/**
 * @typedef {{tag: string, space: string | null, props: Props, children: Child[]}} Wanted the
 *   description of an element
 */
/** @typedef {{foreign: Element}} Foreign an element that other code manages */
/** @typedef {{key: string, make: () => Element}} Built an element that is built once */
/** @typedef {Wanted | Foreign | Built | string} Child */
/**
 * @typedef {Child | number | null | undefined | false | Offer[]} Offer a possible content of an
 *   element: nothing, one child, or many
 */

/**
 * An HTML element. The property `key` identifies it among siblings that come and go.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {Offer[]} children
 * @returns {Wanted}
 */
export function h(tag, props = {}, ...children) {
  return { tag, space: null, props, children: flat(children) };
}

/**
 * An SVG element.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {Offer[]} children
 * @returns {Wanted}
 */
export function s(tag, props = {}, ...children) {
  return { tag, space: "http://www.w3.org/2000/svg", props, children: flat(children) };
}

/**
 * An element that other code manages. It is only put in its place.
 *
 * @param {Element} element
 * @returns {Foreign}
 */
export function foreign(element) {
  return { foreign: element };
}

/**
 * An element that is built once, and again only if its key changes.
 *
 * @param {string} key
 * @param {() => Element} make
 * @returns {Built}
 */
export function built(key, make) {
  return { key, make };
}

/**
 * Makes the content of an element agree with the wanted content.
 *
 * @param {Element} host
 * @param {Offer[]} wanted
 */
export function render(host, ...wanted) {
  const focused = document.activeElement;
  const around = focused && host.contains(focused) ? ancestors(focused) : [];
  reconcile(host, flat(wanted));
  // If the focused element is gone, the focus goes to the nearest ancestor that can have it.
  if (around.length === 0 || focused?.isConnected) return;
  const near = around.find((element) => element.isConnected && element.hasAttribute("tabindex"));
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
}

/**
 * The element with this id, which is in the document from the start.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

/**
 * Joins class names, and leaves out those that are false.
 *
 * @param {(string | false | null | undefined)[]} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** Properties that people can change, so that the attribute does not have the current value. */
const LIVE = new Set(["value", "checked", "selected"]);

/** The properties that each element was last given. @type {WeakMap<Node, Props>} */
const known = new WeakMap();

/** @param {Element} element */
function ancestors(element) {
  const found = [];
  for (let at = element.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/**
 * @param {Offer[]} offers
 * @returns {Child[]}
 */
function flat(offers) {
  return offers.flatMap((offer) => {
    if (Array.isArray(offer)) return flat(offer);
    if (offer === null || offer === undefined || offer === false || offer === "") return [];
    return [typeof offer === "number" ? String(offer) : offer];
  });
}

/**
 * @param {Element} host
 * @param {Child[]} wanted
 */
function reconcile(host, wanted) {
  /** @type {Map<unknown, ChildNode>} */
  const keyed = new Map();
  for (const node of host.childNodes) {
    const key = known.get(node)?.key;
    if (key !== undefined) keyed.set(key, node);
  }
  /** @type {ChildNode | null} */
  let at = host.firstChild;
  for (const child of wanted) {
    const node = found(child, at, keyed) ?? create(child);
    if (node === at) at = at.nextSibling;
    else host.insertBefore(node, at);
    update(node, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The node that can become this child, if there is one.
 *
 * @param {Child} child
 * @param {ChildNode | null} at
 * @param {Map<unknown, ChildNode>} keyed
 */
function found(child, at, keyed) {
  if (typeof child === "string") return at instanceof Text ? at : null;
  if ("foreign" in child) return child.foreign;
  if ("make" in child) return keyed.get(child.key) ?? null;
  const key = child.props.key;
  const node = key === undefined ? at : keyed.get(key);
  const fits =
    node instanceof Element &&
    node.localName === child.tag &&
    known.get(node)?.key === key &&
    known.has(node);
  return fits ? node : null;
}

/**
 * @param {Child} child
 * @returns {ChildNode}
 */
function create(child) {
  if (typeof child === "string") return document.createTextNode(child);
  if ("foreign" in child) return child.foreign;
  if ("make" in child) {
    const node = child.make();
    known.set(node, { key: child.key });
    return node;
  }
  const node = child.space
    ? document.createElementNS(child.space, child.tag)
    : document.createElement(child.tag);
  known.set(node, {});
  return node;
}

/**
 * @param {Node} node
 * @param {Child} child
 */
function update(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  if (!("tag" in child) || !(node instanceof Element)) return;
  const before = known.get(node) ?? {};
  known.set(node, child.props);
  // A select can only be given a value once it has its options.
  reconcile(node, child.children);
  for (const name of new Set([...Object.keys(before), ...Object.keys(child.props)])) {
    set(node, name, before[name], child.props[name]);
  }
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {unknown} before
 * @param {unknown} value
 */
function set(node, name, before, value) {
  if (name === "key") return;
  if (LIVE.has(name)) {
    const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node));
    if (value !== undefined && live[name] !== value) live[name] = value;
    return;
  }
  if (before === value) return;
  if (name.startsWith("on") || name === "defaultValue") {
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node))[name] = value ?? null;
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (node).style;
    for (const [property, worth] of Object.entries(
      /** @type {Record<string, string>} */ (value ?? {}),
    )) {
      style.setProperty(property, worth);
    }
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}
