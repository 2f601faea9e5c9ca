//! Games played by keys and by the mouse, without a terminal: pages are drawn into memory.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ludoteca_core::{Language, Seat};
use ludoteca_games::catalog;
use ludoteca_play::seeds::Seed;
use ludoteca_play::{Awaits, Ending, Play, Player, Setup, players};
use ludoteca_system::kept::Keeper;
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

use crate::capabilities::{Capabilities, ColourDepth};
use crate::choices::{BoardSurface, PieceSet, ViewChoices};
use crate::events::{EventQueue, TerminalEvent};
use crate::game::{GameFile, TerminalSession};
use crate::page;
use crate::view::{Leaving, Overlay, TerminalView};

const FULL: Capabilities = Capabilities { colours: ColourDepth::Full, unicode: true, light: false };

/// What terminals can show, from the best to the simplest.
const ALL: [Capabilities; 5] = [
    FULL,
    Capabilities { colours: ColourDepth::Palette, unicode: true, light: true },
    Capabilities { colours: ColourDepth::Sixteen, unicode: true, light: false },
    Capabilities { colours: ColourDepth::Monochrome, unicode: true, light: false },
    Capabilities { colours: ColourDepth::Monochrome, unicode: false, light: false },
];

/// Every game, in the forms that people are offered, and some with more of everything.
fn games() -> Vec<String> {
    let presets = catalog::GAMES.iter().flat_map(|info| info.presets);
    let mut games: Vec<String> = presets.map(|preset| preset.options.to_owned()).collect();
    games.extend(["cn rows=19 cols=19".to_owned(), "owari bowls=8 stones=15".to_owned()]);
    games
}

/// A view that nobody sees, and what it would wait for.
struct Hands {
    view: TerminalView,
    events: EventQueue,
    area: Rect,
}

impl Hands {
    fn open(game: &str, players: Option<&str>, capabilities: Capabilities) -> Hands {
        Hands::with_file(game, players, capabilities, GameFile::None)
    }

    fn with_file(
        game: &str,
        players: Option<&str>,
        capabilities: Capabilities,
        file: GameFile,
    ) -> Hands {
        let players = players.map(|players| players::read_players(players).expect("players"));
        let options = catalog::parse(game).expect("a game");
        let setup = Setup { players, ..Setup::new(options, Seed::Number(7)) };
        let play = Play::open(setup.record().expect("a record"), catalog::open).expect("a game");
        let events = EventQueue::quiet();
        let game = TerminalSession::new(play, file, Language::English, events.sender());
        let today = || "2026-11-19".to_owned();
        let view = TerminalView::new(game, capabilities, ViewChoices::default(), today);
        let mut hands = Hands { view, events, area: Rect::new(0, 0, 80, 30) };
        hands.view.game.set_pace(Duration::from_millis(1));
        hands.draw();
        hands
    }

    fn draw(&mut self) -> Buffer {
        self.view.advance();
        page::draw(&mut self.view, self.area).0
    }

    /// The page as text.
    fn text(&mut self) -> String {
        let page = self.draw();
        let rows = page.content.chunks(self.area.width.into());
        let row = |cells: &[Cell]| {
            cells.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned()
        };
        rows.map(row).collect::<Vec<_>>().join("\n")
    }

    fn shows(&mut self, text: &str) {
        let page = self.text();
        assert!(page.contains(text), "this should be there: {text}\nthis is there:\n{page}");
    }

    /// Checks that the page is whole in every language: a text that is cut ends with an ellipsis,
    /// and keys without room are left out.
    fn fits(&mut self) {
        for language in Language::ALL {
            self.view.game.set_language(language);
            let page = self.text();
            // In the list of moves, what a move does stands in brackets after it and may be cut.
            let is_cut = page.lines().any(|line| line.contains('…') && !line.contains('('));
            assert!(!is_cut, "{page}");
            let keys = page.lines().last().unwrap_or_default();
            for (key, does) in self.view.texts().keys_for(&self.view) {
                assert!(keys.contains(&format!("{key} {does}")), "{does} is missing:\n{page}");
            }
        }
        self.view.game.set_language(Language::English);
    }

