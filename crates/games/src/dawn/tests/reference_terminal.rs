//! The command terminal of DAWN 11/15.
//!
//! Where the rules fix the wording of an answer, the answer here is exact. Where they only say that
//! a command is refused, all reasons that apply are collected, and any of them is accepted.

const ROWS: i64 = 11;
const COLUMNS: i64 = 15;
const ROUNDS: usize = 6;

/// The length of the token that is called DAWN.
pub const DAWN: i64 = 7;

/// Numbers of this size or more are so far off the board that their exact value does not matter.
const FAR: i64 = 1_000_000_000;

/// The answer if a token other than DAWN sticks out over the edge.
pub const STICKS_OUT: &str = "Error, the token is not completely on the board.";

/// A cell `(m, n)`, m down and n to the right. It may lie off the board.
pub type Cell = (i64, i64);

/// `-` free, `V` Vesta, `C` Ceres, `+` a token.
pub type Board = [[char; COLUMNS as usize]; ROWS as usize];

/// The command that must come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Set,
    Roll,
    Place { rolled: i64 },
    Move { at_most: i64 },
    Over,
}

/// What the terminal must answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Exactly this.
    Text(String),
    /// A refusal.
    Refused {
        /// The refusals with a fixed wording that apply.
        texts: Vec<String>,
        /// Is there also a reason without a fixed wording?
        freely: bool,
    },
    /// Nothing: the program ends.
    Quit,
}

/// A terminal with a game in progress.
#[derive(Debug, Clone)]
pub struct SlowTerminal {
    pub board: Board,
    /// 1 or 2.
    pub phase: usize,
    /// 1 to 6.
    pub round: usize,
    /// The lengths that are left in this phase's set, ascending.
    pub set: Vec<i64>,
    pub stage: Stage,
}

impl Answer {
    /// Is this what the terminal may answer?
    pub fn allows(&self, answer: Option<&str>) -> bool {
        match (self, answer) {
            (Answer::Quit, None) => true,
            (Answer::Text(text), Some(answer)) => text == answer,
            (Answer::Refused { texts, freely }, Some(answer)) => {
                let has_form = answer.starts_with("Error, ") && answer.ends_with('.');
                let is_one_line = !answer.chars().any(char::is_control);
                let applies = texts.iter().any(|text| text == answer)
                    || (*freely && !has_fixed_words(answer));
                has_form && is_one_line && applies
            }
            _ => false,
        }
    }
}

impl SlowTerminal {
    pub fn new() -> SlowTerminal {
        SlowTerminal {
            board: [['-'; COLUMNS as usize]; ROWS as usize],
            phase: 1,
            round: 1,
            set: full_set(),
            stage: Stage::Set,
        }
    }

    /// Obeys or refuses one command.
    pub fn answer(&mut self, line: &str) -> Answer {
        // A line may end with `\r\n`. The `\n` has already been removed.
        let line = line.strip_suffix('\r').unwrap_or(line);
        // One blank after the command word. Further blanks are part of the argument, where none is
        // allowed.
        match line.split_once(' ') {
            None => match line {
                "print" => Answer::Text(self.print()),
                "show-result" => self.show_result(),
                "reset" => {
                    *self = SlowTerminal::new();
                    ok()
                }
                "quit" => Answer::Quit,
                _ => refused(),
            },
            Some((word, argument)) => match word {
                "state" => self.state(argument),
                "set-vc" => self.set_body(argument),
                "roll" => self.roll(argument),
                "place" => self.place(argument),
                "move" => self.walk(argument),
                _ => refused(),
            },
        }
    }

    /// The board, line by line.
    pub fn print(&self) -> String {
        let lines: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        lines.join("\n")
    }

    fn state(&self, argument: &str) -> Answer {
        match parse_coordinate(argument) {
            None => refused(),
            Some(coordinate) if !is_on_board(coordinate.cell) => off_board(&coordinate),
            Some(coordinate) => Answer::Text(at(&self.board, coordinate.cell).to_string()),
        }
    }

