//! `ludoteca selfplay`: plays games for training, and checks the files that keep them.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use ludoteca_core::Table;
use ludoteca_games::catalog;
use ludoteca_search::tuning::{
    PositionsEntry, SelfPlayRecipe, TrainingGame, check_position, check_result,
};
use ludoteca_system::signals::interruption;
use ludoteca_system::stop::Stop;
use serde_json::{Value, json};

use super::file::{PositionsCounts, PositionsFile, scan};
use super::{SelfPlayer, open, play, setup, table_to_learn, wrong_file};
use crate::args::{GameArgs, RecipeArgs, SelfplayArgs};
use crate::failure::Failure;
use crate::progress;
use crate::setup::CliSetup;
use crate::texts::programs;

pub fn run(args: &SelfplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    match (&args.check, &args.out) {
        (Some(path), _) => check(path, args, out),
        (None, Some(path)) => {
            let setup = setup(&args.game)?;
            let stop = interruption()?;
            let filled = fill(path, args.games, &args.game, &args.recipe, &setup, &stop)?;
            filled.report(path, args, out)
        }
        (None, None) => unreachable!("one of them is required"),
    }
}

/// What a run has added to a file.
pub struct FilledFile {
    pub recipe: SelfPlayRecipe,
    pub player: SelfPlayer,
    counts: PositionsCounts,
    before: u64,
    seconds: f64,
    pub is_stopped: bool,
}

