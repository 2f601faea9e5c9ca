//! How a test names an element of a page.

use std::fmt;

/// A way to find an element of a page.
#[derive(Clone, Debug)]
pub enum Find {
    /// By a CSS selector.
    Style(String),
    /// By its role and accessible name.
    Called(&'static str, String),
}

/// Finds an element by its role and accessible name: `called("button", "Play")`.
pub fn called(role: &'static str, name: &str) -> Find {
    Find::Called(role, name.to_owned())
}

impl From<&str> for Find {
    fn from(selector: &str) -> Find {
        Find::Style(selector.to_owned())
    }
}

impl From<&String> for Find {
    fn from(selector: &String) -> Find {
        Find::Style(selector.clone())
    }
}

impl From<&Find> for Find {
    fn from(find: &Find) -> Find {
        find.clone()
    }
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Find::Style(selector) => write!(f, "{selector}"),
            Find::Called(role, name) => write!(f, "the {role} “{name}”"),
        }
    }
}
