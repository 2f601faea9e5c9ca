//! Tells every text of every language.

use std::path::{Path, PathBuf};

use ludoteca_core::Message;
use ludoteca_core::conformance::check_texts;
use ludoteca_play::seeds::Entropy;
use ludoteca_system::records::FileError;

use super::*;
use crate::failure::Lacking;

/// Everything that a language says, each with a name. A text that is missing here does not compile.
fn all(language: Language) -> Vec<(&'static str, String)> {
    let texts = texts(language);
    let Texts {
        error,
        play_prompt,
        move_prompt,
        roll_prompt,
        continue_prompt,
        replay_prompt,
        yes,
        no,
        yes_or_no,
        help,
        replay_help,
        starting,
        turn_for,
        your_turn,
        turn_for_the_die,
        introduction,
        plays_without_you,
        possible_moves,
        possible_rolls,
        legal_moves_of,
        plays,
        die_shows,
        skipped,
        thinking,
        looking_for_a_hint,
        too_narrow,
        saved,
        loaded,
        did_you_mean,
        no_hint_for_a_die,
        not_a_persons_turn,
        not_in_the_list,
        no_command,
        file_exists,
        loaded_is_over,
        only_so_many,
        no_such_player,
        takes_nothing,
        takes_a_file,
        takes_a_number,
        step_of,
        no_more_steps,
        alternatives,
        unknown_replay_command,
        game_over,
        status_won,
        status_draw,
        status_finished,
        status_stopped,
        winner,
        result,
        reason,
        side_won,
        draw,
        games_played,
        statistics,
        mean_result,
        side_name: _,
        wins_of,
        draws,
        row,
        empty_rows,
        obstacle,
        at,
        from_to,
        last_move,
        game_option,
        search_header,
        best_move,
        value,
        line,
        depth,
        nodes,
        nodes_in,
        analysing,
        game_of,
        claim: _,
        claim_error: _,
        holds,
        fails,
        contributed,
        cli_error,
    } = texts;
    let file = Path::new("F");
    let mut told: Vec<(&str, String)> = [
        ("error", *error),
        ("play_prompt", play_prompt),
        ("move_prompt", move_prompt),
        ("roll_prompt", roll_prompt),
        ("continue_prompt", continue_prompt),
        ("replay_prompt", replay_prompt),
        ("yes_or_no", yes_or_no),
        ("turn_for_the_die", turn_for_the_die),
        ("your_turn", your_turn),
        ("possible_moves", possible_moves),
        ("possible_rolls", possible_rolls),
        ("looking_for_a_hint", looking_for_a_hint),
        ("no_hint_for_a_die", no_hint_for_a_die),
        ("no_more_steps", no_more_steps),
        ("alternatives", alternatives),
        ("game_over", game_over),
        ("status_won", status_won),
        ("status_draw", status_draw),
        ("status_finished", status_finished),
        ("status_stopped", status_stopped),
        ("draw", draw),
        ("statistics", statistics),
        ("obstacle", obstacle),
        ("best_move", best_move),
        ("value", value),
        ("line", line),
        ("depth", depth),
        ("nodes", nodes),
    ]
    .map(|(name, text)| (name, text.to_owned()))
    .into();
    told.extend([
        ("yes", yes.join(" ")),
        ("no", no.join(" ")),
        ("starting", starting("T", "A")),
        ("turn_for", turn_for("N")),
        ("plays_without_you", plays_without_you("N")),
        ("legal_moves_of", legal_moves_of("S")),
        ("introduction", introduction("M")),
        ("did_you_mean", did_you_mean("M")),
        ("plays", plays("N", "S")),
        ("die_shows", die_shows("R")),
        ("skipped", skipped("N", "R")),
        ("thinking", thinking("N")),
        ("too_narrow", too_narrow(100, 80)),
        ("saved", saved(file)),
        ("loaded", loaded(file, 1, 1)),
        ("loaded", loaded(file, 2, 3)),
        ("not_a_persons_turn", not_a_persons_turn("N")),
        ("not_in_the_list", not_in_the_list("9", 3)),
        ("no_command", no_command("R")),
        ("file_exists", file_exists(file)),
        ("loaded_is_over", loaded_is_over(file)),
        ("only_so_many", only_so_many(1)),
        ("only_so_many", only_so_many(2)),
        ("no_such_player", no_such_player("N", &["A", "B", "C"])),
        ("takes_nothing", takes_nothing("C", "R")),
        ("takes_a_file", takes_a_file("C")),
        ("takes_a_number", takes_a_number("C", "R")),
        ("step_of", step_of(1, 2, "W")),
        ("unknown_replay_command", unknown_replay_command("C")),
        ("winner", winner("N")),
        ("result", result(3)),
        ("reason", reason("R")),
        ("side_won", side_won("S")),
        ("games_played", games_played(1)),
        ("mean_result", mean_result(1.5)),
        ("wins_of", wins_of("S", 1)),
        ("draws", draws(1)),
        ("row", row(1, "W")),
        ("empty_rows", empty_rows(1, 1)),
        ("empty_rows", empty_rows(1, 2)),
        ("at", at("W", "P")),
        ("from_to", from_to("W", "P", "Q")),
        ("last_move", last_move("N", "S")),
        ("game_option", game_option("A", "B", "C")),
        ("nodes_in", nodes_in(1, "S", "V")),
        ("analysing", analysing(1, 1)),
        ("analysing", analysing(1, 2)),
        ("game_of", game_of(1, 2, "O")),
        ("holds", holds("C")),
        ("fails", fails("C", "R")),
        ("contributed", contributed(Seat::FIRST, "N", Some("E"))),
        ("contributed", contributed(Seat::FIRST, "N", None)),
    ]);
    told.extend(help.iter().chain(*replay_help).map(|(_, does)| ("help", (*does).to_owned())));
    told.extend(search_header.map(|title| ("search_header", title.to_owned())));
    told.extend(cli_errors().iter().map(|error| ("cli_error", cli_error(error))));
    for claim in [
        DiceClaim::Commitment,
        DiceClaim::Rolls,
        DiceClaim::RandomMoves,
        DiceClaim::ShownCommitment,
        DiceClaim::OwnContribution,
    ] {
        for contributions in 0..3 {
            let findings = (1..3).map(Ok).chain(claim_errors().into_iter().map(Err));
            let verified = findings.map(|finding| texts.verified(claim, contributions, &finding));
            told.extend(verified.map(|text| ("verified", text)));
        }
    }
    told
}

