//! Boards of all games: the layout is right, everything can be drawn, and drawing is not too slow.

use eframe::egui::epaint::{ClippedPrimitive, Primitive};
use eframe::egui::{
    Align2, Color32, Context, FontId, Painter, Pos2, RawInput, Rect, Vec2, pos2, vec2,
};
use ludoteca_core::scene::{
    Ground, Look, Piece, PieceKind, PieceLook, Place, Scene, Shape, grid_places,
};
use ludoteca_core::{Message, Seat, Table};
use ludoteca_games::catalog;
use ludoteca_play::seeds::{Purpose, Seed, stream};
use ludoteca_window::board::{
    BoardChoice, BoardStyle, Layout, Motion, PieceChoice, Pointers, SEAT_COLOURS, paint, paint_die,
    paint_piece, paint_stock,
};

/// Boards of all kinds and of very different sizes.
const TABLES: [&str; 13] = [
    "ttt",
    "attt",
    "cn rows=19 cols=19",
    "cn rows=5 cols=13 seats=4",
    "cn rows=19 cols=3 line=3",
    "ataxx rows=15 cols=15 seats=4 obstacles=7,7/3,4",
    "breakthrough",
    "breakthrough rows=16 cols=2",
    "owari",
    "owari bowls=1 stones=15",
    "owari bowls=8 stones=15",
    "dawn",
    "alquerque",
];

const SIZES: [(f32, f32); 5] =
    [(200.0, 200.0), (1600.0, 1200.0), (317.0, 911.0), (640.0, 130.0), (450.5, 460.25)];

#[test]
fn every_place_is_found_and_none_overlaps() {
    for (line, size) in TABLES.iter().flat_map(|line| SIZES.map(|size| (line, size))) {
        let scene = opened(line).scene();
        let within = Rect::from_min_size(pos2(13.0, 7.5), size.into());
        let [straight, turned] = [false, true].map(|turned| Layout::new(&scene, within, turned));
        for layout in [&straight, &turned] {
            assert!(
                within.expand(1.0).contains_rect(layout.frame()),
                "{line} {size:?}: {:?}",
                layout.frame()
            );
            assert!(layout.frame().contains_rect(layout.board()), "{line} {size:?}");
            for place in 0..scene.places.len() {
                let rect = layout.rect(place);
                assert_eq!(layout.at(layout.centre(place)), Some(place), "{line} {size:?}");
                assert!(layout.board().expand(0.01).contains_rect(rect), "{line} {size:?}");
                let height = if scene.places[place].shape == Shape::Pot { 2.0 } else { 1.0 };
                assert!(
                    (rect.size() - vec2(1.0, height) * layout.unit()).length() < 0.01,
                    "{line} {size:?}: {rect:?}"
                );
                let overlaps =
                    |other: &usize| layout.rect(*other).intersect(rect).shrink(0.01).is_positive();
                assert_eq!((0..place).find(overlaps), None, "{line} {size:?}: {place}");
            }
            assert_eq!(layout.at(within.min - Vec2::splat(1.0)), None);
        }
        // If the board is turned once more, everything is where it was.
        assert_eq!(straight.unit(), turned.unit());
        for place in 0..scene.places.len() {
            let from_middle = |layout: &Layout| layout.centre(place) - layout.board().center();
            assert!(
                (from_middle(&straight) + from_middle(&turned)).length() < 0.01,
                "{line} {size:?}: {place}"
            );
        }
    }
}

#[test]
fn boards_are_as_large_as_fits() {
    for (line, size) in TABLES.iter().flat_map(|line| SIZES.map(|size| (line, size))) {
        let layout =
            Layout::new(&opened(line).scene(), Rect::from_min_size(Pos2::ZERO, size.into()), false);
        // Rounding a cell to whole points may cost one point for each cell, and one more for the
        // edges.
        let spare =
            Vec2::from(size) - layout.frame().size() - layout.board().size() / layout.unit();
        assert!(spare.min_elem() < 2.0, "{line} {size:?}: {:?}", layout.frame());
    }
}

