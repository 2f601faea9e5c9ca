//! The board's logic without a page: modules of the page against tables, in the browser that runs them.

use serde_json::json;

use crate::house::visit;

#[test]
fn the_logic_of_the_board() {
    visit(async |house| {
        let page = house.open("/nowhere").await;
        page.forgive("404").await;
        let faults = page.js(&format!("({})()", include_str!("pure.js"))).await;
        assert_eq!(faults, json!([]));
    });
}
