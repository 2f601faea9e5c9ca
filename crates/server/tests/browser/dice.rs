//! Dice that the page contributes to, and what it says about them when the game is over.

use crate::driver::Page;
use crate::house::visit;
use crate::play::{begin, resign};

/// Waits until the panel about the dice shows these words, even while it is closed.
async fn says(page: &Page, words: &str) {
    page.wait_of(".fair", &format!("panel => panel.textContent.includes({words:?})")).await;
}

#[test]
fn the_page_contributes_and_compares() {
    visit(async |house| {
        let page = house.open("/").await;
        // A house player moves first and needs a roll, but the die is only rolled after the page
        // has contributed.
        begin(house, &page, "dawn", &["random", "me"]).await;
        page.finds(".step-list .roll").await;
        says(&page, "Contributed by Guest (this browser)").await;
        says(&page, "Their seed is shown when the game is over").await;
        let kept = page.js("JSON.parse(localStorage['ludoteca.dice'])").await;
        assert_eq!(kept.as_array().map(Vec::len), Some(1), "{kept}");
        let (commitment, entropy) = (kept[0]["commitment"].as_str(), kept[0]["entropy"].as_str());
        let (commitment, entropy) = (commitment.expect("a hash"), entropy.expect("a contribution"));
        says(&page, commitment).await;
        says(&page, entropy).await;
        resign(&page).await;
        says(&page, "The seed matches the hash that this browser was shown at the start.").await;
        says(&page, &format!(".txt --commitment {commitment} --contribution {entropy}")).await;
        // The page detects if another hash was shown, or another contribution was sent.
        let (other, lost) = ("1".repeat(64), "2".repeat(64));
        page.js(&format!(
            "localStorage['ludoteca.dice'] = JSON.stringify([{{ ...JSON.parse(localStorage['ludoteca.dice'])[0], \
             commitment: '{other}', entropy: '{lost}' }}])"
        ))
        .await;
        page.reload().await;
        says(&page, &format!("The hash has changed. This browser was shown {other} at the start."))
            .await;
        says(
            &page,
            &format!("The seed does not match. This browser was shown {other} at the start"),
        )
        .await;
        says(&page, &format!("What this browser contributed is missing: {lost}.")).await;
        // If nothing valid was stored, the page says that it does not know.
        for nothing in ["[]", "7", "{"] {
            page.js(&format!("localStorage['ludoteca.dice'] = {nothing:?}")).await;
            page.reload().await;
            says(&page, "This browser did not see the table before the game was over").await;
        }
    });
}

/// A page loaded over plain HTTP from another machine cannot compute hashes. It then shows what it
/// has stored.
#[test]
fn pages_without_hashes_say_so() {
    visit(async |house| {
        let page = house.open("/").await;
        begin(house, &page, "ttt", &["me", "random"]).await;
        let kept = page.js("JSON.parse(localStorage['ludoteca.dice'])").await;
        assert_eq!(kept[0]["entropy"], serde_json::Value::Null, "there are no dice: {kept}");
        page.js("Object.defineProperty(crypto, 'subtle', { value: undefined })").await;
        resign(&page).await;
        says(&page, "Browsers compute hashes only on pages with https").await;
        says(&page, kept[0]["commitment"].as_str().expect("a hash")).await;
    });
}
