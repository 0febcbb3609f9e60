-- Only ops with a body are shown in the activity of a card, and `ops_with_body` finds them.
DROP INDEX ops_by_card;
