//! What people read, in their languages. A [`Message`] is a sentence as data: each reader gets it
//! in their own language.

use std::fmt;
use std::sync::Arc;

/// A language that people can read.
///
/// ```
/// use ludoteca_core::Language;
/// assert_eq!(Language::from_tag("pt_BR.UTF-8"), Some(Language::Portuguese));
/// assert_eq!(Language::from_tag("es-MX"), Some(Language::Spanish));
/// assert_eq!(Language::from_tag("C"), None);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub enum Language {
    /// English, which logs, protocols and records use.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
    /// German.
    German,
}

impl Language {
    /// All languages, in the order in which people are shown them.
    pub const ALL: [Language; 4] =
        [Language::English, Language::Spanish, Language::Portuguese, Language::German];

    /// The two letters that stand for it: `en`.
    pub const fn code(self) -> &'static str {
        self.pick("en", "es", "pt", "de")
    }

    /// Its name in the language itself: `Español`.
    pub const fn name(self) -> &'static str {
        self.pick("English", "Español", "Português", "Deutsch")
    }

    /// The language of a tag such as `es`, `es-MX` or `es_ES.UTF-8`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next()?;
        Language::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()))
    }

    /// A number with so many decimals: `1.50`, or `1,50` in Spanish.
    pub fn decimal(self, number: f64, decimals: usize) -> String {
        self.numeral(&format!("{number:.decimals$}"))
    }

    /// A number as text, with the decimal sign of the language: `1.5` is `1,5` in Spanish.
    pub fn numeral(self, number: &str) -> String {
        number.replace('.', self.pick(".", ",", ",", ","))
    }

    /// One of these values. Where texts are kept, a language without its texts does not compile.
    pub const fn pick<T: Copy>(self, english: T, spanish: T, portuguese: T, german: T) -> T {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
            Language::Portuguese => portuguese,
            Language::German => german,
        }
    }
}

/// How moves and places are named.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Spelling {
    /// As they are typed: `1 2 1 3`. Consoles, records and protocols use it.
    #[default]
    Typed,
    /// As people read them best: `c6–d6`. Views with a drawn board use it.
    Readable,
}

/// Something that can be told in every language.
pub trait Tell: fmt::Debug + Send + Sync {
    /// What it says.
    fn tell(&self, language: Language, spelling: Spelling) -> String;
}

/// Something to tell a person, whatever language the person reads. Its [`Display`](fmt::Display)
/// is English. Two messages are equal if they say the same.
#[derive(Clone)]
pub struct Message {
    what: Arc<dyn Tell>,
    spelling: Spelling,
}

impl Message {
    /// A message that names moves and places as they are typed.
    pub fn new(what: impl Tell + 'static) -> Message {
        Message { what: Arc::new(what), spelling: Spelling::Typed }
    }

    /// A text that is the same in every language, such as a name.
    pub fn same(text: impl Into<String>) -> Message {
        Message::new(Same(text.into()))
    }

    /// The same message with moves and places named like this.
    #[must_use]
    pub fn spelled(self, spelling: Spelling) -> Message {
        Message { spelling, ..self }
    }

    /// What it says.
    pub fn tell(&self, language: Language) -> String {
        self.what.tell(language, self.spelling)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.tell(Language::English))
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.tell(Language::English), f)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Message {}

/// A message can be a part of another one.
impl Tell for Message {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        Message::tell(self, language)
    }
}

#[derive(Debug)]
struct Same(String);

impl Tell for Same {
    fn tell(&self, _language: Language, _spelling: Spelling) -> String {
        self.0.clone()
    }
}

/// A text with a fixed wording in each language.
#[derive(Copy, Clone)]
pub struct Text(pub fn(Language) -> &'static str);

impl Text {
    /// What it says.
    pub fn tell(&self, language: Language) -> &'static str {
        (self.0)(language)
    }
}

impl Tell for Text {
    fn tell(&self, language: Language, _spelling: Spelling) -> String {
        (self.0)(language).to_owned()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tell(Language::English))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.tell(Language::English), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.tell(Language::English) == other.tell(Language::English)
    }
}

impl Eq for Text {}

/// Gives types that implement [`Tell`] an English [`Display`](fmt::Display), and makes them errors.
#[macro_export]
macro_rules! errors_in_english {
    ($($error:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let english = $crate::Language::English;
                f.write_str(&$crate::Tell::tell(self, english, $crate::Spelling::Typed))
            }
        }

        impl std::error::Error for $error {}
    )+};
}
