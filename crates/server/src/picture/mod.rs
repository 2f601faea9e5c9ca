//! A picture of a position for the preview of a link: the board and the pieces in the look of the
//! game, without words. It draws any scene, and knows no game.

mod ground;
mod pieces;

use ludoteca_core::Seat;
use ludoteca_core::scene::{Place, Scene, Shape, seat_colours};
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder,
    Pixmap, Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// The size in pixels, which is the one that sites ask for.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// The space around the board in pixels.
const MARGIN: f32 = 36.0;

/// The largest cell in pixels: small boards do not fill the picture.
const LARGEST_CELL: f32 = 150.0;

/// A position as PNG. The colours of the seats follow from their names. `far_seat` sits at the
/// upper edge: its pieces point downwards.
pub fn png(scene: &Scene, names: &[&str], far_seat: Option<Seat>) -> Option<Vec<u8>> {
    let mut canvas = PictureCanvas::new(scene)?;
    canvas.background();
    ground::draw(&mut canvas, scene);
    let colours = seat_colours(&scene.look, names);
    pieces::draw(&mut canvas, scene, &colours, far_seat);
    canvas.pixmap.encode_png().ok()
}

/// A drawing surface whose unit is a cell of the board.
struct PictureCanvas {
    pixmap: Pixmap,
    transform: Transform,
    /// The board with all its places.
    board: Rect,
}

/// The upper edge and the height of a place. A store is as high as two bowls.
fn extent(place: &Place) -> (f32, f32) {
    if place.shape == Shape::Pot { (place.y - 0.5, 2.0) } else { (place.y, 1.0) }
}

/// What a shape is filled with: a colour as `0xRRGGBB`, and how opaque it is.
#[derive(Copy, Clone)]
struct Ink(u32, f32);

impl PictureCanvas {
    fn new(scene: &Scene) -> Option<PictureCanvas> {
        let edges = scene.places.iter().map(|place| {
            let (top, height) = extent(place);
            (place.x, top, place.x + 1.0, top + height)
        });
        let (left, top, right, bottom) =
            edges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))?;
        let board = Rect::from_ltrb(left, top, right, bottom)?;
        let room = (WIDTH as f32 - 2.0 * MARGIN, HEIGHT as f32 - 2.0 * MARGIN);
        // The frame of the board needs room, too.
        let scale = (room.0 / (board.width() + 2.0 * ground::FRAME))
            .min(room.1 / (board.height() + 2.0 * ground::FRAME))
            .min(LARGEST_CELL);
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        let transform = Transform::from_translate(-middle.0, -middle.1)
            .post_scale(scale, scale)
            .post_translate(WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0);
        Some(PictureCanvas { pixmap: Pixmap::new(WIDTH, HEIGHT)?, transform, board })
    }

    /// The table on which the board lies.
    fn background(&mut self) {
        let stops = vec![
            GradientStop::new(0.0, colour(Ink(0xf7_efe0, 1.0))),
            GradientStop::new(1.0, colour(Ink(0xe3_d2b3, 1.0))),
        ];
        let ends = (Point::from_xy(0.0, 0.0), Point::from_xy(0.0, HEIGHT as f32));
        let shader =
            LinearGradient::new(ends.0, ends.1, stops, SpreadMode::Pad, Transform::identity());
        let all = Rect::from_xywh(0.0, 0.0, WIDTH as f32, HEIGHT as f32);
        if let (Some(shader), Some(all)) = (shader, all) {
            let paint = Paint { shader, ..Paint::default() };
            self.pixmap.fill_rect(all, &paint, Transform::identity(), None);
        }
    }

    fn fill(&mut self, path: &Path, ink: Ink) {
        self.fill_with(path, Shader::SolidColor(colour(ink)));
    }

    fn fill_with(&mut self, path: &Path, shader: Shader<'_>) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.pixmap.fill_path(path, &paint, FillRule::Winding, self.transform, None);
    }

    fn stroke(&mut self, path: &Path, ink: Ink, width: f32) {
        let shader = Shader::SolidColor(colour(ink));
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap.stroke_path(path, &paint, &stroke, self.transform, None);
    }
}

