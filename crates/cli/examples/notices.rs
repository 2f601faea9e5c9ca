//! Writes the licences of everything that the program is built from, for archives: `notices TARGET
//! [FEATURES…]`, with the feature options of cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::Value;

const USAGE: &str =
    "usage: notices TARGET [FEATURES…], with a target as in x86_64-unknown-linux-gnu";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().ok_or_else(|| USAGE.into());
    match target.and_then(|target| notices(&target, arguments)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// All licences: first a line for each crate, then the texts. Each text comes once, after the names
/// of the crates that have it.
fn notices(target: &str, features: impl Iterator<Item = String>) -> Result<String, Box<dyn Error>> {
    let used = used(target, features)?;
    let metadata: Value = serde_json::from_str(&said(Command::new(env!("CARGO")).args([
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        target,
    ]))?)?;
    let packages = metadata["packages"].as_array().ok_or("cargo lists no packages")?;

    let mut notices = "Ludoteca is built with these crates:\n\n".to_owned();
    // Many crates have the same text.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let field = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{} {}", field("name"), field("version"));
        if !used.contains(&name) {
            continue;
        }
        let licence =
            if field("license").is_empty() { field("license_file") } else { field("license") };
        writeln!(notices, "{name}: {licence}")?;
        let folder = Path::new(field("manifest_path")).parent().ok_or("a crate has no folder")?;
        let authors: Vec<&str> =
            package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let found = texts_of(
            folder,
            field("license"),
            field("license_file"),
            &holders(&authors, field("name")),
        );
        for text in found.map_err(|error| format!("{name}: {error}"))? {
            texts.entry(text).or_default().insert(name.clone());
        }
    }

    let rust = said(Command::new("rustc").arg("--version"))?;
    let library = "The standard library of Rust";
    writeln!(
        notices,
        "\n{library}, {}, is in the program as well: MIT OR Apache-2.0.",
        rust.trim()
    )?;
    writeln!(
        notices,
        "What it is built from in turn is listed by each Rust toolchain, in share/doc/rust/COPYRIGHT-library.html."
    )?;
    for text in [APACHE.to_owned(), mit("Copyright (c) The Rust Project Contributors")] {
        texts.entry(text.trim().to_owned()).or_default().insert(library.to_owned());
    }
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        writeln!(notices, "\n{}\n{}\n\n{text}", "=".repeat(80), names.join(", "))?;
    }
    Ok(notices)
}

/// The crates that are linked into the program, as `name version`.
fn used(
    target: &str,
    features: impl Iterator<Item = String>,
) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let lines = said(
        Command::new(env!("CARGO"))
            .args([
                "tree", "--locked", "-p", "ludoteca", "--edges", "normal", "--prefix", "none",
                "--target", target,
            ])
            .args(features),
    )?;
    let name = |line: &str| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
    };
    Ok(lines.lines().filter_map(name).collect())
}

/// The output of a program. If the program fails, the error is one line with the reason.
fn said(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let out = command.output()?;
    if !out.status.success() {
        let errors = String::from_utf8_lossy(&out.stderr);
        // The lines after the error are hints.
        let wrong = errors
            .lines()
            .find(|line| line.starts_with("error"))
            .unwrap_or("error: cargo does not say why");
        return Err(wrong.into());
    }
    Ok(String::from_utf8(out.stdout)?)
}

/// Our own copies, which are the standard texts.
const APACHE: &str = include_str!("../../../LICENSE-APACHE");
const MIT: &str = include_str!("../../../LICENSE-MIT");
/// A Windows dependency of the line editor has this licence, but does not include its text.
const BOOST: &str = include_str!("../../../scripts/licences/BSL-1.0.txt");

/// The MIT licence in the name of other holders.
fn mit(holders: &str) -> String {
    let lines: Vec<&str> = MIT
        .lines()
        .map(|line| if line.starts_with("Copyright (c)") { holders } else { line })
        .collect();
    lines.join("\n")
}

fn holders(authors: &[&str], name: &str) -> String {
    let authors =
        if authors.is_empty() { format!("The authors of {name}") } else { authors.join(", ") };
    format!("Copyright (c) {authors}")
}

/// The licence texts that a crate includes: its own, and those of its contents. If its own text is
/// missing, the texts that its licence expression names are used.
fn texts_of(
    folder: &Path,
    licence: &str,
    licence_file: &str,
    holders: &str,
) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let (mut own, mut inner) = (BTreeSet::new(), BTreeSet::new());
    find_texts(folder, 0, &mut own, &mut inner)?;
    if !licence_file.is_empty() {
        own.insert(text_of(&folder.join(licence_file))?);
    }
    if own.is_empty() {
        // The licence expression of a crate without a text is never nested deeper than this.
        for part in licence.split(" AND ") {
            let allowed: Vec<&str> = part
                .split(" OR ")
                .flat_map(|part| part.split('/'))
                .map(|it| it.trim_matches(['(', ')', ' ']))
                .collect();
            let is_inside =
                |mark: &str| inner.iter().any(|text| text.to_lowercase().contains(mark));
            if allowed.contains(&"Apache-2.0") {
                own.insert(APACHE.trim().to_owned());
            } else if allowed.contains(&"MIT") {
                own.insert(mit(holders).trim().to_owned());
            } else if allowed.contains(&"BSL-1.0") {
                own.insert(BOOST.trim().to_owned());
            } else if !allowed
                .iter()
                .any(|it| MARKS.iter().any(|(name, mark)| name == it && is_inside(mark)))
            {
                return Err(format!("there is no text of the licence {part:?}").into());
            }
        }
    }
    own.append(&mut inner);
    Ok(own)
}

