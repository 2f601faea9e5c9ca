//! The program's icon: two pieces on four cells.

use std::sync::{Arc, LazyLock};

use egui::{Color32, IconData};

use crate::board::{Palette, SEAT_COLOURS};

const SIDE: i32 = 64;

/// The icon. It is always the same `Arc`, so that nobody has to compare pixels.
pub fn icon() -> Arc<IconData> {
    static ICON: LazyLock<Arc<IconData>> = LazyLock::new(|| Arc::new(drawn()));
    Arc::clone(&ICON)
}

/// Draws the icon. So there is no picture file that has to match the colours.
fn drawn() -> IconData {
    let cells = (0..SIDE * SIDE).map(|at| (at % SIDE, at / SIDE));
    let rgba = cells.flat_map(|(x, y)| colour(x, y).to_srgba_unmultiplied()).collect();
    IconData { rgba, width: SIDE as u32, height: SIDE as u32 }
}

fn colour(x: i32, y: i32) -> Color32 {
    let half = SIDE / 2;
    let (right, below) = (x >= half, y >= half);
    // How far the pixel is from the middle of its cell.
    let [across, down] = [x % half - half / 2, y % half - half / 2];
    let radius = half * 3 / 8;
    match (right, below) {
        (false, false) if across * across + down * down <= radius * radius => SEAT_COLOURS[0],
        (true, true) if across.abs() + down.abs() <= radius => SEAT_COLOURS[1],
        _ => Palette::LIGHT.cells[usize::from(right != below)],
    }
}
