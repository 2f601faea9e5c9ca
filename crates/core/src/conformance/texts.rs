use crate::language::Language;

/// Checks all texts of some part of the program. The function lists those of a language, always in
/// the same order, with samples for what varies. `alike` are texts that are the same as in English
/// by chance; names, numbers and signs need not be listed.
///
/// # Panics
/// Where a text is missing, has gaps or placeholders, has other numbers than in English, or is
/// still English.
pub fn check_texts(all: impl Fn(Language) -> Vec<String>, alike: &[&str]) {
    let english = all(Language::English);
    for language in Language::ALL {
        let told = all(language);
        assert_eq!(told.len(), english.len(), "{language:?}");
        for (text, english) in told.iter().zip(&english) {
            let at = format!("{language:?}: `{text}` for `{english}`");
            assert!(!text.is_empty() && text.trim() == text, "{at}");
            for left in ["{}", "  ", "\n", "\t", "TODO"] {
                assert!(!text.contains(left), "{at}");
            }
            assert_eq!(numbers(text), numbers(english), "{at}");
            let is_told = language == Language::English
                || text != english
                || alike.contains(&text.as_str())
                || is_no_word(text);
            assert!(is_told, "{at}");
        }
    }
}

/// The numbers of a text, in order of size, since languages put them into different orders.
fn numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// A name, a number or a sign: nothing that could be translated.
fn is_no_word(text: &str) -> bool {
    !text.split(|letter: char| !letter.is_alphabetic()).any(|word| word.chars().count() > 2)
}