    fn set_body(&mut self, argument: &str) -> Answer {
        let Some(coordinate) = parse_coordinate(argument) else {
            return refused();
        };
        if self.stage != Stage::Set {
            return refused();
        }
        if !is_on_board(coordinate.cell) {
            return off_board(&coordinate);
        }
        if at(&self.board, coordinate.cell) != '-' {
            return Answer::Refused { texts: occupied(&coordinate), freely: false };
        }
        let body = self.body();
        put(&mut self.board, coordinate.cell, body);
        self.stage = Stage::Roll;
        ok()
    }

    fn roll(&mut self, symbol: &str) -> Answer {
        let rolled = match symbol {
            "2" => 2,
            "3" => 3,
            "4" => 4,
            "5" => 5,
            "6" => 6,
            "DAWN" => DAWN,
            _ => return refused(),
        };
        if self.stage != Stage::Roll {
            return refused();
        }
        let allowed = self.allowed(rolled);
        if allowed.iter().any(|&length| self.fits_anywhere(length)) {
            self.stage = Stage::Place { rolled };
        } else {
            // The rolled token is discarded, or the next smaller, else the next larger one.
            self.use_up(allowed[0]);
        }
        ok()
    }

    fn place(&mut self, argument: &str) -> Answer {
        let Some(ends) = parse_path(argument) else {
            return refused();
        };
        let Stage::Place { rolled } = self.stage else {
            return refused();
        };
        let [one_end, other_end] = &ends[..] else {
            return refused();
        };
        let sticks_out = !is_on_board(one_end.cell) || !is_on_board(other_end.cell);
        let Some(length) = length_between(one_end.cell, other_end.cell) else {
            let texts = if sticks_out { vec![STICKS_OUT.to_owned()] } else { Vec::new() };
            return Answer::Refused { texts, freely: true };
        };
        let covered = cells_between(one_end.cell, other_end.cell);

        // All reasons to refuse it.
        let mut texts = Vec::new();
        let mut freely = one_end.is_far || other_end.is_far;
        for &cell in &covered {
            if at(&self.board, cell) != '-' {
                texts.push(format!("Error, field {};{} is occupied.", cell.0, cell.1));
            }
        }
        if sticks_out && length != DAWN {
            // This comes before the length.
            texts.push(STICKS_OUT.to_owned());
        } else if !self.allowed(rolled).contains(&length) {
            freely = true;
        } else if covered.is_empty() {
            // DAWN may stick out, but not entirely. The rules do not fix the wording of this
            // refusal.
            texts.push(STICKS_OUT.to_owned());
            freely = true;
        }
        if !texts.is_empty() || freely {
            return Answer::Refused { texts, freely };
        }

        for cell in covered {
            put(&mut self.board, cell, '+');
        }
        self.use_up(length);
        ok()
    }

    fn walk(&mut self, argument: &str) -> Answer {
        // Colons between the cells, or semicolons throughout.
        let Some(steps) = parse_path(argument).or_else(|| parse_flat_path(argument)) else {
            return refused();
        };
        let Stage::Move { at_most } = self.stage else {
            return refused();
        };
        let start = self.body_cell();
        // The starting cell is free once left.
        let mut board = self.board;
        put(&mut board, start, '-');

        // All reasons to refuse it. If several steps have the same fault, only the first counts.
        let mut off_board = Vec::new();
        let mut taken = Vec::new();
        let mut still = Vec::new();
        let mut freely = steps.len() as i64 > at_most;
        let mut here = start;
        for (index, step) in steps.iter().enumerate() {
            let is_own_cell = index == 0 && step.cell == start;
            if !is_on_board(step.cell) {
                off_board.push(not_on_board(step));
                freely |= step.is_far;
            } else if is_own_cell || at(&board, step.cell) != '-' {
                taken.push(occupied(step));
            } else if step.cell == here {
                // A later step that stands still is not a step to a neighbour, but its refusal may
                // read like that of the body's own cell.
                still.push(occupied(step));
            }
            // The body's own cell is refused as occupied, although it is not a neighbour either.
            if !is_own_cell && !neighbours(here).contains(&step.cell) {
                freely = true;
            }
            here = step.cell;
        }
        let texts: Vec<String> = [off_board, taken, still]
            .iter()
            .filter_map(|steps| steps.first())
            .flatten()
            .cloned()
            .collect();
        if !texts.is_empty() || freely {
            return Answer::Refused { texts, freely };
        }

        put(&mut board, here, self.body());
        self.board = board;
        self.end_round();
        ok()
    }