fn colour(Ink(rgb, opacity): Ink) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    let alpha = (255.0 * opacity.clamp(0.0, 1.0)).round() as u8;
    Color::from_rgba8(red, green, blue, alpha)
}

/// A number from 0 to 1 that looks random, the same for the same two numbers.
fn noise(one: usize, other: usize) -> f32 {
    let mixed = (one as u32).wrapping_mul(0x9e37_79b1) ^ (other as u32).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0xc2b2_ae35);
    ((mixed ^ (mixed >> 13)) % 1000) as f32 / 1000.0
}

/// A path that some calls build. An empty one is not drawn.
fn path(build: impl FnOnce(&mut PathBuilder)) -> Option<Path> {
    let mut builder = PathBuilder::new();
    build(&mut builder);
    builder.finish()
}

fn disc(x: f32, y: f32, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, radius)
}

/// A closed line through these corners, moved to a place.
fn polygon(x: f32, y: f32, corners: &[(f32, f32)]) -> Option<Path> {
    path(|builder| {
        for (at, corner) in corners.iter().enumerate() {
            let (x, y) = (x + corner.0, y + corner.1);
            if at == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
    })
}

fn rounded(rect: Rect, radius: f32) -> Option<Path> {
    let (l, t, r, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let c = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    path(|it| {
        it.move_to(l + c, t);
        it.line_to(r - c, t);
        it.quad_to(r, t, r, t + c);
        it.line_to(r, b - c);
        it.quad_to(r, b, r - c, b);
        it.line_to(l + c, b);
        it.quad_to(l, b, l, b - c);
        it.line_to(l, t + c);
        it.quad_to(l, t, l + c, t);
        it.close();
    })
}

#[cfg(test)]
mod tests {
    use ludoteca_games::catalog;

    use super::*;

    /// The colour in the middle of a place, `0xRRGGBB`.
    fn middle(picture: &Pixmap, scene: &Scene, place: usize) -> [u8; 3] {
        let canvas = PictureCanvas::new(scene).expect("a board");
        let place = &scene.places[place];
        let mut at = Point::from_xy(place.x + 0.5, place.y + 0.5);
        canvas.transform.map_point(&mut at);
        let pixel = picture.pixel(at.x as u32, at.y as u32).expect("it is in the picture");
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn every_game_has_a_picture() {
        for info in catalog::GAMES {
            let mut table = catalog::open_line(info.presets[0].options).expect("a preset");
            for number in 0..14 {
                let steps = table.steps();
                if let Some(step) = steps.get(31 * number % steps.len().max(1)) {
                    table.step(step).expect("it is legal");
                }
            }
            let scene = table.scene_without_choices();
            let names = &info.names[..table.seats()];
            let png = png(&scene, names, info.conventions.far_seat).expect("a picture");
            let picture = Pixmap::decode_png(&png).expect("it is PNG");
            assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT), "{}", info.id);
            assert!(png.len() < 400_000, "{}: {} bytes", info.id, png.len());
            if let Ok(folder) = std::env::var("PICTURES") {
                let file = std::path::Path::new(&folder).join(format!("preview-{}.png", info.id));
                std::fs::write(file, &png).expect("it is written");
            }
        }
    }

    /// Pieces are where they lie, in the colours of their seats.
    #[test]
    fn pieces_are_drawn_where_they_lie() {
        let mut table = catalog::open_line("ataxx rows=5 cols=5").expect("a game");
        table.step("0 0 1 1").expect("a move");
        let scene = table.scene_without_choices();
        let picture = Pixmap::decode_png(&png(&scene, &["R", "B"], None).expect("a picture"));
        let picture = picture.expect("it is PNG");
        let [red, other, none] = [0, 4, 12].map(|place| middle(&picture, &scene, place));
        assert!(red[0] > 120 && red[0] > red[1] + 40 && red[0] > red[2] + 40, "{red:?}");
        assert!(other[2] > 120 && other[2] > other[0] + 40, "{other:?}");
        assert!(none[0] > none[2] && none != red, "{none:?}");
    }

    #[test]
    fn nothing_to_draw_is_no_picture() {
        assert!(png(&Scene::default(), &[], None).is_none());
    }
}
