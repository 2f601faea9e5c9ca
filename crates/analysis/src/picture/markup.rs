//! Markup for HTML and XML. It can only be built well-formed and escaped.

use std::fmt::{Display, Write};

/// A piece of markup.
#[derive(Clone, Default)]
pub struct Markup(String);

/// Void elements: they have no content and no end tag.
const VOID: [&str; 1] = ["meta"];

/// Escaped text. Characters that XML does not allow are replaced.
pub fn text(text: impl Display) -> Markup {
    Markup(escaped(&text.to_string()))
}

/// An element with its attributes and content.
pub fn tag(
    name: &str,
    attributes: &[(&str, &dyn Display)],
    content: impl IntoIterator<Item = Markup>,
) -> Markup {
    let mut markup = format!("<{name}");
    for (attribute, value) in attributes {
        markup.push_str(&format!(" {attribute}=\"{}\"", escaped(&value.to_string())));
    }
    if VOID.contains(&name) {
        return Markup(markup + "/>");
    }
    markup.push('>');
    content.into_iter().for_each(|piece| markup.push_str(&piece.0));
    write!(markup, "</{name}>").expect("a string takes everything");
    Markup(markup)
}

/// A box that scrolls sideways by itself, so that the page need not; it can also be scrolled by
/// keyboard.
pub fn scrolled(label: &str, content: Markup) -> Markup {
    tag(
        "div",
        &[("class", &"scroll"), ("role", &"region"), ("aria-label", &label), ("tabindex", &0)],
        content,
    )
}

impl Markup {
    /// A style sheet of our own: the only text that is not escaped.
    pub fn style(sheet: &'static str) -> Markup {
        Markup(format!("<style>\n{sheet}</style>"))
    }

    /// The HTML page with this element as its root.
    pub fn page(self) -> String {
        format!("<!DOCTYPE html>\n{}\n", self.0)
    }

    /// The XML document with this element as its root.
    pub fn document(self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", self.0)
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(pieces: I) -> Markup {
        Markup(pieces.into_iter().map(|piece| piece.0).collect())
    }
}

/// Lets a single piece stand where several are accepted.
impl IntoIterator for Markup {
    type Item = Markup;
    type IntoIter = std::iter::Once<Markup>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ if letter.is_control() && letter != '\n' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(letter),
        }
    }
    escaped
}