    fn key(&mut self, code: KeyCode) {
        self.view.take(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.view.advance();
    }

    fn keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.key(KeyCode::Char(key)));
    }

    fn mouse(&mut self, kind: MouseEventKind, [column, row]: [u16; 2]) {
        let modifiers = KeyModifiers::NONE;
        self.view.take(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        self.view.advance();
    }

    /// Where a place is on the screen, in its middle.
    fn middle(&mut self, place: usize) -> [u16; 2] {
        self.view.cursor = Some(place);
        self.draw();
        let shown = self.view.shown.as_ref().expect("a board");
        let middle = shown.geometry.places[place].middle();
        [
            shown.area.x + (middle[0] - shown.from[0]) as u16,
            shown.area.y + (middle[1] - shown.from[1]) as u16,
        ]
    }

    fn click(&mut self, place: usize) {
        let at = self.middle(place);
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    fn drag(&mut self, from: usize, to: usize) {
        let (start, end) = (self.middle(from), self.middle(to));
        self.mouse(MouseEventKind::Down(MouseButton::Left), start);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), end);
        self.mouse(MouseEventKind::Up(MouseButton::Left), end);
    }

    /// Moves the cursor to a place with the arrow keys.
    fn walk(&mut self, to: usize) {
        for _ in 0..200 {
            let geometry = self.view.geometry([0, 0]);
            let Some(from) = self.view.cursor.filter(|from| *from != to) else { return };
            let [start, end] = [from, to].map(|place| geometry.places[place].middle());
            let code = match (end[0] - start[0], end[1] - start[1]) {
                (across, down) if across.abs() >= down.abs() && across > 0 => KeyCode::Right,
                (across, down) if across.abs() >= down.abs() && across < 0 => KeyCode::Left,
                (_, down) if down > 0 => KeyCode::Down,
                _ => KeyCode::Up,
            };
            self.key(code);
            if self.view.cursor == Some(from) {
                // Nothing lies straight on in this direction.
                self.key(if code == KeyCode::Up { KeyCode::Left } else { KeyCode::Up });
            }
        }
        panic!("the arrow keys do not lead to place {to}");
    }

    /// Waits until no engine thinks and no automatic move is due.
    fn rest(&mut self) {
        let start = Instant::now();
        while let Some(wait) = self.view.advance() {
            assert!(start.elapsed() < Duration::from_secs(60), "it should come to rest");
            // Nobody looks at stones on their way.
            self.view.sowing = None;
            let wait = wait.min(Duration::from_millis(50));
            if let Some(TerminalEvent::Found(number, found)) = self.events.next(Some(wait)) {
                self.view.game.found(number, found);
            }
        }
    }

    fn play(&self) -> &Play {
        self.view.game.play()
    }
}

/// A move for somebody who plays quickly and not at random: the first, the last, or one between.
fn some_choice(hands: &Hands) -> Option<ludoteca_core::scene::Choice> {
    let choices = &hands.view.scene.choices;
    let at = (hands.play().steps() * 7 + 3) % choices.len().max(1);
    choices.get(at).cloned()
}

