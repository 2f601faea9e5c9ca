//! What boards and pieces look like.

use serde_json::json;

use crate::house::visit;

/// In every set of pieces the seats differ by shape, and every piece stands out from every board,
/// in both themes.
#[test]
fn pieces_are_told_apart() {
    visit(async |house| {
        let page = house.open("/rules/ttt").await;
        let faults = page.js(&format!("({})()", include_str!("looks.js"))).await;
        assert_eq!(faults, json!([]));
    });
}
