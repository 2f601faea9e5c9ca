/** What a person draws on a board: arrows, and rings around single places. */

export class Drawings {
  /** The places of each drawing: two of an arrow, one of a ring. @type {number[][]} */
  list = [];
  /** Where the drawing begins that is not finished. @type {number | null} */
  #from = null;

  /** @param {number | null} place */
  begin(place) {
    this.#from = place;
  }

  /** Finishes a drawing. What is drawn a second time is wiped off. @param {number | null} place */
  end(place) {
    const from = this.#from;
    this.#from = null;
    if (from === null || place === null) return;
    const drawing = from === place ? [from] : [from, place];
    const others = this.list.filter((one) => one.join() !== drawing.join());
    this.list = others.length < this.list.length ? others : [...this.list, drawing];
  }

  clear() {
    this.list = [];
  }
}
