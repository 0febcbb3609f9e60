-- The addresses to which the events of an account are sent. The events are a JSON array, and so are the ids of boards; null means all boards.
-- Both secrets are needed to sign, so they are not hashed. The earlier one signs, too, until it expires.
CREATE TABLE webhooks (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    board_ids TEXT,
    secret TEXT NOT NULL,
    earlier_secret TEXT,
    earlier_secret_until BIGINT,
    -- Null while it is on.
    disabled_by TEXT,
    -- When the first attempt since the last success failed.
    failing_since BIGINT,
    -- Until when one server delivers its events, or nobody does after a failure.
    leased_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- The events for a webhook: those that wait, and the latest of the others. The body is sent as it is. `next_try_at` is null unless
-- it waits; `attempts` is a JSON array.
CREATE TABLE webhook_deliveries (
    user_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    id TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    next_try_at BIGINT,
    tries BIGINT NOT NULL,
    is_delivered SMALLINT NOT NULL,
    attempts TEXT NOT NULL,
    response TEXT,
    redelivered_at BIGINT,
    PRIMARY KEY (user_id, webhook_id, id),
    FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_try_at) WHERE next_try_at IS NOT NULL;

-- Counts what waits without reading the bodies.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (user_id, webhook_id, next_try_at, id) WHERE next_try_at IS NOT NULL;
