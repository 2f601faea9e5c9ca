-- What servers that share a database tell each other.

-- Which server plays for engines, random players and dice at a table: the one where somebody looks on. It only saves work.
ALTER TABLE duties ADD COLUMN driver text COLLATE "C";

-- Who is connected to which table, and over which server. A row of a player without a name ('') counts those who have no seat. It counts
-- as long as its server lives. After a crash of the database the table is empty, and the servers fill it again.
CREATE UNLOGGED TABLE seen (
    table_id text COLLATE "C" NOT NULL,
    server text COLLATE "C" NOT NULL,
    player text COLLATE "C" NOT NULL,
    connections integer NOT NULL,
    -- When the player came or went.
    at bigint NOT NULL,
    -- Another number at each write: the sum of them shows whether something has changed.
    stamp bigint NOT NULL,
    PRIMARY KEY (table_id, server, player)
);
CREATE INDEX seen_by_server ON seen (server) WHERE connections > 0;

-- The connected programs that can be invited to a table, by the server that they are connected to.
CREATE TABLE programs (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    -- The ids of the games that it plays, as JSON; null if it plays all games.
    games text,
    server text COLLATE "C" NOT NULL,
    busy boolean NOT NULL
);
CREATE INDEX programs_by_server ON programs (server);

-- Work in progress that exists once, whatever server does it: the analysis of a game, of a position for a player.
CREATE TABLE jobs (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    server text COLLATE "C" NOT NULL,
    -- How often a server has begun it.
    attempt integer NOT NULL,
    -- What is known so far, as JSON.
    progress text,
    stamp bigint NOT NULL,
    PRIMARY KEY (kind, key),
    UNIQUE (kind, person)
);
CREATE INDEX jobs_by_server ON jobs (server);

-- Players who are being erased or were erased lately, so that no server does anything in their name any more. Numbers grow with each
-- change; `withdrawn` means that the erasure has failed and may be tried again. Of the player only the hash of the id is kept.
CREATE TABLE erasures (
    player_hash text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL UNIQUE,
    withdrawn boolean NOT NULL,
    at bigint NOT NULL
);
CREATE SEQUENCE erasure_numbers OWNED BY erasures.number;

-- The number of the last erasure that a server has heard of and obeys.
ALTER TABLE servers ADD COLUMN erasure bigint NOT NULL DEFAULT 0;

-- New players and tables of each address, by the hour. Addresses are not stored, but what a secret key makes of them.
CREATE UNLOGGED TABLE newcomers (
    address text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY (address, hour)
);

CREATE TABLE secrets (
    one integer PRIMARY KEY CHECK (one = 1),
    -- The key for addresses: 32 random bytes.
    address_key bytea NOT NULL
);
INSERT INTO secrets (one, address_key) VALUES (1, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
