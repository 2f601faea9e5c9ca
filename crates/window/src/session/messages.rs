//! The messages that windows show to people.

use ludoteca_core::Seat;

use crate::texts;

use super::Session;

/// A message to people.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SessionMessage {
    /// The kind of message.
    pub tone: Tone,
    /// The message as a sentence, in the language that the windows had at that time.
    pub text: String,
    /// The seat whose window alone shows the message; `None` if all windows show it.
    pub only_for: Option<Seat>,
    /// The state of the game about which it was said.
    pub(super) state: usize,
}

/// The kind of a message.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Tone {
    /// Something happened.
    Info,
    /// Something was refused or went wrong.
    Refusal,
}

impl Session {
    /// All messages so far, the oldest first.
    pub fn messages(&self) -> &[SessionMessage] {
        &self.messages
    }

    /// Was this message said about the game as it is now?
    pub fn is_current(&self, message: &SessionMessage) -> bool {
        message.state == self.play.log().len()
    }

    /// Tells people why something cannot be done.
    pub fn refuse(&mut self, why: &str, only_for: Option<Seat>) {
        self.say(Tone::Refusal, texts::sentence(why), only_for);
    }

    /// Tells people something.
    pub fn say(&mut self, tone: Tone, text: String, only_for: Option<Seat>) {
        let state = self.play.log().len();
        self.messages.push(SessionMessage { tone, text, only_for, state });
        self.changes += 1;
        if self.messages.len() > MOST_MESSAGES {
            self.messages.drain(..MOST_MESSAGES / 2);
        }
    }

    /// Announces the game and the seats that are skipped at its start.
    pub(super) fn announce_game(&mut self) {
        let info = self.play.table().options().info();
        let about = info.introduction().tell(self.language);
        self.say(Tone::Info, texts::starting(info.title, about), None);
        let skipped =
            if self.play.steps() == 0 { self.play.table().skipped_at_start() } else { Vec::new() };
        for (seat, reason) in skipped {
            let reason = reason.tell(self.language);
            self.say(Tone::Info, (self.texts().skipped)(self.play.name(seat), &reason), None);
        }
    }
}

/// The greatest number of messages that are kept. Nobody reads more.
const MOST_MESSAGES: usize = 1000;
