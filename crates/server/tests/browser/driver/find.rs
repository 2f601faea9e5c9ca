//! How a test names what it means on a page.

use std::fmt;

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Find {
    /// By a CSS selector.
    Style(String),
    /// By what it is and how it is called, as those are told who do not see it.
    Called(&'static str, String),
}

/// By what it is and how it is called, as those are told who do not see it:
/// `called("button", "Play")`.
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
