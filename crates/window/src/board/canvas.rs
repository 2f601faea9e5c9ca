//! Fills and rings with soft edges, gathered into one mesh, so that a board is a few shapes however
//! many pieces it has.

use std::f32::consts::{PI, TAU};

use egui::emath::{GuiRounding as _, Rot2};
use egui::epaint::{Mesh, Vertex};
use egui::{Color32, Painter, Pos2, Rect, Shape, Vec2};

/// A mesh that collects everything that is drawn, in order.
pub struct Canvas {
    mesh: Mesh,
    pixels_per_point: f32,
}

impl Canvas {
    /// An empty canvas for the screen that a painter paints on.
    pub fn new(painter: &Painter) -> Canvas {
        Canvas { mesh: Mesh::default(), pixels_per_point: painter.pixels_per_point() }
    }

    /// An empty canvas with room for this many pieces. Since it need not grow, it is filled in half
    /// the time.
    pub fn with_room(painter: &Painter, pieces: usize) -> Canvas {
        let mut canvas = Canvas::new(painter);
        canvas.mesh.reserve_vertices(256 * pieces);
        canvas.mesh.reserve_triangles(320 * pieces);
        canvas
    }

    /// Another empty canvas for the same screen.
    pub fn another(&self) -> Canvas {
        Canvas { mesh: Mesh::default(), pixels_per_point: self.pixels_per_point }
    }

    /// The width of a pixel.
    pub fn pixel(&self) -> f32 {
        1.0 / self.pixels_per_point
    }

    /// A rectangle of whole pixels.
    pub fn rect(&mut self, rect: Rect, colour: Color32) {
        self.mesh.add_colored_rect(rect.round_to_pixels(self.pixels_per_point), colour);
    }

    /// Fills an outline with a colour that changes from the top to the bottom.
    pub fn fill(&mut self, outline: &Outline, [top, bottom]: [Color32; 2]) {
        let (upper, lower) = outline.heights();
        let colour = |at: Pos2| {
            if top == bottom {
                top
            } else {
                top.lerp_to_gamma(bottom, (at.y - upper) / (lower - upper))
            }
        };
        let middle = self.vertex(outline.middle, colour(outline.middle));
        let inner = self.ring_of_vertices(outline, -self.pixel() / 2.0, colour);
        let outer = self.ring_of_vertices(outline, self.pixel() / 2.0, |_| Color32::TRANSPARENT);
        let count = outline.points.len() as u32;
        for (this, next) in (0..count).map(|this| (this, (this + 1) % count)) {
            self.mesh.add_triangle(middle, inner + this, inner + next);
        }
        self.join(inner, outer, count);
    }

    /// Fills an outline like something round that is lit from above: light where the light falls, a
    /// colour between, and a dark edge.
    pub fn dome(&mut self, outline: &Outline, lit: Vec2, [light, between, edge]: [Color32; 3]) {
        let from = outline.middle + lit;
        let middle = self.vertex(from, light);
        let count = outline.points.len() as u32;
        let mut ring = |part: f32, colour: Color32| {
            let first = self.mesh.vertices.len() as u32;
            let vertices = outline.points.iter();
            let vertices = vertices.map(|(at, _)| Vertex::untextured(from.lerp(*at, part), colour));
            self.mesh.vertices.extend(vertices);
            first
        };
        let first = ring(0.6, between);
        let inner = ring(1.0, edge);
        for (this, next) in (0..count).map(|this| (this, (this + 1) % count)) {
            self.mesh.add_triangle(middle, first + this, first + next);
        }
        self.join(first, inner, count);
        let outer = self.ring_of_vertices(outline, self.pixel(), |_| Color32::TRANSPARENT);
        self.join(inner, outer, count);
    }

    /// Draws the shadow of an outline that is filled afterwards. Only its visible part is drawn: a
    /// soft line of this width.
    pub fn shadow(&mut self, outline: &Outline, colour: Color32, soft: f32) {
        let inner = self.ring_of_vertices(outline, -soft / 2.0, |_| colour);
        let outer = self.ring_of_vertices(outline, soft / 2.0, |_| Color32::TRANSPARENT);
        self.join(inner, outer, outline.points.len() as u32);
    }

    /// A line along an outline. Half of its width is inside.
    pub fn ring(&mut self, outline: &Outline, width: f32, colour: Color32) {
        let (out, soft) = (width.max(self.pixel()) / 2.0, self.pixel() / 2.0);
        let count = outline.points.len() as u32;
        let mut before = None;
        for (offset, colour) in [
            (-out - soft, Color32::TRANSPARENT),
            (-out + soft, colour),
            (out - soft, colour),
            (out + soft, Color32::TRANSPARENT),
        ] {
            let ring = self.ring_of_vertices(outline, offset, |_| colour);
            if let Some(before) = before.replace(ring) {
                self.join(before, ring, count);
            }
        }
    }

