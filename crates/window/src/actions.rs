//! The actions of a window, besides clicks on the board: one list for menus, buttons and keys.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use ludoteca_core::Language;

use crate::board::{BoardChoice, PieceChoice};
use crate::texts::Texts;

/// Something that a person can do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Action {
    NewGame,
    Open,
    Save,
    CopyPosition,
    Restart,
    Quit,
    Undo,
    Redo,
    RandomMove,
    EngineMove,
    Hint,
    Automatic,
    LetMove,
    MoveNow,
    StopThinking,
    FirstStep,
    StepBack,
    StepOn,
    LastStep,
    PlayFromHere,
    Rematch,
    Review,
    Analysis,
    TurnBoard,
    SystemTheme,
    LightTheme,
    DarkTheme,
    Board(BoardChoice),
    Pieces(PieceChoice),
    Language(Language),
    Rules,
    Keys,
}

/// A menu: its title and its actions.
pub type Menu = (fn(&Texts) -> &'static str, &'static [Action]);

/// The menus.
pub const MENUS: [Menu; 5] = [
    (
        |texts| texts.game_menu,
        &[
            Action::NewGame,
            Action::Open,
            Action::Save,
            Action::CopyPosition,
            Action::Restart,
            Action::Quit,
        ],
    ),
    (
        |texts| texts.move_menu,
        &[
            Action::Undo,
            Action::Redo,
            Action::RandomMove,
            Action::EngineMove,
            Action::Hint,
            Action::LetMove,
            Action::Automatic,
            Action::PlayFromHere,
        ],
    ),
    (
        |texts| texts.view_menu,
        &[
            Action::Analysis,
            Action::TurnBoard,
            Action::SystemTheme,
            Action::LightTheme,
            Action::DarkTheme,
            Action::Board(BoardChoice::Own),
            Action::Board(BoardChoice::Wood),
            Action::Board(BoardChoice::Slate),
            Action::Board(BoardChoice::Paper),
            Action::Pieces(PieceChoice::Own),
            Action::Pieces(PieceChoice::Letters),
        ],
    ),
    (
        |texts| texts.language_menu,
        &[
            Action::Language(Language::English),
            Action::Language(Language::Spanish),
            Action::Language(Language::Portuguese),
            Action::Language(Language::German),
        ],
    ),
    (|texts| texts.help_menu, &[Action::Rules, Action::Keys]),
];

/// Actions for somebody who steps through a game.
pub const STEPPING: [Action; 4] =
    [Action::FirstStep, Action::StepBack, Action::StepOn, Action::LastStep];

/// Actions while a player thinks.
pub const THINKING: [Action; 2] = [Action::MoveNow, Action::StopThinking];

/// Actions for what comes after a game that has ended.
pub const AFTERWARDS: [Action; 2] = [Action::Rematch, Action::Review];

impl Action {
    /// All actions.
    pub fn all() -> impl Iterator<Item = Action> {
        let in_menus = MENUS.iter().flat_map(|(_, actions)| *actions);
        in_menus.chain(&STEPPING).chain(&THINKING).chain(&AFTERWARDS).copied()
    }

    /// Does a new part of a menu begin with this action?
    pub fn begins_a_part(self) -> bool {
        matches!(
            self,
            Action::Save
                | Action::Restart
                | Action::RandomMove
                | Action::LetMove
                | Action::SystemTheme
                | Action::Board(BoardChoice::Own)
                | Action::Pieces(PieceChoice::Own)
        )
    }

    /// The label that people read.
    pub fn label(self, texts: &Texts) -> &'static str {
        (texts.action)(self)
    }

    /// A sign that stands for the action. It stands alone on the buttons that are always in the
    /// same place, and before the label on all others.
    pub fn sign(self) -> Option<&'static str> {
        Some(match self {
            Action::NewGame => "➕",
            Action::Restart => "⟲",
            Action::Quit => "✖",
            Action::Undo => "↩",
            Action::Redo => "↪",
            Action::RandomMove => "🎲",
            Action::EngineMove => "💻",
            Action::Hint => "💡",
            Action::LetMove | Action::StepOn => "▶",
            Action::MoveNow => "⏩",
            Action::StopThinking => "⏹",
            Action::FirstStep => "⏮",
            Action::StepBack => "◀",
            Action::LastStep => "⏭",
            Action::PlayFromHere => "↪",
            Action::Rematch => "🔄",
            Action::Review => "🔍",
            Action::Analysis => "📈",
            Action::TurnBoard => "🔃",
            Action::CopyPosition => "📋",
            Action::Rules => "📖",
            _ => return None,
        })
    }

    /// The name of the key for an action: `Ctrl+Z`.
    pub fn key_name(self, ctx: &Context, texts: &Texts) -> Option<String> {
        let name = ctx.format_shortcut(&self.key()?);
        Some(name.split('+').map(texts.key).collect::<Vec<_>>().join("+"))
    }

    /// The key for an action.
    pub fn key(self) -> Option<KeyboardShortcut> {
        let command = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        match self {
            Action::NewGame => command(Key::N),
            Action::Open => command(Key::O),
            Action::Save => command(Key::S),
            Action::CopyPosition => {
                Some(KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::P))
            }
            Action::Restart => command(Key::R),
            Action::Quit => command(Key::Q),
            Action::Undo => command(Key::Z),
            Action::Redo => command(Key::Y),
            Action::RandomMove => command(Key::D),
            Action::EngineMove => command(Key::E),
            Action::Hint => command(Key::H),
            Action::Automatic => command(Key::T),
            Action::LetMove => command(Key::L),
            Action::MoveNow => command(Key::M),
            Action::StopThinking => command(Key::Period),
            Action::FirstStep => plain(Key::Home),
            Action::StepBack => plain(Key::PageUp),
            Action::StepOn => plain(Key::PageDown),
            Action::LastStep => plain(Key::End),
            Action::Analysis => command(Key::I),
            Action::TurnBoard => command(Key::F),
            Action::Keys => plain(Key::F1),
            Action::Rules => plain(Key::F2),
            Action::PlayFromHere
            | Action::Rematch
            | Action::Review
            | Action::Board(_)
            | Action::Pieces(_)
            | Action::SystemTheme
            | Action::LightTheme
            | Action::DarkTheme
            | Action::Language(_) => None,
        }
    }
}
