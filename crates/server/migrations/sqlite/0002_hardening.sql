-- The first 8 bytes of a SHA-256 over table, number and fact, as a number: a damaged row is known. Rows of 0.1.0 have none.
ALTER TABLE facts ADD COLUMN checksum INTEGER;

-- Has the server something to see to there by itself: a clock, an engine, a die, a program? If it may, it looks when it starts.
ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
CREATE INDEX tables_by_due ON tables (due, stage);

-- When the server was not running, which nobody's clock is charged for.
CREATE TABLE absences (
    from_at INTEGER NOT NULL PRIMARY KEY,
    until_at INTEGER NOT NULL
) STRICT;