    /// A straight line.
    pub fn line(&mut self, [from, to]: [Pos2; 2], width: f32, colour: Color32) {
        let aside = (to - from).normalized().rot90();
        let (out, soft) = (width.max(self.pixel()) / 2.0, self.pixel() / 2.0);
        let first = self.mesh.vertices.len() as u32;
        for (offset, colour) in [
            (-out - soft, Color32::TRANSPARENT),
            (-out + soft, colour),
            (out - soft, colour),
            (out + soft, Color32::TRANSPARENT),
        ] {
            self.vertex(from + aside * offset, colour);
            self.vertex(to + aside * offset, colour);
        }
        for at in [first, first + 2, first + 4] {
            self.mesh.add_triangle(at, at + 1, at + 2);
            self.mesh.add_triangle(at + 1, at + 2, at + 3);
        }
    }

    /// A line from point to point. It must not bend sharply.
    pub fn path(&mut self, points: &[Pos2], width: f32, colour: Color32) {
        let (out, soft) = (width.max(self.pixel()) / 2.0, self.pixel() / 2.0);
        let clear = Color32::TRANSPARENT;
        let mut before = None;
        for (number, at) in points.iter().enumerate() {
            let back = points[number.saturating_sub(1)];
            let on = points[(number + 1).min(points.len() - 1)];
            let aside = (on - back).normalized().rot90();
            let first = self.mesh.vertices.len() as u32;
            for (offset, colour) in [
                (-out - soft, clear),
                (soft - out, colour),
                (out - soft, colour),
                (out + soft, clear),
            ] {
                self.vertex(*at + aside * offset, colour);
            }
            if let Some(before) = before.replace(first) {
                for strip in 0..3 {
                    self.mesh.add_triangle(before + strip, before + strip + 1, first + strip);
                    self.mesh.add_triangle(before + strip + 1, first + strip + 1, first + strip);
                }
            }
        }
    }

    /// Adds what was drawn on another canvas, moved by `by`. This is far cheaper than drawing it
    /// again.
    pub fn stamp(&mut self, stamp: &Canvas, by: Vec2) {
        let first = self.mesh.vertices.len() as u32;
        self.mesh.indices.extend(stamp.mesh.indices.iter().map(|index| first + index));
        self.mesh.vertices.extend(
            stamp.mesh.vertices.iter().map(|vertex| Vertex { pos: vertex.pos + by, ..*vertex }),
        );
    }

    /// Adds what was drawn on another canvas around its origin: scaled, moved by `by`, and with
    /// this part of its opacity.
    pub fn stamp_scaled(&mut self, stamp: &Canvas, by: Vec2, scale: Vec2, alpha: f32) {
        let first = self.mesh.vertices.len() as u32;
        self.mesh.indices.extend(stamp.mesh.indices.iter().map(|index| first + index));
        self.mesh.vertices.extend(stamp.mesh.vertices.iter().map(|vertex| Vertex {
            pos: (vertex.pos.to_vec2() * scale + by).to_pos2(),
            color: vertex.color.gamma_multiply(alpha),
            ..*vertex
        }));
    }

    /// Hands everything to the painter.
    pub fn paint(self, painter: &Painter) {
        if !self.mesh.is_empty() {
            painter.add(Shape::mesh(self.mesh));
        }
    }

    fn vertex(&mut self, at: Pos2, colour: Color32) -> u32 {
        self.mesh.colored_vertex(at, colour);
        self.mesh.vertices.len() as u32 - 1
    }

    /// Adds the vertices of an outline, moved outwards, and returns the index of the first.
    fn ring_of_vertices(
        &mut self,
        outline: &Outline,
        offset: f32,
        colour: impl Fn(Pos2) -> Color32,
    ) -> u32 {
        let first = self.mesh.vertices.len() as u32;
        let vertices = outline.points.iter().map(|(at, out)| {
            let at = *at + *out * offset;
            Vertex::untextured(at, colour(at))
        });
        self.mesh.vertices.extend(vertices);
        first
    }

    fn join(&mut self, inner: u32, outer: u32, count: u32) {
        for (this, next) in (0..count).map(|this| (this, (this + 1) % count)) {
            self.mesh.add_triangle(inner + this, outer + this, outer + next);
            self.mesh.add_triangle(inner + this, outer + next, inner + next);
        }
    }
}

/// A closed line. It is star-shaped: every point of it can be seen from its middle.
#[derive(Clone)]
pub struct Outline {
    middle: Pos2,
    /// The points of the line, each with its outward direction.
    points: Vec<(Pos2, Vec2)>,
}

impl Outline {
    /// A circle.
    pub fn disc(middle: Pos2, radius: f32) -> Outline {
        // With this many sides, none is more than an eighth of a point off the circle.
        let count = ((PI / (0.25 / radius.max(0.1)).sqrt()) as usize).clamp(8, 96);
        let point = |at: usize| {
            let out = Vec2::angled(TAU * at as f32 / count as f32);
            (middle + out * radius, out)
        };
        Outline { middle, points: (0..count).map(point).collect() }
    }

