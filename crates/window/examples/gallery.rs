//! Draws boards side by side, for a visual check: `gallery light|dark SCALE WIDTH STEPS PHASE
//! OPTIONS...`. Each OPTIONS argument is a line of options that opens a table. STEPS random steps
//! are made on it, and the last step is shown at PHASE of its motion, from 0 to 1. Before the
//! options, a `/` turns the board round, `w`, `s` or `p` and a colon choose wood, slate or paper,
//! and `l` and a colon the plain pieces: `/s:l:owari`. With `clean` after the phase, nothing is
//! pointed out.

use egui::{self, CentralPanel, Frame, Pos2, Rect, Vec2, ViewportBuilder, vec2};
use ludoteca_core::scene::Scene;
use ludoteca_core::{Next, Seat};
use ludoteca_play::seeds::{Purpose, Seed, stream};
use ludoteca_window::board::{
    BoardChoice, BoardStyle, Layout, Motion, PieceChoice, Pointers, colours, paint, paint_die,
    paint_piece, paint_stock,
};

fn main() -> eframe::Result {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let is_clean = args.get(5).is_some_and(|arg| arg == "clean");
    if is_clean {
        args.remove(5);
    }
    let [theme, scale, width, steps, phase, lines @ ..] = &args[..] else {
        panic!("see the first line of this file")
    };
    let dark = theme == "dark";
    let [scale, width, phase] =
        [scale, width, phase].map(|number| number.parse::<f32>().expect("a number"));
    let steps: usize = steps.parse().expect("a whole number");
    let boards: Vec<Board> = lines.iter().map(|line| Board::new(line, steps)).collect();
    let columns = (boards.len() as f32).sqrt().ceil();
    let rows = (boards.len() as f32 / columns).ceil();
    let size = vec2(columns, rows) * width;
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_inner_size(size * scale)
            .with_position(Pos2::ZERO),
        ..Default::default()
    };
    eframe::run_ui_native("gallery", options, move |ui, _| {
        ui.ctx().set_pixels_per_point(scale);
        ui.ctx().set_visuals(if dark { egui::Visuals::dark() } else { egui::Visuals::light() });
        CentralPanel::default().frame(Frame::central_panel(ui.style())).show(ui, |ui| {
            for (at, board) in boards.iter().enumerate() {
                let corner = vec2(at as f32 % columns, (at as f32 / columns).floor()) * width;
                let room =
                    Rect::from_min_size(corner.to_pos2(), Vec2::splat(width)).shrink(0.02 * width);
                board.paint(ui.painter(), room, dark, phase, is_clean);
            }
        });
    })
}

struct Board {
    turned: bool,
    looks: (BoardChoice, PieceChoice),
    names: Vec<&'static str>,
    far_seat: Option<Seat>,
    before: Scene,
    scene: Scene,
    to_move: Option<Seat>,
}

impl Board {
    fn new(line: &str, steps: usize) -> Board {
        let turned = line.starts_with('/');
        let mut line = line.trim_start_matches('/');
        let mut looks = (BoardChoice::Own, PieceChoice::Own);
        while let Some((choice, rest)) = line.split_once(':') {
            match choice {
                "w" => looks.0 = BoardChoice::Wood,
                "s" => looks.0 = BoardChoice::Slate,
                "p" => looks.0 = BoardChoice::Paper,
                _ => looks.1 = PieceChoice::Letters,
            }
            line = rest;
        }
        let mut generator = stream(Seed::Number(steps as u64), Purpose::Playthrough);
        let mut table = ludoteca_games::catalog::open_line(line).expect("options");
        let mut before = table.scene();
        for _ in 0..steps {
            let Some(step) = table.random_step(&mut generator) else { break };
            before = table.scene();
            table.step(&step).expect("a legal step");
        }
        let to_move = match table.next() {
            Next::Move(seat) => Some(seat),
            _ => None,
        };
        let info = table.options().info();
        let names = info.names[..table.seats()].to_vec();
        let far_seat = info.conventions.far_seat;
        Board { turned, looks, names, far_seat, before, scene: table.scene(), to_move }
    }

    fn paint(&self, painter: &egui::Painter, room: Rect, dark: bool, phase: f32, is_clean: bool) {
        let scene = &self.scene;
        let colours = colours(&scene.look, &self.names);
        let style = BoardStyle::new(&scene.look, self.looks, dark, &colours, &self.names)
            .facing(self.far_seat, self.turned);
        let strip = Rect::from_min_size(room.min, vec2(room.width(), 30.0));
        for seat in Seat::all(self.names.len()) {
            let at = strip.left_center() + vec2(12.0 + 26.0 * seat.index() as f32, 0.0);
            paint_piece(painter, at, 10.0, seat, &style);
        }
        if let Some(shows) = &scene.die {
            let die = Rect::from_min_size(strip.min + vec2(115.0, 0.0), Vec2::splat(30.0));
            paint_die(painter, die, shows, style.palette);
        }
        let stock = strip.with_min_x(strip.left() + 150.0);
        let used = paint_stock(painter, stock, scene, &style);
        let layout = Layout::new(scene, room.with_min_y(room.top() + used.max(34.0)), self.turned);
        let choice = scene.choices.get(scene.choices.len() / 2);
        let first = choice.map(|choice| &choice.clicks[..1]).unwrap_or_default();
        let same = |choice: &&ludoteca_core::scene::Choice| {
            choice.clicks.len() > 1 && choice.clicks[..1] == *first
        };
        let targets: Vec<usize> =
            scene.choices.iter().filter(same).map(|choice| choice.clicks[1]).collect();
        let ghost = choice.map(|choice| {
            if choice.covers.is_empty() {
                &choice.clicks[choice.clicks.len() - 1..]
            } else {
                &choice.covers
            }
        });
        let still = phase >= 1.0 && !is_clean;
        let pointers = Pointers {
            chosen: if targets.is_empty() { &[] } else { first },
            targets: &targets,
            ghost: self.to_move.zip(ghost).filter(|_| still && scene.lines.is_empty()),
            hovered: scene.choices.first().map(|choice| choice.clicks[0]),
            focused: scene.choices.last().map(|choice| choice.clicks[0]),
            arrow: scene.choices.get(1).map(|choice| &choice.clicks[..]).unwrap_or_default(),
        };
        let motion = Motion::on(&self.before, scene, 0.0);
        let now = f64::from(phase) * motion.as_ref().map_or(0.0, Motion::seconds);
        let pointers = if still { pointers } else { Pointers::default() };
        paint(painter, scene, &layout, &style, &pointers, motion.as_ref(), now);
    }
}