#[test]
fn every_board_is_drawn_in_every_size_and_on_every_terminal() {
    for game in games() {
        for capabilities in ALL {
            let mut hands = Hands::open(&game, None, capabilities);
            let places = hands.view.scene.places.len();
            for (columns, rows) in [(200, 70), (120, 40), (80, 24), (60, 30), (40, 12), (24, 8)] {
                hands.area = Rect::new(0, 0, columns, rows);
                let page = hands.draw();
                let what = format!("{game} on {columns}x{rows} with {capabilities:?}");
                let shown = hands.view.shown.clone().expect("a board");
                let Rect { x, y, width, height } = shown.area;
                assert!(x + width <= columns && y + height <= rows, "{what}: {shown:?}");
                for (place, area) in shown.geometry.places.iter().enumerate() {
                    let middle = area.middle();
                    assert_eq!(shown.geometry.at(middle), Some(place), "{what}");
                    let inside = area.left >= 0
                        && area.left + area.width <= shown.geometry.size[0]
                        && area.top + area.height <= shown.geometry.size[1];
                    assert!(inside, "{what}: {area:?}");
                }
                assert_eq!(shown.geometry.places.len(), places);
                for cell in &page.content {
                    assert!(capabilities.unicode || cell.symbol().is_ascii(), "{what}: {cell:?}");
                    let plain = cell.fg == Color::Reset && cell.bg == Color::Reset;
                    let colourless = capabilities.colours == ColourDepth::Monochrome;
                    assert!(plain || !colourless, "{what}: {cell:?}");
                }
                // The cursor is always in sight.
                let cursor = hands.view.cursor.expect("a cursor");
                let [column, row] = shown.geometry.places[cursor].middle();
                let column = column - shown.from[0];
                let row = row - shown.from[1];
                assert!((0..width.into()).contains(&column), "{what}");
                assert!((0..height.into()).contains(&row), "{what}");
            }
        }
    }
}

/// In a terminal of the usual size nothing is cut that people need, in any language: what to do,
/// who plays, the stage, the keys, and the offer of an unfinished game.
#[test]
fn every_text_fits() {
    let titles = catalog::GAMES.iter().map(|info| info.title);
    let title = titles.max_by_key(|title| title.len()).expect("a game");
    for game in games() {
        let options = catalog::parse(&game).expect("a game");
        let names = options.info().names.iter().take(options.number("seats") as usize);
        let engines: Vec<String> = names.skip(1).map(|name| format!("{name}:a10")).collect();
        let against = format!("{},{}", options.info().names[0], engines.join(","));
        for players in [None, Some(&*against)] {
            let mut hands = Hands::open(&game, players, FULL);
            hands.area = Rect::new(0, 0, 80, 24);
            let offer = crate::view::KeptOffer { path: PathBuf::new(), title, steps: 123 };
            hands.view.offer = Some(offer);
            hands.fits();
            hands.view.offer = None;
            hands.fits();
        }
        let mut hands = Hands::open(&game, None, FULL);
        hands.area = Rect::new(0, 0, 80, 24);
        for _ in 0..8 {
            hands.rest();
            let Some(choice) = some_choice(&hands) else { break };
            hands.view.game.make(&choice.step);
            hands.view.update();
            hands.fits();
        }
        hands.key(KeyCode::PageUp);
        hands.fits();
        // A move at an earlier position is refused with the way back.
        for language in Language::ALL {
            hands.view.game.set_language(language);
            hands.key(KeyCode::Enter);
            assert!(hands.view.game.message().is_some(), "{game}");
            hands.fits();
            hands.view.game.clear_message();
        }
    }
}

/// What to do is never cut where the terminal has the usual size, in any language.
#[test]
fn what_to_do_is_shown_whole() {
    for game in games() {
        let mut hands = Hands::open(&game, None, FULL);
        hands.area = Rect::new(0, 0, 80, 24);
        for _ in 0..8 {
            for language in Language::ALL {
                hands.view.game.set_language(language);
                let page = hands.text();
                let headline: Vec<&str> = page.lines().skip(1).take(2).collect();
                let prompt = hands.view.scene.prompt.as_ref().map(|prompt| prompt.tell(language));
                let shown = headline.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
                let is_there = prompt.is_none_or(|prompt| shown.contains(&prompt));
                assert!(is_there && !shown.contains('…'), "{game} in {language:?}:\n{page}");
            }
            match some_choice(&hands) {
                Some(choice) => hands.view.game.make(&choice.step),
                None => hands.rest(),
            }
            hands.view.update();
        }
    }
}

