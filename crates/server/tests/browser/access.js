// What is wrong with a page for those who do not see it, see it badly, or use keys alone: a list of sentences, empty where nothing is.
() => {
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button]";
  const faults = new Set();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const tell = (what, element) => faults.add(element ? `${what}: ${shortly(element)}` : what);

  // While a dialog is open, there is nothing else.
  const shown = document.querySelector("dialog[open]") ?? document.body;
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const seen = (selector) => [...shown.querySelectorAll(selector)].filter(isSeen);

  checkDocument();
  checkHeadings();
  checkReferences();
  checkPictures();
  seen("input, select, textarea, progress").forEach(checkField);
  seen(CONTROLS).forEach(checkSize);
  checkContrast();
  checkFocus();
  return [...faults];

  function checkDocument() {
    if (!document.documentElement.lang) tell("the document has no language");
    if (!document.title.trim()) tell("the document has no title");
    for (const [selector, count] of [["h1", 1], ["main", 1], ["[aria-live=polite]", 1], ["[aria-live=assertive]", 1]]) {
      const found = all(selector).length;
      if (found !== count) tell(`${found} of ${selector}, not ${count}`);
    }
  }

  /** None is left out: beneath a heading of level 1 comes one of level 2. */
  function checkHeadings() {
    let before = shown === document.body ? 0 : 1;
    for (const heading of seen("h1, h2, h3, h4, h5, h6")) {
      const level = Number(heading.localName[1]);
      if (level > before + 1) tell(`a heading of level ${level} after one of ${before}`, heading);
      if (!heading.textContent.trim()) tell("an empty heading", heading);
      before = level;
    }
  }

  function checkReferences() {
    const ids = all("[id]").map((element) => element.id);
    for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) tell(`two elements have the id ${id}`);
    for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details"]) {
      for (const element of all(`[${name}]`)) {
        const named = element.getAttribute(name).split(/\s+/);
        for (const id of named) if (!ids.includes(id)) tell(`${name} names ${id}, which is not there`, element);
      }
    }
  }

  function checkPictures() {
    for (const image of seen("img")) if (!image.hasAttribute("alt")) tell("a picture without a name", image);
    for (const picture of seen("svg")) {
      const isHidden = picture.closest("[aria-hidden=true]") !== null;
      const isNamed = picture.getAttribute("role") === "img" && (picture.ariaLabel || picture.querySelector(":scope > title"));
      if (!isHidden && !isNamed) tell("a picture that is neither named nor hidden", picture);
    }
  }

  function checkField(field) {
    const isNamed = field.labels?.length > 0 || field.ariaLabel || field.hasAttribute("aria-labelledby");
    if (!isNamed) tell("a field without a label", field);
  }

  /** Links within a text and places of a board are as large as those are. */
  function checkSize(control) {
    const isInline = control.localName === "a" && getComputedStyle(control).display === "inline";
    const isPlace = control.classList.contains("board-place");
    const target = control.labels?.length > 0 && /^(checkbox|radio)$/.test(control.type) ? control.labels[0] : control;
    const { width, height } = target.getBoundingClientRect();
    if (!isInline && !isPlace && Math.min(width, height) < 24) tell(`${Math.round(width)}×${Math.round(height)} is small`, control);
  }

  function checkContrast() {
    const words = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || element.closest("svg, .unseen, .skip, [disabled], [aria-disabled=true], script, noscript")) continue;
      if (element.checkVisibility({ visibilityProperty: true })) checkColours(element, getComputedStyle(element).color);
    }
    for (const field of seen("[placeholder]")) checkColours(field, getComputedStyle(field, "::placeholder").color);
  }

  function checkColours(element, colour) {
    const ground = groundOf(element);
    const letters = over(ground, fade(parsed(colour), opacityOf(element)));
    const [light, dark] = [brightness(letters), brightness(ground)].sort((one, other) => other - one);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) tell(`a contrast of ${contrast.toFixed(2)}`, element);
  }

  /** What keys lead to can be told from the rest. One of each kind will do. */
  function checkFocus() {
    const before = document.activeElement;
    const kinds = new Set();
    for (const element of seen(`${CONTROLS}, [tabindex="0"]`)) {
      const kind = `${element.localName} ${element.className} ${element.type}`;
      if (kinds.has(kind) || element.disabled || element.tabIndex < 0) continue;
      kinds.add(kind);
      const looks = () => marks(element) + marks(element.labels?.[0]) + marks(element.closest(".board"));
      document.activeElement.blur();
      const without = looks();
      element.focus({ preventScroll: true, focusVisible: true });
      if (document.activeElement === element && looks() === without) tell("it cannot be seen that the keyboard is here", element);
    }
    document.activeElement?.blur();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  function marks(element) {
    if (!element) return "";
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return outlineStyle === "none" ? boxShadow : [outlineStyle, outlineWidth, outlineColor, boxShadow].join();
  }

  function groundOf(element) {
    const above = [];
    for (let at = element; at; at = at.parentElement) above.push(parsed(getComputedStyle(at).backgroundColor));
    return above.reverse().reduce(over, [255, 255, 255, 1]);
  }

  function opacityOf(element) {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  }

  function shortly(element) {
    const words = (element.ariaLabel || element.textContent || element.name || "").trim().slice(0, 40);
    return `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${words}`;
  }

  function over(below, [red, green, blue, alpha]) {
    return [...[red, green, blue].map((part, at) => part * alpha + below[at] * (1 - alpha)), 1];
  }

  function fade([red, green, blue, alpha], by) {
    return [red, green, blue, alpha * by];
  }

  /** Any colour that a style sheet can name, as numbers: a canvas knows them all. */
  function parsed(colour) {
    const known = (parsed.known ??= new Map());
    if (!known.has(colour)) {
      const canvas = (parsed.canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }));
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(colour, [red, green, blue, alpha / 255]);
    }
    return known.get(colour);
  }

  function brightness([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}
