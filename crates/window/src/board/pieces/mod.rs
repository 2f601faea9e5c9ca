//! Pieces and stones, and how they are drawn: one file for each look.

mod blobs;
mod bodies;
mod men;
mod pawns;
mod plain;
mod signs;
mod stones;

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Shape, vec2};
use ludoteca_core::Seat;
use ludoteca_core::scene::{PieceKind, PieceLook};

use super::BoardStyle;
use super::canvas::Canvas;
use super::palette::{Palette, ink};
use plain::PieceShape;

#[cfg(test)]
pub use plain::face;
pub use stones::draw_seed;

/// A piece to be drawn.
#[derive(Copy, Clone, Debug)]
pub struct Token {
    form: Form,
    colour: Color32,
    /// The letter on the piece.
    letter: Option<char>,
    /// Does the letter say which piece this is? Then it is shown even on very small pieces.
    figure: bool,
}

/// What a piece looks like. Each seat has its own form in every look, so that seats differ in more
/// than colour.
#[derive(Copy, Clone, Debug)]
enum Form {
    Plain(PieceShape),
    Sign(Seat),
    Stone(Seat),
    Blob(Seat),
    /// A pawn, and whether forward is downwards.
    Pawn(Seat, bool),
    Man(Seat),
    Rock,
    Plate,
}

impl Token {
    /// The piece of a kind; `None` for stones and obstacles.
    pub fn of(kind: PieceKind, style: &BoardStyle) -> Option<Token> {
        let PieceKind::Of(seat, figure) = kind else { return None };
        let is_lettered = figure.is_some_and(|figure| figure.letter.is_alphanumeric());
        let form = match style.pieces {
            PieceLook::Letters if figure.is_some() && !is_lettered => Form::Plain(PieceShape::Tile),
            PieceLook::Letters => Form::Plain(PieceShape::of(seat)),
            PieceLook::Signs => Form::Sign(seat),
            PieceLook::Stones => Form::Stone(seat),
            PieceLook::Blobs => Form::Blob(seat),
            PieceLook::Pawns => Form::Pawn(seat, style.points_down(seat)),
            PieceLook::Men => Form::Man(seat),
            // A legend shows no figure: there, the first seat has the rock.
            PieceLook::Bodies if is_lettered => Form::Rock,
            PieceLook::Bodies if figure.is_none() && seat == Seat::FIRST => Form::Rock,
            PieceLook::Bodies => Form::Plate,
        };
        let letter = match (form, figure) {
            (Form::Plate, _) => None,
            (_, Some(figure)) => Some(figure.letter),
            (Form::Plain(_), None) => {
                style.names.get(seat.index()).and_then(|name| name.chars().next())
            }
            _ => None,
        };
        Some(Token { form, colour: style.colour(seat), letter, figure: figure.is_some() })
    }

    /// Draws the piece without its letter.
    pub fn draw(&self, canvas: &mut Canvas, middle: Pos2, radius: f32, palette: &Palette) {
        let colour = self.colour;
        match self.form {
            Form::Plain(shape) => plain::draw(canvas, middle, radius, shape, colour, palette),
            Form::Sign(seat) => signs::draw(canvas, middle, radius, seat, colour, palette),
            Form::Stone(seat) => stones::draw(canvas, middle, radius, seat, colour, palette),
            Form::Blob(seat) => blobs::draw(canvas, middle, radius, seat, colour, palette),
            Form::Pawn(seat, down) => {
                pawns::draw(canvas, middle, radius, (seat, down), colour, palette);
            }
            Form::Man(seat) => men::draw(canvas, middle, radius, seat, colour, palette),
            Form::Rock => bodies::draw_rock(canvas, middle, radius, colour, palette),
            Form::Plate => bodies::draw_plate(canvas, middle, radius, colour, palette),
        }
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
        let (room, down) = match self.form {
            Form::Plain(shape @ PieceShape::Triangle) => (shape.room(), 0.22 * radius),
            Form::Plain(shape) => (shape.room(), 0.0),
            _ => (1.0, 0.0),
        };
        let ink = ink(self.colour).gamma_multiply(alpha);
        Some(letters.shape(letter, 1.15 * radius * room, middle + vec2(0.0, down), ink))
    }
}

/// A piece that lies across several places in a row.
pub fn draw_bar(canvas: &mut Canvas, rect: Rect, unit: f32, seat: Seat, style: &BoardStyle) {
    let colour = style.colour(seat);
    match style.pieces {
        PieceLook::Bodies => bodies::draw_plates(canvas, rect, unit, colour, style.palette),
        _ => plain::draw_bar(canvas, rect, unit, colour, style.palette),
    }
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

fn mixed(colour: Color32, with: Color32, share: f32) -> Color32 {
    colour.lerp_to_gamma(with, share)
}
