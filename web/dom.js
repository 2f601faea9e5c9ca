/**
 * What the page is made of: descriptions of elements, and the one function that makes the document agree with them.
 * An element that is still wanted stays the same element, so that focus, selection and scrolling survive every change.
 */

/** @typedef {Record<string, unknown>} Props attributes, listeners (`onclick`), and a few live properties (`value`, `checked`);
 * `defaultValue` is what a field begins with that is then left to people */
/** @typedef {{tag: string, space: string | null, props: Props, children: Child[]}} Wanted an element as it shall be */
/** @typedef {{foreign: Element}} Foreign an element that somebody else looks after */
/** @typedef {{key: string, make: () => Element}} Built an element that is built once */
/** @typedef {Wanted | Foreign | Built | string} Child */
/** @typedef {Child | number | null | undefined | false | Offer[]} Offer what can be put into an element: nothing, one thing, or many */

/**
 * An HTML element. The property `key` tells it apart from its neighbours where these come and go.
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
 * An element that somebody else looks after: it is only put in its place.
 *
 * @param {Element} element
 * @returns {Foreign}
 */
export function foreign(element) {
  return { foreign: element };
}

/**
 * An element that is built once, and again only when its key is another one.
 *
 * @param {string} key
 * @param {() => Element} make
 * @returns {Built}
 */
export function built(key, make) {
  return { key, make };
}

/**
 * Makes what is inside an element agree with what is wanted there.
 *
 * @param {Element} host
 * @param {Offer[]} wanted
 */
export function render(host, ...wanted) {
  const focused = document.activeElement;
  const around = focused && host.contains(focused) ? ancestors(focused) : [];
  reconcile(host, flat(wanted));
  // Whoever used a button that is gone stays where it was.
  if (around.length === 0 || focused?.isConnected) return;
  const near = around.find((element) => element.isConnected && element.hasAttribute("tabindex"));
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
}

/**
 * The element of the document with this id, which is there from the beginning.
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
 * Classes, joined; what is false is left out.
 *
 * @param {(string | false | null | undefined)[]} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** Properties that people change by themselves, so that the attribute would say too little. */
const LIVE = new Set(["value", "checked", "selected"]);

/** What each element was last made to agree with. @type {WeakMap<Node, Props>} */
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
