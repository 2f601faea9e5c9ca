//! What a terminal can show, as its environment variables say.

/// What a terminal can show.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Capabilities {
    pub colours: ColourDepth,
    /// Can it show letters, lines and blocks beyond ASCII?
    pub unicode: bool,
    /// Is its background light?
    pub light: bool,
}

/// How many colours a terminal has.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ColourDepth {
    /// All.
    Full,
    /// The palette of 256 that all terminals share.
    Palette,
    /// Sixteen, which each person sets up differently.
    Sixteen,
    /// None, or none that are wanted.
    Monochrome,
}

impl Capabilities {
    /// The capabilities of the terminal that the environment describes. `None` if it cannot place
    /// text anywhere on its screen.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Option<Capabilities> {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        // On Windows a terminal has no name.
        if term == "dumb" || term.is_empty() && !cfg!(windows) {
            return None;
        }
        let colour_term = set("COLORTERM").unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| term.contains(word));
        let colours = if set("NO_COLOR").is_some() || has(&["mono", "vt1", "vt2"]) {
            ColourDepth::Monochrome
        } else if ["truecolor", "24bit"].contains(&&*colour_term)
            || has(&["direct", "kitty", "alacritty", "ghostty", "wezterm"])
            || cfg!(windows)
        {
            ColourDepth::Full
        } else if has(&["256"]) {
            ColourDepth::Palette
        } else {
            ColourDepth::Sixteen
        };
        // By POSIX, the first of these variables that is set and not empty counts. Where none is
        // set, nobody has chosen an old encoding.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let unicode = locale.is_none_or(|locale| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        // Some terminals name the colours of letters and background by their numbers, from 0 to 15.
        let background = set("COLORFGBG").and_then(|it| it.rsplit(';').next()?.parse::<u8>().ok());
        let light = background.is_some_and(|number| number == 7 || number == 15);
        Some(Capabilities { colours, unicode, light })
    }

    /// Can it show pictures made of blocks?
    pub fn shows_pictures(self) -> bool {
        self.unicode && matches!(self.colours, ColourDepth::Full | ColourDepth::Palette)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(windows))]
    fn the_environment_says_what_a_terminal_can_show() {
        use ColourDepth::*;
        for (variables, expected) in [
            ("TERM=xterm-256color COLORTERM=truecolor", Some((Full, true, false))),
            ("TERM=xterm-kitty LANG=de_DE.UTF-8", Some((Full, true, false))),
            ("TERM=tmux-256color LC_ALL=C.utf8", Some((Palette, true, false))),
            ("TERM=xterm COLORFGBG=0;15", Some((Sixteen, true, true))),
            ("TERM=linux LANG=C", Some((Sixteen, false, false))),
            ("TERM=rxvt LC_ALL=de_DE@euro LANG=de_DE.UTF-8", Some((Sixteen, false, false))),
            ("TERM=xterm-256color NO_COLOR=1 COLORTERM=24bit", Some((Monochrome, true, false))),
            ("TERM=xterm-256color NO_COLOR= COLORFGBG=15;default;0", Some((Palette, true, false))),
            ("TERM=vt100", Some((Monochrome, true, false))),
            ("TERM=dumb LANG=en_US.UTF-8", None),
            ("LANG=en_US.UTF-8", None),
        ] {
            let variable = |name: &str| {
                let set = variables.split(' ').filter_map(|pair| pair.split_once('='));
                set.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
            };
            let expected =
                expected.map(|(colours, unicode, light)| Capabilities { colours, unicode, light });
            assert_eq!(Capabilities::detect(variable), expected, "{variables}");
        }
    }
}
