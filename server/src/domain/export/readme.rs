//! What stands in an archive beside the data.

/// Tells whoever opens an archive what is in it.
pub(crate) const TEXT: &str = "\
All data of your Twentyfour account at the time of the export.

account.json         You: your name and email, your preferences with the goals of the past, where you are
                     signed in, and the services that you sign in with. Your password is kept only as a
                     hash, which is not here.
boards.json          Every board with its lists, its cards, and what lies on them (sub-tasks, comments and
                     reminders). What has `trashed_at` lies in the trash, what has `archived_at` in the
                     archive; ranks, compared as text, hold the order of lists, cards and sub-tasks.
cards.csv            Every card as a row of a table, board by board, the oldest first. Times are by the clock
                     of your time zone. A card of a list or a board in the trash is in the trash too.
activity.json        Every change that you made to your boards, as it was sent.
focus-sessions.json  Every session that you have not deleted, breaks too, with its stretches.
focus-sessions.csv   Your focus sessions as a table, with the names of their boards and cards. Times are by
                     the clock that you saw.
pictures.json        Your own pictures: their sizes, their mean colours, and when you uploaded them.
pictures/            The pictures themselves, by their ids.
notes.json           Every note with its document, as the editor writes it, and its earlier texts. What has `trashed_at`
                     lies in the trash.
notes/               Every note as a file of Markdown, named by its first line; those in the trash are in notes/trash/.

JSON is for programs: the server describes its records at /api/openapi.json. Moments there are in UTC, durations
in seconds. The tables are CSV in UTF-8 for spreadsheets; a text that begins like a formula has an apostrophe in
front, so that opening a table runs nothing.
";
