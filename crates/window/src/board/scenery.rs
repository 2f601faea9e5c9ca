//! Draws the pieces of a scene, at rest and in motion.

use std::f32::consts::PI;

use egui::{Painter, Pos2, Rect, Shape, Vec2, vec2};
use ludoteca_core::Seat;
use ludoteca_core::scene::{Change, PieceKind, Scene};

use super::BoardStyle;
use super::canvas::Canvas;
use super::ground::{LEAST_WITH_STONES, STONE};
use super::layout::Layout;
use super::motion::{Motion, brings, ease, owner, thrown};
use super::palette::Palette;
use super::pieces::{Letters, Token, draw_bar, draw_seed};

/// Draws the pieces that are in their places, arrive there or vanish. Returns their letters, which
/// are drawn on top.
pub fn draw_resting(
    canvas: &mut Canvas,
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    style: &BoardStyle,
    motion: Option<(&Motion, f32)>,
) -> Vec<Shape> {
    let mut hand = PiecePainter::new(canvas, painter, layout, style);
    let mut single = vec![true; scene.places.len()];
    for span in &scene.spans {
        let laid = motion
            .filter(|(motion, _)| motion.laid.contains(span))
            .map_or(1.0, |(_, progress)| ease(progress));
        if let Some(kind) = owner(scene, span) {
            hand.bar(kind, span, laid);
        }
        span.iter().for_each(|at| single[*at] = false);
    }
    let (changes, progress) =
        motion.map_or((&[][..], 1.0), |(motion, progress)| (&motion.changes[..], progress));
    for piece in scene.pieces.iter().filter(|piece| single[piece.place]) {
        let centre = layout.centre(piece.place);
        match changes.iter().find(|change| brings(change, piece.place)) {
            None => hand.rests(piece.kind, centre),
            Some(Change::Appears { .. }) => hand.fades(piece.kind, centre, early(progress)),
            Some(Change::Turns { was: before, .. }) => {
                let turned = late(progress);
                let kind = if turned < 0.5 { *before } else { piece.kind };
                hand.draws(kind, centre, 1.0, (PI * turned).cos().abs(), 1.0);
            }
            Some(Change::Slides { .. } | Change::Vanishes { .. }) => {}
        }
    }
    for (kind, span) in motion.iter().flat_map(|(motion, _)| &motion.lifted) {
        hand.bar(*kind, span, 1.0 - ease(progress));
    }
    for change in changes {
        if let Change::Vanishes { at, kind } = change {
            hand.fades(*kind, layout.centre(*at), 1.0 - late(progress));
        }
    }
    hand.shapes
}

/// Draws what lies above all those pieces: pieces on their way, and a piece that is not laid yet.
/// Returns their letters.
pub fn draw_moving(
    canvas: &mut Canvas,
    painter: &Painter,
    scene: &Scene,
    layout: &Layout,
    style: &BoardStyle,
    ghost: Option<(Seat, &[usize])>,
    motion: Option<(&Motion, f32)>,
) -> Vec<Shape> {
    let mut hand = PiecePainter::new(canvas, painter, layout, style);
    if let Some((motion, progress)) = motion {
        for change in &motion.changes {
            if let Change::Slides { from, to } = change
                && let Some(piece) = scene.pieces.iter().find(|piece| piece.place == *to)
            {
                let way = early(progress);
                let centre = layout.centre(*from).lerp(layout.centre(*to), way);
                // A piece is lifted on its way, so it looks larger.
                hand.draws(piece.kind, centre, 1.0 + 0.12 * (PI * way).sin(), 1.0, 1.0);
            }
        }
    }
    match ghost.map(|(seat, places)| (PieceKind::Of(seat, None), places)) {
        Some((kind, [place])) => hand.shows(kind, layout.centre(*place), GHOST),
        Some((kind, span)) => hand.bar(kind, span, GHOST),
        None => {}
    }
    hand.shapes
}

/// Stones in the air.
pub fn draw_flights(
    canvas: &mut Canvas,
    layout: &Layout,
    motion: &Motion,
    progress: f32,
    palette: &Palette,
) {
    let unit = layout.unit();
    let radius = STONE * unit * if unit < LEAST_WITH_STONES { 1.5 } else { 1.0 };
    for (number, (flight, way)) in motion.in_flight(progress).enumerate() {
        let at = thrown(layout.centre(flight.from), layout.centre(flight.to), way, 0.35 * unit);
        draw_seed(canvas, at, radius, number, palette);
    }
}