/// Every player has a place beside or below the board, and every score is shown.
#[test]
fn every_player_is_shown_in_a_small_terminal() {
    for game in games() {
        let mut hands = Hands::open(&game, None, FULL);
        for (columns, rows) in [(80, 24), (100, 32), (60, 18), (40, 16)] {
            hands.area = Rect::new(0, 0, columns, rows);
            let page = hands.text();
            let seats = hands.play().seats().len();
            for seat in Seat::all(seats) {
                let (token, _) = hands.view.with_style(|drawn| drawn.token(seat));
                let is_there = page.lines().skip(3).any(|line| line.contains(&token));
                assert!(is_there, "{game} on {columns}x{rows}: {token}\n{page}");
            }
            for score in &hands.view.scene.score {
                let words = score.words.tell(Language::English);
                assert!(page.contains(&words), "{game} on {columns}x{rows}: {words}\n{page}");
            }
        }
    }
}

#[test]
fn boards_use_the_room_that_there_is() {
    for (game, [columns, rows], least) in [
        ("ttt", [40, 16], [4, 2]),
        ("dawn", [100, 32], [4, 2]),
        ("ataxx seats=2 rows=7 cols=7", [80, 24], [5, 2]),
        ("owari", [80, 24], [9, 4]),
    ] {
        let mut hands = Hands::open(game, None, FULL);
        hands.area = Rect::new(0, 0, columns, rows);
        hands.draw();
        let unit = hands.view.shown.as_ref().expect("a board").geometry.unit;
        assert!(unit[0] >= least[0] && unit[1] >= least[1], "{game}: {unit:?}");
    }
}

/// In a palette there are few shades, so large areas have one colour.
#[test]
fn a_palette_makes_no_patchwork() {
    for game in ["alquerque", "owari", "ataxx", "breakthrough"] {
        let mut hands = Hands::open(game, None, Capabilities { light: false, ..ALL[1] });
        hands.area = Rect::new(0, 0, 120, 40);
        let page = hands.draw();
        let shown = hands.view.shown.clone().expect("a board").area;
        let cells = shown.positions().map(|at| &page[at]);
        let colours: std::collections::HashSet<Color> = cells.map(|cell| cell.bg).collect();
        assert!(colours.len() <= 12, "{game}: {colours:?}");
    }
}

/// In letters, every piece has the first letter of its seat's name.
#[test]
fn boards_in_letters_show_every_piece() {
    let plain = ALL[4];
    for game in games() {
        let mut hands = Hands::open(&game, None, plain);
        hands.area = Rect::new(0, 0, 200, 90);
        for _ in 0..6 {
            if let Some(choice) = some_choice(&hands) {
                hands.view.game.make(&choice.step);
                hands.view.update();
            } else {
                hands.rest();
            }
        }
        hands.draw();
        let page = hands.draw();
        let shown = hands.view.shown.clone().expect("a board");
        let names = hands.play().names();
        for piece in &hands.view.scene.pieces {
            let ludoteca_core::scene::PieceKind::Of(seat, figure) = piece.kind else { continue };
            let [column, row] = shown.geometry.places[piece.place].middle();
            let at = (shown.area.x + column as u16, shown.area.y + row as u16);
            let letter = figure.map(|figure| figure.letter.to_string());
            let expected = letter.unwrap_or(names[seat.index()].to_owned());
            assert_eq!(page[at].symbol(), expected, "{game}");
        }
        for place in &hands.view.scene.last {
            let [column, row] = shown.geometry.places[*place].middle();
            let at = (shown.area.x + column as u16, shown.area.y + row as u16);
            let is_bowl =
                hands.view.scene.places[*place].shape == ludoteca_core::scene::Shape::Bowl;
            let is_marked = page[at].modifier.contains(Modifier::REVERSED);
            assert!(is_marked || is_bowl, "{game}: the last move is marked");
        }
    }
}