#[test]
fn a_tiny_board_does_not_panic() {
    let none = Scene::default();
    let some = opened("owari").scene();
    let screen = screen(1.0);
    for (scene, size) in
        [(&none, (100.0, 100.0)), (&some, (0.0, 0.0)), (&some, (-5.0, 3.0)), (&some, (1.0, 500.0))]
    {
        let layout = Layout::new(scene, Rect::from_min_size(Pos2::ZERO, size.into()), false);
        let meshes = drawn(&screen, |painter| {
            paint(
                painter,
                scene,
                &layout,
                &style(&scene.look, false),
                &Pointers::default(),
                None,
                0.0,
            );
        });
        vertices(&meshes).for_each(|at| assert!(at.is_finite()));
    }
}

/// A board is always drawn within its rectangle: at rest and in motion, with everything pointed
/// out.
#[test]
fn everything_is_drawn_within_its_rectangle() {
    let screens = [(150.0, screen(1.0)), (700.0, screen(2.0))];
    for (line, (size, screen)) in
        TABLES.iter().flat_map(|line| screens.iter().map(move |screen| (line, screen)))
    {
        let within = Rect::from_min_size(pos2(40.0, 40.0), Vec2::splat(*size));
        let mut table = opened(line);
        let mut generator = stream(Seed::Number(1), Purpose::Playthrough);
        for number in 0..40 {
            let before = table.scene();
            let Some(step) = table.random_step(&mut generator) else { break };
            table.step(&step).expect("a random step is legal");
            if number % 4 < 2 {
                continue;
            }
            let scene = table.scene();
            let layout = Layout::new(&scene, within, number % 8 == 2);
            let motion = Motion::on(&before, &scene, 0.0);
            let all: Vec<usize> = (0..scene.places.len()).collect();
            let clicks = scene.choices.last().map(|choice| &choice.clicks[..]).unwrap_or_default();
            let covers = scene.choices.last().map(|choice| &choice.covers[..]).unwrap_or_default();
            let pointers = Pointers {
                chosen: &clicks[..clicks.len().min(1)],
                targets: &all,
                ghost: Some((Seat::SECOND, covers)),
                hovered: Some(0),
                focused: all.last().copied(),
                arrow: clicks,
            };
            for (at, now) in [0.0, 0.1, 0.2, 0.3, 1.0].into_iter().enumerate() {
                let chosen = (BoardChoice::ALL[(number + at) % 4], PieceChoice::ALL[at % 2]);
                let style = chosen_style(&scene.look, chosen, number % 3 == 0);
                let paint = |painter: &Painter| {
                    paint(painter, &scene, &layout, &style, &pointers, motion.as_ref(), now);
                };
                // The shadow of the frame lies outside.
                let room = within.expand(12.0);
                let outside = vertices(&drawn(screen, paint)).find(|at| !room.contains(*at));
                assert_eq!(outside, None, "{line} {size}, after {step}");
            }
        }
    }
}

#[test]
fn the_stock_takes_the_height_that_it_returns() {
    let within = Rect::from_min_size(pos2(20.0, 20.0), vec2(150.0, 1000.0));
    let screen = screen(2.0);
    for line in TABLES {
        let mut table = opened(line);
        let mut generator = stream(Seed::Number(2), Purpose::Playthrough);
        for _ in 0..20 {
            let scene = table.scene();
            let mut height = 0.0;
            let meshes = drawn(&screen, |painter| {
                height = paint_stock(painter, within, &scene, &style(&scene.look, true));
            });
            let room = Rect::from_min_size(within.min, vec2(within.width(), height));
            assert_eq!(
                vertices(&meshes).find(|at| !room.contains(*at)),
                None,
                "{line}: {:?}",
                scene.stock
            );
            assert_eq!(height > 0.0, !scene.stock.is_empty(), "{line}");
            let Some(step) = table.random_step(&mut generator) else { break };
            table.step(&step).expect("a random step is legal");
        }
    }
    let rect = Rect::from_min_size(pos2(20.0, 20.0), Vec2::splat(30.0));
    for shows in ["1", "2", "3", "4", "5", "6", "7", "0", "a long word", ""] {
        let meshes = drawn(&screen, |painter| {
            paint_die(painter, rect, shows, style(&Look::PLAIN, false).palette);
        });
        assert_eq!(vertices(&meshes).find(|at| !rect.expand(1.0).contains(*at)), None, "{shows}");
    }
    for (pieces, seat) in
        PIECES.into_iter().flat_map(|pieces| Seat::all(4).map(move |seat| (pieces, seat)))
    {
        let look = Look { pieces, ..Look::PLAIN };
        let meshes = drawn(&screen, |painter| {
            paint_piece(painter, rect.center(), 11.0, seat, &style(&look, false));
        });
        let outside = vertices(&meshes).find(|at| !rect.expand(2.0).contains(*at));
        assert_eq!(outside, None, "{pieces:?} of {seat}");
    }
}

