//! Reviewing finished games.

use std::fs;
use std::path::Path;

use crate::access::check;
use crate::driver::{Page, called};
use crate::house::{House, visit};
use crate::play::{begin, place, play};

/// A game with a blunder in it: the second step lets the first seat win. Each step as people read
/// it and as it is typed.
const GAME: [(&str, &str); 7] = [
    ("b2", "1 1"),
    ("b3", "0 1"),
    ("a3", "0 0"),
    ("c1", "2 2"),
    ("a2", "1 0"),
    ("c2", "1 2"),
    ("a1", "2 0"),
];

async fn finished(house: &House) -> Page {
    let page = house.open("/").await;
    begin(house, &page, "ttt", &["me", "me"]).await;
    for (label, _) in GAME {
        play(&page, &[label]).await;
    }
    page.sees(".status.over", "Three in a row").await;
    page
}

#[test]
fn the_engine_looks_at_a_game() {
    visit(async |house| {
        let page = finished(house).await;
        page.click(called("button", "Review")).await;
        page.finds(".graph polyline").await;
        page.finds(".tally").await;
        check(&page).await;
        page.picture("review-ttt").await;

        // The blunder is marked, in the list and on the graph, and explained where it was made.
        page.finds(".step-list .step:nth-child(2) .mark-blunder").await;
        page.finds(".graph .mark-blunder").await;
        assert_eq!(page.js("document.querySelectorAll('.step-list .mark').length").await, 1);
        page.click(".step-list .step:nth-child(2) button").await;
        page.sees(".review", "The last move was a blunder; ").await;
        page.sees(".review", "Best move:").await;
        page.finds(".arrow path").await;
        page.finds(".worth").await;
        check(&page).await;

        // A click on the graph shows the position there.
        page.click(".graph").await;
        page.wait_of(
            ".step-list [aria-current]",
            "step => step.closest('li').matches(':nth-child(4)')",
        )
        .await;

        // A variation can be tried, analysed and kept.
        page.click(".step-list .step:nth-child(3) button").await;
        page.wait_of(&place("c1"), "place => place.ariaLabel.endsWith(', can be played')").await;
        page.click(&place("a1")).await;
        page.sees(".review", "Variation after move 3: a1").await;
        page.click(&place("c1")).await;
        page.sees(".review", "Variation after move 3: a1, c1").await;
        page.click(called("button", "Previous position")).await;
        page.sees(".review", "Variation after move 3: a1").await;
        page.click(called("button", "Ask the engine")).await;
        page.sees(".review", "The engine looked").await;
        page.sees(".review", "Best move:").await;
        check(&page).await;
        page.click(called("button", "Keep this variation")).await;
        page.sees(".step-list .variation", "Guest").await;

        // The link is permanent, and works for everybody.
        let other = house
            .browser
            .open(
                page.js("location.href").await.as_str().expect("an address"),
                crate::driver::Screen::USUAL,
            )
            .await;
        other.sees(".status", "Three in a row").await;
        other.finds(".step-list .mark-blunder").await;
        other.sees(".step-list .variation", "a1").await;
        other.finds(".graph polyline").await;
    });
}

#[test]
fn what_can_be_taken_along() {
    visit(async |house| {
        let page = finished(house).await;
        let folder = tempfile::tempdir().expect("a folder");
        house.browser.save_into(&page, folder.path()).await;
        page.click(called("button", "Review")).await;
        page.finds(".tally").await;
        page.click(".files summary").await;

        page.click(called("link", "Record")).await;
        let record = saved(&page, folder.path(), "txt").await;
        let record = String::from_utf8(record).expect("text");
        assert!(record.starts_with("Record: 1\n") && record.contains("Game: ttt\n"), "{record}");
        for (at, (_, step)) in GAME.iter().enumerate() {
            assert!(record.contains(&format!("{}. {step}", at + 1)), "{step}: {record}");
        }
        page.click(called("link", "Record with analysis")).await;
        let analysed = String::from_utf8(saved(&page, folder.path(), "txt").await).expect("text");
        assert!(analysed.contains("blunder"), "{analysed}");

        page.click(called("button", "Picture (SVG)")).await;
        let svg = String::from_utf8(saved(&page, folder.path(), "svg").await).expect("text");
        let read = format!(
            "(() => {{
                const picture = new DOMParser().parseFromString({}, 'image/svg+xml').documentElement;
                return [picture.localName, picture.querySelectorAll('text').length, picture.querySelectorAll('[class]').length];
            }})()",
            serde_json::Value::from(svg.as_str())
        );
        let read = page.js(&read).await;
        // The numbers at the edge. The pieces are signs without letters, in the colours of seats.
        assert_eq!(read[0], "svg");
        assert_eq!(read[1], 6, "{svg}");
        assert!(!svg.contains("var(") && svg.contains("#2468d8"), "{svg}");

        page.click(called("button", "Picture (PNG)")).await;
        let png = saved(&page, folder.path(), "png").await;
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 10_000, "{} bytes", png.len());
        assert_eq!(png[16..20], 1200_u32.to_be_bytes(), "how wide it is");
    });
}

#[test]
fn play_on_from_here() {
    visit(async |house| {
        let page = finished(house).await;
        page.click(".step-list .step:nth-child(4) button").await;
        page.wait_of(&place("a2"), "place => place.ariaLabel.includes('empty')").await;
        page.click(called("link", "Play on from here")).await;
        page.sees(".new-game", "from the position after move 4").await;
        page.finds(".preview .board-place").await;
        check(&page).await;
        page.choose("#seat-0", "me").await;
        page.choose("#seat-1", "me").await;
        page.click(called("button", "Play")).await;
        page.sees(".status", "Your turn as X").await;
        for (label, lies) in [("b2", "X"), ("c1", "O"), ("a2", "empty")] {
            page.wait_of(&place(label), &format!("place => place.ariaLabel.includes({lies:?})"))
                .await;
        }
        for label in ["a2", "c2", "a1"] {
            play(&page, &[label]).await;
        }
        page.sees(".status.over", "Three in a row").await;
    });
}

/// Returns the saved file with this ending, once it is complete.
async fn saved(page: &Page, folder: &Path, ending: &str) -> Vec<u8> {
    page.wait(&format!("a file *{ending}"), async || {
        let files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        // While it is being written, the file has another name.
        let file = files.into_iter().find(|file| file.to_string_lossy().ends_with(ending))?;
        let bytes = fs::read(&file).ok().filter(|bytes| !bytes.is_empty())?;
        fs::remove_file(file).ok()?;
        Some(bytes)
    })
    .await
}
