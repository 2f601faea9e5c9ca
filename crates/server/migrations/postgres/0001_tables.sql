-- Whoever has been here. Of the token that keeps their seats only the hash is known.
CREATE TABLE players (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    token_hash text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    -- When somebody was last here, to the day.
    seen_at bigint NOT NULL
);

-- What happened at each table, in order: a table is what its events make of it. A row is one write: an array of `count` events, of which
-- the first has this number. So the key says of a whole write whether it came first. Texts stay as they were written (json, not jsonb).
CREATE TABLE facts (
    table_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    count integer NOT NULL,
    facts json NOT NULL,
    -- The first 8 bytes of a SHA-256 over table, number and text, as a number: a damaged row is known.
    checksum bigint NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- By which tables are found. All of it follows from the events.
CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    game text COLLATE "C" NOT NULL,
    stage text COLLATE "C" NOT NULL,
    listed boolean NOT NULL,
    -- Grows with every table that comes to another stage: the order of lists.
    turn bigint NOT NULL,
    maker text COLLATE "C",
    -- The name of the request that made the table, as its sender chose it: any bytes.
    request bytea,
    -- What changes with every move: the number of the game's state, and as JSON what comes next.
    state bigint,
    next text
) WITH (fillfactor = 80);
CREATE SEQUENCE turns OWNED BY tables.turn;
CREATE UNIQUE INDEX tables_by_turn ON tables (turn);
CREATE INDEX tables_by_stage ON tables (stage, listed, turn);
CREATE INDEX tables_by_maker ON tables (maker, stage);
CREATE UNIQUE INDEX tables_by_request ON tables (maker, request) WHERE request IS NOT NULL;

-- What lists show of a table, as JSON. It is long, so it is not part of `tables`, which is written at every move.
CREATE TABLE summaries (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    summary text NOT NULL
);

CREATE TABLE seats (
    table_id text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    player text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_player ON seats (player, table_id);

-- At which tables people have left something: a seat, a line, a variation. So all of it is found when they want to be forgotten.
CREATE TABLE people (
    player text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (player, table_id)
);
CREATE INDEX people_by_table ON people (table_id);

-- What engines found about games that are over.
CREATE TABLE analyses (
    table_id text COLLATE "C" PRIMARY KEY,
    analysis text NOT NULL
);

-- The servers that use this database. One that has not been heard of for a few seconds counts as dead. All times are the database's.
CREATE TABLE servers (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    started_at bigint NOT NULL,
    alive_at bigint NOT NULL,
    leaving boolean NOT NULL DEFAULT false
);

-- When a server last gave a life sign, and the one before.
CREATE TABLE cluster (
    one integer PRIMARY KEY CHECK (one = 1),
    alive_at bigint NOT NULL,
    before bigint NOT NULL
);

-- When no server could use the database, which nobody's clock is charged for.
CREATE TABLE absences (
    from_at bigint PRIMARY KEY,
    until_at bigint NOT NULL
);

-- Tables at which a server has something to do by itself (a clock, an engine, a die, a program), and which server does it. It only saves
-- work: two servers that do the same do no harm, since the key of `facts` decides.
CREATE TABLE duties (
    table_id text COLLATE "C" PRIMARY KEY,
    server text COLLATE "C" NOT NULL
);
CREATE INDEX duties_by_server ON duties (server);
