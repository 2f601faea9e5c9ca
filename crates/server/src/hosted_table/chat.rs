//! The chat of a table. Players can always write: spectators share a small part of the lines that
//! are kept, and the oldest lines make room for new ones.

use std::collections::VecDeque;

use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::ids::Id;
use crate::texts::ErrorText;

/// How many lines are kept, and how many of these may be by people without a seat.
const MOST_KEPT: usize = 200;
const MOST_KEPT_OF_SPECTATORS: usize = 50;

/// How many lines a minute are allowed: for each player, for each spectator, and for all spectators
/// together.
const PLAYER_LINES_A_MINUTE: usize = 20;
const SPECTATOR_LINES_A_MINUTE: usize = 10;
const ALL_SPECTATORS_LINES_A_MINUTE: usize = 20;

/// How many lines spectators may write altogether: each line is a row in the file for as long as
/// the table exists.
const MOST_SPECTATOR_LINES: usize = 1000;

/// A line of the chat.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// The person who wrote the line.
    pub person: Participant,
    /// The text; empty if it is no longer kept.
    pub text: String,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// Was it written by a player, or by the maker of the table?
    pub seated: bool,
    /// The number of the event.
    pub event_number: u64,
}

impl ChatLine {
    /// Is the text no longer kept? A blank line keeps its place, so that the lines after it keep
    /// theirs.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// The chat of a table.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<ChatLine>,
    /// How many lines came before these.
    forgotten: usize,
    /// How many lines spectators have written.
    spectator_lines: usize,
    /// Lines that were pushed out and need not stay in the file.
    dropped: Vec<ChatLine>,
}

impl Chat {
    /// The lines that are kept, and how many earlier lines were dropped before them.
    pub fn lines(&self) -> (usize, &VecDeque<ChatLine>) {
        (self.forgotten, &self.lines)
    }

    /// May this person write one more line?
    ///
    /// # Errors
    /// Says why the person may not.
    pub fn may_say(&self, who: &Id, seated: bool, now: u64) -> Result<(), ApiError> {
        let minute = now.saturating_sub(60_000);
        let lately = || self.lines.iter().rev().take_while(|said| said.at > minute);
        let own = lately().filter(|said| said.person.player == *who).count();
        let most = if seated { PLAYER_LINES_A_MINUTE } else { SPECTATOR_LINES_A_MINUTE };
        if own >= most {
            return Err(ApiError::new(ErrorCode::TooMany, ErrorText::TooManyLines(most)));
        }
        if seated {
            return Ok(());
        }
        if lately().filter(|said| !said.seated).count() >= ALL_SPECTATORS_LINES_A_MINUTE {
            return Err(ApiError::new(
                ErrorCode::TooMany,
                ErrorText::TooManyLinesOfWatchers(ALL_SPECTATORS_LINES_A_MINUTE),
            ));
        }
        if self.spectator_lines >= MOST_SPECTATOR_LINES {
            return Err(ApiError::refused(ErrorText::WatchersSaidEnough(MOST_SPECTATOR_LINES)));
        }
        Ok(())
    }

    /// Adds a line. The oldest lines make room for it; lines of spectators go first if spectators
    /// have more than their share.
    pub fn say(&mut self, said: ChatLine) {
        self.spectator_lines += usize::from(!said.seated);
        self.lines.push_back(said);
        self.drop_above(MOST_KEPT_OF_SPECTATORS, |said| !said.seated);
        self.drop_above(MOST_KEPT, |_| true);
        // The other lines keep their places. A reader who has seen the removed line learns that it
        // is gone.
        while self.lines.len() > MOST_KEPT && self.lines.front().is_some_and(ChatLine::is_blank) {
            self.lines.pop_front();
            self.forgotten += 1;
        }
    }

    fn drop_above(&mut self, most: usize, counts: impl Fn(&ChatLine) -> bool) {
        let kept = |said: &ChatLine| !said.is_blank() && counts(said);
        if self.lines.iter().filter(|said| kept(said)).count() > most
            && let Some(oldest) = self.lines.iter_mut().find(|said| kept(said))
        {
            self.dropped.push(oldest.clone());
            oldest.text = String::new();
        }
    }

    /// Lines that were pushed out since the last call.
    pub fn take_dropped(&mut self) -> Vec<ChatLine> {
        std::mem::take(&mut self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        ALL_SPECTATORS_LINES_A_MINUTE, Chat, ChatLine, MOST_KEPT, MOST_KEPT_OF_SPECTATORS,
        MOST_SPECTATOR_LINES, PLAYER_LINES_A_MINUTE,
    };
    use crate::events::Participant;
    use crate::ids::Id;

    const MINUTE: u64 = 60_000;

    /// Lets somebody write as many lines as they may; returns the number of these lines.
    fn talk(chat: &mut Chat, who: &str, seated: bool, now: u64) -> usize {
        let person = Participant { player: Id::given(who), name: who.to_owned(), program: false };
        let mut said = 0;
        while chat.may_say(&person.player, seated, now).is_ok() {
            let (before, known) = (chat.lines.clone(), chat.forgotten + chat.lines.len());
            chat.say(ChatLine {
                person: person.clone(),
                text: format!("{who} {now} {said}"),
                at: now,
                seated,
                event_number: 0,
            });
            // A reader who knew all earlier lines is sent one line, and the others keep their
            // places.
            assert_eq!(chat.forgotten + chat.lines.len(), known + 1);
            let same = before.iter().rev().zip(chat.lines.iter().rev().skip(1));
            assert!(
                same.clone()
                    .all(|(old, new)| old.at == new.at && (old.text == new.text || new.is_blank()))
            );
            said += 1;
        }
        said
    }

    fn kept(chat: &Chat, who: &str) -> usize {
        chat.lines
            .iter()
            .filter(|said| !said.is_blank() && said.person.name.starts_with(who))
            .count()
    }

    #[test]
    fn spectators_do_not_push_out_players() {
        let mut chat = Chat::default();
        for minute in 1..=7 {
            assert_eq!(talk(&mut chat, "player", true, minute * MINUTE), PLAYER_LINES_A_MINUTE);
        }
        let mut all = 0;
        for minute in 8..100 {
            let now = minute * MINUTE;
            let together: usize = (0..5)
                .map(|number| talk(&mut chat, &format!("spectator {number}"), false, now))
                .sum();
            assert!(together <= ALL_SPECTATORS_LINES_A_MINUTE, "{together}");
            all += together;
            assert_eq!(
                (kept(&chat, "player"), kept(&chat, "spectator")),
                (140, all.min(MOST_KEPT_OF_SPECTATORS))
            );
        }
        assert_eq!(all, MOST_SPECTATOR_LINES);
        assert_eq!(
            talk(&mut chat, "player", true, 100 * MINUTE),
            PLAYER_LINES_A_MINUTE,
            "players always have room"
        );
    }

    #[test]
    fn the_oldest_lines_make_room() {
        let mut chat = Chat::default();
        for minute in 1..50 {
            for player in ["a", "b", "c", "d"] {
                assert_eq!(talk(&mut chat, player, true, minute * MINUTE), PLAYER_LINES_A_MINUTE);
            }
        }
        assert_eq!(
            (chat.lines.len(), chat.forgotten),
            (MOST_KEPT, 49 * 4 * PLAYER_LINES_A_MINUTE - MOST_KEPT)
        );
    }
}
