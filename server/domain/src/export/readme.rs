//! The README.txt of an account export.

/// The text, which describes the files in an account export.
pub(crate) const TEXT: &str = "\
All data of your Twentyfour account at the time of the export.

account.json         Your profile: name and email, preferences with past goals, active logins, linked login services,
                     what your calendar feed contains, and the names and scopes of your API tokens. Your password
                     and the tokens are stored only as hashes, which are not included. The secret addresses of
                     calendars are not included either.
boards.json          All boards with their lists, cards and items (sub-tasks, comments and reminders). Records
                     in the trash have `trashed_at`, archived records have `archived_at`. Ranks, compared as
                     text, give the order of lists, cards and sub-tasks.
cards.csv            All cards as a table, board by board, oldest first. Times are in your time zone. A card is
                     in the trash if its list or board is.
activity.json        All changes to your boards, by you and by other members. In the changes that came with a moved card,
                     and in those of other members, other boards and lists that no longer exist have the id
                     ffffffff-ffff-ffff-ffff-ffffffffffff. `by_others` has the ids of the changes by other members,
                     `moved` those that came with a moved card.
focus-sessions.json  All focus sessions and breaks you have not deleted, with their segments.
focus-sessions.csv   Your focus sessions as a table, with the names of their boards and cards. Times are the
                     local times of each session.
pictures.json        The pictures you uploaded: size, average color and upload time.
pictures/            The picture files, named by id.
attachments.json     The files attached to cards of your boards, and those you attached to others' boards. `file` is null
                     if the file could not be read, or did not fit into the limit of 1 GB and a minute.
attachments/         The attached files.
avatar.jpg           Your profile picture, if you have one.
notes.json           All notes with their documents in the editor's format, and their version history. Notes in
                     the trash have `trashed_at`.
notes/               All notes as Markdown files, named by their first line. Notes in the trash are in
                     notes/trash/.
webhooks.json        Your webhooks: addresses, events and boards. Their secrets are not included.

This ZIP file can be imported into another account, also on another Twentyfour server: in Settings, under
Import and export. Importing it again adds only what is missing.

The record formats of the JSON files are described at /api/openapi.json on the server. Times in JSON are in
UTC, durations are in seconds. CSV files are UTF-8 for spreadsheets. Text that starts like a formula has an
apostrophe in front, so opening a table runs nothing.
";
