//! Input on the board: clicks, drags and keys become moves.

use egui::{
    self, EventFilter, FocusDirection, Id, Key, Modifiers, Painter, Pos2, Rect, Role, Sense, Ui,
    Vec2, WidgetInfo, pos2,
};
use ludoteca_core::scene::selection::{ClickOutcome, begins, departures, goes_without_saying};
use ludoteca_core::scene::{PieceKind, PlaceState, Scene, ghost};
use ludoteca_play::Awaits;

use crate::board::{self, BoardStyle, Layout, Pointers};
use crate::session::Session;
use crate::texts;
use crate::view::WindowView;

/// Shows the board, and lets people play on it.
pub fn show(ui: &mut Ui, view: &mut WindowView, session: &mut Session, now: f64) {
    let (rect, around) = ui.allocate_exact_size(ui.available_size(), Sense::CLICK);
    let (board, beside) = divided(rect, &view.scene);
    let layout = Layout::new(&view.scene, board, view.is_turned(session));
    let mover = view.mover(session).filter(|_| !session.will_move());
    let targets = if mover.is_some() { view.selection.targets(&view.scene) } else { Vec::new() };
    let touch = read_input(ui, view, session, &layout, &targets);
    if around.secondary_clicked() || touch.right_clicked {
        view.selection.clear();
    }
    obey_keys(ui, view, session, &layout, &touch, now);

    let pointed = touch.hovered.or(touch.focused);
    if let Some(place) = touch.dragged_from.filter(|_| mover.is_some()) {
        view.selection.clear();
        // A move that takes a single click cannot be made by dragging.
        if departures(&view.scene).contains(&place) {
            click(view, session, place, now);
            view.dragged = Some(place);
        }
    }
    if let Some(place) = touch.clicked {
        // Who goes on playing has seen enough of the last move.
        view.motion = None;
        click(view, session, place, now);
    }
    if let Some((from, at)) = touch.dropped {
        let to = layout.at(at);
        match (view.dragged.take(), to) {
            // If the piece is let go where it was taken from, the next place is chosen by a click.
            (Some(_), Some(to)) if to != from => {
                click(view, session, to, now);
                view.selection.clear_unless_asked();
            }
            (Some(_), Some(_)) => {}
            (Some(_), None) => view.selection.clear(),
            // This was a click with an unsteady hand, or a drag of something that cannot be moved.
            // Both are treated as a click, so that the reason of a refusal is shown.
            (None, _) => {
                let cannot_move = mover.is_none() || !begins(&view.scene, from);
                if to == Some(from) || cannot_move {
                    click(view, session, from, now);
                }
            }
        }
    }

    let names = session.play().names();
    let style = view.style(session, &names, ui.visuals().dark_mode);
    let step = view.step(session);
    let best = session.hint().filter(|_| mover.is_some()).or_else(|| view.analysis.best(step));
    let arrow = best.and_then(|best| view.scene.choices.iter().find(|choice| choice.step == best));
    let ghost = mover.and_then(|seat| {
        Some((seat, ghost::covers(&view.scene, &view.selection, pointed, view.turns)?))
    });
    let targets = if view.selection.is_empty() && goes_without_saying(&view.scene, &targets) {
        &[]
    } else {
        &*targets
    };
    let pointers = Pointers {
        chosen: view.selection.clicks(),
        targets,
        ghost: ghost.as_ref().map(|(seat, covers)| (*seat, covers.as_slice())),
        hovered: touch.hovered.filter(|_| mover.is_some()),
        focused: touch.focused,
        arrow: arrow.map_or(&[], |choice| choice.clicks.as_slice()),
    };
    board::paint(ui.painter(), &view.scene, &layout, &style, &pointers, view.motion.as_ref(), now);
    if let (Some(from), Some(at)) = (view.dragged, ui.ctx().pointer_latest_pos())
        && let Some(PieceKind::Of(seat, None)) = piece_at(&view.scene, from)
    {
        board::paint_piece(ui.painter(), at, layout.unit() * 0.38, seat, &style);
    }
    if let Some(beside) = beside {
        // The things beside the board move close to it, wherever the layout has put it.
        let beside = beside.translate(Vec2::new(0.0, layout.frame().bottom() - board.bottom()));
        paint_beside(ui.painter(), beside, &view.scene, &style);
    }
}

/// Handles a click on a place, or the key that stands for it.
fn click(view: &mut WindowView, session: &mut Session, place: usize, now: f64) {
    if let Some(why) = why_not_now(view, session) {
        session.refuse(&why, view.seat);
        return;
    }
    // A click on any place of a piece that is about to be laid counts.
    let place = ghost::other_end(&view.scene, &view.selection, place, view.turns).unwrap_or(place);
    match view.selection.click(&view.scene, place) {
        ClickOutcome::Move(step) => session.play_step(&step, now),
        ClickOutcome::Chosen | ClickOutcome::TakenBack | ClickOutcome::Question => {}
        ClickOutcome::Refused(clicks) => {
            let play = session.play();
            let refusal = play.table().refusal_of(&clicks, &play.names());
            let why = match refusal {
                Some(refusal) => texts::told(&refusal, session.language()),
                None => session.texts().no_move.to_owned(),
            };
            session.refuse(&why, view.seat);
        }
    }
}

/// Why nobody can play in this window now; `None` if a person can play.
fn why_not_now(view: &WindowView, session: &Session) -> Option<String> {
    let (play, texts) = (session.play(), session.texts());
    if !view.is_live() {
        return Some(texts.watching.to_owned());
    }
    match play.awaits() {
        Awaits::Nothing => Some(texts.over.to_owned()),
        Awaits::Roll | Awaits::TypedRoll => Some(texts.roll_first.to_owned()),
        Awaits::Person(seat) | Awaits::Engine { seat, .. } | Awaits::Random(seat)
            if session.will_move() =>
        {
            Some((texts.still_thinking)(play.name(seat)))
        }
        Awaits::Person(_) if view.mover(session).is_some() => None,
        Awaits::Person(seat) | Awaits::Engine { seat, .. } | Awaits::Random(seat) => {
            Some((texts.others_turn)(play.name(seat)))
        }
    }
}

