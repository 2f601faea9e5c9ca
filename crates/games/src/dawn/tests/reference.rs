//! DAWN 11/15.

use crate::testing::reference::{Reference, ReferenceEnding, ReferenceTurn};

const ROWS: i64 = 11;
const COLUMNS: i64 = 15;
const ROUNDS: usize = 6;

/// The length of the token that is called DAWN.
const DAWN: i64 = 7;

const NATURE: usize = 1;
const MISSION_CONTROL: usize = 2;

/// A cell `(m, n)`, m down and n to the right. It may lie off the board.
type Cell = (i64, i64);

/// `-` free, `V` Vesta, `C` Ceres, `+` a token.
type Board = [[char; COLUMNS as usize]; ROWS as usize];

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nature places the phase's body.
    Set,
    /// The die is rolled.
    Roll,
    /// Mission Control lays a token.
    Place { rolled: i64 },
    /// Nature walks the phase's body, at most this many steps.
    Walk { at_most: i64 },
    /// Nothing: phase 2 is over.
    Over,
}

/// A game of DAWN 11/15. Seat 1 is Nature, seat 2 Mission Control.
///
/// Steps: `set m;n`, `roll 5` or `roll DAWN`, `place L m;n m;n …` with the token's length and the
/// cells of the board that it covers, `walk m;n` with the cell where the walk ends.
#[derive(Debug, Clone)]
pub struct Dawn {
    board: Board,
    /// 1 or 2.
    phase: usize,
    /// 1 to 6.
    round: usize,
    /// The lengths that are left in this phase's set, ascending.
    set: Vec<i64>,
    stage: Stage,
}

impl Dawn {
    /// An empty board; Nature has to place Vesta.
    pub fn new() -> Dawn {
        Dawn {
            board: [['-'; COLUMNS as usize]; ROWS as usize],
            phase: 1,
            round: 1,
            set: full_set(),
            stage: Stage::Set,
        }
    }

    /// The letter of the body that plays in this phase.
    fn body(&self) -> char {
        if self.phase == 1 { 'V' } else { 'C' }
    }

    /// The token lengths that (ii) allows after this roll: the rolled one if it is left, otherwise
    /// the next smaller and the next larger (in this order), as far as they exist.
    fn allowed(&self, rolled: i64) -> Vec<i64> {
        if self.set.contains(&rolled) {
            return vec![rolled];
        }
        let smaller = self.set.iter().filter(|&&length| length < rolled).max();
        let larger = self.set.iter().filter(|&&length| length > rolled).min();
        smaller.into_iter().chain(larger).copied().collect()
    }

    /// All ways to lay an allowed token: its length and the cells of the board that it covers.
    ///
    /// Two ways of laying DAWN over a corner may cover the same single cell; they are one here.
    fn placements(&self, rolled: i64) -> Vec<(i64, Vec<Cell>)> {
        let mut placements = Vec::new();
        for length in self.allowed(rolled) {
            // The upper or left end may lie off the board, as long as the other end does not.
            for m in 1 - length..ROWS {
                for n in 1 - length..COLUMNS {
                    let across: Vec<Cell> = (0..length).map(|i| (m, n + i)).collect();
                    let down: Vec<Cell> = (0..length).map(|i| (m + i, n)).collect();
                    for token in [across, down] {
                        if self.may_lie(&token) {
                            placements.push((length, covered(&token)));
                        }
                    }
                }
            }
        }
        placements.sort();
        placements.dedup();
        placements
    }

    /// May a token lie on exactly these cells? The caller makes sure that they are in a line.
    fn may_lie(&self, token: &[Cell]) -> bool {
        let on_board = covered(token);
        let may_stick_out = token.len() as i64 == DAWN;
        let fits = on_board.len() == token.len() || (may_stick_out && !on_board.is_empty());
        fits && on_board.iter().all(|&cell| is_free(&self.board, cell))
    }

