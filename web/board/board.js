/**
 * The board draws any scene as SVG and lets people play on it by click, drag and keyboard. It knows
 * no game.
 *
 *     // The page also has <link rel="stylesheet" href="board.css">.
 *     import { Board } from "./board/board.js";
 *     const board = new Board(host, { step, refused, idle, announce });
 *     board.show(scene, { seats: [{ symbol: "X", name: "Ada" }, …], interactive: true, mover: 1 });
 *
 * - `show(scene, view)`: shows a scene. Only what differs from the previous scene changes, and
 *   pieces are animated. The selection for the next move stays as long as the choices stay the
 *   same.
 * - `cancel()`: cancels the selection, and gives up a move that was reported to the listener. Call
 *   it if the move was refused or could not be sent.
 * - `exportSvg()`, `exportPng(width)`: the position as a picture without a style sheet, in the
 *   colours of the current theme.
 * - `isSowing`: are stones on their way? The listener is told when they have landed.
 * - `planned`: that move in words, or its beginning; empty if there is none.
 * - `cancelPlan()`: forgets it.
 * - `takePlan()`: the clicks of the move that the person has planned, if there is one; it is
 *   forgotten then.
 * - `focus()`: moves the keyboard focus to the board.
 * - `destroy()`: removes the board and all its listeners.
 *
 * The board is as wide as its host allows, and at most as high as the custom property
 * `--board-max-height` (90vh by default). The page shows what the seats hold in words
 * (`scene.holdings`) beside their names, with `pieceIcon` of pieces.js. The types are in types.js.
 * In the document, places are buttons with the attribute `data-place`. With the right button of the
 * mouse, people draw arrows and rings, which stay until the next click or move. On touch screens, a
 * tap magnifies a board whose places are smaller than a finger.
 */

/** @import { Choice, Listener, Scene, View } from "./types.js" */
import { settings } from "../settings.js";
import { texts } from "../texts.js";
import { listenForDrags } from "./drag.js";
import { Drawings } from "./drawings.js";
import { rastered, standalone } from "./export.js";
import { ghost, isLaid, otherEnd } from "./ghost.js";
import { UNIT } from "./layout.js";
import { drawnLook, dress } from "./look.js";
import { placeOf } from "./places.js";
import { Plan, plannable } from "./plan.js";
import { Question } from "./question.js";
import { Selection, departures, isObvious } from "./selection.js";
import { Stage } from "./stage.js";
import { description, place as placeWords } from "./words.js";
import { Zoom } from "./zoom.js";

export class Board {
  #root = document.createElement("div");
  #description = document.createElement("p");
  /** Removes all listeners. */
  #abort = new AbortController();
  #resized = new ResizeObserver(() => this.#measure());
  /** Stops listening to changes of the settings. */
  #endSettings;
  /** @type {Stage | null} */
  #stage = null;
  #scene = EMPTY;
  /** @type {View} */
  #view = { seats: [], interactive: false };
  #selection = new Selection();
  /** How often the piece that follows the pointer was turned. */
  #turns = 0;
  /** The place beneath the pointer. @type {number | null} */
  #hovered = null;
  /** The place from which something is dragged. @type {number | null} */
  #dragged = null;
  /** Was a move reported to the listener, and no scene shown since? */
  #isWaiting = false;
  /** @type {Question | null} */
  #question = null;
  /** The move that is planned for the person's next turn. */
  #plan = new Plan();
  /** What the person has drawn. */
  #drawings = new Drawings();
  #zoom = new Zoom(this.#root);
  /** The width of a place on the screen, in pixels. */
  #unit = 0;
  /** Was the last press that of a finger? */
  #isTouched = false;
  /** Is the next click only the end of an animation? */
  #ignoresClick = false;