#[test]
fn whole_games_are_played_with_the_mouse() {
    for game in games() {
        // Places are found on pictures as in letters, which are drawn faster.
        let capabilities = if game.len() > 6 { ALL[2] } else { FULL };
        let mut hands = Hands::open(&game, None, capabilities);
        for _ in 0..20 {
            hands.rest();
            let Some(choice) = some_choice(&hands) else { break };
            let before = hands.play().steps();
            match choice.clicks[..] {
                // Every other move of two different places is dragged.
                [from, to] if from != to && before.is_multiple_of(2) => hands.drag(from, to),
                _ => choice.clicks.iter().for_each(|place| hands.click(*place)),
            }
            if let Overlay::Question(_) = hands.view.overlay {
                hands.key(KeyCode::Enter);
            }
            let said = hands.view.game.message().map(|(text, _)| text.to_owned());
            assert!(hands.play().steps() > before, "{game}: {choice:?}: {said:?}");
        }
        assert!(hands.play().steps() > 4, "{game}");
    }
}

#[test]
fn whole_games_are_played_with_keys_alone() {
    for game in games() {
        let mut hands = Hands::open(&game, None, ALL[2]);
        for _ in 0..12 {
            hands.rest();
            let Some(choice) = some_choice(&hands) else { break };
            let before = hands.play().steps();
            for place in &choice.clicks {
                hands.walk(*place);
                hands.key(KeyCode::Enter);
            }
            if let Overlay::Question(_) = hands.view.overlay {
                hands.keys("1");
            }
            assert!(hands.play().steps() > before, "{game}: {choice:?}");
        }
    }
}

#[test]
fn moves_are_typed_in_both_spellings_and_refused_in_the_same() {
    let mut hands = Hands::open("breakthrough", None, FULL);
    hands.keys(":b5-c4");
    hands.shows("Your move: b5-c4");
    hands.key(KeyCode::Enter);
    assert_eq!(hands.play().steps(), 1);
    hands.shows("b5–c4");
    // A digit begins a move by itself.
    hands.keys("4 1 3 1");
    hands.key(KeyCode::Enter);
    assert_eq!(hands.play().steps(), 2);
    hands.keys("9 9 9 9");
    hands.key(KeyCode::Enter);
    hands.shows("There is no cell 9 9");
    // What was typed stays, so that it can be mended.
    hands.shows("Your move: 9 9 9 9");
    hands.key(KeyCode::Esc);
    hands.keys(":a1-a9");
    hands.key(KeyCode::Enter);
    assert_eq!(hands.play().steps(), 2);
    hands.key(KeyCode::Esc);
    assert!(hands.view.entry.is_none());
}

#[test]
fn clicks_that_make_no_move_are_refused_with_the_reason() {
    let mut hands = Hands::open("ttt", None, FULL);
    hands.click(4);
    hands.click(4);
    hands.shows("Cell b2 is taken");
    hands.click(0);
    let page = hands.text();
    assert!(!page.contains("is taken"), "a new move clears the message:\n{page}");
    // While a game is only looked at, nobody plays.
    hands.key(KeyCode::PageUp);
    hands.shows("After move 1 of 2");
    hands.click(8);
    hands.shows("This is an earlier position");
    hands.keys("g");
    assert_eq!(hands.play().steps(), 1, "the game goes on from there");
}

#[test]
fn the_end_is_told_to_the_person() {
    let mut hands = Hands::open("ttt", Some("X,O:r"), FULL);
    // X plays against a random player until the game is over.
    while hands.play().ending().is_none() {
        hands.rest();
        let Some(choice) = some_choice(&hands) else { break };
        hands.click(choice.clicks[0]);
        hands.rest();
    }
    let page = hands.text();
    let told = ["You win", "You lose", "Draw"].iter().any(|told| page.contains(told));
    assert!(told, "{page}");
    hands.shows("r rematch");
    let before = hands.play().record().seed;
    hands.keys("r");
    assert_eq!(hands.play().steps(), 0);
    assert_ne!(hands.play().record().seed, before);
    hands.shows("Choose a free cell");

    let mut hands = Hands::open("ttt", None, FULL);
    for place in [0, 3, 1, 4, 2] {
        hands.click(place);
    }
    hands.shows("X wins: three in a row");
    assert_eq!(hands.view.scene.decisive, [0, 1, 2]);
}

