// What the modules of the board do with plain data, against tables: a list of rows that came out otherwise. The cases are those that the
// window runs as well.
async (cases) => {
  const board = (name) => import(`/web/board/${name}.js`);
  const { Board } = await board("board");
  const { Selection, departures, isObvious } = await board("selection");
  const { ghost, otherEnd } = await board("ghost");
  const { Sowing } = await board("sowing");
  const { changesOf } = await board("scenery");
  const { Layout } = await board("layout");
  const { place: nameOf } = await board("words");

  const faults = [];
  const expect = (row, found, wanted) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) faults.push(`${row}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  };
  const empty = { places: [], lines: [], pieces: [], spans: [], marks: [], stock: [], names: [], holdings: [], die: null, last: [], moved: { changes: [], flights: [] }, score: [], decisive: [], choices: [] };
  const grid = (rows, columns) =>
    Array.from({ length: rows * columns }, (_, cell) => {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      return { x, y, shape: "cell", label: `${y} ${x}` };
    });

  selections(cases.selection);
  firstClicks(cases.first_click);
  for (const ghosts of [cases.ghost, cases.long_ghost, cases.asked_ghost]) laidPieces(ghosts);
  names(cases.places);
  drags(cases.departures);
  takenBack(cases.backwards);
  for (const sown of cases.flights.sets) sowings(sown);
  for (const ways of cases.neighbour.sets) arrows(ways);
  layouts();
  renamed();
  return faults;

  /** What clicks come to, one after the other, and where the next can be. */
  function selections({ choices, cases }) {
    const scene = { ...empty, choices: choices.map(({ clicks, step }) => ({ clicks, step, question: step, covers: [] })) };
    const told = (clicked) => {
      if (clicked.kind === "move") return `move ${clicked.step}`;
      if (clicked.kind === "question") return `question ${clicked.choices.map((choice) => choice.step).join(" ")}`;
      return clicked.kind === "refused" ? `refused ${clicked.clicks.join(" ")}` : clicked.kind;
    };
    for (const { clicks, come_to, targets } of cases) {
      const selection = new Selection();
      expect(`clicks on ${clicks}`, clicks.map((place) => told(selection.click(scene, place))), come_to);
      expect(`targets after ${clicks}`, [...selection.targets(scene)].sort((one, other) => one - other), targets);
    }
  }

  function firstClicks({ cases }) {
    for (const { pieces, choices, plain } of cases) {
      const scene = {
        ...empty,
        places: grid(1, 3),
        pieces: pieces.map((place) => ({ place, kind: "seat", seat: 1, count: 1 })),
        choices: choices.map((clicks) => ({ clicks, step: String(clicks), question: "", covers: [] })),
      };
      const found = isObvious(scene, new Selection().targets(scene));
      expect(`first click among ${JSON.stringify(choices)} with pieces on ${pieces}`, found, plain);
    }
  }

  /** Which piece would be laid, and where its other end is. */
  function laidPieces({ about, rows, columns, covers, cases, other_ends }) {
    const choice = (covers, number) => ({ clicks: [covers[0], covers.at(-1)], covers, step: String(number), question: String(number) });
    const scene = { ...empty, places: grid(rows, columns), choices: covers.map(choice) };
    const after = (clicks) => {
      const selection = new Selection();
      for (const place of clicks) selection.click(scene, place);
      return selection;
    };
    for (const { clicks, pointed, turns, covers } of cases) {
      const laid = ghost(scene, after(clicks), pointed, turns)?.covers ?? null;
      expect(`${about} ${clicks}: at ${pointed}, turned ${turns} times`, laid, covers);
    }
    for (const { clicks, place, turns, end } of other_ends) {
      expect(`${about} ${clicks}: the other end at ${place}`, otherEnd(scene, after(clicks), place, turns), end);
    }
  }

  /** What places are called: one that was chosen may have to be chosen again. */
  function names({ cases }) {
    for (const { empty, piece, last, chosen, target, words } of cases) {
      const called = nameOf({ label: "C4", empty }, piece ?? undefined, { chosen, target, last });
      expect(`a place: ${words}`, called, words);
    }
  }

  /** From where something can be dragged. */
  function drags({ cases }) {
    for (const { choices, departures: places } of cases) {
      const scene = { ...empty, choices: choices.map((clicks) => ({ clicks, step: "", question: "", covers: [] })) };
      const found = [...departures(scene)].sort((one, other) => one - other);
      expect(`drags among ${JSON.stringify(choices)}`, found, places);
    }
  }

  function takenBack({ cases }) {
    for (const { made, taken_back } of cases) {
      const changes = (isBack) => changesOf({ moved: { changes: [made], flights: [] }, isBack })[0];
      const told = ({ kind, at, from, to }) => ({ kind, at, from, to });
      expect(`made: ${JSON.stringify(made)}`, told(changes(false)), told(made));
      expect(`taken back: ${JSON.stringify(made)}`, told(changes(true)), told(taken_back));
    }
  }

  /** Stones fly from bowl to bowl, on and back. */
  function sowings({ about, before, flights, cases }) {
    const rounded = (way) => Math.round(10000 * way);
    for (const { back, progress, counts, flying } of cases) {
      const sowing = new Sowing(before, flights, back);
      const found = [sowing.counts(progress), sowing.inFlight(progress).map(({ to, way }) => [to, rounded(way)])];
      const wanted = [counts, flying.map(({ to, way }) => [to, rounded(way)])];
      expect(`${about}, ${back ? "back" : "on"}, at ${progress}`, found, wanted);
    }
  }

  /** Where the arrow keys begin, and where they lead. */
  function arrows({ about, places, pots, turned, middle, cases }) {
    const directions = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
    const place = ([x, y], at) => ({ x, y, shape: pots?.includes(at) ? "pot" : "cell", label: "" });
    const layout = new Layout({ ...empty, places: places.map(place) }, turned);
    expect(`${about}: the middle`, layout.middle(), middle);
    for (const { from, to } of cases) {
      for (const [name, [x, y]] of Object.entries(directions)) {
        expect(`${about}: ${name} of ${from}`, layout.neighbour(from, { x, y }), to[name]);
      }
    }
  }

  /** Who is called otherwise has the same pieces on the board, and only their words are new. */
  function renamed() {
    const host = document.createElement("div");
    document.body.append(host);
    const shown = new Board(host, { step() {}, refused() {} });
    const scene = (seat, words) => ({ ...empty, places: grid(1, 2), pieces: [{ place: 0, kind: "seat", seat, count: 1, words }] });
    const show = (seat, words) => {
      shown.show(scene(seat, words), { seats: [{ symbol: "X" }, { symbol: "O" }], interactive: false, animate: false });
      return [host.querySelector(".token"), host.querySelector("[data-place='0']").getAttribute("aria-label")];
    };
    const [before, label] = show(1, "X (Guest)");
    const [after, other] = show(1, "X (Ada)");
    expect("a piece before and after its player has another name", [label, other, before === after], ["0 0: X (Guest)", "0 0: X (Ada)", true]);
    const [turned] = show(2, "O");
    expect("a piece of another seat is drawn anew", turned === after, false);
    shown.destroy();
    host.remove();
  }

  /** Marks stand beside their rows and columns, outside of all places, also on a turned board, and End leads to the end of a row. */
  function layouts() {
    const right = { x: 1, y: 0 };
    for (const turned of [false, true]) {
      const marks = [[-1, 1], [0, -2], [4, 0], [1, 2]].map(([x, y]) => ({ x, y, text: "" }));
      const layout = new Layout({ ...empty, places: grid(2, 3), marks }, turned);
      [3, 0, 2, 4].forEach((place, at) => {
        const [mark, centre] = [layout.marks[at], layout.centre(place)];
        const off = at % 2 === 0 ? mark.y - centre.y : mark.x - centre.x;
        expect(`mark ${at}, turned ${turned}`, [Math.abs(off) < 0.01, layout.at(mark)], [true, null]);
      });
      expect(`farthest to the right, turned ${turned}`, layout.farthest(turned ? 5 : 0, right), turned ? 3 : 2);
    }
  }
}