  /** @param {HTMLElement} host @param {Listener} on */
  constructor(host, on) {
    this.on = on;
    this.host = host;
    this.#root.className = "board";
    this.#root.setAttribute("role", "application");
    this.#root.setAttribute("aria-label", texts.board.label);
    this.#description.className = "board-description";
    this.#description.id = `board-description-${++boards}`;
    this.#root.setAttribute("aria-describedby", this.#description.id);
    this.#root.append(this.#description);
    host.append(this.#root);
    this.#resized.observe(this.#root);
    this.#endSettings = settings.onChange(() => this.#redress());
    this.#listen();
  }

  /** @param {Scene} scene @param {View} view */
  show(scene, view) {
    const before = this.#scene;
    const isSame = same(lying(before), lying(scene));
    const drawn = drawnLook(scene.look, view.taste ?? settings.taste);
    const stage = this.#stage?.fits(scene, view, drawn) ? this.#stage : null;
    if (!stage || !view.interactive || !same(before.choices, scene.choices)) this.#forget();
    // A plan is for the next turn of the person, however many moves the others make before.
    if (!stage || !(view.plans || view.interactive)) this.#plan.clear();
    if (!stage || !isSame) this.#drawings.clear();
    this.#scene = scene;
    this.#view = view;
    this.#isWaiting = false;
    this.#root.classList.toggle("board-still", !this.#isAnimated());
    if (stage) {
      // A piece that was dropped stays there until the position changes.
      if (!isSame)
        stage.scenery.show(scene, this.#isAnimated(), stepBetween(before, scene, view.step));
      if (stage.showBeside(scene)) this.#measure();
    } else {
      this.#build(drawn);
    }
    this.#refresh();
  }

  get planned() {
    const labels = this.#planned;
    if (!labels) return "";
    return this.#plan.isWhole ? texts.board.plannedShort(labels) : texts.board.planBegun(labels);
  }

  /** The places of the planned move, or of its beginning. */
  get #planned() {
    return this.#plan.clicks.map((at) => this.#scene.places[at].label).join("–");
  }

  cancelPlan() {
    if (!this.#plan.isEmpty) this.#takeBack();
  }

  /** @returns {number[] | null} */
  takePlan() {
    const { clicks, isWhole } = this.#plan;
    this.#plan.clear();
    // What was only begun goes on as a choice for the move that is made now.
    if (!isWhole && clicks.length > 0 && departures(this.#scene).has(clicks[0]))
      this.#selection.click(this.#scene, clicks[0]);
    this.#refresh();
    return isWhole ? clicks : null;
  }

  get isSowing() {
    return this.#stage?.scenery.isSowing ?? false;
  }

  /** The width of the board compared with its height. */
  get ratio() {
    const { width, height } = this.#stage?.size ?? { width: 1, height: 1 };
    return width / height;
  }

  cancel() {
    this.#isWaiting = false;
    const dragged = this.#dragged;
    this.#forget();
    if (dragged === null) this.#stage?.scenery.goBack(null, this.#isAnimated());
    this.#refresh();
  }

  /** @returns {string} */
  exportSvg() {
    if (!this.#stage) return "";
    this.#stage.scenery.settle();
    return standalone(this.#stage.picture);
  }

  /** @param {number} width @returns {Promise<Blob>} */
  exportPng(width) {
    return rastered(this.exportSvg(), width);
  }

  focus() {
    const places = this.#stage?.places;
    places?.go(places.current, true);
  }

  destroy() {
    this.#abort.abort();
    this.#endSettings();
    this.#zoom.end();
    this.#resized.disconnect();
    this.#stage?.scenery.settle();
    this.#root.remove();
  }

  /** Draws the board anew if the person has chosen another board or other pieces. */
  #redress() {
    if (this.#stage) this.show(this.#scene, { ...this.#view, step: null });
  }

  /** @param {import("./look.js").Drawn} drawn */
  #build(drawn) {
    const old = this.#stage;
    const hadFocus = old?.places.hasFocus ?? false;
    old?.scenery.settle();
    const stage = new Stage(this.#scene, this.#view, drawn);
    this.#stage = stage;
    stage.scenery.onSown = () => this.on.sown?.();
    dress(this.#root, drawn);
    this.#hovered = null;
    // The keyboard focus stays on its place, unless this is another board.
    const isSameBoard = old?.layout.places.length === stage.layout.places.length;
    if (isSameBoard) stage.places.go(old.places.current, false);
    this.#root.replaceChildren(this.#description, stage.picture, stage.places.element);
    if (hadFocus) stage.places.go(stage.places.current, true);
    listenForDrags(stage.places.element, {
      begin: (place, isTouch) => this.#beginDrag(place, isTouch),
      move: (x, y) => this.#moveDrag(this.#inPicture(x, y)),
      drop: (x, y) => this.#drop(this.#inPicture(x, y)),
      cancel: () => this.cancel(),
    });
    this.#measure();
  }

  /** Measures the board. The style sheet shows less on small boards. */
  #measure() {
    if (!this.#stage) return;
    const { width, height } = this.#stage.size;
    this.#root.style.setProperty("--board-ratio", String(width / height));
    const unit = (UNIT * this.#root.clientWidth) / width;
    this.#unit = unit;
    this.#root.dataset.size = unit < 24 ? "tiny" : unit < 50 ? "small" : "large";
  }

  /** Updates all highlights, and the descriptions of the places. */
  #refresh() {
    const [stage, scene, view] = [this.#stage, this.#scene, this.#view];
    if (!stage) return;
    const targets = view.interactive ? this.#selection.targets(scene) : new Set();
    const isShown =
      (view.targets ?? true) && !(this.#selection.isEmpty && isObvious(scene, targets));
    const lying = new Map(scene.pieces.map((piece) => [piece.place, piece]));
    const taken = takenIn(scene);
    stage.pointers.showTaken(taken);
    stage.pointers.showLast(scene.last);
    const isDecided = scene.decisive.length > 0 || !view.isEnd;
    stage.pointers.showDecisive(isDecided ? scene.decisive : taken);
    stage.pointers.showChosen(this.#selection.clicks);
    stage.pointers.showTargets(isShown ? targets : new Set(), new Set(lying.keys()));
    stage.pointers.showArrow(this.#arrow());
    const { clicks: planned } = this.#plan;
    const isPlaced = planned.length === 1 && !lying.has(planned[0]);
    stage.pointers.showPlanned(planned, isPlaced ? (view.plans?.seat ?? null) : null);
    stage.pointers.showDrawings(this.#drawings.list);
    this.#showPointed();
    const draggable = view.interactive ? departures(scene) : new Set();
    const plannables = plannable(scene, view.plans);
    const last = new Set(scene.last);
    stage.places.update((place) => ({
      label: placeWords(scene.places[place], lying.get(place), {
        chosen: this.#selection.clicks.includes(place),
        planned: planned.includes(place),
        target: targets.has(place),
        last: last.has(place),
      }),
      draggable: lying.has(place) && (draggable.has(place) || plannables.has(place)),
      disabled: !view.interactive && !view.plans,
    }));
    this.#root.classList.toggle("board-interactive", view.interactive || Boolean(view.plans));
    const words = description(scene, isLaid(scene));
    if (this.#description.textContent !== words) this.#description.textContent = words;
  }

  /** Shows the piece that a click at the pointer would place or move there. */
  #showPointed() {
    const pointers = this.#stage?.pointers;
    const isPlayed = this.#view.interactive && !this.#isWaiting;
    pointers?.showHovered(isPlayed ? this.#hovered : null);
    const laid = isPlayed ? this.#ghost() : null;
    const moved = isPlayed && !laid ? this.#ownerOfNext() : null;
    if (laid) pointers?.showGhost(this.#view.mover ?? null, laid.covers);
    else pointers?.showGhost(moved, moved ? [/** @type {number} */ (this.#pointed())] : []);
  }

  /**
   * The owner of the piece that a click at the pointer would bring there, if that place is free.
   * @returns {number | null}
   */
  #ownerOfNext() {
    const [scene, selection, pointed] = [this.#scene, this.#selection, this.#pointed()];
    const pieceAt = (/** @type {number} */ place) =>
      scene.pieces.find((piece) => piece.place === place);
    if (
      pointed === null ||
      this.#dragged !== null ||
      pieceAt(pointed) ||
      !selection.targets(scene).has(pointed)
    )
      return null;
    if (!selection.isEmpty) return pieceAt(selection.clicks[0])?.seat ?? null;
    return departures(scene).has(pointed) ? null : (this.#view.mover ?? null);
  }

  /** @returns {number[] | number[][]} */
  #arrow() {
    const { arrow } = this.#view;
    if (typeof arrow !== "string") return arrow ?? [];
    return this.#scene.choices.find((choice) => choice.step === arrow)?.clicks ?? [];
  }

  #listen() {
    const root = this.#root;
    const { signal } = this.#abort;
    root.addEventListener("click", (event) => {
      const place = placeOf(event.target);
      const isIgnored = this.#ignoresClick && event.detail > 0;
      this.#ignoresClick = false;
      if (isIgnored) return;
      if (place === null) this.#zoom.end();
      else if (event.detail > 0 && this.#isTooSmall()) this.#zoomAt(place);
      else this.#click(place);
    });
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointerup", (event) => {
      if (event.button !== 2) return;
      this.#drawings.end(placeOf(event.target));
      this.#refresh();
    });
    root.addEventListener("contextmenu", (event) => {
      // A long press of a finger is no right click.
      if (this.#view.draws && !this.#isTouched) event.preventDefault();
    });
    document.addEventListener(
      "pointerdown",
      (event) => {
        const isHere = event.target instanceof Node && root.contains(event.target);
        this.#ignoresClick = this.#skip() && isHere;
        if (!isHere) this.#zoom.end();
      },
      { signal, capture: true },
    );
    document.addEventListener("keydown", () => this.#skip(), { signal, capture: true });
    // Nothing moves while nobody looks.
    document.addEventListener("visibilitychange", () => document.hidden && this.#skip(), {
      signal,
    });
    root.addEventListener("pointerover", (event) =>
      this.#hover(event.pointerType === "touch" ? null : placeOf(event.target)),
    );
    root.addEventListener("pointerleave", () => this.#hover(null));
    root.addEventListener("focusin", () => this.#showPointed());
    root.addEventListener("focusout", () => this.#showPointed());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** Ends the sowing of stones at once; returns whether there was one. */
  #skip() {
    if (!this.#stage?.scenery.isSowing) return false;
    this.#stage.scenery.settle();
    return true;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#isTouched = event.pointerType === "touch";
    const place = placeOf(event.target);
    if (event.button === 0 && this.#drawings.list.length > 0) {
      this.#drawings.clear();
      this.#refresh();
    }
    if (event.button !== 2) return;
    // The right button takes back what is not finished; otherwise it draws.
    if (!this.#selection.isEmpty || !this.#plan.isEmpty) this.#takeBack();
    else if (this.#view.draws) this.#drawings.begin(place);
  }

  /** Are the places smaller than the finger that touches them, and not magnified yet? */
  #isTooSmall() {
    const isPlayed = this.#view.interactive || this.#view.plans;
    return this.#isTouched && isPlayed && this.#zoom.helps(this.#unit);
  }

  /** @param {number} place */
  #zoomAt(place) {
    const { layout, size } = this.#stage ?? {};
    if (!layout || !size) return;
    const { x, y } = layout.centre(place);
    const within = (/** @type {{ x: number, y: number }} */ at) => ({
      x: at.x / size.width,
      y: at.y / size.height,
    });
    const marks = this.#scene.marks.map(({ text }, at) => ({ text, ...within(layout.marks[at]) }));
    this.#zoom.begin(within({ x, y }), this.#unit, marks);
    this.on.announce?.(texts.board.zoomed);
  }

  /** Shows the whole board again, unless all places of the next click can be seen. */
  #zoomOutIfDone() {
    const { places } = this.#stage ?? {};
    if (!places || !this.#zoom.isOn) return;
    const targets = this.#selection.isEmpty ? [] : [...this.#selection.targets(this.#scene)];
    const isSeen = this.#zoom.shows(targets.map((place) => places.rectOf(place)));
    if (targets.length === 0 || !isSeen) this.#zoom.end();
  }

  /**
   * Handles a click while another seat is to move.
   * @param {NonNullable<View["plans"]>} plans @param {number} place
   */
  #planClick(plans, place) {
    const plan = this.#plan;
    if (!plan.click(this.#scene, plans, place)) return this.on.idle?.(place);
    this.#refresh();
    if (plan.isEmpty) this.on.announce?.(texts.board.cancelled);
    else this.on.announce?.(plan.isWhole ? texts.board.planned(this.#planned) : this.planned);
    this.on.plans?.();
    if (plan.isEmpty || plan.isWhole) this.#zoom.end();
  }

  /** @param {number | null} place */
  #hover(place) {
    if (place === this.#hovered || this.#dragged !== null) return;
    this.#hovered = place;
    this.#showPointed();
  }

  /**
   * Handles the keys of the board, if the pointer or the keyboard focus is on it.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, [contenteditable], dialog");
    const isHere = this.#hovered !== null || this.#root.contains(document.activeElement);
    if (
      isElsewhere ||
      !isHere ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.defaultPrevented
    )
      return;
    const isBegun = !this.#selection.isEmpty || !this.#plan.isEmpty || this.#zoom.isOn;
    if (event.key === "Escape" && isBegun) this.#takeBack();
    else if (event.key.toLowerCase() === "r" && this.#ghost()) this.#turn();
    else if (event.key.toLowerCase() === "l" && this.#ghost()) this.#lay();
    else return;
    event.preventDefault();
  }

  #turn() {
    this.#turns += 1;
    this.#showPointed();
    const covers = this.#ghost()?.covers ?? [];
    const [from, to] = [covers[0], covers[covers.length - 1]].map(
      (place) => this.#scene.places[place].label,
    );
    this.on.announce?.(texts.board.wouldCover(from, to));
  }

  #lay() {
    const laid = this.#ghost();
    if (!laid || !this.#view.interactive || this.#isWaiting) return;
    this.#selection.clear();
    this.#make(laid.step);
  }

  #takeBack() {
    this.#plan.clear();
    this.#zoom.end();
    this.cancel();
    this.on.announce?.(texts.board.cancelled);
    this.on.plans?.();
  }

  /** Handles a click on a place, or the key for that. @param {number} place */
  #click(place) {
    const { interactive, plans } = this.#view;
    if (!interactive) return plans ? this.#planClick(plans, place) : this.on.idle?.(place);
    if (this.#isWaiting) return;
    this.#select(place);
    this.#zoomOutIfDone();
  }

  /** @param {number} place */
  #select(place) {
    // A click on any place of the piece that follows the pointer counts as a click on its end.
    const meant = otherEnd(this.#scene, this.#selection, place, this.#turns) ?? place;
    const clicked = this.#selection.click(this.#scene, meant);
    if (clicked.kind === "move") return this.#make(clicked.step);
    this.#refresh();
    if (clicked.kind === "question") this.#ask(meant, clicked.choices);
    if (clicked.kind === "refused") this.on.refused(clicked.clicks);
    if (clicked.kind === "taken back") this.on.announce?.(texts.board.cancelled);
    if (clicked.kind === "chosen") {
      const targets = this.#selection.targets(this.#scene);
      this.on.announce?.(texts.board.chosen(this.#scene.places[meant].label, targets.size));
    }
  }

  /** @param {string} step */
  #make(step) {
    this.#isWaiting = true;
    this.#turns = 0;
    this.#refresh();
    this.on.step(step);
  }

  /** @param {number} place @param {Choice[]} choices */
  #ask(place, choices) {
    const button = this.#root.querySelector(`[data-place="${place}"]`);
    if (!(button instanceof HTMLElement)) return;
    this.#question = new Question(this.#root, button, choices, (answer) => {
      this.#question = null;
      if (!answer) return this.cancel();
      this.#selection.clear();
      this.#make(answer.step);
    });
  }

  /** @param {number} place @param {boolean} isTouch */
  #beginDrag(place, isTouch) {
    const { interactive, plans } = this.#view;
    const isPlan = !interactive && plannable(this.#scene, plans).has(place);
    // A move of a single click is not dragged.
    const isMove = interactive && departures(this.#scene).has(place);
    if (this.#isWaiting || !(isPlan || isMove)) return false;
    this.#forget();
    if (isPlan) this.#plan.begin(place);
    else this.#selection.click(this.#scene, place);
    this.#dragged = place;
    this.#root.classList.add("board-dragging");
    this.#root.classList.toggle("board-touched", isTouch);
    this.#refresh();
    return true;
  }

  /** @param {{ x: number, y: number }} at */
  #moveDrag(at) {
    if (this.#dragged === null) return;
    this.#stage?.scenery.drag(this.#dragged, at);
    const hovered = this.#stage?.layout.at(at) ?? null;
    if (hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#showPointed();
  }

  /** @param {{ x: number, y: number }} at */
  #drop(at) {
    const [from, to] = [this.#dragged, this.#stage?.layout.at(at) ?? null];
    const scenery = this.#stage?.scenery;
    if (from === null || !scenery) return;
    if (to === null) return this.cancel();
    this.#endDrag();
    // If a piece is dropped where it was, the next place is chosen by a click.
    if (to === from) {
      scenery.goBack(from, this.#isAnimated());
      return this.#refresh();
    }
    if (this.#view.interactive) scenery.drop(from, to);
    this.#click(to);
    if (this.#isWaiting) return;
    this.#selection.clearUnlessAsked();
    if (this.#selection.isEmpty) scenery.goBack(from, this.#isAnimated());
    this.#refresh();
  }

  #endDrag() {
    this.#dragged = null;
    this.#hovered = null;
    this.#root.classList.remove("board-dragging");
  }

  /** Clears the selection, closes the question, and ends the drag. */
  #forget() {
    if (this.#dragged !== null) this.#stage?.scenery.goBack(this.#dragged, this.#isAnimated());
    this.#endDrag();
    this.#selection.clear();
    this.#question?.close(null);
  }

  /** The move that places the piece that follows the pointer. @returns {Choice | null} */
  #ghost() {
    return ghost(this.#scene, this.#selection, this.#pointed(), this.#turns);
  }

  /** The place of the pointer, or else of the keyboard focus. @returns {number | null} */
  #pointed() {
    if (this.#hovered !== null) return this.#hovered;
    return this.#stage?.places.isKeyboardThere ? this.#stage.places.current : null;
  }

  /** @param {number} x @param {number} y as fractions of the picture */
  #inPicture(x, y) {
    const { width, height } = this.#stage?.size ?? { width: 1, height: 1 };
    return { x: x * width, y: y * height };
  }

  #isAnimated() {
    return (
      (this.#view.animate ?? true) &&
      !document.hidden &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches
    );
  }
}

/**
 * The movements from one scene to another.
 * @param {Scene} before @param {Scene} after @param {View["step"]} step
 */
function stepBetween(before, after, step) {
  if (step === "made") return { moved: after.moved, isBack: false };
  return step === "taken back" ? { moved: before.moved, isBack: true } : null;
}

/**
 * Where the last step has captured something: pieces that turned or went away, and bowls that were
 * emptied into a pot.
 * @param {Scene} scene
 */
function takenIn({ places, moved, last }) {
  const changed = moved.changes.flatMap((change) =>
    change.kind === "turns" || change.kind === "vanishes" ? [change.at] : [],
  );
  const into = moved.flights.filter(({ to }) => places[to].shape === "pot");
  const all = new Set([...changed, ...into.map(({ from }) => from)]);
  return [...all].filter((place) => !last.includes(place));
}

/** The part of a scene's pieces that is drawn, without their descriptions. @param {Scene} scene */
function lying({ pieces, spans }) {
  return [pieces.map(({ words: _, ...drawn }) => drawn), spans];
}

/** @type {Scene} */
const EMPTY = {
  places: [],
  lines: [],
  pieces: [],
  spans: [],
  marks: [],
  stock: [],
  names: [],
  holdings: [],
  die: null,
  last: [],
  moved: { changes: [], flights: [] },
  score: [],
  decisive: [],
  choices: [],
};

/** The number of boards so far, for their ids. */
let boards = 0;

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