    fn show_result(&self) -> Answer {
        if self.stage != Stage::Over {
            return refused();
        }
        let vesta = count_reachable(&self.board, find(&self.board, 'V'));
        let ceres = count_reachable(&self.board, find(&self.board, 'C'));
        let result = vesta.max(ceres) + (vesta.max(ceres) - vesta.min(ceres));
        Answer::Text(result.to_string())
    }

    /// The token lengths that are allowed after this roll: the rolled one if it is left, otherwise
    /// the next smaller and the next larger (in this order), as far as they exist.
    pub fn allowed(&self, rolled: i64) -> Vec<i64> {
        if self.set.contains(&rolled) {
            return vec![rolled];
        }
        let smaller = self.set.iter().filter(|&&length| length < rolled).max();
        let larger = self.set.iter().filter(|&&length| length > rolled).min();
        smaller.into_iter().chain(larger).copied().collect()
    }

    /// All ways to lay a token of this length: its upper or left end, and the other.
    pub fn placements(&self, length: i64) -> Vec<(Cell, Cell)> {
        let mut placements = Vec::new();
        for m in 1 - length..ROWS {
            for n in 1 - length..COLUMNS {
                for end in [(m, n + length - 1), (m + length - 1, n)] {
                    if self.may_lie((m, n), end) {
                        placements.push(((m, n), end));
                    }
                }
            }
        }
        placements
    }

    pub fn fits_anywhere(&self, length: i64) -> bool {
        !self.placements(length).is_empty()
    }

    /// May a token lie from here to there? The caller makes sure that it is in the set.
    pub fn may_lie(&self, one_end: Cell, other_end: Cell) -> bool {
        let Some(length) = length_between(one_end, other_end) else {
            return false;
        };
        let covered = cells_between(one_end, other_end);
        let fits = covered.len() as i64 == length || (length == DAWN && !covered.is_empty());
        fits && covered.iter().all(|&cell| at(&self.board, cell) == '-')
    }

    /// The letter of the body that plays in this phase.
    pub fn body(&self) -> char {
        if self.phase == 1 { 'V' } else { 'C' }
    }

    /// Where the body of this phase is, once it is on the board.
    pub fn body_cell(&self) -> Cell {
        find(&self.board, self.body())
    }

    /// The token is laid or discarded. The walk that follows is skipped where no step is possible.
    fn use_up(&mut self, length: i64) {
        self.set.retain(|&other| other != length);
        let can_step = neighbours(self.body_cell())
            .iter()
            .any(|&cell| is_on_board(cell) && at(&self.board, cell) == '-');
        if can_step {
            self.stage = Stage::Move { at_most: length };
        } else {
            self.end_round();
        }
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
}

/// All cells of the board, row by row.
pub fn all_cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for m in 0..ROWS {
        for n in 0..COLUMNS {
            cells.push((m, n));
        }
    }
    cells
}

pub fn is_on_board((m, n): Cell) -> bool {
    (0..ROWS).contains(&m) && (0..COLUMNS).contains(&n)
}

/// What is on a cell of the board.
pub fn at(board: &Board, cell: Cell) -> char {
    board[cell.0 as usize][cell.1 as usize]
}

pub fn put(board: &mut Board, cell: Cell, what: char) {
    board[cell.0 as usize][cell.1 as usize] = what;
}

pub fn neighbours((m, n): Cell) -> [Cell; 4] {
    [(m - 1, n), (m + 1, n), (m, n - 1), (m, n + 1)]
}

/// The cells of the board that a token covers from one end to the other.
pub fn cells_between(a: Cell, b: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for m in a.0.min(b.0).max(0)..=a.0.max(b.0).min(ROWS - 1) {
        for n in a.1.min(b.1).max(0)..=a.1.max(b.1).min(COLUMNS - 1) {
            cells.push((m, n));
        }
    }
    cells
}