/// All pieces.
const PIECES: [PieceLook; 7] = [
    PieceLook::Letters,
    PieceLook::Signs,
    PieceLook::Stones,
    PieceLook::Blobs,
    PieceLook::Pawns,
    PieceLook::Men,
    PieceLook::Bodies,
];

/// All grounds.
const GROUNDS: [Ground; 5] =
    [Ground::Checkered, Ground::Ruled, Ground::Tiles, Ground::Wood, Ground::Night];

/// Wherever a piece lies, the last step is seen: beside the piece, or else on it.
#[test]
fn the_last_step_is_seen_however_large_the_piece_is() {
    let screen = screen(1.0);
    let place =
        |x: usize| Place { x: x as f32, y: 0.0, shape: Shape::Point, label: Message::same("") };
    let scene = |last: &[usize]| Scene {
        places: (0..4).map(place).collect(),
        pieces: (0..4).map(|at| Piece::of(Seat::new(at), at)).collect(),
        last: last.to_vec(),
        ..Scene::default()
    };
    let layout =
        Layout::new(&scene(&[]), Rect::from_min_size(Pos2::ZERO, vec2(160.0, 40.0)), false);
    for (pieces, dark) in PIECES.into_iter().flat_map(|pieces| [(pieces, false), (pieces, true)]) {
        let look = Look { ground: Ground::Wood, pieces, ..Look::PLAIN };
        let drawn = |last: &[usize]| {
            let scene = scene(last);
            drawn(&screen, |painter| {
                let style = style(&look, dark);
                paint(painter, &scene, &layout, &style, &Pointers::default(), None, 0.0);
            })
        };
        let plain = drawn(&[]);
        for at in 0..4 {
            let marked = drawn(&[at]);
            // Along this way, the piece lies closer to the middle than its mark is drawn.
            let middle = layout.centre(at);
            let differs = (0..=20).filter(|part| {
                let point = middle + vec2(0.3 + 0.006 * *part as f32, 0.03) * layout.unit();
                colour_at(&marked, point) != colour_at(&plain, point)
            });
            assert!(differs.count() >= 5, "{pieces:?} of seat {at}, dark: {dark}");
        }
    }
}

/// The colour that is seen at a point: all triangles there, one on another.
fn colour_at(meshes: &[ClippedPrimitive], point: Pos2) -> [u8; 3] {
    let mut seen = [0.0; 3];
    for primitive in meshes {
        let Primitive::Mesh(mesh) = &primitive.primitive else { continue };
        for corners in mesh.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| &mesh.vertices[corners[corner] as usize]);
            let area = |one: Pos2, other: Pos2, third: Pos2| {
                let (along, beside) = (other - one, third - one);
                along.x * beside.y - along.y * beside.x
            };
            let all = area(a.pos, b.pos, c.pos);
            let shares = [
                area(point, b.pos, c.pos) / all,
                area(a.pos, point, c.pos) / all,
                area(a.pos, b.pos, point) / all,
            ];
            if all == 0.0 || shares.iter().any(|share| *share < 0.0) {
                continue;
            }
            let mixed = |part: usize| -> f32 {
                let corners = [a, b, c].map(|corner| f32::from(corner.color[part]));
                corners.iter().zip(shares).map(|(part, share)| part * share).sum()
            };
            let through = 1.0 - mixed(3) / 255.0;
            seen = [0, 1, 2].map(|part| seen[part] * through + mixed(part));
        }
    }
    seen.map(|part: f32| part.round() as u8)
}

