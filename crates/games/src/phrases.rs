//! Declares the texts of a game.

/// Constants of type [`Text`](ludoteca_core::Text), each for a field of the game's `Texts`.
macro_rules! fixed_texts {
    ($($(#[$about:meta])* $name:ident = $field:ident;)+) => {$(
        $(#[$about])*
        pub(super) const $name: ludoteca_core::Text =
            ludoteca_core::Text(|language| texts(language).$field);
    )+};
}

/// Implements [`Tell`](ludoteca_core::Tell) for types of a game by functions in its `Texts`:
/// `Illegal = illegal` for `fn(&Illegal, Spelling) -> String`.
macro_rules! impl_tell {
    ($($type:ty = $field:ident;)+) => {$(
        impl ludoteca_core::Tell for $type {
            fn tell(
                &self,
                language: ludoteca_core::Language,
                spelling: ludoteca_core::Spelling,
            ) -> String {
                (texts(language).$field)(self, spelling)
            }
        }
    )+};
}

pub(crate) use {fixed_texts, impl_tell};