fn piece_at(scene: &Scene, place: usize) -> Option<PieceKind> {
    scene.pieces.iter().find(|piece| piece.place == place).map(|piece| piece.kind)
}

/// What a person did to the places of the board in this frame.
#[derive(Default)]
struct BoardInput {
    clicked: Option<usize>,
    right_clicked: bool,
    dragged_from: Option<usize>,
    /// The place that was dragged, and the position where it was let go.
    dropped: Option<(usize, Pos2)>,
    hovered: Option<usize>,
    focused: Option<usize>,
}

/// Makes every place a control that can be clicked, dragged from, reached by keys and described.
fn read_input(
    ui: &Ui,
    view: &WindowView,
    session: &Session,
    layout: &Layout,
    targets: &[usize],
) -> BoardInput {
    let names = session.play().names();
    let mut lying = vec![None; view.scene.places.len()];
    view.scene.pieces.iter().for_each(|piece| lying[piece.place] = Some(piece));
    let mut touch = BoardInput::default();
    // The Tab key treats the board as a single control, since going through all places would take
    // too long.
    let reached_by_tab = ui.input(|input| input.key_pressed(Key::Tab)).then(|| {
        let is_focused = |place: &usize| ui.memory(|memory| memory.has_focus(id_of(ui, *place)));
        (0..layout.places()).find(is_focused).or(layout.middle())
    });
    for (place, piece) in lying.into_iter().enumerate() {
        let id = id_of(ui, place);
        let is_passed_over = reached_by_tab.is_some_and(|reached| reached != Some(place));
        let sense =
            if is_passed_over { Sense::CLICK | Sense::DRAG } else { Sense::click_and_drag() };
        let response = ui.interact(layout.rect(place), id, sense);
        let state = PlaceState {
            last: view.scene.last.contains(&place),
            chosen: view.selection.clicks().contains(&place),
            target: targets.binary_search(&place).is_ok(),
        };
        let label = || view.scene.places[place].words(piece, &names, state, session.language());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, state.chosen, label()));
        if response.clicked() {
            touch.clicked = Some(place);
        }
        touch.right_clicked |= response.secondary_clicked();
        if response.drag_started_by(egui::PointerButton::Primary) {
            touch.dragged_from = Some(place);
        }
        if response.drag_stopped_by(egui::PointerButton::Primary) {
            let at = response.interact_pointer_pos().or(ui.ctx().pointer_latest_pos());
            touch.dropped = at.map(|at| (place, at));
        }
        if response.hovered() {
            touch.hovered = Some(place);
        }
        if response.has_focus() {
            touch.focused = Some(place);
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                escape: true,
                tab: false,
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
    }
    touch
}

fn id_of(ui: &Ui, place: usize) -> Id {
    ui.scope_id().with(("place", place))
}

const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, Vec2::LEFT),
    (Key::ArrowRight, Vec2::RIGHT),
    (Key::ArrowUp, Vec2::UP),
    (Key::ArrowDown, Vec2::DOWN),
];

/// Keys that belong to the board.
fn obey_keys(
    ui: &Ui,
    view: &mut WindowView,
    session: &mut Session,
    layout: &Layout,
    touch: &BoardInput,
    now: f64,
) {
    let elsewhere = touch.focused.is_none() && ui.memory(|memory| memory.focused().is_some());
    if view.dialog.is_some() || elsewhere {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    for (key, direction) in ARROWS {
        if pressed(key) {
            let next = match touch.focused {
                Some(place) => layout.neighbour(place, direction),
                None => layout.middle(),
            };
            if let Some(next) = next {
                ui.memory_mut(|memory| {
                    memory.request_focus(id_of(ui, next));
                    // Otherwise egui would move the focus on in the same frame: the new place has
                    // not had the focus long enough to hold it.
                    memory.move_focus(FocusDirection::None);
                });
            }
        }
    }
    if pressed(Key::Escape) {
        view.selection.clear();
    }
    if pressed(Key::R) {
        view.turns += 1;
    }
    if pressed(Key::L)
        && let Some(step) =
            ghost::step(&view.scene, &view.selection, touch.hovered.or(touch.focused), view.turns)
        && why_not_now(view, session).is_none()
    {
        view.selection.clear();
        session.play_step(&step, now);
    }
}

/// Divides the space into the board and, below it, room for what lies beside the board (if there is
/// anything).
fn divided(rect: Rect, scene: &Scene) -> (Rect, Option<Rect>) {
    if scene.die.is_none() && scene.stock.is_empty() {
        return (rect, None);
    }
    let at = rect.bottom() - (0.14 * rect.height()).clamp(40.0, 90.0);
    let (above, below) = rect.split_top_bottom_at_y(at);
    (above, Some(below.shrink2(Vec2::new(0.0, 4.0))))
}

/// Draws the die and the pieces in hand.
fn paint_beside(painter: &Painter, rect: Rect, scene: &Scene, style: &BoardStyle) {
    let side = rect.height().min(72.0);
    let die =
        Rect::from_min_size(pos2(rect.left(), rect.center().y - side / 2.0), Vec2::splat(side));
    if let Some(shows) = &scene.die {
        board::paint_die(painter, die, shows, style.palette);
    }
    let stock = rect.with_min_x(die.right() + 16.0);
    board::paint_stock(painter, stock, scene, style);
}