    /// Is there exactly one shortest walk to this cell, of at most this many steps?
    fn has_one_shortest_walk(&self, end: Cell, at_most: i64) -> bool {
        let start = find(&self.board, self.body());
        let board = without_body(&self.board, start);
        // The ends of all walks of one length, each as often as there are walks to it.
        let mut ends = vec![start];
        for _ in 0..at_most {
            let steps = ends.into_iter().flat_map(neighbours);
            ends = steps.filter(|&cell| is_free(&board, cell)).collect();
            let walks = ends.iter().filter(|&&cell| cell == end).count();
            if walks > 0 {
                return walks == 1;
            }
        }
        false
    }

    /// All cells where a walk of 1 to `at_most` steps can end.
    fn walk_ends(&self, at_most: i64) -> Vec<Cell> {
        let start = find(&self.board, self.body());
        let board = without_body(&self.board, start);
        let mut ends = Vec::new();
        // The cells where a walk of exactly this many steps can end.
        let mut here = vec![start];
        for _ in 0..at_most {
            let mut next = Vec::new();
            for cell in here {
                for neighbour in neighbours(cell) {
                    if is_free(&board, neighbour) && !next.contains(&neighbour) {
                        next.push(neighbour);
                    }
                }
            }
            ends.extend(next.clone());
            here = next;
        }
        ends.sort();
        ends.dedup();
        ends
    }

    /// Begins (iii), which is skipped at once if no step is possible. Returns the seats skipped.
    fn begin_walk(&mut self, at_most: i64) -> Vec<usize> {
        self.stage = Stage::Walk { at_most };
        if self.walk_ends(at_most).is_empty() {
            self.end_round();
            return vec![NATURE];
        }
        Vec::new()
    }

    fn end_round(&mut self) {
        if self.round < ROUNDS {
            self.round += 1;
            self.stage = Stage::Roll;
        } else if self.phase == 1 {
            self.phase = 2;
            self.round = 1;
            self.set = full_set();
            self.stage = Stage::Set;
        } else {
            self.stage = Stage::Over;
        }
    }

    /// E, the result. It has a meaning only after phase 2.
    fn result(&self) -> i64 {
        let vesta = count_reachable(&self.board, find(&self.board, 'V'));
        let ceres = count_reachable(&self.board, find(&self.board, 'C'));
        let max = vesta.max(ceres);
        let min = vesta.min(ceres);
        max + (max - min)
    }
}

impl Default for Dawn {
    fn default() -> Self {
        Dawn::new()
    }
}

impl Reference for Dawn {
    const EMPTY: char = '-';
    const SEATS: [char; 4] = ['?'; 4];

    fn turn(&self) -> ReferenceTurn {
        match self.stage {
            Stage::Set | Stage::Walk { .. } => ReferenceTurn::Seat(NATURE),
            Stage::Roll => ReferenceTurn::Roll,
            Stage::Place { .. } => ReferenceTurn::Seat(MISSION_CONTROL),
            Stage::Over => ReferenceTurn::Over(ReferenceEnding {
                // One game has a result but no winner: a match is two games.
                winner: None,
                draw: false,
                points: vec![self.result(), -self.result()],
            }),
        }
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        match self.stage {
            Stage::Set => {
                for cell in all_cells() {
                    if is_free(&self.board, cell) {
                        steps.push(format!("set {}", name(cell)));
                    }
                }
            }
            Stage::Roll => {
                for symbol in ["2", "3", "4", "5", "6", "DAWN"] {
                    steps.push(format!("roll {symbol}"));
                }
            }
            Stage::Place { rolled } => {
                for (length, cells) in self.placements(rolled) {
                    let cells: Vec<String> = cells.into_iter().map(name).collect();
                    steps.push(format!("place {length} {}", cells.join(" ")));
                }
            }
            Stage::Walk { at_most } => {
                for cell in self.walk_ends(at_most) {
                    steps.push(format!("walk {}", name(cell)));
                }
            }
            Stage::Over => {}
        }
        steps.sort();
        steps
    }

