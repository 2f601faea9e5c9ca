-- What a program must be able to do to use this database, so that servers of two versions can use it at the same time while one
-- replaces the other.
CREATE TABLE meta (
    one integer PRIMARY KEY CHECK (one = 1),
    -- The least version of the program that may use the database. A migration that older programs cannot live with raises it.
    least_version text NOT NULL,
    -- Only events up to this level are written. `ludoteca database migrate --finish` raises it.
    event_level integer NOT NULL
);
INSERT INTO meta (one, least_version, event_level) VALUES (1, '0.1.0', 1);

-- Up to which level a server can read events. Programs that do not know this column read the first level.
ALTER TABLE servers ADD COLUMN event_level integer NOT NULL DEFAULT 1;