#[test]
fn hints_undo_and_redo() {
    let mut hands = Hands::open("ttt", None, FULL);
    for place in [0, 3, 1, 4] {
        hands.click(place);
    }
    hands.keys("h");
    hands.rest();
    hands.shows("Hint: c3 (win");
    assert_eq!(hands.view.pointing().hint, [2]);
    hands.keys("uu");
    assert_eq!(hands.play().steps(), 2);
    assert!(hands.view.pointing().hint.is_empty());
    hands.keys("UUU");
    assert_eq!(hands.play().steps(), 4);
    hands.shows("No move was taken back that could be redone");
}

#[test]
fn an_engine_that_thinks_can_be_stopped_and_hurried() {
    let mut hands = Hands::open("cn rows=9 cols=9 line=5", Some("X,O:a:time=600s"), FULL);
    hands.click(40);
    hands.view.advance();
    std::thread::sleep(Duration::from_millis(800));
    hands.view.advance();
    std::thread::sleep(Duration::from_millis(400));
    hands.shows("O is thinking …");
    hands.key(KeyCode::Esc);
    hands.shows("O waits until you press g");
    hands.keys("g");
    hands.view.advance();
    assert!(hands.view.game.is_thinking());
    std::thread::sleep(Duration::from_millis(300));
    hands.keys("m");
    hands.rest();
    assert_eq!(hands.play().steps(), 2, "it plays what it has found");
    assert!(matches!(hands.play().awaits(), Awaits::Person(Seat::FIRST)));
}

#[test]
fn help_rules_and_languages() {
    let mut hands = Hands::open("dawn", None, FULL);
    hands.keys("?");
    hands.shows("the rules of the game");
    hands.keys("x");
    for (language, part) in [
        ("Español", "Coloca Vesta"),
        ("Português", "Coloque Vesta"),
        ("Deutsch", "Platziere Vesta"),
        ("English", "Place Vesta"),
    ] {
        hands.keys("L");
        hands.shows(language);
        hands.shows(part);
    }
    hands.keys("i");
    hands.shows("DAWN 11/15");
    let page = hands.text();
    assert!(!page.contains("**") && !page.contains("```"), "{page}");
    for _ in 0..100 {
        hands.key(KeyCode::PageDown);
    }
    let last = hands.text();
    assert_ne!(page, last);
    hands.key(KeyCode::Home);
    assert_eq!(hands.text(), page);
    hands.key(KeyCode::Esc);
    assert!(matches!(hands.view.overlay, Overlay::None));
}

#[test]
fn a_new_game_is_chosen_from_the_menu() {
    let mut hands = Hands::open("ttt", None, FULL);
    hands.keys("n");
    hands.shows("New game");
    hands.shows("Four players");
    for _ in 0..30 {
        hands.key(KeyCode::Down);
        hands.key(KeyCode::Right);
    }
    hands.shows("Athena, level 10");
    hands.key(KeyCode::Enter);
    let last = catalog::GAMES.last().expect("a game");
    assert_eq!(hands.play().table().options().info().id, last.id);
    assert!(matches!(hands.play().seats()[1].player, Player::Engine(_)));
    hands.view.game.stop_thinking();
}

#[test]
fn the_piece_that_is_laid_follows_the_cursor() {
    let mut hands = Hands::open("dawn", Some("N:r,M"), FULL);
    hands.rest();
    let place = hands.view.cursor.expect("a cursor");
    let (_, first) = hands.view.pointing().ghost.expect("a token follows the cursor");
    assert_eq!(first[0], place);
    hands.keys("t");
    let (_, turned) = hands.view.pointing().ghost.expect("a token");
    assert_ne!(first, turned);
    let before = hands.play().steps();
    hands.keys("l");
    assert!(hands.play().steps() > before);
    assert_eq!(hands.view.scene.spans.len(), 1);
}

