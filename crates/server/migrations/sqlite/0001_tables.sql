-- Whoever has been here. Of the token that keeps their seats only the hash is known.
CREATE TABLE players (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What happened at each table, in order: a table is what its facts make of it.
CREATE TABLE facts (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    fact TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- By which tables are found. All of it follows from the facts.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    stage TEXT NOT NULL,
    listed INTEGER NOT NULL,
    -- Grows with every table that comes to another stage: the order of lists.
    turn INTEGER NOT NULL,
    maker TEXT,
    request TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tables_by_turn ON tables (turn);
CREATE INDEX tables_by_stage ON tables (stage, listed, turn);
CREATE INDEX tables_by_maker ON tables (maker, stage);
CREATE UNIQUE INDEX tables_by_request ON tables (maker, request) WHERE request IS NOT NULL;

CREATE TABLE seats (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player, table_id);

-- What engines found about games that are over.
CREATE TABLE analyses (
    table_id TEXT NOT NULL PRIMARY KEY,
    analysis TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When the server was last there.
CREATE TABLE server (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    alive_at INTEGER NOT NULL
) STRICT;
