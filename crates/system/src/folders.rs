//! Where programs keep things on this system.

use std::env;
use std::path::PathBuf;

/// The folder of our settings, whether it exists or not. `None` if the environment does not say
/// where settings are kept.
pub fn settings() -> Option<PathBuf> {
    folder(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // A relative path is invalid there, by the specification of these folders.
    let chosen = variable("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    chosen.or_else(|| Some(variable("HOME")?.join(".config"))).map(|folder| folder.join("ludoteca"))
}

#[cfg(target_vendor = "apple")]
fn folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    Some(variable("HOME")?.join("Library/Application Support/ludoteca"))
}

#[cfg(windows)]
fn folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    Some(variable("APPDATA")?.join("ludoteca"))
}

#[cfg(all(test, unix, not(target_vendor = "apple")))]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_where_settings_are() {
        for (config, home, expected) in [
            (Some("/c"), Some("/home/ada"), Some("/c/ludoteca")),
            (Some("c"), Some("/home/ada"), Some("/home/ada/.config/ludoteca")),
            (None, Some("/home/ada"), Some("/home/ada/.config/ludoteca")),
            (None, None, None),
        ] {
            let variable = |name: &str| {
                let value = if name == "HOME" { home } else { config };
                value.map(PathBuf::from)
            };
            assert_eq!(folder(variable), expected.map(PathBuf::from), "{config:?} {home:?}");
        }
    }
}
