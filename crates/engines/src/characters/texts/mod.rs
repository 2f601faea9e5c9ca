//! How the levels play, one file a language.

mod de;
mod en;
mod es;
mod pt;

use ludoteca_core::Language;

/// How each level plays, from the weakest to the strongest.
pub(super) fn styles(language: Language) -> &'static [&'static str; 10] {
    language.pick(&en::STYLES, &es::STYLES, &pt::STYLES, &de::STYLES)
}
