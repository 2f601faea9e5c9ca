//! The connected programs, over whatever server they are connected.

use std::collections::BTreeSet;

use tokio::sync::mpsc::Receiver;

use super::TableRegistry;
use crate::error::ApiError;
use crate::events::{Occupant, Participant};
use crate::hosted_table::HostedTable;
use crate::ids::Id;
use crate::programs;
use crate::store::{StoreError, StoredProgram};

impl TableRegistry {
    /// Registers a program that has connected to this server, under the name that it gives or a
    /// neutral one. Returns its identity, and the receiver that announces its seats.
    ///
    /// # Errors
    /// Fails if the other servers cannot be told.
    pub async fn register_program(
        &self,
        name: Option<&str>,
        games: Option<Vec<String>>,
    ) -> Result<(Participant, Receiver<Id>), ApiError> {
        let others = self.connected_programs().await?;
        let names: BTreeSet<String> = others.into_iter().map(|program| program.name).collect();
        let (person, seated) = self.programs.register(name, games, &names);
        if let Err(error) = self.announce_programs().await {
            self.programs.unregister(&person.player);
            return Err(self.storage_failed(&error));
        }
        Ok((person, seated))
    }

    /// Removes a program that has disconnected.
    pub async fn unregister_program(&self, program: &Id) {
        self.programs.unregister(program);
        self.programs_have_changed().await;
    }

    /// Records whether a program is playing.
    pub async fn set_program_busy(&self, program: &Id, is_busy: bool) {
        self.programs.set_busy(program, is_busy);
        self.programs_have_changed().await;
    }

    async fn programs_have_changed(&self) {
        if let Err(error) = self.announce_programs().await {
            // Once the storage works again, everything is announced anew.
            let _ = self.storage_failed(&error);
        }
    }

    /// Tells the other servers which programs are connected to this one.
    pub(super) async fn announce_programs(&self) -> Result<(), StoreError> {
        if !self.store.is_shared() {
            return Ok(());
        }
        // What is announced last is what is so.
        let _turn = self.programs.announcing.lock().await;
        self.store.save_programs(&self.programs.list()).await
    }

    /// The connected programs.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub async fn connected_programs(&self) -> Result<Vec<StoredProgram>, ApiError> {
        if self.store.is_shared() {
            self.store.programs().await.map_err(|error| self.storage_failed(&error))
        } else {
            Ok(self.programs.list())
        }
    }

    /// The program with this id, for a game.
    ///
    /// # Errors
    /// Fails if the program is not connected, is busy, or does not play that game.
    pub(super) async fn find_program(
        &self,
        program: &str,
        game: &str,
    ) -> Result<Participant, ApiError> {
        programs::find(&self.connected_programs().await?, program, game)
    }

    /// The first program of these people that is no longer connected.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    pub(super) async fn missing_programs(
        &self,
        table: &HostedTable,
    ) -> Result<Vec<Participant>, ApiError> {
        let persons = table.occupants().iter().filter_map(Occupant::person);
        let mut programs: Vec<Participant> =
            persons.filter(|person| person.program).cloned().collect();
        // Clients of Breakthrough's protocol cannot be invited, and so are in no list.
        programs.retain(|program| !self.programs.is_connected(&program.player));
        if !programs.is_empty() && self.store.is_shared() {
            let connected = self.connected_programs().await?;
            programs.retain(|program| !connected.iter().any(|it| it.id == program.player));
        }
        Ok(programs)
    }

    /// Tells the programs of this server that they have a seat at a table whose game began at
    /// another one.
    pub(super) async fn notify_programs(&self) {
        let programs: Vec<Id> =
            self.programs.list().into_iter().map(|program| program.id).collect();
        if programs.is_empty() {
            return;
        }
        // If that fails now, it is done at the next poll.
        for (table, program, has_begun) in
            self.store.open_tables_of(&programs).await.unwrap_or_default()
        {
            if has_begun {
                self.programs.notify(&program, &table);
            }
        }
    }
}
