//! Checks what the architecture promises: which crates may depend on which, which licences, sources
//! and crates are allowed, and that only the games name a game.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ludoteca_core::Language;
use ludoteca_games::catalog::GAMES;
use serde_json::Value;

/// Each crate of the workspace, and the crates of the workspace that it may use.
const DIRECTIONS: &[(&str, &[&str])] = &[
    ("ludoteca-core", &[]),
    ("ludoteca-games", &["ludoteca-core"]),
    ("ludoteca-guide", &["ludoteca-core", "ludoteca-games"]),
    ("ludoteca-search", &["ludoteca-core"]),
    ("ludoteca-opponents", &["ludoteca-games", "ludoteca-search"]),
    ("ludoteca-play", &["ludoteca-core"]),
    ("ludoteca-system", &["ludoteca-core", "ludoteca-games", "ludoteca-play"]),
    (
        "ludoteca-engines",
        &[
            "ludoteca-core",
            "ludoteca-games",
            "ludoteca-opponents",
            "ludoteca-play",
            "ludoteca-search",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca-analysis",
        &[
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-games",
            "ludoteca-play",
            "ludoteca-search",
        ],
    ),
    ("ludoteca-rating", &[]),
    (
        "ludoteca-arena",
        &[
            "ludoteca-analysis",
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-fleet",
            "ludoteca-games",
            "ludoteca-play",
            "ludoteca-rating",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca-fleet",
        &[
            "ludoteca-analysis",
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-games",
            "ludoteca-play",
            "ludoteca-search",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca-window",
        &[
            "ludoteca-analysis",
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-games",
            "ludoteca-guide",
            "ludoteca-play",
            "ludoteca-search",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca-terminal",
        &[
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-games",
            "ludoteca-guide",
            "ludoteca-play",
            "ludoteca-search",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca-server",
        &[
            "ludoteca-analysis",
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-fleet",
            "ludoteca-games",
            "ludoteca-guide",
            "ludoteca-play",
            "ludoteca-rating",
            "ludoteca-search",
            "ludoteca-system",
        ],
    ),
    (
        "ludoteca",
        &[
            "ludoteca-analysis",
            "ludoteca-arena",
            "ludoteca-core",
            "ludoteca-engines",
            "ludoteca-fleet",
            "ludoteca-games",
            "ludoteca-guide",
            "ludoteca-play",
            "ludoteca-rating",
            "ludoteca-search",
            "ludoteca-server",
            "ludoteca-system",
            "ludoteca-terminal",
            "ludoteca-window",
        ],
    ),
];

/// Dependencies from outside. The rules have almost none. `docs/dependencies.md` has the reason for
/// each.
const FOREIGN: &[(&str, &[&str])] = &[
    ("ludoteca-core", &["rand_chacha", "rand_core", "thiserror", "unicode-width"]),
    ("ludoteca-games", &["rand_core", "thiserror"]),
    ("ludoteca-guide", &["pulldown-cmark", "thiserror"]),
    ("ludoteca-search", &["bytemuck", "libm", "rand_chacha", "rand_core", "rayon", "thiserror"]),
    ("ludoteca-opponents", &[]),
    ("ludoteca-play", &["data-encoding", "rand_chacha", "rand_core", "sha2", "thiserror"]),
    ("ludoteca-system", &["if-addrs", "rustix", "tempfile", "thiserror", "tokio"]),
    ("ludoteca-engines", &["rand_core", "serde", "shlex", "thiserror", "tokio"]),
    ("ludoteca-analysis", &["data-encoding", "libm", "serde", "sha2", "thiserror", "utoipa"]),
    ("ludoteca-rating", &["libm", "petgraph", "thiserror"]),
    ("ludoteca-arena", &["rand_core", "serde", "serde_json", "thiserror", "tokio"]),
    (
        "ludoteca-fleet",
        &["async-nats", "futures-util", "serde", "serde_json", "thiserror", "tokio", "tracing"],
    ),
    (
        "ludoteca-server",
        &[
            "async-nats",
            "axum",
            "data-encoding",
            "futures-util",
            "getrandom",
            "hmac",
            "qrcodegen",
            "rust-embed",
            "serde",
            "serde_json",
            "sha2",
            "sqlx",
            "thiserror",
            "tiny-skia",
            "tokio",
            "tower-http",
            "tracing",
            "tracing-subscriber",
            "unicode-normalization",
            "unicode-properties",
            "utoipa",
            "utoipa-axum",
        ],
    ),
    ("ludoteca-terminal", &["crossterm", "ratatui-core"]),
    (
        "ludoteca-window",
        &["eframe", "egui", "rfd", "thiserror", "wayland-sys", "x11-dl", "x11rb", "xkbcommon-dl"],
    ),
    (
        "ludoteca",
        &[
            "anstream",
            "anstyle",
            "clap",
            "clap_complete",
            "clap_mangen",
            "cpu-time",
            "indicatif",
            "rand_core",
            "rayon",
            "rustyline",
            "serde_json",
            "strsim",
            "terminal_size",
            "time",
            "tokio",
        ],
    ),
];

/// Files and folders outside `games` that are about one game: its protocol or terminal, and the
/// code that offers them.
const ABOUT_ONE_GAME: &[(&str, &str)] = &[
    ("arena/src/breakthrough", "breakthrough"),
    ("arena/src/lib.rs", "breakthrough"),
    ("cli/src/commands/check_client.rs", "breakthrough"),
    ("cli/src/commands/client.rs", "breakthrough"),
    ("cli/src/commands/dawn.rs", "dawn"),
    ("cli/src/commands/mod.rs", "dawn"),
    ("cli/src/commands/referee.rs", "breakthrough"),
    ("cli/src/commands/serve.rs", "breakthrough"),
    ("cli/src/lib.rs", "dawn"),
    ("cli/src/setup.rs", "breakthrough"),
    ("cli/src/texts/programs.rs", "breakthrough"),
    ("engines/src/check/engine.rs", "breakthrough"),
    ("engines/src/protocols/breakthrough", "breakthrough"),
    ("engines/src/protocols/mod.rs", "breakthrough"),
    ("engines/src/protocols/uai.rs", "ataxx"),
    ("engines/src/protocols/uci.rs", "breakthrough"),
    ("server/src/programs", "breakthrough"),
    ("server/src/server.rs", "breakthrough"),
    ("server/src/settings.rs", "breakthrough"),
];

/// Files where help shows examples, and files that are not part of the product.
const MAY_NAME_GAMES: &[&str] =
    &["args", "args.rs", "fuzzing", "fuzzing.rs", "tests", "tests.rs", "reference.rs"];

#[test]
fn dependencies_point_the_right_way() {
    let packages = packages();
    for (name, allowed) in DIRECTIONS {
        let found =
            dependencies(&packages, name).into_iter().filter(|found| found.starts_with("ludoteca"));
        for found in found {
            assert!(allowed.contains(&found.as_str()), "{name} must not depend on {found}");
        }
    }
    for (name, allowed) in FOREIGN {
        let found = dependencies(&packages, name)
            .into_iter()
            .filter(|found| !found.starts_with("ludoteca"));
        for found in found {
            assert!(
                allowed.contains(&found.as_str()),
                "{name} gained the dependency {found}: is it worth it?"
            );
        }
    }
    let ours = packages.iter().filter(|package| package["source"].is_null()).count();
    assert_eq!(
        [DIRECTIONS.len(), FOREIGN.len()],
        [ours; 2],
        "every crate of the workspace has its line in both lists"
    );
}

/// The window only waits for a person. So it needs no async runtime, and none of its dependencies
/// brings one.
#[test]
fn the_window_brings_no_runtime() {
    let mut tree = Command::new(env!("CARGO"));
    tree.args([
        "tree",
        "--locked",
        "--offline",
        "--package",
        "ludoteca-window",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    let out = tree.current_dir(root()).output().expect("cargo runs");
    let crates = String::from_utf8(out.stdout).expect("cargo writes text");
    assert!(
        crates.lines().any(|line| line.starts_with("egui ")),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let runtime = crates.lines().find(|line| line.starts_with("tokio "));
    assert_eq!(runtime, None);
}

#[test]
fn licences_are_allowed() {
    let policy = Policy::read();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(policy.allows(name, licence), "{name} has the licence {licence}");
    }
    for (name, licence, expected) in [
        ("any", "(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("any", "MIT/GPL-3.0", true),
        ("any", "MIT AND GPL-3.0", false),
        ("any", "GPL-3.0", false),
        ("any", "BSL-1.0", false),
        ("error-code", "BSL-1.0", true),
    ] {
        assert_eq!(policy.allows(name, licence), expected, "{name}: {licence}");
    }
}

/// Everything that is built here is our own or comes from the registry, where a version never
/// changes. Some crates are banned.
#[test]
fn sources_and_crates_are_allowed() {
    let policy = Policy::read();
    assert!(policy.banned.len() >= 10, "{:?}", policy.banned);
    for package in packages().iter().filter(|package| package["source"].is_null()) {
        let path = package["manifest_path"].as_str().expect("a path");
        assert!(
            Path::new(path).starts_with(root().canonicalize().expect("a folder")),
            "{path} is not in the repository"
        );
    }
    for file in ["Cargo.lock", "fuzz/Cargo.lock", "bench/peers/Cargo.lock"] {
        let text = fs::read_to_string(root().join(file)).expect("there is a lock file");
        let value = |line: &str, key: &str| {
            line.strip_prefix(key)?.strip_prefix(" = ").map(|it| it.trim_matches('"').to_owned())
        };
        for source in text.lines().filter_map(|line| value(line, "source")) {
            assert_eq!(source, REGISTRY, "{file}");
        }
        for name in text.lines().filter_map(|line| value(line, "name")) {
            assert!(!policy.banned.contains(&name), "{file} has {name}, which deny.toml keeps out");
        }
    }
}

/// The registry, as cargo writes it into lock files.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The policy in `deny.toml`. `cargo deny` reads the same file.
struct Policy {
    licences: Vec<String>,
    /// A crate, and the licence that it may have in addition.
    exceptions: Vec<(String, String)>,
    banned: Vec<String>,
}

impl Policy {
    /// Reads the policy. It understands only as much TOML as this one file uses: each entry of a
    /// list has its own line.
    fn read() -> Policy {
        let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
        let list = |section: &str, key: &str| -> Vec<Vec<String>> {
            let lines = text
                .lines()
                .skip_while(|line| *line != section)
                .skip_while(|line| *line != format!("{key} = ["));
            let entries = lines
                .skip(1)
                .take_while(|line| *line != "]")
                .filter(|line| !line.trim().starts_with('#'));
            // The entries are the texts between quotes.
            entries
                .map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned).collect())
                .collect()
        };
        let first = |entry: Vec<String>| entry.into_iter().next().expect("a name in quotes");
        let exception = |entry: Vec<String>| match &entry[..] {
            [name, licence] => (name.clone(), licence.clone()),
            other => panic!("{other:?}"),
        };
        Policy {
            licences: list("[licenses]", "allow").into_iter().map(first).collect(),
            exceptions: list("[licenses]", "exceptions").into_iter().map(exception).collect(),
            banned: list("[bans]", "deny").into_iter().map(first).collect(),
        }
    }

    /// Is the licence allowed? One alternative of each of its parts must be.
    fn allows(&self, name: &str, licence: &str) -> bool {
        let is_allowed = |choice: &str| {
            let is_it = |allowed: &String| allowed == choice;
            self.licences.iter().any(is_it)
                || self.exceptions.iter().any(|(only, it)| only == name && is_it(it))
        };
        licence.split(" AND ").all(|part| {
            let part = part.trim_matches(['(', ')', ' ']);
            part.split(" OR ")
                .flat_map(|choice| choice.split('/'))
                .any(|choice| is_allowed(choice.trim()))
        })
    }
}

#[test]
fn only_the_games_name_a_game() {
    let crates = root().join("crates");
    let mut named = Vec::new();
    for entry in fs::read_dir(&crates).expect("there are crates") {
        let folder = entry.expect("a folder").path();
        if folder.ends_with("games") {
            continue;
        }
        for file in files_of(&folder.join("src"), "rs") {
            let path = file.strip_prefix(&crates).expect("a file of a crate");
            if path
                .components()
                .any(|part| MAY_NAME_GAMES.iter().any(|name| part.as_os_str() == *name))
            {
                continue;
            }
            let text = fs::read_to_string(&file).expect("source is text");
            let words = words(product_code(&text));
            let is_about = |id: &str| {
                ABOUT_ONE_GAME.iter().any(|(about, game)| *game == id && path.starts_with(about))
            };
            let is_said = |name: &str| names(&words, name);
            let found = GAMES
                .iter()
                .filter(|info| (is_said(info.id) || is_said(info.title)) && !is_about(info.id));
            named.extend(found.map(|info| (path.to_owned(), info.id)));
        }
    }
    assert!(named.is_empty(), "{named:#?}");
    let page = files_of(&root().join("web"), "js");
    assert!(page.len() > 20);
    for file in page {
        let text = fs::read_to_string(&file).expect("source is text");
        for info in GAMES {
            let names = [format!("\"{}\"", info.id), info.title.to_owned()];
            assert!(
                !names.iter().any(|name| text.contains(name)),
                "{} names {}",
                file.display(),
                info.id
            );
        }
    }
}

/// The code of a file before its tests.
fn product_code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// Do the words of the name follow each other among the others? So `TicTacToe` is found as the name
/// of Tic-Tac-Toe.
fn names(all: &[String], name: &str) -> bool {
    let name = words(name);
    all.windows(name.len()).any(|some| some == name)
}

/// The words of all identifiers and strings, in lower case and without comments. `TicTacToe` and
/// `tic_tac_toe` have three words each.
fn words(code: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in code.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
        let mut word = String::new();
        let mut last = ' ';
        for letter in line.chars().chain([' ']) {
            if !letter.is_ascii_alphanumeric()
                || letter.is_ascii_uppercase() && last.is_ascii_lowercase()
            {
                words.push(std::mem::take(&mut word));
            }
            if letter.is_ascii_alphanumeric() {
                word.push(letter.to_ascii_lowercase());
            }
            last = letter;
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn names_are_found_in_any_spelling() {
    for code in
        ["use games::tic_tac_toe;", "let it = TicTacToe;", "say(\"Tic-Tac-Toe!\")", "TIC_TAC_TOE"]
    {
        assert!(names(&words(code), "Tic-Tac-Toe"), "{code}");
    }
    for code in ["// TicTacToe", "toe(tic, tac)", "TicTac"] {
        assert!(!names(&words(code), "Tic-Tac-Toe"), "{code}");
    }
}

/// Each game is one folder, so that it can be copied, changed and removed by itself. The code that
/// games share lies beside them and needs no game.
#[test]
fn no_game_needs_another() {
    let source = root().join("crates/games/src");
    for file in files_of(&source, "rs") {
        let path = file.strip_prefix(&source).expect("a file of the games");
        // These are the one list of games, a hook for fuzzers, and tests of the shared code.
        if [Path::new("lib.rs"), Path::new("fuzzing.rs"), Path::new("lines/tests.rs")]
            .contains(&path)
        {
            continue;
        }
        let text = fs::read_to_string(&file).expect("source is text");
        for info in GAMES.iter().filter(|info| !path.starts_with(info.id)) {
            assert!(!has_word(&text, info.id), "{} names {}", path.display(), info.id);
        }
    }
    for (code, expected) in
        [("use crate::{cn::Place, lines};", true), ("super::super::cn", true), ("// cn", false)]
    {
        assert_eq!(has_word(code, "cn"), expected, "{code}");
    }
}

/// Does the code contain this identifier, or this word in a string? Comments do not count.
fn has_word(code: &str, word: &str) -> bool {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| {
            line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        })
        .any(|it| it == word)
}

/// Libraries describe errors in their own terms. The program adds its options.
#[test]
fn only_the_program_names_its_options() {
    for entry in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = entry.expect("a folder").path();
        if folder.ends_with("cli") {
            continue;
        }
        let is_code = |file: &PathBuf| {
            !file.components().any(|part| part.as_os_str().to_string_lossy().contains("fuzzing"))
        };
        for file in files_of(&folder.join("src"), "rs").into_iter().filter(is_code) {
            let text = fs::read_to_string(&file).expect("source is text");
            let code = product_code(&text).lines();
            for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                let mut words = line
                    .split([' ', '"', '`', '(', '\''])
                    .filter_map(|word| word.strip_prefix("--"));
                let names_option =
                    words.any(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()));
                assert!(!names_option, "{} names an option: {line}", file.display());
            }
        }
    }
}

/// Whoever reads a name finds one type of it. What every game has may be called the same in each,
/// and every crate calls the struct of its sentences `Texts`.
#[test]
fn type_names_have_one_meaning() {
    let crates = root().join("crates");
    let games = crates.join("games/src");
    let mut defined: HashMap<String, PathBuf> = HashMap::new();
    for entry in fs::read_dir(&crates).expect("there are crates") {
        for file in files_of(&entry.expect("a folder").path().join("src"), "rs") {
            let is_test = file.components().any(|part| part.as_os_str() == "tests")
                || file.file_name().is_some_and(|name| name == "tests.rs");
            let of_one_game = file
                .strip_prefix(&games)
                .is_ok_and(|path| GAMES.iter().any(|info| path.starts_with(info.id)));
            if is_test || of_one_game {
                continue;
            }
            let text = fs::read_to_string(&file).expect("source is text");
            let names = product_code(&text).lines().filter_map(type_name);
            for name in names.filter(|name| *name != "Texts") {
                let other = defined.insert(name.to_owned(), file.clone());
                assert_eq!(other, None, "{name} is also defined in {}", file.display());
            }
        }
    }
    assert!(defined.len() > 500, "only {} types were found", defined.len());
}

/// The type that is defined in this line. Only types of a module are aliases with a name of their
/// own: those in traits and functions are indented.
fn type_name(line: &str) -> Option<&str> {
    let is_indented = line.starts_with(' ');
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let (kind, rest) = line.split_once(' ')?;
    let is_type = ["struct", "enum", "trait"].contains(&kind) || kind == "type" && !is_indented;
    is_type.then(|| rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or(rest))
}

/// Wherever texts are kept, there is a file for each language, and no sentence is left in English.
/// That nothing is missing, the compiler sees.
#[test]
fn every_text_is_translated() {
    /// Texts that are the same in another language, or names of things that are typed.
    const SAME: &[&str] =
        &["undo, undo N", "redo, redo N", "start, last", "Home, End", "PgUp, PgDn"];
    let folders = [(root().join("crates"), "rs"), (root().join("web"), "js")];
    let mut checked = 0;
    for (folder, extension) in folders {
        for english in files_of(&folder, extension) {
            let is_text = ["texts", "search_texts"]
                .iter()
                .any(|folder| english.ends_with(format!("{folder}/en.{extension}")));
            if !is_text {
                continue;
            }
            let known: Vec<String> = sentences(&english);
            for language in &Language::ALL[1..] {
                let file = english.with_file_name(language.code()).with_extension(extension);
                for sentence in sentences(&file) {
                    let is_english = known.contains(&sentence) && !SAME.contains(&&*sentence);
                    assert!(!is_english, "{}: `{sentence}` is English", file.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1500, "only {checked} sentences were found");
}

/// The strings in this file with two or more words that are not typed literally.
fn sentences(file: &Path) -> Vec<String> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let strings = code.flat_map(|line| {
        line.split(['"', '`']).skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    });
    let is_sentence = |text: &String| {
        let words = text.split_whitespace().filter(|word| {
            word.len() > 2 && word.chars().all(|letter| letter.is_alphabetic() || letter == ',')
        });
        words.count() > 1
    };
    strings.filter(is_sentence).collect()
}

/// rustfmt sees to the code, and leaves comments as they are. Markdown has one sentence a line.
/// Tables and code in documents are as wide as they need to be.
#[test]
fn lines_are_not_too_long() {
    let mut sources = files_of(&root().join("crates"), "rs");
    sources.extend(["js", "css"].iter().flat_map(|it| files_of(&root().join("web"), it)));
    sources.extend(files_of(&root().join("scripts"), ""));
    sources.push(root().join(".ci/run"));
    // The types of the API are generated.
    sources.retain(|file| !file.ends_with("net/schema.js"));
    for file in sources {
        let text = fs::read_to_string(&file).expect("source is text");
        let is_script = file.extension().is_none();
        let starts: &[&str] = if is_script { &["#"] } else { &["//", "/*", "* "] };
        let is_comment = |line: &&str| starts.iter().any(|it| line.trim_start().starts_with(it));
        check_widths(&file, text.lines().filter(is_comment).map(str::to_owned), 100);
    }
    let mut documents = files_of(&root().join("docs"), "md");
    documents.extend(files_of(&root().join("crates"), "md"));
    for name in ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY"] {
        documents.push(root().join(name).with_extension("md"));
    }
    // The rules of the games have a sentence a line, however long it is.
    let rules = root().join("crates/games/src");
    for file in documents.into_iter().filter(|file| !file.starts_with(&rules)) {
        let text = fs::read_to_string(&file).expect("a document is text");
        check_widths(&file, text.lines().map(str::to_owned), 200);
    }
}

fn check_widths(file: &Path, lines: impl Iterator<Item = String>, most: usize) {
    let mut is_code = false;
    for line in lines {
        let text = line.trim_start().trim_start_matches(['/', '!']).trim_start();
        is_code ^= text.starts_with("```");
        let is_wide = line.chars().count() > most && !is_code && !text.starts_with('|');
        assert!(!is_wide, "{} has a line of more than {most}: {line}", file.display());
    }
}

/// The files with this extension in a folder and in those inside it; `""` for files without one.
fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_of(&path, extension));
        } else if path.extension().unwrap_or_default() == extension {
            files.push(path);
        }
    }
    files
}

/// All packages that the workspace is built from.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

/// The dependencies of a package, without those of its tests.
fn dependencies(packages: &[Value], name: &str) -> Vec<String> {
    let package = packages
        .iter()
        .find(|package| package["name"] == name)
        .expect("a package of the workspace");
    let all = package["dependencies"].as_array().expect("a list of dependencies");
    let needed = all.iter().filter(|dependency| dependency["kind"].is_null());
    needed.map(|dependency| dependency["name"].as_str().expect("a name").to_owned()).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
