-- The jobs that run again and again, by name. A server that runs a job leases it, so that no other server runs it too.
CREATE TABLE jobs (
    name TEXT NOT NULL PRIMARY KEY,
    next_run_at BIGINT NOT NULL,
    leased_until BIGINT NOT NULL,
    -- The number of runs since the last success.
    attempts BIGINT NOT NULL,
    -- When the job last succeeded; null before that.
    finished_at BIGINT,
    last_error TEXT NOT NULL
);

-- The one row that a check of the server's health writes.
CREATE TABLE health_probe (
    id BIGINT NOT NULL PRIMARY KEY,
    probed_at BIGINT NOT NULL
);
