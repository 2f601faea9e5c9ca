//! Pieces and stones, and how they are drawn.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Vec2, vec2};
use ludoteca_core::Seat;
use ludoteca_core::scene::PieceKind;

use super::BoardStyle;
use super::canvas::{Canvas, Outline};
use super::palette::{Palette, ink};

/// The form of a piece. Each seat has its own, so that seats differ in more than colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PieceShape {
    Disc,
    Diamond,
    Triangle,
    Cross,
    /// A square that fills its place. Figures whose sign is not a letter or digit have this form.
    Tile,
}

impl PieceShape {
    /// The form of a seat's pieces.
    pub fn of(seat: Seat) -> PieceShape {
        [PieceShape::Disc, PieceShape::Diamond, PieceShape::Triangle, PieceShape::Cross]
            [seat.index()]
    }

    /// How large a letter on this form can be, compared with one on a disc.
    fn room(self) -> f32 {
        match self {
            PieceShape::Disc | PieceShape::Tile => 1.0,
            PieceShape::Diamond | PieceShape::Cross => 0.85,
            PieceShape::Triangle => 0.75,
        }
    }

    fn outline(self, middle: Pos2, radius: f32) -> Outline {
        let polygon = |corners: &[(f32, f32)], round: f32| {
            let corners: Vec<Vec2> = corners.iter().map(|(x, y)| vec2(*x, *y) * radius).collect();
            Outline::polygon(middle, &corners, round * radius)
        };
        match self {
            PieceShape::Disc => Outline::disc(middle, radius),
            PieceShape::Tile => Outline::rounded(
                Rect::from_center_size(middle, Vec2::splat(2.2 * radius)),
                0.25 * radius,
            ),
            PieceShape::Diamond => {
                polygon(&[(0.0, -1.22), (1.22, 0.0), (0.0, 1.22), (-1.22, 0.0)], 0.45)
            }
            // The triangle is lower than an equilateral one with the same middle, so that its
            // weight lies where that of a disc lies.
            PieceShape::Triangle => polygon(&[(0.0, -1.25), (1.24, 0.92), (-1.24, 0.92)], 0.55),
            PieceShape::Cross => {
                let (arm, end) = (0.5, 1.06);
                let quarter = [(-arm, -end), (arm, -end), (arm, -arm)];
                let turned =
                    |(x, y): (f32, f32), turns: usize| (0..turns).fold((x, y), |(x, y), _| (-y, x));
                let corners: Vec<_> =
                    (0..4).flat_map(|turns| quarter.map(|corner| turned(corner, turns))).collect();
                polygon(&corners, 0.3)
            }
        }
    }
}

/// A piece to be drawn.
#[derive(Copy, Clone, Debug)]
pub struct Token {
    form: PieceShape,
    colour: Color32,
    /// The letter on the piece.
    letter: Option<char>,
    /// Does the letter say which piece this is? Then it is shown even on very small pieces.
    figure: bool,
}

impl Token {
    /// The piece of a kind; `None` for stones and obstacles.
    pub fn of(kind: PieceKind, style: &BoardStyle) -> Option<Token> {
        let PieceKind::Of(seat, figure) = kind else { return None };
        let form = match figure {
            Some(figure) if !figure.letter.is_alphanumeric() => PieceShape::Tile,
            _ => PieceShape::of(seat),
        };
        let letter = figure
            .map(|figure| figure.letter)
            .or_else(|| style.names.get(seat.index())?.chars().next());
        Some(Token { form, colour: style.colour(seat), letter, figure: figure.is_some() })
    }

    /// Draws the piece without its letter. `width` is the part of its width that is seen, as if it
    /// were turned about its upright axis.
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        middle: Pos2,
        radius: f32,
        width: f32,
        alpha: f32,
        palette: &Palette,
    ) {
        let outline = self.form.outline(middle, radius);
        let outline = if width < 1.0 { outline.narrowed(width.max(0.02)) } else { outline };
        body(canvas, &outline, radius, self.colour, alpha, palette);
    }

    /// The letter of the piece, if there is room for it.
    pub fn letter(
        &self,
        middle: Pos2,
        radius: f32,
        alpha: f32,
        letters: &mut Letters,
    ) -> Option<Shape> {
        let letter =
            self.letter.filter(|_| radius >= if self.figure { 3.5 } else { LEAST_LETTERED })?;
        let down = if self.form == PieceShape::Triangle { 0.22 * radius } else { 0.0 };
        let size = 1.15 * radius * self.form.room();
        Some(letters.shape(
            letter,
            size,
            middle + vec2(0.0, down),
            ink(self.colour).gamma_multiply(alpha),
        ))
    }
}