/// The opacity of a piece that is not laid yet.
const GHOST: f32 = 0.5;
/// The radius of a piece, in units.
const RADIUS: f32 = 0.36;

/// The progress of pieces that slide or appear.
fn early(progress: f32) -> f32 {
    ease(progress / 0.75)
}

/// The progress of the changes that those pieces cause. These start later.
fn late(progress: f32) -> f32 {
    ease((progress - 0.35) / 0.65)
}

/// Draws pieces one by one.
struct PiecePainter<'a> {
    canvas: &'a mut Canvas,
    letters: Letters<'a>,
    shapes: Vec<Shape>,
    layout: &'a Layout,
    style: &'a BoardStyle<'a>,
    /// Pieces of a kind look all alike at rest, so each kind is drawn once and then copied.
    stamps: Vec<(PieceKind, Option<Token>, Canvas)>,
}

impl<'a> PiecePainter<'a> {
    fn new(
        canvas: &'a mut Canvas,
        painter: &'a Painter,
        layout: &'a Layout,
        style: &'a BoardStyle<'a>,
    ) -> PiecePainter<'a> {
        PiecePainter {
            canvas,
            letters: Letters::new(painter),
            shapes: Vec::new(),
            layout,
            style,
            stamps: Vec::new(),
        }
    }

    fn rests(&mut self, kind: PieceKind, centre: Pos2) {
        let at = self.stamp(kind);
        let radius = self.radius();
        let (_, token, stamp) = &self.stamps[at];
        self.canvas.stamp(stamp, centre.to_vec2());
        let letters = &mut self.letters;
        self.shapes.extend(token.and_then(|token| token.letter(centre, radius, 1.0, letters)));
    }

    /// Draws a piece that appears or vanishes. `seen` is how much of it is there.
    fn fades(&mut self, kind: PieceKind, centre: Pos2, seen: f32) {
        self.draws(kind, centre, 0.6 + 0.4 * seen, 1.0, seen);
    }

    /// Draws a piece. `width` is the part of its width that is seen, as if it were turned about its
    /// upright axis.
    fn draws(&mut self, kind: PieceKind, centre: Pos2, size: f32, width: f32, alpha: f32) {
        let (at, radius) = (self.stamp(kind), self.radius());
        let (_, token, stamp) = &self.stamps[at];
        let scale = vec2(size * width.max(0.02), size);
        self.canvas.stamp_scaled(stamp, centre.to_vec2(), scale, alpha);
        // A letter cannot be narrowed with its piece.
        if width > 0.8 {
            let letters = &mut self.letters;
            let letter = token.and_then(|token| token.letter(centre, radius, alpha, letters));
            self.shapes.extend(letter);
        }
    }

    /// Draws a piece without its letter: its seat is known, but not which piece it is.
    fn shows(&mut self, kind: PieceKind, centre: Pos2, alpha: f32) {
        let at = self.stamp(kind);
        self.canvas.stamp_scaled(&self.stamps[at].2, centre.to_vec2(), Vec2::splat(1.0), alpha);
    }

    fn bar(&mut self, kind: PieceKind, span: &[usize], alpha: f32) {
        let PieceKind::Of(seat, _) = kind else { return };
        let rect = span.iter().fold(Rect::NOTHING, |rect, at| rect | self.layout.rect(*at));
        if rect.is_positive() {
            let mut bar = self.canvas.another();
            draw_bar(&mut bar, rect, self.layout.unit(), seat, self.style);
            self.canvas.stamp_scaled(&bar, Vec2::ZERO, Vec2::splat(1.0), alpha);
        }
    }

    /// Draws the piece of a kind around the origin, if that was not done before. Returns its number
    /// among the stamps.
    fn stamp(&mut self, kind: PieceKind) -> usize {
        let known = self.stamps.iter().position(|stamp| stamp.0 == kind);
        known.unwrap_or_else(|| {
            let mut stamp = self.canvas.another();
            let token = Token::of(kind, self.style);
            if let Some(token) = &token {
                token.draw(&mut stamp, Pos2::ZERO, self.radius(), self.style.palette);
            }
            self.stamps.push((kind, token, stamp));
            self.stamps.len() - 1
        })
    }

    fn radius(&self) -> f32 {
        RADIUS * self.layout.unit()
    }
}
