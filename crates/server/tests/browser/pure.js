// What the modules of the board do with plain data, against tables: a list of rows that came out otherwise.
async () => {
  const board = (name) => import(`/web/board/${name}.js`);
  const { Selection } = await board("selection");
  const { ghost } = await board("ghost");
  const { changesBetween } = await board("motion");
  const { Sowing } = await board("sowing");
  const { Layout } = await board("layout");
  const { place: nameOf } = await board("texts");

  const faults = [];
  const expect = (row, found, wanted) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) faults.push(`${row}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  };
  const empty = { places: [], lines: [], pieces: [], spans: [], marks: [], stock: [], holdings: [], die: null, last: [], choices: [] };
  const grid = (rows, columns) =>
    Array.from({ length: rows * columns }, (_, cell) => {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      return { x, y, shape: "cell", label: `${y} ${x}` };
    });

  clicks();
  names();
  laidPieces();
  motions();
  sowings();
  layouts();
  return faults;

  /** What places are called: one that was chosen may have to be chosen again. */
  function names() {
    for (const [chosen, target, last, wanted] of [
      [false, false, false, "C4: empty"],
      [true, false, false, "C4: empty, chosen"],
      [false, true, true, "C4: empty, last move, can be played"],
      [true, true, false, "C4: empty, chosen, can be played"],
    ]) {
      const called = nameOf({ x: 0, y: 0, shape: "cell", label: "C4" }, undefined, [], { chosen, target, last });
      expect(`a place: ${wanted}`, called, wanted);
    }
  }

  /** What clicks come to, one after the other. */
  function clicks() {
    const moves = [[[1, 2], "a"], [[1, 3], "b"], [[4, 4], "c"], [[5, 6], "d"], [[5, 6], "e"], [[7], "f"]];
    const scene = { ...empty, choices: moves.map(([clicks, step]) => ({ clicks, step, question: "", covers: [] })) };
    const told = (clicked) => ({ move: clicked.step, refused: `no ${clicked.clicks}` })[clicked.kind] ?? clicked.kind;
    for (const [places, wanted] of [
      [[1, 2], "chosen a"],
      [[1, 1, 1, 3], "chosen taken back chosen b"],
      [[4, 4], "chosen c"],
      [[1, 4, 4], "chosen chosen c"],
      [[5, 6], "chosen question"],
      [[5, 6, 9], "chosen question no 9"],
      [[5, 6, 1, 2], "chosen question chosen a"],
      [[7], "f"],
      [[1, 7], "chosen f"],
      [[9], "no 9"],
      [[1, 9, 3], "chosen no 1,9 b"],
    ]) {
      const selection = new Selection();
      expect(`clicks on ${places}`, places.map((place) => told(selection.click(scene, place))).join(" "), wanted);
    }
  }

  /** Pieces two or three long on a board of four by four: what would be laid. */
  function laidPieces() {
    const ways = [[0, 1], [1, 0], [0, -1], [-1, 0]];
    const choices = grid(4, 4).flatMap(({ x, y }) =>
      ways.flatMap(([down, right]) =>
        [2, 3].flatMap((length) => {
          const cells = Array.from({ length }, (_, at) => [y + at * down, x + at * right]);
          if (!cells.flat().every((part) => part >= 0 && part < 4)) return [];
          const covers = cells.map(([row, column]) => 4 * row + column);
          return [{ clicks: [covers[0], covers[length - 1]], covers, step: String(covers), question: "" }];
        }),
      ),
    );
    const scene = { ...empty, places: grid(4, 4), choices };
    const [none, one] = [new Selection(), new Selection()];
    one.click(scene, 5);
    for (const [selection, pointed, turns, wanted] of [
      [none, 0, 0, [0, 1]],
      [none, 0, 1, [0, 4]],
      [none, 0, 4, [0, 1, 2]],
      [none, 3, 0, [3, 7]],
      [none, 15, 0, [15, 14]],
      [none, null, 0, null],
      [one, 9, 0, [5, 9]],
      [one, 13, 0, [5, 9, 13]],
      [one, 5, 3, [5, 1]],
    ]) {
      expect(`laid at ${pointed}, turned ${turns} times`, ghost(scene, selection, pointed, turns)?.covers ?? null, wanted);
    }
  }

  /** What goes where from one position to the next, on a board of one row. */
  function motions() {
    const row = (cells, last) => ({
      ...empty,
      places: grid(1, cells.length),
      pieces: [...cells].flatMap((cell, place) => (cell === "." ? [] : [{ place, kind: "seat", seat: cell === "X" ? 1 : 2, count: 1 }])),
      last: [...last].map(Number),
    });
    const told = (change) => (change.kind === "slides" ? `slides from ${change.from} to ${change.to}` : `${change.kind} at ${change.at}`);
    for (const [before, after, last, wanted] of [
      ["X..", "X.O", "2", "appears at 2"],
      ["X.O", "X..", "", "vanishes at 2"],
      ["X..", "..X", "02", "slides from 0 to 2"],
      ["XO.", "..X", "02", "vanishes at 1, slides from 0 to 2"],
      ["X.O", "..X", "02", "vanishes at 2, slides from 0 to 2"],
      ["..X", "X.O", "", "slides from 2 to 0, appears at 2"],
      ["X..OO", "..XXX", "02", "slides from 0 to 2, turns at 3, turns at 4"],
      ["..XXX", "X..OO", "", "slides from 2 to 0, turns at 3, turns at 4"],
      ["XO.", "XXX", "2", "turns at 1, appears at 2"],
      ["XO", "OX", "01", "turns at 0, turns at 1"],
      ["XO....", "..X.O.", "14", "slides from 0 to 2, slides from 1 to 4"],
    ]) {
      expect(`${before} to ${after}`, changesBetween(row(before, ""), row(after, last)).map(told).join(", "), wanted);
    }
  }

  /** How stones fly when they are sown from a bowl; the last place is a pot. */
  function sowings() {
    const bowls = (counts, last) => ({
      ...empty,
      places: counts.map((_, x) => ({ x, y: 0, shape: x + 1 === counts.length ? "pot" : "bowl", label: "" })),
      pieces: counts.flatMap((count, place) => (count ? [{ place, kind: "stones", count }] : [])),
      last,
    });
    for (const [before, after, from, wanted] of [
      [[3, 0, 0, 0, 0], [0, 1, 1, 1, 0], 0, "0-1 0-2 0-3"],
      [[0, 2, 0, 0, 1], [0, 0, 1, 1, 1], 1, "1-2 1-3"],
      [[0, 0, 0, 2, 0], [1, 1, 0, 0, 0], 3, "3-0 3-1"],
      [[0, 3, 1, 0, 5], [1, 0, 0, 1, 7], 1, "1-2 1-3 1-0 2-4 2-4"],
    ]) {
      const flights = Sowing.between(bowls(before, []), bowls(after, [from]))?.flights ?? [];
      expect(`sown from ${from} of ${before}`, flights.map((flight) => `${flight.from}-${flight.to}`).join(" "), wanted);
    }
  }

  /** Marks stand beside their rows and columns, outside of all places, and arrows lead where they point, also on a turned board. */
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
      expect(`to the right of the first place, turned ${turned}`, layout.neighbour(0, right), turned ? null : 1);
      expect(`farthest to the right, turned ${turned}`, layout.farthest(turned ? 5 : 0, right), turned ? 3 : 2);
    }
  }
}
