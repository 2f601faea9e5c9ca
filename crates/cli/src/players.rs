//! The list of players, `NAME` or `NAME:MODE` joined by commas.

/// Reads the names of the seats. Modes are checked, and matter only where somebody plays.
///
/// # Errors
/// One line that names what is wrong and what is allowed.
pub fn names(list: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for player in list.split(',') {
        let (name, mode) = match player.split_once(':') {
            Some((name, mode)) => (name, Some(mode)),
            None => (player, None),
        };
        check_name(name, list)?;
        if let Some(mode) = mode {
            check_mode(mode, player)?;
        }
        if names.iter().any(|earlier| earlier == name) {
            return Err(format!("two players are called `{name}`: names must differ"));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

fn check_name(name: &str, list: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err(format!("an empty name in the players `{list}`: the form is NAME or NAME:MODE, joined by commas"));
    }
    if name == "*" || name.chars().any(char::is_whitespace) {
        return Err(format!("`{name}` is no name: white space and `*` are not allowed"));
    }
    Ok(())
}

/// `m`, `r`, `a`, `a3`, `a:time=2s;threads=2`, `a3:threads=2`.
fn check_mode(mode: &str, player: &str) -> Result<(), String> {
    let (kind, settings) = match mode.split_once(':') {
        Some((kind, settings)) => (kind, Some(settings)),
        None => (mode, None),
    };
    let level = kind.strip_prefix('a');
    let level_fits = level.is_some_and(|level| level.is_empty() || (1..=10).any(|n| n.to_string() == level));
    let kind_fits = level_fits || settings.is_none() && (kind == "m" || kind == "r");
    let setting_fits =
        |setting: &str| matches!(setting.split_once('='), Some((key, value)) if !key.is_empty() && !value.is_empty());
    let settings_fit = settings.is_none_or(|settings| settings.split(';').all(setting_fits));
    if kind_fits && settings_fit {
        return Ok(());
    }
    Err(format!(
        "`{mode}` in `{player}` is no mode: allowed are m (manual), r (random), a (AI), a1 to a10 (AI level), \
         and settings as in a:time=2s;threads=2"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!(names("W:r,B:m,R:a3,Y:a:time=2s;threads=2").unwrap(), ["W", "B", "R", "Y"]);
        for (list, reason) in [
            ("", "an empty name in the players ``: the form is NAME or NAME:MODE, joined by commas"),
            ("X,,O", "an empty name in the players `X,,O`: the form is NAME or NAME:MODE, joined by commas"),
            ("X,X", "two players are called `X`: names must differ"),
            ("X Y,O", "`X Y` is no name: white space and `*` are not allowed"),
            ("*,O", "`*` is no name: white space and `*` are not allowed"),
        ] {
            assert_eq!(names(list).unwrap_err(), reason);
        }
        for list in ["X:", "X:q", "X:m3", "X:a11", "X:a0", "X:a01", "X:r:time=1s", "X:a:", "X:a:time", "X:a:=1"] {
            assert!(names(list).unwrap_err().contains("is no mode"), "{list}");
        }
    }
}
