//! The board's logic without a page: modules of the page are tested against tables, in the browser
//! that runs them.

use serde_json::json;

use crate::house::visit;

#[test]
fn the_logic_of_the_board() {
    visit(async |house| {
        let page = house.open("/nowhere").await;
        page.forgive("404").await;
        let cases = include_str!("../../../core/data/clicks.json");
        let faults = page.js(&format!("({})({cases})", include_str!("pure.js"))).await;
        assert_eq!(faults, json!([]));
    });
}
