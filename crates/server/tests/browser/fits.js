// What is cut off or sticks out of its place: a list of sentences, empty where nothing is.
() => {
  const faults = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide, not ${clientWidth}`);
  const shown = document.querySelector("dialog[open]") ?? document.body;
  for (const element of shown.querySelectorAll("*")) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("svg, pre, .unseen, .step-list, .board-host")) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const scrolls = ["auto", "scroll"].includes(style.overflowX);
    const isHidden = element.clientWidth <= 1;
    if (hasText && !scrolls && !isHidden && style.display !== "inline" && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${element.localName}.${element.className} is cut off: ${element.textContent.trim().slice(0, 60)}`);
    }
    const box = element.getBoundingClientRect();
    if (hasText && !isHidden && box.right > innerWidth + 1) {
      faults.push(`${element.localName}.${element.className} is outside: ${element.textContent.trim().slice(0, 60)}`);
    }
  }
  return faults;
}