fn claim_errors() -> Vec<ClaimError> {
    let roll = |mixed| ClaimError::Roll {
        mixed,
        number: 1,
        step: 2,
        found: "F".to_owned(),
        drawn: "D".to_owned(),
    };
    let digits = "00".repeat(32);
    vec![
        ClaimError::GoesOn,
        ClaimError::NoSeed,
        ClaimError::NoCommitment,
        ClaimError::Commitments(2),
        ClaimError::BadCommitment("B".to_owned()),
        ClaimError::OtherSeed("S".to_owned()),
        ClaimError::Typed,
        roll(false),
        roll(true),
        ClaimError::Move {
            step: 1,
            player: "P".to_owned(),
            found: "F".to_owned(),
            drawn: "D".to_owned(),
        },
        ClaimError::OtherCommitment("O".to_owned()),
        ClaimError::NotContributed(digits.parse::<Entropy>().unwrap()),
    ]
}

fn cli_errors() -> Vec<CliError> {
    let text = || "T".to_owned();
    let file = || PathBuf::from("F");
    let lacks = |what| CliError::Lacks { game: "G", what };
    vec![
        CliError::MultiviewsNeedWindow,
        CliError::NoAnimationNeedsWindow,
        CliError::SeriesNeedConsole { view: "window" },
        CliError::PlainNeedsConsole { view: "terminal" },
        CliError::NothingKept,
        CliError::ResumedIsOver(file()),
        CliError::NeedsReplay { option: "--nth", number: 1 },
        lacks(Lacking::Size(text())),
        lacks(Lacking::Line(text())),
        lacks(Lacking::Obstacles(text())),
        lacks(Lacking::Mirror),
        CliError::NoSize(text()),
        CliError::WrongNumberOfPlayers { count: text(), game: "G", allowed: Message::same("A") },
        CliError::ObstaclesTwice { count: text(), by_position: false },
        CliError::ObstaclesTwice { count: text(), by_position: true },
        CliError::MirrorWithoutObstacles,
        CliError::NoDice { game: "G" },
        CliError::NoStep { text: text(), steps: 2 },
        CliError::NoWindow(Message::same("R")),
        CliError::NoWindowsBuiltIn,
        CliError::IsOver { position: text() },
        CliError::DieIsNext { position: Some(text()) },
        CliError::DieIsNext { position: None },
        CliError::Exists(file()),
        CliError::SameFile(file()),
        CliError::GraphOfMany { games: 2 },
        CliError::WitnessOfMany { games: 2 },
        CliError::Misspelt { reason: Message::same("R"), meant: text() },
        CliError::ClaimsFail(1),
        CliError::ClaimsFail(2),
        CliError::File(FileError::Exists(file())),
        CliError::File(FileError::NoSuchGame { number: 2, games: 1 }),
        CliError::File(FileError::NoSuchGame { number: 3, games: 2 }),
        CliError::File(FileError::unread(&file(), std::io::Error::other("E"))),
        CliError::File(FileError::unwritten(&file(), std::io::Error::other("E"))),
    ]
}