    /// The skipped seats are returned even if the game is over then: a token that fits nowhere and
    /// a walk without a possible step are skipped in the last round as in any other.
    fn play(&mut self, step: &str) -> Vec<usize> {
        assert!(self.steps().iter().any(|legal| legal == step), "illegal step: {step}");
        let words: Vec<&str> = step.split(' ').skip(1).collect();
        match self.stage {
            Stage::Set => {
                let cell = parse_cell(words[0]).unwrap();
                let body = self.body();
                put(&mut self.board, cell, body);
                self.stage = Stage::Roll;
                Vec::new()
            }
            Stage::Roll => {
                let rolled = parse_symbol(words[0]).unwrap();
                if self.placements(rolled).is_empty() {
                    // The first allowed token is discarded: the rolled one, or else the next
                    // smaller, or else the next larger.
                    let discarded = self.allowed(rolled)[0];
                    self.set.retain(|&length| length != discarded);
                    let mut skipped = vec![MISSION_CONTROL];
                    skipped.extend(self.begin_walk(discarded));
                    return skipped;
                }
                self.stage = Stage::Place { rolled };
                Vec::new()
            }
            Stage::Place { .. } => {
                let laid: i64 = words[0].parse().unwrap();
                for word in &words[1..] {
                    put(&mut self.board, parse_cell(word).unwrap(), '+');
                }
                self.set.retain(|&length| length != laid);
                self.begin_walk(laid)
            }
            Stage::Walk { .. } => {
                let start = find(&self.board, self.body());
                let end = parse_cell(words[0]).unwrap();
                // The order matters, since the walk may end where it began.
                put(&mut self.board, start, '-');
                let body = self.body();
                put(&mut self.board, end, body);
                self.end_round();
                Vec::new()
            }
            Stage::Over => unreachable!("there is no legal step"),
        }
    }

    fn accepts(&self, typed: &str) -> bool {
        match self.stage {
            Stage::Set => match parse_cell(typed) {
                Some(cell) => is_free(&self.board, cell),
                None => false,
            },
            Stage::Roll => parse_symbol(typed).is_some(),
            Stage::Place { rolled } => {
                let Some(ends) = parse_cells(typed) else {
                    return false;
                };
                let [one_end, other_end] = ends[..] else {
                    return false;
                };
                match cells_between(one_end, other_end) {
                    Some(token) => {
                        self.allowed(rolled).contains(&(token.len() as i64)) && self.may_lie(&token)
                    }
                    None => false,
                }
            }
            Stage::Walk { at_most } => {
                // Colons between the cells, or semicolons throughout.
                let Some(walk) = parse_cells(typed).or_else(|| parse_flat_cells(typed)) else {
                    return false;
                };
                if walk.len() as i64 > at_most {
                    return false;
                }
                let start = find(&self.board, self.body());
                let board = without_body(&self.board, start);
                if let [end] = walk[..]
                    && end != start
                {
                    return self.has_one_shortest_walk(end, at_most);
                }
                let mut here = start;
                for cell in walk {
                    if !neighbours(here).contains(&cell) || !is_free(&board, cell) {
                        return false;
                    }
                    here = cell;
                }
                true
            }
            Stage::Over => false,
        }
    }

    fn board(&self) -> String {
        self.board.iter().flatten().collect()
    }

    fn identity(&self, typed: &str) -> String {
        match self.stage {
            Stage::Set => format!("set {typed}"),
            Stage::Roll => format!("roll {typed}"),
            Stage::Place { .. } => placement(typed),
            Stage::Walk { .. } => format!("walk {}", typed.split(':').next_back().expect("an end")),
            Stage::Over => format!("nothing {typed}"),
        }
    }
}

fn full_set() -> Vec<i64> {
    vec![2, 3, 4, 5, 6, DAWN]
}

fn all_cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for m in 0..ROWS {
        for n in 0..COLUMNS {
            cells.push((m, n));
        }
    }
    cells
}

fn is_on_board((m, n): Cell) -> bool {
    (0..ROWS).contains(&m) && (0..COLUMNS).contains(&n)
}

/// Is this a cell of the board, and free?
fn is_free(board: &Board, cell: Cell) -> bool {
    is_on_board(cell) && board[cell.0 as usize][cell.1 as usize] == '-'
}

fn put(board: &mut Board, cell: Cell, what: char) {
    board[cell.0 as usize][cell.1 as usize] = what;
}

