// What is wrong with the looks of boards and pieces: a list of sentences, empty where nothing is.
// Every set of pieces is drawn on every ground and on every board to choose from, in both themes.
async () => {
  const { Board } = await import("/web/board/board.js");
  const { BOARDS, SETS } = await import("/web/board/look.js");
  const FILLS = ["#2468d8", "#c8770a", "#329aa8", "#c23b46", "#f6f2e7", "#2b2a2e", "#e0b520", "#17602c"];
  /** How many seats a set of pieces tells apart by shape. */
  const TOLD = { letters: 4, signs: 4, stones: 4, blobs: 4, pawns: 2, men: 2, bodies: 2 };

  const faults = [];
  const host = document.createElement("div");
  host.style.width = "400px";
  document.body.append(host);
  const before = document.documentElement.dataset.theme;
  const board = new Board(host, { step() {}, refused() {} });
  let drawn = 0;
  for (const theme of ["light", "dark"]) {
    document.documentElement.dataset.theme = theme;
    for (const ground of ["checkered", "ruled", "tiles", "wood", "night"]) {
      for (const pieces of Object.keys(TOLD)) {
        for (const taste of tastes(ground, pieces)) check(theme, ground, pieces, taste);
      }
    }
  }
  document.documentElement.dataset.theme = before;
  board.destroy();
  host.remove();
  if (drawn < 500) faults.push(`only ${drawn} pieces were drawn`);
  return faults;

  /** All boards for one set of pieces, and both sets for the ground as it is. */
  function tastes(ground, pieces) {
    const own = BOARDS.map((board) => ({ board, pieces: "own" }));
    return pieces === "letters" ? own : [...own, ...SETS.map((set) => ({ board: "own", pieces: set }))];
  }

  function check(theme, ground, pieces, taste) {
    const count = TOLD[pieces];
    for (let first = 0; first < FILLS.length; first += count) {
      const colours = FILLS.slice(first, first + count).map((fill) => ({ fill, ink: "#000" }));
      const at = `${pieces} on ${ground}, ${JSON.stringify(taste)}, ${theme}`;
      board.show(scene({ ground, pieces, colours }), { seats: seats(), interactive: false, animate: false, taste });
      const tokens = [...host.querySelectorAll(".piece .token")];
      drawn += tokens.length;
      // The colours are left out: what remains tells the seats apart.
      const shapes = new Set(tokens.map((token) => token.innerHTML.replace(/<text.*?<\/text>/g, "")));
      if (tokens.length !== count || shapes.size !== count) faults.push(`${at}: ${shapes.size} shapes of ${tokens.length} pieces`);
      const cells = [...host.querySelectorAll(".cell")].map((cell) => getComputedStyle(cell).fill);
      for (const token of tokens) {
        for (const cell of cells) {
          const best = Math.max(...parts(token).map((part) => contrast(over(part, cell), numbers(cell))));
          if (best < 2) faults.push(`${at}: ${token.getAttribute("class")} has a contrast of ${best.toFixed(2)} to ${cell}`);
        }
      }
    }
  }

  /** The colours of a piece that are seen as a whole: its face, and the line around it. */
  function parts(token) {
    return [...token.querySelectorAll(".base, .sign-line, .sign-edge, .outline")].map((part) => {
      const { fill, stroke } = getComputedStyle(part);
      return fill === "none" ? stroke : fill;
    });
  }

  function scene(look) {
    const places = look.colours.map((_, at) => ({ x: at % 2, y: Math.floor(at / 2), shape: "cell", label: String(at), empty: "" }));
    const pieces = look.colours.map((_, at) => ({ place: at, kind: "seat", seat: at + 1, count: 1, words: "" }));
    return { places, lines: [], marks: [], pieces, look, spans: [], stock: [], names: [], holdings: [], die: null, last: [],
      moved: { changes: [], flights: [] }, score: [], decisive: [], choices: [] };
  }

  function seats() {
    return ["X", "O", "R", "B"].map((symbol) => ({ symbol }));
  }

  /** A colour above another one, which is opaque. */
  function over(above, below) {
    const [[red, green, blue, alpha], under] = [numbers(above), numbers(below)];
    return [red, green, blue].map((part, at) => alpha * part + (1 - alpha) * under[at]);
  }

  function contrast(one, other) {
    const [light, dark] = [brightness(one), brightness(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  /** A computed colour, with parts from 0 to 1: `rgb(…)`, or `color(srgb …)` if it was mixed. */
  function numbers(colour) {
    const whole = colour.startsWith("rgb") ? 255 : 1;
    const [red, green, blue, alpha = 1] = colour.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
    return [red / whole, green / whole, blue / whole, alpha];
  }

  function brightness([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}
