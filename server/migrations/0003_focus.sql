-- Focus sessions that can be changed and deleted, their sums by day, the settings of the timer and of its sounds, and the
-- goals of the past.

-- Of two versions of a session the greater revision counts. A deleted one stays, so that an older version that comes later
-- does not bring it back.
ALTER TABLE focus_sessions ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE focus_sessions ADD COLUMN is_deleted SMALLINT NOT NULL DEFAULT 0;

-- Holds the order in which sessions are listed and exported.
DROP INDEX focus_sessions_by_start;

CREATE INDEX focus_sessions_by_start ON focus_sessions (user_id, starts_at, id);

-- What was focused on each local day, by board and card: days since 1970-01-01, milliseconds, and sessions of a minute or more
-- that began on it. An id that is empty stands for none. The moments are those at which the earliest and the latest stretch
-- of the day began, each with its offset from UTC in minutes.
CREATE TABLE focus_days (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    board_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    focused BIGINT NOT NULL,
    sessions BIGINT NOT NULL,
    first_start BIGINT NOT NULL,
    first_utc_offset BIGINT NOT NULL,
    last_start BIGINT NOT NULL,
    last_utc_offset BIGINT NOT NULL,
    PRIMARY KEY (user_id, day, board_id, card_id)
);

CREATE INDEX focus_days_by_card ON focus_days (user_id, board_id, card_id);

-- When the person's day began, in minutes after midnight, when those sums were made. Where it is null, or not what the person
-- has chosen, they have still to be made.
ALTER TABLE users ADD COLUMN summed_day_start BIGINT;

ALTER TABLE preferences ADD COLUMN rounds BIGINT NOT NULL DEFAULT 4;
ALTER TABLE preferences ADD COLUMN auto_start_breaks SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE preferences ADD COLUMN auto_start_focus SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE preferences ADD COLUMN hour_format TEXT NOT NULL DEFAULT '12';
ALTER TABLE preferences ADD COLUMN focus_sound TEXT NOT NULL DEFAULT 'default';
ALTER TABLE preferences ADD COLUMN ending_sound TEXT NOT NULL DEFAULT 'ending_sound';
ALTER TABLE preferences ADD COLUMN volume BIGINT NOT NULL DEFAULT 50;

-- How many focused minutes made a day count for the streak, from a day on; 25 before the first.
CREATE TABLE streak_goals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    from_day BIGINT NOT NULL,
    minutes BIGINT NOT NULL,
    PRIMARY KEY (user_id, from_day)
);

-- Until now a goal held for all days, also for those before it was chosen: they keep it.
INSERT INTO streak_goals (user_id, from_day, minutes)
SELECT user_id, 0, mins_for_streak FROM preferences WHERE mins_for_streak <> 25;