/// The cell of a body that is on the board.
fn find(board: &Board, body: char) -> Cell {
    for cell in all_cells() {
        if board[cell.0 as usize][cell.1 as usize] == body {
            return cell;
        }
    }
    panic!("{body} is not on the board");
}

/// The board for a walk: the starting cell is free once left. The first step cannot go there
/// since it goes to a neighbour.
fn without_body(board: &Board, start: Cell) -> Board {
    let mut board = *board;
    put(&mut board, start, '-');
    board
}

fn neighbours((m, n): Cell) -> [Cell; 4] {
    [(m - 1, n), (m + 1, n), (m, n - 1), (m, n + 1)]
}

/// The cells of a token that are on the board.
fn covered(token: &[Cell]) -> Vec<Cell> {
    token.iter().copied().filter(|&cell| is_on_board(cell)).collect()
}

/// How many free cells can be reached by steps over free cells.
fn count_reachable(board: &Board, start: Cell) -> i64 {
    let mut reached: Vec<Cell> = Vec::new();
    let mut to_visit = vec![start];
    while let Some(cell) = to_visit.pop() {
        for neighbour in neighbours(cell) {
            // The start itself is occupied by its body, and so never counted.
            if is_free(board, neighbour) && !reached.contains(&neighbour) {
                reached.push(neighbour);
                to_visit.push(neighbour);
            }
        }
    }
    reached.len() as i64
}

/// The straight row of cells from one end to the other, both included, upper or left end first.
/// `None` if they are not in a line, or farther apart than any token is long.
fn cells_between(a: Cell, b: Cell) -> Option<Vec<Cell>> {
    let (first, last) = (a.min(b), a.max(b));
    if last.0 - first.0 >= DAWN || last.1 - first.1 >= DAWN {
        return None;
    }
    if first.0 == last.0 {
        Some((first.1..=last.1).map(|n| (first.0, n)).collect())
    } else if first.1 == last.1 {
        Some((first.0..=last.0).map(|m| (m, first.1)).collect())
    } else {
        None
    }
}

fn name((m, n): Cell) -> String {
    format!("{m};{n}")
}

/// The length that a symbol of the die stands for.
fn parse_symbol(symbol: &str) -> Option<i64> {
    match symbol {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        "5" => Some(5),
        "6" => Some(6),
        "DAWN" => Some(DAWN),
        _ => None,
    }
}

/// A decimal integer with an optional minus sign, and nothing else.
fn parse_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // `parse` alone would let a plus sign pass.
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    // Numbers beyond 32 bits are far off the board; without them, differences cannot overflow.
    text.parse::<i32>().ok().map(i64::from)
}

/// `m;n`
fn parse_cell(text: &str) -> Option<Cell> {
    let (m, n) = text.split_once(';')?;
    Some((parse_number(m)?, parse_number(n)?))
}

/// `m;n:m;n:…`
fn parse_cells(text: &str) -> Option<Vec<Cell>> {
    text.split(':').map(parse_cell).collect()
}

/// `m;n;m;n;…`
fn parse_flat_cells(text: &str) -> Option<Vec<Cell>> {
    let numbers: Option<Vec<i64>> = text.split(';').map(parse_number).collect();
    let numbers = numbers?;
    if numbers.len() % 2 != 0 {
        return None;
    }
    Some(numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// A placement typed by its ends, as its length and the cells on the board.
fn placement(typed: &str) -> String {
    let numbers: Vec<i64> =
        typed.split([':', ';']).map(|word| word.parse().expect("a number")).collect();
    let (rows, cols) = (
        numbers[0].min(numbers[2])..=numbers[0].max(numbers[2]),
        numbers[1].min(numbers[3])..=numbers[1].max(numbers[3]),
    );
    let mut length = 0;
    let mut cells = String::new();
    for row in rows {
        for col in cols.clone() {
            length += 1;
            if (0..11).contains(&row) && (0..15).contains(&col) {
                cells += &format!(" {row};{col}");
            }
        }
    }
    format!("place {length}{cells}")
}