    /// A rectangle with round corners.
    pub fn rounded(rect: Rect, radius: f32) -> Outline {
        let radius = radius.min(rect.width().min(rect.height()) / 2.0);
        let inner = rect.shrink(radius);
        let steps = ((radius.max(0.1) * 2.0).sqrt() as usize).clamp(2, 12);
        let corners = [
            (inner.right_bottom(), 0.0),
            (inner.left_bottom(), 0.25),
            (inner.left_top(), 0.5),
            (inner.right_top(), 0.75),
        ];
        let points = corners.into_iter().flat_map(|(corner, turn)| {
            (0..=steps).map(move |step| {
                let out = Vec2::angled(TAU * (turn + 0.25 * step as f32 / steps as f32));
                (corner + out * radius, out)
            })
        });
        Outline { middle: rect.center(), points: points.collect() }
    }

    /// An ellipse, turned by an angle.
    pub fn ellipse(middle: Pos2, radii: Vec2, angle: f32) -> Outline {
        let turn = Rot2::from_angle(angle);
        let points = Outline::disc(Pos2::ZERO, radii.max_elem()).points.into_iter();
        let point = |(_, out): (Pos2, Vec2)| {
            (middle + turn * (out * radii), (turn * (out / radii)).normalized())
        };
        Outline { middle, points: points.map(point).collect() }
    }

    /// A closed curve. `distance` is how far it is from its middle in a direction, as a part of the
    /// radius.
    pub fn polar(middle: Pos2, radius: f32, distance: impl Fn(f32) -> f32) -> Outline {
        const NEAR: f32 = 0.02;
        let count = ((2.0 * PI / (0.25 / radius.max(0.1)).sqrt()) as usize).clamp(24, 96);
        let point = |at: usize| {
            let angle = TAU * at as f32 / count as f32;
            let ahead = Vec2::angled(angle);
            let slope = (distance(angle + NEAR) - distance(angle - NEAR)) / (2.0 * NEAR);
            let out = ahead * distance(angle) + ahead.rot90() * -slope;
            (middle + ahead * distance(angle) * radius, out.normalized())
        };
        Outline { middle, points: (0..count).map(point).collect() }
    }

    /// A thick line with round ends.
    pub fn stroke([from, to]: [Pos2; 2], width: f32) -> Outline {
        let radius = width / 2.0;
        let ahead = (to - from).normalized();
        let steps = ((radius.max(0.1) * 4.0).sqrt() as usize).clamp(4, 24);
        let end = |at: Pos2, ahead: Vec2| {
            (0..=steps).map(move |step| {
                let turn = PI * (step as f32 / steps as f32 - 0.5);
                let out = Rot2::from_angle(turn) * ahead;
                (at + out * radius, out)
            })
        };
        let points = end(to, ahead).chain(end(from, -ahead)).collect();
        Outline { middle: from.lerp(to, 0.5), points }
    }

    /// A polygon, clockwise about its middle, with rounded corners. The curve of a corner begins at
    /// the distance `round` before it and ends at the same distance behind it. Corners that point
    /// inwards stay as they are.
    pub fn polygon(middle: Pos2, corners: &[Vec2], round: f32) -> Outline {
        let count = corners.len();
        let steps = ((2.0 * round).sqrt() as usize).clamp(3, 10);
        let mut points = Vec::with_capacity(count * (steps + 1));
        for (at, corner) in corners.iter().enumerate() {
            let back = (corners[(at + count - 1) % count] - *corner).normalized();
            let on = (corners[(at + 1) % count] - *corner).normalized();
            let (aside, beside) = (-back.rot90(), on.rot90());
            if aside.dot(on) > 0.0 {
                points.push((middle + *corner, (aside + beside) / (1.0 + aside.dot(beside))));
                continue;
            }
            for step in 0..=steps {
                let t = step as f32 / steps as f32;
                let (before, behind) = ((1.0 - t) * (1.0 - t), t * t);
                let direction = on * t - back * (1.0 - t);
                let point = middle + *corner + back * (round * before) + on * (round * behind);
                points.push((point, direction.normalized().rot90()));
            }
        }
        Outline { middle, points }
    }

    /// The same outline, moved outwards (or inwards, if `by` is negative).
    pub fn offset(&self, by: f32) -> Outline {
        let points = self.points.iter().map(|(at, out)| (*at + *out * by, *out));
        Outline { middle: self.middle, points: points.collect() }
    }

    /// The same outline at another place.
    pub fn moved(&self, by: Vec2) -> Outline {
        let points = self.points.iter().map(|(at, out)| (*at + by, *out));
        Outline { middle: self.middle + by, points: points.collect() }
    }

    fn heights(&self) -> (f32, f32) {
        let heights = self.points.iter().map(|(at, _)| at.y);
        heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(upper, lower), y| {
            (upper.min(y), lower.max(y))
        })
    }
}
