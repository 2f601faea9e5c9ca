//! Names that are nearly what somebody typed.

/// The name that was probably meant: the one that differs least from what was typed, if it differs
/// little. Upper and lower case are the same here.
pub fn similar<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    // Of a short word nearly everything is a misspelling.
    let most = typed.chars().count() / 3;
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&typed, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_mistakes_are_seen_through() {
        let known = ["cn", "ataxx", "owari", "alquerque", "undo"];
        for (typed, meant) in [
            ("atax", Some("ataxx")),
            ("Attaxx", Some("ataxx")),
            ("owrai", Some("owari")),
            ("alquerqe", Some("alquerque")),
            ("udno", Some("undo")),
            ("c", None),
            ("go", None),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(similar(typed, known), meant, "{typed}");
        }
    }
}