/// Plays games until the file has this many.
///
/// # Errors
/// Fails if the game cannot be learnt, or the file cannot be used or written.
pub fn fill(
    path: &Path,
    count: u64,
    game: &GameArgs,
    args: &RecipeArgs,
    setup: &CliSetup,
    stop: &Stop,
) -> Result<FilledFile, Failure> {
    // A game that cannot be learnt is refused before the file is created.
    table_to_learn(setup)?;
    let (mut player, mut recipe) = (None, None);
    let mut file = PositionsFile::open(path, |kept| {
        let for_file = SelfPlayer::new(game, args, setup, kept)?;
        let for_recipe = recipe.insert(for_file.recipe(setup)?).clone();
        player = Some(for_file);
        Ok(for_recipe)
    })?;
    let (player, recipe) = player.zip(recipe).expect("the file was opened with a recipe");
    let (before, start) = (file.counts().games, Instant::now());
    let bar = progress::bar(count, "games");
    bar.set_position(before.min(count));
    // The time that is left follows from what is played now.
    bar.reset_eta();
    let played = play(args, &player, &recipe, before..count, stop, |game| {
        file.append(&game)?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    played?;
    file.settle()?;
    let counts = file.counts().clone();
    Ok(FilledFile {
        recipe,
        player,
        is_stopped: counts.games < count,
        counts,
        before,
        seconds: start.elapsed().as_secs_f64(),
    })
}

impl FilledFile {
    fn report(
        &self,
        path: &Path,
        args: &SelfplayArgs,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let new = self.counts.games - self.before;
        if args.json {
            let mut object = self.counts.as_json(path, Some(&self.recipe));
            object["new_games"] = json!(new);
            object["seconds"] = json!(self.seconds);
            writeln!(out, "{object}")?;
        } else {
            let is_scored = self.player.table.options().info().scored;
            self.counts.print(path, Some(&self.recipe), is_scored, out)?;
            writeln!(out, "{}", programs::speed_of_self_play(new, self.seconds))?;
            if self.is_stopped {
                writeln!(out, "{}", programs::self_play_stopped(self.counts.games, args.games))?;
            }
        }
        out.flush()?;
        if self.is_stopped { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// Checks a whole file and counts what is in it.
fn check(path: &Path, args: &SelfplayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let named = setup(&args.game)?;
    let file = File::open(path).map_err(|error| wrong_file(path, &error))?;
    if !file.metadata().is_ok_and(|file| file.is_file()) {
        return Err(wrong_file(path, &programs::NO_PLAIN_FILE));
    }
    let mut checked = CheckedFile {
        path,
        named: is_game_named(&args.game).then(|| named.options.to_string()),
        table: table_to_learn(&named)?,
        recipe: None,
        counts: PositionsCounts::default(),
    };
    let mut lines = 0;
    let extent = scan(path, &file, |line, entry| {
        lines = line;
        checked.take(line, entry)
    });
    // What is wrong in the file is the result of the check, and not wrong usage.
    let extent = extent.map_err(|failure| match failure {
        Failure::Usage(reason) => Failure::Failed(reason),
        other => other,
    })?;
    if extent.whole < extent.length || extent.length == 0 {
        return Err(Failure::english_failure(programs::positions_file(
            path,
            &programs::incomplete_positions(lines),
        )));
    }
    let CheckedFile { table, recipe, counts, .. } = &checked;
    if args.json {
        writeln!(out, "{}", counts.as_json(path, recipe.as_ref()))?;
    } else {
        counts.print(path, recipe.as_ref(), table.options().info().scored, out)?;
    }
    Ok(())
}

/// A file that is being checked.
struct CheckedFile<'a> {
    path: &'a Path,
    /// The game that was named, if one was.
    named: Option<String>,
    /// The game of the file; without a header, the game that was named.
    table: Box<dyn Table>,
    recipe: Option<SelfPlayRecipe>,
    counts: PositionsCounts,
}

impl CheckedFile<'_> {
    /// Checks a part of the file that ends with this line.
    fn take(&mut self, line: u64, entry: PositionsEntry) -> Result<(), Failure> {
        let wrong = |line: u64, reason: &dyn std::fmt::Display| {
            wrong_file(self.path, &programs::in_line(line, reason))
        };
        match entry {
            PositionsEntry::Recipe(recipe) => {
                if let Some(named) = self.named.as_ref().filter(|named| **named != recipe.game) {
                    let other = programs::other_recipe("game", &recipe.game, named);
                    return Err(wrong_file(self.path, &other));
                }
                let table = open(&recipe);
                self.table = table.map_err(|reason| wrong(line, &reason))?;
                self.recipe = Some(recipe);
            }
            PositionsEntry::Game(game) => {
                let first = line - game.positions.len() as u64;
                check_result(&*self.table, game.result).map_err(|fault| wrong(first, &fault))?;
                for (played, line) in game.positions.iter().zip(first + 1..) {
                    check_position(&mut *self.table, played)
                        .map_err(|fault| wrong(line, &fault))?;
                }
                self.counts.add(&game);
            }
            PositionsEntry::Position(played) => {
                check_position(&mut *self.table, &played).map_err(|fault| wrong(line, &fault))?;
                self.counts.positions += 1;
            }
        }
        Ok(())
    }
}

/// Do the arguments name a game? If they do not, that of the file is meant.
fn is_game_named(args: &GameArgs) -> bool {
    let GameArgs { game, board, obstacles, line, .. } = args;
    *game != catalog::GAMES[0].id
        || obstacles.is_some()
        || line.is_some()
        || board.dim.is_some()
        || !board.set.is_empty()
}

impl PositionsCounts {
    fn as_json(&self, path: &Path, recipe: Option<&SelfPlayRecipe>) -> Value {
        let PositionsCounts { games, positions, broken_off, won_drawn_lost, results, steps } = self;
        let mut object = json!({ "file": path, "positions": positions });
        let Some(recipe) = recipe else { return object };
        let SelfPlayRecipe { version, signature, game, start, nodes, opening_steps, seed } = recipe;
        for (key, value) in [
            ("version", json!(version)),
            ("signature", json!(signature)),
            ("game", json!(game)),
            ("start", json!(start)),
            ("nodes", json!(nodes)),
            ("opening_steps", json!(opening_steps)),
            ("seed", json!(seed)),
            ("games", json!(games)),
            ("won_drawn_lost", json!(won_drawn_lost)),
            ("mean_result", json!(mean(*results, games - broken_off))),
            ("broken_off", json!(broken_off)),
            ("mean_steps", json!(mean(*steps as f64, *games))),
        ] {
            object[key] = value;
        }
        object
    }

    fn print(
        &self,
        path: &Path,
        recipe: Option<&SelfPlayRecipe>,
        is_scored: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let PositionsCounts { games, positions, broken_off, won_drawn_lost, results, steps } = self;
        let mut line = |what: &str, text: String| writeln!(out, "{what:<12} {text}");
        line("file", path.display().to_string())?;
        let Some(recipe) = recipe else {
            line("positions", positions.to_string())?;
            return Ok(());
        };
        line("game", recipe.game.clone())?;
        if let Some(start) = &recipe.start {
            line("start", start.clone())?;
        }
        line("recipe", programs::recipe(recipe))?;
        line("games", games.to_string())?;
        line("positions", positions.to_string())?;
        let or_none =
            |mean: Option<f64>| mean.map_or(programs::NONE.to_owned(), |it| format!("{it:.2}"));
        if is_scored {
            line("mean result", or_none(mean(*results, games - broken_off)))?;
        } else {
            line("first seat", programs::won_drawn_lost(won_drawn_lost))?;
        }
        if *broken_off > 0 {
            line("broken off", broken_off.to_string())?;
        }
        line("mean length", or_none(mean(*steps as f64, *games)))?;
        Ok(())
    }
}

/// The mean of so many numbers with this sum, if there are any.
fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// Plays games without a file. `take` gets them in the order of their numbers.
pub fn play_in_memory(
    args: &RecipeArgs,
    player: &SelfPlayer,
    recipe: &SelfPlayRecipe,
    count: u64,
    stop: &Stop,
    mut take: impl FnMut(TrainingGame),
) -> Result<(), Failure> {
    let bar = progress::bar(count, "games");
    let played = play(args, player, recipe, 0..count, stop, |game| {
        take(game);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    played
}
