-- When somebody was last here, to the day: people who have no game left and do not come back are forgotten.
ALTER TABLE players ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
UPDATE players SET seen_at = 1000 * unixepoch('now');

-- At which tables people have left something: a seat, a line, a variation. So all of it is found when they want to be forgotten.
CREATE TABLE people (
    player TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_table ON people (table_id);
INSERT OR IGNORE INTO people (player, table_id)
    SELECT player, table_id FROM (
        SELECT CASE WHEN json_valid(fact) THEN json_extract(fact, '$.person.player') END AS player, table_id FROM facts
    ) WHERE player IS NOT NULL;
INSERT OR IGNORE INTO people (player, table_id)
    SELECT json_extract(seat.value, '$.player'), table_id
    FROM facts, json_each(CASE WHEN json_valid(fact) THEN fact ELSE '{}' END, '$.seats') AS seat
    WHERE number = 0 AND json_extract(seat.value, '$.player') IS NOT NULL;
