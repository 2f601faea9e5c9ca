//! What is said at a table. Players always have room: watchers share a small part of what is kept,
//! and the oldest lines make place for new ones.

use std::collections::VecDeque;

use crate::error::{ApiError, ErrorCode};
use crate::events::Participant;
use crate::ids::Id;
use crate::texts;

/// Lines that are kept, and how many of these may be by people without a seat.
const KEPT: usize = 200;
const KEPT_OF_WATCHERS: usize = 50;

/// Lines in a minute: of each player, of each watcher, and of all watchers together.
const OF_A_PLAYER: usize = 20;
const OF_A_WATCHER: usize = 10;
const OF_WATCHERS: usize = 20;

/// Lines of watchers altogether: each is a row in the file for as long as the table is there.
const EVER_OF_WATCHERS: usize = 1000;

/// A line of the chat.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// Who.
    pub person: Participant,
    /// What; empty where it is not kept any more.
    pub text: String,
    /// When.
    pub at: u64,
    /// Was it a player, or the maker of the table?
    pub seated: bool,
    /// The number of the event.
    pub event_number: u64,
}

impl ChatLine {
    /// Is it not kept any more? It has its place, so that the lines after it keep theirs.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// What is said at a table.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<ChatLine>,
    /// How many came before these.
    forgotten: usize,
    /// How many watchers have said.
    of_watchers: usize,
    /// Lines that had to make place, and need not be in the file any more.
    dropped: Vec<ChatLine>,
}

impl Chat {
    /// The lines that have a place, after so many that have none.
    pub fn lines(&self) -> (usize, &VecDeque<ChatLine>) {
        (self.forgotten, &self.lines)
    }

    /// May this person say one more line?
    ///
    /// # Errors
    /// Why not.
    pub fn may_say(&self, who: &Id, seated: bool, now: u64) -> Result<(), ApiError> {
        let minute = now.saturating_sub(60_000);
        let lately = || self.lines.iter().rev().take_while(|said| said.at > minute);
        let own = lately().filter(|said| said.person.player == *who).count();
        let most = if seated { OF_A_PLAYER } else { OF_A_WATCHER };
        if own >= most {
            return Err(ApiError::new(ErrorCode::TooMany, texts::too_many_lines(most)));
        }
        if seated {
            return Ok(());
        }
        if lately().filter(|said| !said.seated).count() >= OF_WATCHERS {
            return Err(ApiError::new(
                ErrorCode::TooMany,
                texts::too_many_lines_of_watchers(OF_WATCHERS),
            ));
        }
        if self.of_watchers >= EVER_OF_WATCHERS {
            return Err(ApiError::refused(texts::watchers_said_enough(EVER_OF_WATCHERS)));
        }
        Ok(())
    }

    /// Somebody says something. The oldest lines make place: those of watchers where they have more
    /// than their share.
    pub fn say(&mut self, said: ChatLine) {
        self.of_watchers += usize::from(!said.seated);
        self.lines.push_back(said);
        self.drop_above(KEPT_OF_WATCHERS, |said| !said.seated);
        self.drop_above(KEPT, |_| true);
        // The others keep their places: so who has seen a line that is taken out learns that it is.
        while self.lines.len() > KEPT && self.lines.front().is_some_and(ChatLine::is_blank) {
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

    /// Lines that had to make place since this was last asked.
    pub fn take_dropped(&mut self) -> Vec<ChatLine> {
        std::mem::take(&mut self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Chat, ChatLine, EVER_OF_WATCHERS, KEPT, KEPT_OF_WATCHERS, OF_A_PLAYER, OF_WATCHERS,
    };
    use crate::events::Participant;
    use crate::ids::Id;

    const MINUTE: u64 = 60_000;

    /// Somebody says as much as they may; gives how many lines that was.
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
            // Who knows everything before is told one line, and the others have kept their places.
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
    fn watchers_leave_the_players_their_place() {
        let mut chat = Chat::default();
        for minute in 1..=7 {
            assert_eq!(talk(&mut chat, "player", true, minute * MINUTE), OF_A_PLAYER);
        }
        let mut all = 0;
        for minute in 8..100 {
            let now = minute * MINUTE;
            let together: usize = (0..5)
                .map(|number| talk(&mut chat, &format!("watcher {number}"), false, now))
                .sum();
            assert!(together <= OF_WATCHERS, "{together}");
            all += together;
            assert_eq!(
                (kept(&chat, "player"), kept(&chat, "watcher")),
                (140, all.min(KEPT_OF_WATCHERS))
            );
        }
        assert_eq!(all, EVER_OF_WATCHERS);
        assert_eq!(
            talk(&mut chat, "player", true, 100 * MINUTE),
            OF_A_PLAYER,
            "players always have room"
        );
    }

    #[test]
    fn the_oldest_lines_make_place() {
        let mut chat = Chat::default();
        for minute in 1..50 {
            for player in ["a", "b", "c", "d"] {
                assert_eq!(talk(&mut chat, player, true, minute * MINUTE), OF_A_PLAYER);
            }
        }
        assert_eq!((chat.lines.len(), chat.forgotten), (KEPT, 49 * 4 * OF_A_PLAYER - KEPT));
    }
}
