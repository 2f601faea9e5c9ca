-- What lists show of a table, as JSON, so that no game is played again for them. It changes with the row in `tables`, in the same
-- transaction, but it is not part of it: `tables` is written at every move, and a long row would make that dear. All of it follows from
-- the facts. Where it is missing, as in files of 0.1.0, it is made by and by; whoever changes what it holds deletes all of it.
CREATE TABLE summaries (
    table_id TEXT NOT NULL PRIMARY KEY,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER summaries_end_with_their_tables AFTER DELETE ON tables BEGIN
    DELETE FROM summaries WHERE table_id = OLD.id;
END;

-- What changes with every move: the number of the game's state, and as JSON what comes next.
ALTER TABLE tables ADD COLUMN state INTEGER;
ALTER TABLE tables ADD COLUMN next TEXT;
