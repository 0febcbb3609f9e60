-- The open cards by due date, of which members are notified when it comes near.
CREATE INDEX cards_due_soon ON cards (due_date)
    WHERE due_date IS NOT NULL AND completed_at IS NULL AND trashed_at IS NULL AND archived_at IS NULL;