/// No two seats have pieces of one form, and turned round only pawns look different.
#[test]
fn seats_differ_in_more_than_colour() {
    let screen = screen(1.0);
    let form = |pieces, seat, downward| {
        let style = BoardStyle {
            colours: &[Color32::GRAY; 4],
            names: &["A"; 4],
            downward,
            ..style(&Look { pieces, ..Look::PLAIN }, false)
        };
        let meshes = drawn(&screen, |painter| {
            paint_piece(painter, pos2(50.0, 50.0), 20.0, seat, &style);
        });
        vertices(&meshes).map(|at| (at.x.to_bits(), at.y.to_bits())).collect::<Vec<_>>()
    };
    for pieces in PIECES {
        // Games with pawns, and those with bodies, have two seats.
        let seats = match pieces {
            PieceLook::Pawns | PieceLook::Bodies => 2,
            _ => 4,
        };
        for seat in Seat::all(seats) {
            for other in Seat::all(seat.index()) {
                let same = form(pieces, seat, None) == form(pieces, other, None);
                assert!(!same, "{pieces:?} of {seat} and {other}");
            }
            let is_turned = form(pieces, seat, None) != form(pieces, seat, Some(seat));
            assert_eq!(is_turned, pieces == PieceLook::Pawns, "{pieces:?} of {seat}");
        }
    }
}

/// In a game whose places belong to seats, each seat's colour is beside its row and in its pot.
#[test]
fn places_show_whose_they_are() {
    let screen = screen(1.0);
    let scene = opened("owari").scene();
    let layout = Layout::new(&scene, Rect::from_min_size(Pos2::ZERO, vec2(900.0, 400.0)), false);
    let style = style(&scene.look, false);
    let drawn = |scene: &Scene| {
        drawn(&screen, |painter| {
            paint(painter, scene, &layout, &style, &Pointers::default(), None, 0.0);
        })
    };
    let [owned, common] = [&scene, &Scene { owners: Vec::new(), ..scene.clone() }].map(drawn);
    for (place, owner) in scene.owners.iter().enumerate() {
        let (rect, seat) = (layout.rect(place), owner.expect("bowls and pots have owners"));
        let differs = (0..150).any(|part| {
            let at = pos2(rect.center().x, rect.top() - 6.0 + part as f32 * 2.0);
            at.y < rect.bottom() + 6.0 && colour_at(&owned, at) != colour_at(&common, at)
        });
        assert!(differs, "place {place} of {seat}");
    }
}

/// A piece whose seat has no name is drawn without a letter.
#[test]
fn pieces_are_drawn_without_names() {
    for pieces in PIECES {
        let style = BoardStyle { names: &[], ..style(&Look { pieces, ..Look::PLAIN }, false) };
        let meshes = drawn(&screen(1.0), |painter| {
            paint_piece(painter, pos2(50.0, 50.0), 20.0, Seat::FIRST, &style);
        });
        assert!(vertices(&meshes).next().is_some(), "{pieces:?}");
    }
}

/// Pieces that point somewhere point away from their own side, also when the board is turned round.
#[test]
fn pieces_point_forward() {
    let [near, far] = [Seat::SECOND, Seat::FIRST];
    for (turned, downward) in [(false, far), (true, near)] {
        let style = style(&Look::PLAIN, false).facing(Some(far), turned);
        assert_eq!(style.downward, Some(downward));
    }
    assert_eq!(style(&Look::PLAIN, false).facing(None, true).downward, None);
}

