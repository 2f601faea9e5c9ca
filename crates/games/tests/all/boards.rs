//! The board of a table in the form of the recorded walks, read off its scene: a test of the scene as well.

use ludoteca_core::scene::{PieceKind, Scene, Shape};
use ludoteca_core::{Seat, Table};

/// The board without the seat to move.
pub fn walk_board(table: &dyn Table) -> String {
    let scene = table.scene();
    match table.options().info().id {
        "owari" => bowls_and_pots(&scene),
        "breakthrough" => cells(&scene, '0', ['1', '2', '3', '4']),
        "alquerque" => cells(&scene, '.', ['W', 'B', '?', '?']),
        "dawn" => cells(&scene, '-', ['?'; 4]),
        _ => cells(&scene, '.', ['1', '2', '3', '4']),
    }
}

fn cells(scene: &Scene, empty: char, seats: [char; 4]) -> String {
    let mut board = vec![empty; scene.places.len()];
    for piece in &scene.pieces {
        board[piece.place] = match piece.kind {
            PieceKind::Of(_, Some(figure)) => figure.letter,
            PieceKind::Of(seat, None) => seats[seat.index()],
            PieceKind::Obstacle => '*',
            PieceKind::Stones => '?',
        };
    }
    board.into_iter().collect()
}

fn bowls_and_pots(scene: &Scene) -> String {
    let counts = |shape: Shape| -> String {
        let mut counts: Vec<(u32, u32)> = scene
            .places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.shape == shape)
            .map(|(index, place)| {
                let number = place.label.split(' ').next_back().and_then(|word| word.parse().ok());
                let stones = scene.pieces.iter().filter(|piece| piece.place == index).map(|piece| piece.count).sum();
                (number.expect("bowls and pots are numbered"), stones)
            })
            .collect();
        counts.sort_unstable();
        counts.iter().map(|(_, stones)| stones.to_string()).collect::<Vec<_>>().join(" ")
    };
    format!("{} | {}", counts(Shape::Bowl), counts(Shape::Pot))
}

/// The seat to move as the walks write it.
pub fn walk_seat(id: &str, seat: Seat) -> String {
    match id {
        "alquerque" => ["W", "B"][seat.index()].to_owned(),
        _ => seat.to_string(),
    }
}