/// Licences of fonts, and the words by which their texts are recognised.
const MARKS: [(&str, &str); 2] =
    [("OFL-1.1", "sil open font license"), ("Ubuntu-font-1.0", "ubuntu font licence")];

/// The depth to which the folders of a crate are searched. No crate has licences in deeper folders.
const DEEPEST: usize = 3;

/// Finds the licence texts in a crate: its own at the top, and those of its contents in their
/// folders. A text beside fonts counts as the licence of the fonts.
fn find_texts(
    folder: &Path,
    depth: usize,
    own: &mut BTreeSet<String>,
    inner: &mut BTreeSet<String>,
) -> io::Result<()> {
    let entries: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    let ends = |path: &Path, ends: &[&str]| {
        path.extension().is_some_and(|found| ends.iter().any(|end| found.eq_ignore_ascii_case(end)))
    };
    let name =
        |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let is_about_fonts = entries.iter().any(|path| ends(path, &["ttf", "otf"]));
    let is_for_licences = depth == 1 && name(folder) == "LICENSES";
    for path in &entries {
        let name = name(path);
        if path.is_dir() {
            if depth < DEEPEST
                && !["TESTS", "EXAMPLES", "BENCHES", "TARGET", ".GIT"].contains(&&*name)
            {
                find_texts(path, depth + 1, own, inner)?;
            }
            continue;
        }
        let is_named_so = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"]
            .iter()
            .any(|it| name.starts_with(it));
        if (is_named_so && !ends(path, &["rs"]))
            || (is_about_fonts && ends(path, &["txt"]))
            || is_for_licences
        {
            let texts = if depth == 0 || is_for_licences { &mut *own } else { &mut *inner };
            texts.insert(text_of(path)?);
        }
    }
    Ok(())
}

fn text_of(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_and_fonts_have_licence_texts() {
        let text =
            notices("host-tuple", ["--features", "window"].map(str::to_owned).into_iter()).unwrap();
        for part in [
            "SIL OPEN FONT LICENSE",
            "UBUNTU FONT LICENCE",
            "Source Foundry",
            "The standard library of Rust, rustc",
        ] {
            assert!(text.contains(part), "{part}");
        }
        let (list, texts) = text.split_once("\n\n").unwrap().1.split_once(&"=".repeat(80)).unwrap();
        let crates: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
        assert!(crates.len() > 100, "{}", crates.len());
        let rule = "=".repeat(80);
        let named: BTreeSet<&str> = texts
            .split(&rule)
            .flat_map(|text| text.trim_start().lines().next().unwrap().split(", "))
            .collect();
        for line in crates {
            let (name, licence) = line.split_once(": ").unwrap();
            assert!(named.contains(name) && !licence.is_empty(), "{line}");
        }
    }

    #[test]
    fn missing_texts_are_added_or_reported() {
        let folder = tempfile::tempdir().unwrap();
        let texts = |licence| {
            let found = texts_of(folder.path(), licence, "", &holders(&["Ada"], "any"));
            found.map_err(|error| error.to_string())
        };
        let standard = |text: &str| Ok(BTreeSet::from([text.trim().to_owned()]));
        assert_eq!(texts("MIT OR Apache-2.0"), standard(APACHE));
        assert_eq!(texts("MIT/Apache-2.0"), standard(APACHE));
        let of_ada = texts("MIT").unwrap().pop_last().unwrap();
        assert!(
            of_ada.contains("\nCopyright (c) Ada\n") && !of_ada.contains("Ludoteca"),
            "{of_ada}"
        );
        assert_eq!(texts("BSL-1.0"), standard(BOOST));
        assert_eq!(
            texts("(MIT OR Zlib) AND ISC").unwrap_err(),
            "there is no text of the licence \"ISC\""
        );
        assert!(texts("").is_err());
        let fonts = "Apache-2.0 AND OFL-1.1";
        assert!(texts(fonts).is_err());
        fs::create_dir_all(folder.path().join("src/fonts")).unwrap();
        fs::write(folder.path().join("src/fonts/one.txt"), "SIL Open Font License").unwrap();
        assert!(texts(fonts).is_err());
        fs::write(folder.path().join("src/fonts/one.ttf"), "").unwrap();
        assert_eq!(texts(fonts).unwrap().len(), 2);
        // If the crate includes a text of its own, that one counts.
        fs::write(folder.path().join("LICENSE"), "mine").unwrap();
        assert_eq!(
            texts("ISC").unwrap(),
            BTreeSet::from(["SIL Open Font License".to_owned(), "mine".to_owned()])
        );
    }
}