/// A piece that lies across several places in a row.
pub fn draw_bar(
    canvas: &mut Canvas,
    rect: Rect,
    unit: f32,
    colour: Color32,
    alpha: f32,
    palette: &Palette,
) {
    let rect = rect.shrink(0.12 * unit);
    body(canvas, &Outline::rounded(rect, 0.24 * unit), 0.4 * unit, colour, alpha, palette);
    // Notches where one place ends and the next begins.
    let along = if rect.width() > rect.height() { vec2(1.0, 0.0) } else { vec2(0.0, 1.0) };
    let count = (rect.size().dot(along) / unit).round() as usize;
    let notch = rim(colour)[1].gamma_multiply(0.55 * alpha);
    for at in 1..count {
        let middle = rect.center() + along * (at as f32 - count as f32 / 2.0) * unit;
        let half = along.rot90() * 0.2 * unit;
        canvas.line([middle - half, middle + half], 0.03 * unit, notch);
    }
}

/// Draws a stone. Its look depends on its number, so that a bowl looks the same in every frame, but
/// its stones are not all alike.
pub fn draw_stone(
    canvas: &mut Canvas,
    middle: Pos2,
    radius: f32,
    number: usize,
    palette: &Palette,
) {
    let colour = palette.stones[number % palette.stones.len()];
    let outline = Outline::disc(middle, radius);
    canvas.shadow(&outline.moved(vec2(0.0, 0.25 * radius)), palette.shadow, 0.6 * radius);
    canvas.fill(&outline, [mixed(colour, Color32::WHITE, 0.3), mixed(colour, Color32::BLACK, 0.2)]);
}

/// A cache of letters of all sizes. Each is laid out once in a frame.
pub struct Letters<'a> {
    painter: &'a Painter,
    known: Vec<(char, f32, Arc<Galley>)>,
}

impl<'a> Letters<'a> {
    /// Begins without any letters.
    pub fn new(painter: &'a Painter) -> Letters<'a> {
        Letters { painter, known: Vec::new() }
    }

    /// A letter with the middle of its ink at `middle`.
    fn shape(&mut self, letter: char, size: f32, middle: Pos2, colour: Color32) -> Shape {
        let known = self.known.iter().position(|known| known.0 == letter && known.1 == size);
        let at = known.unwrap_or_else(|| {
            let galley = self.painter.layout_no_wrap(
                letter.to_string(),
                FontId::proportional(size),
                Color32::PLACEHOLDER,
            );
            self.known.push((letter, size, galley));
            self.known.len() - 1
        });
        centred(&self.known[at].2, middle, colour)
    }
}

/// Text with the middle of its ink at `middle`.
pub fn centred(galley: &Arc<Galley>, middle: Pos2, colour: Color32) -> Shape {
    Shape::galley(middle - galley.mesh_bounds.center().to_vec2(), Arc::clone(galley), colour)
}

/// The radius from which pieces have letters.
const LEAST_LETTERED: f32 = 9.0;

/// A shadow, a rim, and a face that is a little lighter above.
fn body(
    canvas: &mut Canvas,
    outline: &Outline,
    radius: f32,
    colour: Color32,
    alpha: f32,
    palette: &Palette,
) {
    let shade = |colours: [Color32; 2]| colours.map(|colour| colour.gamma_multiply(alpha));
    canvas.shadow(
        &outline.moved(vec2(0.0, 0.1 * radius)),
        palette.shadow.gamma_multiply(alpha),
        0.36 * radius,
    );
    canvas.fill(outline, shade(rim(colour)));
    canvas.fill(&outline.offset(-0.11 * radius), shade(face(colour)));
}

/// The colours of a piece's face, above and below. Letters can be read on both.
pub fn face(colour: Color32) -> [Color32; 2] {
    [mixed(colour, Color32::WHITE, 0.1), mixed(colour, Color32::BLACK, 0.06)]
}

/// The colours of a piece's rim: a light one above, and one below that sets it off from any board.
fn rim(colour: Color32) -> [Color32; 2] {
    [mixed(colour, Color32::WHITE, 0.45), mixed(colour, Color32::BLACK, 0.45)]
}

fn mixed(colour: Color32, with: Color32, share: f32) -> Color32 {
    colour.lerp_to_gamma(with, share)
}