#[test]
fn every_text_is_told_in_every_language() {
    let told = |language| all(language).into_iter().map(|(_, text)| text.trim_end().to_owned());
    // Two languages share these words by chance.
    check_texts(|language| told(language).collect(), &["error", "no", "2 in 3 s, 4/s"]);
}

/// What is typed stands behind a prompt.
#[test]
fn prompts_end_with_a_space() {
    for language in Language::ALL {
        for (name, text) in all(language) {
            assert_eq!(text.ends_with(' '), name.ends_with("_prompt"), "{name}: {text:?}");
        }
    }
}

/// The explanations begin in one column.
#[test]
fn help_is_in_two_columns() {
    for language in Language::ALL {
        let texts = texts(language);
        for (help, rows) in [(texts.help(), texts.help), (texts.replay_help(), texts.replay_help)] {
            assert_eq!(help.lines().count(), rows.len());
            let column = |(line, (_, does)): (&str, &(&str, &str))| {
                line.chars().count() - does.chars().count()
            };
            let columns: Vec<usize> = help.lines().zip(rows).map(column).collect();
            assert!(columns.windows(2).all(|two| two[0] == two[1]), "{language:?}: {help}");
            assert!(help.lines().all(|line| line.starts_with(' ')), "{help}");
        }
        // The commands themselves are the same in all languages.
        // The commands are the same in all languages, but not what else can be typed.
        let english = super::texts(Language::English);
        for (rows, english) in
            [(texts.help, english.help), (texts.replay_help, english.replay_help)]
        {
            let word = |command: &str| command.split([' ', ',']).next().map(str::to_owned);
            let others = rows.iter().zip(english).filter(|(row, it)| word(row.0) != word(it.0));
            let others: Vec<&str> = others.map(|(_, (command, _))| *command).collect();
            let is_known = |command: &&str| ["a move", "enter, next"].contains(command);
            assert!(others.iter().all(is_known), "{language:?}: {others:?}");
        }
    }
}

#[test]
fn answers_are_understood() {
    for (language, yes, no) in [
        (Language::English, ["y", "YES"], ["n", "No"]),
        (Language::Spanish, ["S", "sí"], ["n", "NO"]),
        (Language::Portuguese, ["s", "Sim"], ["não", "NAO"]),
        (Language::German, ["J", "ja"], ["N", "nein"]),
    ] {
        let texts = texts(language);
        assert_eq!(yes.map(|word| texts.is_yes(word)), [Some(true); 2], "{language:?}");
        assert_eq!(no.map(|word| texts.is_yes(word)), [Some(false); 2], "{language:?}");
        assert_eq!(["", "maybe", "yn"].map(|word| texts.is_yes(word)), [None; 3], "{language:?}");
    }
}