/// How many free cells can be reached by steps over free cells, the start not counted.
pub fn count_reachable(board: &Board, start: Cell) -> i64 {
    // Each reached cell is marked, so that it is no longer free.
    let mut board = *board;
    let mut reached = 0;
    let mut to_visit = vec![start];
    while let Some(cell) = to_visit.pop() {
        for neighbour in neighbours(cell) {
            if is_on_board(neighbour) && at(&board, neighbour) == '-' {
                put(&mut board, neighbour, '*');
                reached += 1;
                to_visit.push(neighbour);
            }
        }
    }
    reached
}

fn full_set() -> Vec<i64> {
    vec![2, 3, 4, 5, 6, DAWN]
}

/// The cell of a body that is on the board.
fn find(board: &Board, body: char) -> Cell {
    all_cells().into_iter().find(|&cell| at(board, cell) == body).expect("the body is on the board")
}

/// How many cells there are from one end to the other, if they are in a line.
fn length_between(a: Cell, b: Cell) -> Option<i64> {
    if a.0 == b.0 || a.1 == b.1 { Some((a.0 - b.0).abs() + (a.1 - b.1).abs() + 1) } else { None }
}

fn ok() -> Answer {
    Answer::Text("OK".to_owned())
}

/// A refusal with any wording.
fn refused() -> Answer {
    Answer::Refused { texts: Vec::new(), freely: true }
}

fn off_board(coordinate: &Coordinate) -> Answer {
    Answer::Refused { texts: not_on_board(coordinate), freely: coordinate.is_far }
}

fn not_on_board(coordinate: &Coordinate) -> Vec<String> {
    coordinate
        .names
        .iter()
        .map(|name| format!("Error, the given coordinate {name} is not on the board."))
        .collect()
}

fn occupied(coordinate: &Coordinate) -> Vec<String> {
    coordinate.names.iter().map(|name| format!("Error, field {name} is occupied.")).collect()
}

/// Is this refusal one of the three with a fixed wording, for any field?
fn has_fixed_words(answer: &str) -> bool {
    answer.starts_with("Error, the given coordinate ") && answer.ends_with(" is not on the board.")
        || answer.starts_with("Error, field ") && answer.ends_with(" is occupied.")
        || answer == STICKS_OUT
}

/// A cell that somebody typed.
struct Coordinate {
    cell: Cell,
    /// The coordinate as typed, and without needless zeros and signs: `-01;-0` and `-1;0`.
    names: [String; 2],
    /// Are the numbers so large that a refusal need not repeat them?
    is_far: bool,
}

/// `m;n`
fn parse_coordinate(text: &str) -> Option<Coordinate> {
    let words: Vec<&str> = text.split(';').collect();
    let [m, n] = words[..] else {
        return None;
    };
    coordinate(m, n)
}

/// `m;n:m;n:…`
fn parse_path(text: &str) -> Option<Vec<Coordinate>> {
    text.split(':').map(parse_coordinate).collect()
}

/// `m;n;m;n;…`
fn parse_flat_path(text: &str) -> Option<Vec<Coordinate>> {
    let words: Vec<&str> = text.split(';').collect();
    if words.len() % 2 == 1 {
        return None;
    }
    words.chunks(2).map(|pair| coordinate(pair[0], pair[1])).collect()
}

fn coordinate(m: &str, n: &str) -> Option<Coordinate> {
    let (m_value, m_plain) = parse_number(m)?;
    let (n_value, n_plain) = parse_number(n)?;
    Some(Coordinate {
        cell: (m_value, n_value),
        names: [format!("{m};{n}"), format!("{m_plain};{n_plain}")],
        is_far: m_value.abs() == FAR || n_value.abs() == FAR,
    })
}

/// A decimal integer with an optional minus sign, and nothing else: its value, at most `FAR`, and
/// the number without needless zeros and signs.
fn parse_number(text: &str) -> Option<(i64, String)> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.chars().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some((0, "0".to_owned()));
    }
    // A number that does not fit into the type is certainly off the board.
    let size = digits.parse::<i64>().unwrap_or(FAR).min(FAR);
    Some(if is_negative { (-size, format!("-{digits}")) } else { (size, digits.to_owned()) })
}