/// A full board with marks on every piece has about as many triangles as the same number of plain
/// shapes and letters, even with the most laborious pieces and grounds. Their number is the same on
/// every machine; the time that it takes to make them is not part of it.
#[test]
fn a_full_board_has_few_triangles() {
    let side = 15;
    let piece = |place| Piece { place, kind: PieceKind::Of(Seat::new(place % 4), None), count: 1 };
    let full = Scene {
        places: grid_places(side, side),
        pieces: (0..side * side).map(piece).collect(),
        last: vec![3, 40],
        ..Scene::default()
    };
    let layout = Layout::new(&full, Rect::from_min_size(Pos2::ZERO, Vec2::splat(900.0)), false);
    let all: Vec<usize> = (0..side * side).collect();
    let pointers =
        Pointers { targets: &all, hovered: Some(7), focused: Some(9), ..Pointers::default() };
    let mut plain = |painter: &Painter| {
        for place in 0..side * side {
            let centre = layout.centre(place);
            painter.rect_filled(layout.rect(place), 3.0, Color32::BROWN);
            painter.circle(centre, 20.0, Color32::BLUE, (2.0, Color32::BLACK));
            painter.circle_stroke(centre, 25.0, (2.0, Color32::GREEN));
            painter.text(
                centre,
                Align2::CENTER_CENTER,
                "X",
                FontId::proportional(20.0),
                Color32::WHITE,
            );
        }
    };
    let context = Context::default();
    let cost = |paint: &mut dyn FnMut(&Painter)| {
        let triangles = |primitive: &ClippedPrimitive| match &primitive.primitive {
            Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            Primitive::Callback(_) => 0,
        };
        frame(&context, paint).iter().map(triangles).sum::<usize>()
    };
    let of_plain = cost(&mut plain);
    let looks = PIECES.into_iter().enumerate().map(|(at, pieces)| (pieces, GROUNDS[at % 5]));
    for (pieces, ground) in looks {
        let look = Look { ground, pieces, ..Look::PLAIN };
        let style = style(&look, true);
        let mut board =
            |painter: &Painter| paint(painter, &full, &layout, &style, &pointers, None, 0.0);
        let of_board = cost(&mut board);
        println!("{pieces:?} on {ground:?}: {of_board}; as many plain shapes: {of_plain}");
        assert!(of_board < 2 * of_plain, "{pieces:?}: {of_board} against {of_plain}");
    }
}

fn opened(line: &str) -> Box<dyn Table> {
    catalog::open_line(line).expect("allowed options")
}

fn style(look: &Look, dark: bool) -> BoardStyle<'static> {
    chosen_style(look, (BoardChoice::Own, PieceChoice::Own), dark)
}

fn chosen_style(
    look: &Look,
    chosen: (BoardChoice, PieceChoice),
    dark: bool,
) -> BoardStyle<'static> {
    BoardStyle::new(look, chosen, dark, &SEAT_COLOURS, &["X", "O", "Y", "Z"])
}

/// A screen with this many pixels for each point.
fn screen(scale: f32) -> Context {
    let context = Context::default();
    context.set_pixels_per_point(scale);
    // The scale takes effect from the second frame on.
    frame(&context, &mut |_| {});
    context
}

/// What is drawn on the screen.
fn drawn(context: &Context, mut paint: impl FnMut(&Painter)) -> Vec<ClippedPrimitive> {
    frame(context, &mut paint)
}

/// Runs a frame, from the painter to the triangles.
fn frame(context: &Context, paint: &mut dyn FnMut(&Painter)) -> Vec<ClippedPrimitive> {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(2000.0, 2000.0));
    let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
    let mut output = context.run_ui(input, |ui| paint(ui.painter()));
    let meshes = context.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
    output.drop_without_applying_deltas();
    meshes
}

fn vertices(meshes: &[ClippedPrimitive]) -> impl Iterator<Item = Pos2> {
    meshes.iter().flat_map(|mesh| match &mesh.primitive {
        Primitive::Mesh(mesh) => mesh.vertices.iter().map(|vertex| vertex.pos),
        Primitive::Callback(_) => panic!("nothing here is drawn by a callback"),
    })
}
