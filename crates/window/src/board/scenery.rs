//! The pieces of a scene, at rest and on their way.

use std::f32::consts::PI;

use eframe::egui::{Painter, Pos2, Rect, Shape};
use ludoteca_core::Seat;
use ludoteca_core::scene::{PieceKind, Scene};

use super::Look;
use super::canvas::Canvas;
use super::ground::{LEAST_WITH_STONES, STONE};
use super::layout::Layout;
use super::motion::{Change, Motion, ease, owner, thrown};
use super::palette::Palette;
use super::pieces::{Letters, Token, draw_bar, draw_stone};

/// Draws all pieces; answers their letters, which come above.
pub fn draw_pieces(
    canvas: &mut Canvas,
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    look: &Look,
    ghost: Option<(Seat, &[usize])>,
    motion: Option<(&Motion, f32)>,
) -> Vec<Shape> {
    let mut hand =
        Hand { canvas, letters: Letters::new(painter), shapes: Vec::new(), layout, look, stamps: Vec::new() };
    let mut single = vec![true; scene.places.len()];
    for span in &scene.spans {
        let laid = motion.filter(|(motion, _)| motion.laid.contains(span)).map_or(1.0, |(_, progress)| ease(progress));
        if let Some(PieceKind::Of(seat, _)) = owner(scene, span) {
            hand.bar(seat, span, laid);
        }
        span.iter().for_each(|at| single[*at] = false);
    }
    let (changes, progress) = motion.map_or((&[][..], 1.0), |(motion, progress)| (&motion.changes[..], progress));
    for piece in scene.pieces.iter().filter(|piece| single[piece.place]) {
        let moves = |change: &&Change| match change {
            Change::Slides { to: at, .. } | Change::Appears { at } | Change::Turns { at, .. } => *at == piece.place,
            Change::Vanishes { .. } => false,
        };
        match changes.iter().find(moves) {
            None => hand.rests(piece.kind, layout.centre(piece.place)),
            Some(Change::Appears { at }) => hand.fades(piece.kind, *at, ease(progress / EARLY)),
            Some(Change::Turns { at, kind: before }) => {
                let turned = ease((progress - LATE) / (1.0 - LATE));
                hand.turns(if turned < 0.5 { *before } else { piece.kind }, *at, (PI * turned).cos().abs());
            }
            // Above all others, and therefore last.
            Some(Change::Slides { .. } | Change::Vanishes { .. }) => {}
        }
    }
    if let Some((motion, progress)) = motion {
        for (kind, span) in &motion.lifted {
            if let PieceKind::Of(seat, _) = kind {
                hand.bar(*seat, span, 1.0 - ease(progress));
            }
        }
    }
    for change in changes {
        if let Change::Vanishes { at, kind } = change {
            hand.fades(*kind, *at, 1.0 - ease((progress - LATE) / (1.0 - LATE)));
        }
    }
    for change in changes {
        if let Change::Slides { from, to } = change
            && let Some(piece) = scene.pieces.iter().find(|piece| piece.place == *to)
        {
            let way = progress / EARLY;
            hand.carried(piece.kind, layout.centre(*from).lerp(layout.centre(*to), ease(way)), way.min(1.0));
        }
    }
    match ghost {
        Some((seat, [place])) => hand.drawn(PieceKind::Of(seat, None), layout.centre(*place), 1.0, 1.0, GHOST),
        Some((seat, span)) => hand.bar(seat, span, GHOST),
        None => {}
    }
    hand.shapes
}

/// Stones in the air.
pub fn draw_flights(canvas: &mut Canvas, layout: &Layout, motion: &Motion, progress: f32, palette: &Palette) {
    let unit = layout.unit();
    let radius = STONE * unit * if unit < LEAST_WITH_STONES { 1.5 } else { 1.0 };
    for (number, (flight, way)) in motion.in_flight(progress).enumerate() {
        let at = thrown(layout.centre(flight.from), layout.centre(flight.to), way, 0.35 * unit);
        draw_stone(canvas, at, radius, number, palette);
    }
}

/// By when what slides or appears is there, and from when on what it brings about is seen.
const EARLY: f32 = 0.75;
const LATE: f32 = 0.35;
/// How much is seen of a piece that is not laid yet.
const GHOST: f32 = 0.5;
/// The radius of a piece, in units.
const RADIUS: f32 = 0.36;

/// Draws pieces one by one.
struct Hand<'a> {
    canvas: &'a mut Canvas,
    letters: Letters<'a>,
    shapes: Vec<Shape>,
    layout: &'a Layout,
    look: &'a Look<'a>,
    /// Pieces at rest look all alike: each kind is drawn once.
    stamps: Vec<(PieceKind, Token, Canvas)>,
}

impl Hand<'_> {
    fn rests(&mut self, kind: PieceKind, centre: Pos2) {
        let radius = RADIUS * self.layout.unit();
        let known = self.stamps.iter().position(|stamp| stamp.0 == kind);
        let at = match (known, Token::of(kind, self.look)) {
            (Some(at), _) => at,
            (None, Some(token)) => {
                let mut stamp = self.canvas.another();
                token.draw(&mut stamp, Pos2::ZERO, radius, 1.0, 1.0, self.look.palette);
                self.stamps.push((kind, token, stamp));
                self.stamps.len() - 1
            }
            (None, None) => return,
        };
        let (_, token, stamp) = &self.stamps[at];
        self.canvas.stamp(stamp, centre.to_vec2());
        self.shapes.extend(token.letter(centre, radius, 1.0, &mut self.letters));
    }

    fn fades(&mut self, kind: PieceKind, at: usize, seen: f32) {
        self.drawn(kind, self.layout.centre(at), 0.6 + 0.4 * seen, 1.0, seen);
    }

    fn turns(&mut self, kind: PieceKind, at: usize, width: f32) {
        self.drawn(kind, self.layout.centre(at), 1.0, width, 1.0);
    }

    /// Lifted on the way.
    fn carried(&mut self, kind: PieceKind, centre: Pos2, way: f32) {
        self.drawn(kind, centre, 1.0 + 0.12 * (PI * way).sin(), 1.0, 1.0);
    }

    fn drawn(&mut self, kind: PieceKind, centre: Pos2, size: f32, width: f32, alpha: f32) {
        let Some(token) = Token::of(kind, self.look) else { return };
        let radius = RADIUS * self.layout.unit();
        token.draw(self.canvas, centre, size * radius, width, alpha, self.look.palette);
        // A letter cannot be narrowed with its piece.
        if width > 0.8 {
            self.shapes.extend(token.letter(centre, radius, alpha, &mut self.letters));
        }
    }

    fn bar(&mut self, seat: Seat, span: &[usize], alpha: f32) {
        let rect = span.iter().fold(Rect::NOTHING, |rect, at| rect | self.layout.rect(*at));
        if rect.is_positive() {
            draw_bar(self.canvas, rect, self.layout.unit(), self.look.colour(seat), alpha, self.look.palette);
        }
    }
}
