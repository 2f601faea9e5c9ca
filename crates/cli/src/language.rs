//! The language of the program's output.

use std::io::{self, IsTerminal};

use ludoteca_core::Language;

/// The language for a run of the program. At a terminal and in a window it is the language of the
/// system, unless the command line names one. Other output is English by default, so that programs
/// that read it do not depend on the system.
pub fn chosen(option: Option<Language>, in_window: bool) -> Language {
    let is_for_people = in_window || io::stdout().is_terminal();
    decide(option, is_for_people, |name| std::env::var(name).ok())
}

/// The language that follows from the option, whether a person reads the output, and the
/// environment variables.
fn decide(
    option: Option<Language>,
    is_for_people: bool,
    variable: impl Fn(&str) -> Option<String>,
) -> Language {
    let of_system = || {
        // By POSIX, the first of these variables that is set and not empty counts.
        let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        set.find(|value| !value.is_empty()).and_then(|tag| Language::from_tag(&tag))
    };
    let language = if is_for_people { option.or_else(of_system) } else { option };
    language.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_counts_first_and_then_the_system() {
        use Language::{English, German, Portuguese, Spanish};
        // The option, whether a person reads the output, LC_ALL, LC_MESSAGES and LANG.
        for (option, is_for_people, variables, expected) in [
            (None, true, [None, None, None], English),
            (None, true, [None, None, Some("es_ES.UTF-8")], Spanish),
            (None, true, [None, Some("pt_BR"), Some("es_ES.UTF-8")], Portuguese),
            (None, true, [Some("de_AT@euro"), Some("pt_BR"), Some("es")], German),
            // An empty value counts as unset.
            (None, true, [Some(""), Some(""), Some("de")], German),
            // The first that is set counts, even if its language is unknown here.
            (None, true, [Some("C"), None, Some("es_ES.UTF-8")], English),
            (None, true, [Some("C.UTF-8"), Some("pt"), None], English),
            (None, true, [None, Some("POSIX"), Some("de_DE")], English),
            (None, true, [None, None, Some("ja_JP.UTF-8")], English),
            (None, true, [None, None, Some("den_CA")], English),
            // A pipe or a file.
            (None, false, [Some("es_ES.UTF-8"), Some("pt"), Some("de")], English),
            // The option.
            (Some(German), false, [None, None, None], German),
            (Some(German), true, [Some("es_ES.UTF-8"), None, None], German),
            (Some(English), true, [Some("es_ES.UTF-8"), None, None], English),
        ] {
            let variable = |name: &str| {
                let at = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().position(|known| *known == name);
                variables[at.expect("no other variable is read")].map(str::to_owned)
            };
            let language = decide(option, is_for_people, variable);
            assert_eq!(language, expected, "{option:?}, {is_for_people}, {variables:?}");
        }
    }
}
