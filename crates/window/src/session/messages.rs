//! What windows tell people.

use ludoteca_core::Seat;

use crate::texts;

use super::Session;

/// Something that windows tell people.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SessionMessage {
    /// What it is about.
    pub tone: Tone,
    /// In a sentence.
    pub text: String,
    /// The only window that tells it, where it is not for all.
    pub only_for: Option<Seat>,
}

/// What a message is about.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Tone {
    /// Something happened.
    Info,
    /// Something was refused or went wrong.
    Refusal,
}

impl Session {
    /// What was said so far.
    pub fn messages(&self) -> &[SessionMessage] {
        &self.messages
    }

    /// Tells people that something cannot be done.
    pub fn refuse(&mut self, why: &str, only_for: Option<Seat>) {
        self.say(Tone::Refusal, texts::sentence(why), only_for);
    }

    /// Tells people something.
    pub fn say(&mut self, tone: Tone, text: String, only_for: Option<Seat>) {
        self.messages.push(SessionMessage { tone, text, only_for });
        self.changes += 1;
        if self.messages.len() > MOST_MESSAGES {
            self.messages.drain(..MOST_MESSAGES / 2);
        }
    }

    /// Names the game, and whoever could not move at its start.
    pub(super) fn announce_game(&mut self) {
        let info = self.play.table().options().info();
        self.say(Tone::Info, texts::starting(info.title, info.about), None);
        let skipped =
            if self.play.steps() == 0 { self.play.table().skipped_at_start() } else { Vec::new() };
        for (seat, reason) in skipped {
            self.say(Tone::Info, texts::skipped(self.play.name(seat), &reason), None);
        }
    }
}

/// Nobody reads more.
const MOST_MESSAGES: usize = 1000;