#[test]
fn boards_and_pieces_can_be_chosen() {
    let mut hands = Hands::open("ataxx", None, FULL);
    let first = hands.draw();
    hands.keys("b");
    hands.shows("Board: wood");
    assert_eq!(hands.view.choices.surface, BoardSurface::Wood);
    assert_ne!(hands.draw(), first);
    hands.keys("bbb");
    hands.keys("p");
    hands.shows("Pieces: letters");
    assert_eq!(hands.view.choices.pieces, PieceSet::Letters);
    // Breakthrough's first seat sits at the upper edge and plays alone against an engine.
    let hands = Hands::open("breakthrough", Some("R,B:a"), FULL);
    assert!(hands.view.is_turned());
    let mut hands = Hands::open("breakthrough", None, FULL);
    assert!(!hands.view.is_turned());
    hands.keys("f");
    assert!(hands.view.is_turned());
}

#[test]
fn games_are_saved_opened_and_kept() {
    let folder = std::env::temp_dir().join(format!("ludoteca-terminal-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let keeper = || GameFile::Kept(Keeper::new(folder.join("state")));
    let mut hands = Hands::with_file("ttt", None, FULL, keeper());
    hands.click(4);
    let kept: PathBuf = hands.view.game.kept_in().expect("it is kept").to_owned();
    let file = folder.join("game.txt");
    hands.keys("s");
    hands.view.take(Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    hands.view.take(Event::Paste(file.display().to_string()));
    hands.key(KeyCode::Enter);
    hands.shows("Saved to");
    for place in [0, 3, 5] {
        hands.click(place);
    }
    assert!(std::fs::read_to_string(&kept).expect("a file").ends_with("4. 1 2\n"));
    hands.keys("q");
    assert_eq!(hands.view.leaving, Some(Leaving::Left));

    // The file belongs to this view as long as there is one.
    drop(hands);

    let mut hands = Hands::with_file("owari", None, FULL, keeper());
    hands.keys("o");
    hands.view.take(Event::Paste(file.display().to_string()));
    hands.key(KeyCode::Enter);
    hands.shows("Tic-Tac-Toe");
    assert_eq!(hands.play().steps(), 1);
    let files = std::fs::read_dir(folder.join("state")).expect("a folder");
    assert_eq!(files.count(), 2, "a game that is only watched is not kept: one game and its lock");
    hands.keys("o");
    hands.keys("nowhere");
    hands.key(KeyCode::Enter);
    hands.shows("nowhere cannot be read");

    let mut hands = Hands::with_file("owari", None, FULL, keeper());
    hands.view.offer = Some(crate::view::KeptOffer { path: kept.clone(), title: "T", steps: 4 });
    hands.shows("c: continue your game of T (4 moves)");
    hands.keys("c");
    assert_eq!(hands.play().steps(), 4);
    // Row 1 is full: O has 3, and X has 4 and 5. X wins with the column in the middle.
    for place in [1, 6, 7] {
        hands.click(place);
    }
    assert!(matches!(hands.play().ending(), Some(Ending::Played { .. })));
    assert!(!kept.exists(), "a game that is over is kept no longer");
    std::fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn help_that_does_not_fit_is_scrolled() {
    let mut hands = Hands::open("ttt", None, FULL);
    hands.area = Rect::new(0, 0, 60, 18);
    hands.keys("?");
    let before = hands.text();
    assert!(!before.contains("Ctrl+Z") && before.contains('↓'), "{before}");
    hands.key(KeyCode::End);
    hands.shows("Ctrl+Z");
    hands.key(KeyCode::Esc);
    assert!(matches!(hands.view.overlay, Overlay::None));
}

#[test]
fn keys_that_do_not_fit_leave_the_way_out() {
    for columns in [24, 30, 40, 60] {
        let mut hands = Hands::open("ttt", None, FULL);
        hands.area = Rect::new(0, 0, columns, 16);
        hands.shows("q quit");
        hands.shows("? help");
    }
}

#[test]
fn a_side_is_chosen_for_a_new_game() {
    let mut hands = Hands::open("ttt", Some("X,O:a3"), FULL);
    hands.keys("n");
    hands.shows("←→ opponent");
    hands.shows("You play X");
    hands.keys("s");
    hands.shows("You play O");
    // Where the list is scrolled, its first row has a title nevertheless.
    hands.area = Rect::new(0, 0, 60, 14);
    for _ in 0..30 {
        let page = hands.text();
        let list: Vec<&str> = page.lines().skip_while(|line| !line.contains("You play")).collect();
        let row = list.get(2).expect("a row of the list");
        assert!(!row.trim_start_matches(['│', ' ']).is_empty(), "{page}");
        let indent = row.split('│').nth(1).map_or(0, |row| row.len() - row.trim_start().len());
        assert!(indent < 3, "the first row has a title:\n{page}");
        hands.key(KeyCode::Down);
    }
    (0..40).for_each(|_| hands.key(KeyCode::Up));
    hands.key(KeyCode::Enter);
    assert_eq!(*hands.play().player(Seat::SECOND), Player::Manual);
    assert_ne!(*hands.play().player(Seat::FIRST), Player::Manual);
}

#[test]
fn a_tiny_window_says_so() {
    let mut hands = Hands::open("ttt", None, FULL);
    for (columns, rows) in [(23, 20), (80, 7), (10, 3), (1, 1)] {
        hands.area = Rect::new(0, 0, columns, rows);
        hands.draw();
        assert!(hands.view.shown.is_none());
    }
    hands.area = Rect::new(0, 0, 80, 7);
    hands.shows("This window is too small");
}

/// Writes the pictures of the view in the documents, if that is asked for.
#[test]
fn pictures() {
    let mut hands = Hands::open("ataxx", Some("B,W"), FULL);
    hands.area = Rect::new(0, 0, 100, 32);
    for _ in 0..12 {
        if let Some(choice) = some_choice(&hands) {
            hands.view.game.make(&choice.step);
            hands.view.update();
        }
    }
    hands.view.game.clear_message();
    let from = hands.view.scene.choices[0].clicks[0];
    hands.click(from);
    let picture = crate::drawn::svg(&hands.draw());
    assert!(picture.contains("fill=\"#") && picture.ends_with("</svg>\n"));
    if let Some(folder) = std::env::var_os("PICTURES") {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = root.join(folder).join("terminal-ataxx.svg");
        std::fs::write(file, picture).expect("the folder is there");
    }
}

/// Whatever is pressed or clicked, nothing breaks.
#[test]
fn any_keys_at_all() {
    let mut hands = Hands::open("attt", Some("X,O:r"), FULL);
    hands.area = Rect::new(0, 0, 60, 20);
    let mut number: u32 = 12345;
    let mut next = |below: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        number >> 16 & 0x7fff % below.max(1)
    };
    for _ in 0..1000 {
        let code = match next(12) {
            0 => KeyCode::Enter,
            1 => KeyCode::Esc,
            2 => KeyCode::Left,
            3 => KeyCode::Down,
            4 => KeyCode::Backspace,
            5 => KeyCode::PageUp,
            6 => KeyCode::Up,
            7 => KeyCode::Right,
            // Neither saving files nor thinking is of interest here.
            _ => KeyCode::Char(
                ['1', ' ', ':', 'u', 'U', 'r', 'i', '?', 'f', 't', 'g', 'n', 'y']
                    [next(13) as usize % 13],
            ),
        };
        if matches!(hands.view.overlay, Overlay::NewGame(_)) {
            hands.key(KeyCode::Esc);
        }
        hands.key(code);
        let at = [next(60) as u16 % 60, next(20) as u16 % 20];
        hands.mouse(MouseEventKind::Moved, at);
        if next(5) == 0 && !matches!(hands.view.overlay, Overlay::NewGame(_)) {
            hands.mouse(MouseEventKind::Down(MouseButton::Left), at);
            hands.mouse(MouseEventKind::Up(MouseButton::Left), at);
        }
        hands.draw();
    }
}
