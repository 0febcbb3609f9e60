//! Importing notes with their versions and conflicts: each in one transaction, so that a note that exists is complete.

use super::archive::Meter;
use super::ids::{Outcome, derived_id};
use crate::error::DomainError;
use crate::notes::change::{MAX_CONFLICTS, MAX_VERSIONS, enforce_quota, parse_document};
use crate::policy;
use crate::services::NoteDeps;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteVersionResponse};
use core_wasm::protocol::time::Timestamp;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::Read;
use std::sync::Arc;
use twentyfour_bus::News;
use twentyfour_model::{Actor, Owner};
use twentyfour_store::Connection;
use twentyfour_store::note_versions::{self, NoteWrite};
use twentyfour_store::notes::{self, NoteText};

/// The maximum size of the versions of a note in bytes of JSON: of those that have more, the latest are imported.
const MAX_VERSIONS_BYTES: usize = 32 << 20;

/// The maximum size of a text in an archive in bytes: one of a long note with many escapes.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// The maximum number of characters of a device's name.
const MAX_DEVICE_CHARS: usize = 100;

/// A note in `notes.json`.
pub(super) struct ArchivedNote {
    /// The note with its current text.
    note: Note,
    /// Its earlier versions and conflicts, the oldest first.
    versions: Vec<NoteVersionResponse>,
}

impl ArchivedNote {
    /// Reads a note, or returns `None` if it is invalid. Invalid versions are left out, and the oldest if they are too large.
    pub(super) fn read(_length: u64, json: &mut dyn Read) -> Option<Self> {
        Self::read_within(MAX_VERSIONS_BYTES, json)
    }

    fn read_within(max_bytes: usize, json: &mut dyn Read) -> Option<Self> {
        let meter = Meter::new();
        let mut deserializer = serde_json::Deserializer::from_reader(meter.limited(json));
        NoteSeed { meter: &meter, max_bytes }.deserialize(&mut deserializer).ok()
    }
}

/// An earlier version or a conflict of a note.
struct NewVersion {
    text: NoteText,
    is_conflict: bool,
}

/// A note that is imported.
struct NewNote {
    id: Id,
    text: NoteText,
    created_at: Timestamp,
    pinned_at: Option<Timestamp>,
    trashed_at: Option<Timestamp>,
    /// Its earlier versions and conflicts, the oldest first.
    versions: Vec<NewVersion>,
}

/// Adds a note with its versions, unless the account has it already. Invalid versions are left out.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import(deps: &NoteDeps, account: Actor, archived: ArchivedNote) -> Result<Outcome, DomainError> {
    let (owner, now) = (policy::owner_of(account), deps.context.now());
    let (old_id, id) = (archived.note.id, derived_id(account.id, archived.note.id));
    let read = deps.context.database.pool().run(move |connection| {
        Box::pin(async move {
            Ok::<_, DomainError>(
                notes::exists(connection, owner, old_id).await? || notes::exists(connection, owner, id).await?,
            )
        })
    });
    if read.await? {
        return Ok(Outcome::Existing);
    }
    let ArchivedNote { note, versions } = archived;
    let Some(document) = note.document else { return Ok(Outcome::Refused) };
    let text = match new_text(account, note.save_id, String::new(), note.edited_at.min(now), document).await {
        Ok(text) => text,
        Err(error) => return Outcome::of_error(error),
    };
    let conflict_ids: HashSet<Id> = note.apart.iter().map(|conflict| conflict.save_id).collect();
    let versions = new_versions(account, versions, &conflict_ids, note.save_id, now).await?;
    let note = NewNote {
        id,
        created_at: note.created_at.min(text.edited_at),
        text,
        pinned_at: note.pinned_at.map(|at| at.min(now)),
        trashed_at: note.trashed_at.map(|at| at.min(now)),
        versions,
    };
    match write(deps, owner, note, now).await {
        Ok(Some(_)) => Ok(Outcome::Imported),
        Ok(None) => Ok(Outcome::Existing),
        Err(error) => Outcome::of_error(error),
    }
}

/// Returns a text as it is stored.
///
/// # Errors
/// Returns `ErrorCode::NoteInvalid` or `ErrorCode::NoteTooLong`.
async fn new_text(
    account: Actor,
    save_id: Id,
    device: String,
    edited_at: Timestamp,
    document: String,
) -> Result<NoteText, DomainError> {
    let parsed = parse_document(document).await?;
    let (hash, snippet, document) = (parsed.hash, parsed.snippet, parsed.document);
    Ok(NoteText { save_id, login_id: account.login_id, device, edited_at, hash, snippet, document })
}

/// Returns the valid versions of a note, the oldest first: as many as a note may have, the latest ones.
async fn new_versions(
    account: Actor,
    archived: Vec<NoteVersionResponse>,
    conflict_ids: &HashSet<Id>,
    current_id: Id,
    now: Timestamp,
) -> Result<Vec<NewVersion>, DomainError> {
    let mut free = usize::try_from(MAX_VERSIONS).unwrap_or_default();
    let mut free_conflicts = usize::try_from(MAX_CONFLICTS).unwrap_or_default();
    // A save has one text.
    let mut save_ids = HashSet::from([current_id]);
    let mut versions = Vec::new();
    for NoteVersionResponse { version, document } in archived.into_iter().rev() {
        if free == 0 {
            break;
        }
        if !save_ids.insert(version.save_id) {
            continue;
        }
        let device = version.device.chars().filter(|character| !character.is_control()).take(MAX_DEVICE_CHARS);
        let edited_at = version.edited_at.min(now);
        match new_text(account, version.save_id, device.collect(), edited_at, document).await {
            Ok(text) => {
                let is_conflict = conflict_ids.contains(&text.save_id) && free_conflicts > 0;
                free_conflicts -= usize::from(is_conflict);
                free -= 1;
                versions.push(NewVersion { text, is_conflict });
            }
            Err(error) => _ = Outcome::of_error(error)?,
        }
    }
    versions.reverse();
    Ok(versions)
}

/// Reads a note with its versions.
struct NoteSeed<'a> {
    meter: &'a Meter,
    /// The maximum size of the versions that are kept.
    max_bytes: usize,
}

impl<'de> DeserializeSeed<'de> for NoteSeed<'_> {
    type Value = ArchivedNote;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ArchivedNote, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NoteSeed<'_> {
    type Value = ArchivedNote;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a note with its versions")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ArchivedNote, A::Error> {
        let (mut note, mut versions) = (None, Vec::new());
        self.meter.allow(MAX_TEXT_BYTES);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "note" => note = Some(map.next_value()?),
                "versions" => versions = map.next_value_seed(VersionsSeed(&self))?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
            self.meter.allow(MAX_TEXT_BYTES);
        }
        Ok(ArchivedNote { note: note.ok_or_else(|| A::Error::missing_field("note"))?, versions })
    }
}

/// Reads versions, and keeps the latest.
struct VersionsSeed<'a>(&'a NoteSeed<'a>);

impl<'de> DeserializeSeed<'de> for VersionsSeed<'_> {
    type Value = Vec<NoteVersionResponse>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for VersionsSeed<'_> {
    type Value = Vec<NoteVersionResponse>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("versions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut found: A) -> Result<Self::Value, A::Error> {
        let NoteSeed { meter, max_bytes } = self.0;
        let (mut versions, mut bytes) = (BTreeMap::new(), 0);
        while let Some(json) = found.next_element::<Box<RawValue>>()? {
            meter.allow(MAX_TEXT_BYTES);
            let Ok(version) = serde_json::from_str::<NoteVersionResponse>(json.get()) else { continue };
            let size = json.get().len();
            let key = (version.version.edited_at, version.version.save_id);
            bytes += size;
            if let Some((replaced, _)) = versions.insert(key, (size, version)) {
                bytes -= replaced;
            }
            while bytes > *max_bytes {
                let Some((_, (oldest, _))) = versions.pop_first() else { break };
                bytes -= oldest;
            }
        }
        Ok(versions.into_values().map(|(_, version)| version).collect())
    }
}

/// Writes a note with its versions, and announces it. Returns the version of the account's notes, or `None` if the note exists
/// already.
async fn write(deps: &NoteDeps, owner: Owner, note: NewNote, now: Timestamp) -> Result<Option<i64>, DomainError> {
    let note = Arc::new(note);
    let announcer = deps.live.announcer(move |version: &Option<i64>| {
        version.iter().map(|version| News::Notes { account_id: owner.id(), version: *version }).collect()
    });
    deps.context
        .database
        .write_and_announce::<_, DomainError, _>(
            move |connection| Box::pin(async move { write_in(connection, owner, &note, now).await }),
            announcer,
        )
        .await
}

async fn write_in(
    connection: &mut Connection,
    owner: Owner,
    note: &NewNote,
    now: Timestamp,
) -> Result<Option<i64>, DomainError> {
    let first_version = next_version(connection, owner).await?;
    if notes::exists(connection, owner, note.id).await? {
        notes::decrement_version(connection, owner).await?;
        return Ok(None);
    }
    let mut note_write = NoteWrite { owner, note_id: note.id, version: first_version, at: now };
    notes::insert(connection, owner, note.id, first_version, note.created_at, &note.text).await?;
    for NewVersion { text, is_conflict } in &note.versions {
        // The order of their numbers is the one in which they are pruned.
        note_write.version = next_version(connection, owner).await?;
        note_versions::insert_conflict(connection, note_write, text).await?;
        if !is_conflict {
            note_versions::archive_conflict(connection, note_write, text.save_id, None).await?;
        }
    }
    let mut row = notes::by_id(connection, owner, note.id).await?.ok_or(ErrorCode::UnknownNote)?;
    row.note.version = note_write.version;
    (row.note.pinned_at, row.note.trashed_at) = (note.pinned_at, note.trashed_at);
    notes::update(connection, owner, &row).await?;
    // Without space for all versions, the note has fewer.
    enforce_quota(connection, note_write).await?;
    Ok(Some(note_write.version))
}

async fn next_version(connection: &mut Connection, owner: Owner) -> Result<i64, DomainError> {
    Ok(notes::increment_version(connection, owner).await?.ok_or(ErrorCode::TokenInvalid)?)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{TestServer, id, moment};
    use super::*;
    use crate::notes as cases;
    use serde_json::{Value, json};

    fn document(text: &str) -> String {
        let content = json!([{"type": "paragraph", "content": [{"type": "text", "text": text}]}]);
        json!({"type": "doc", "content": content}).to_string()
    }

    fn version(number: u8, edited_at: &str, text: &str) -> Value {
        let version =
            json!({"save_id": id(number), "edited_at": edited_at, "device": "Tablet\u{0}", "snippet": "wrong"});
        json!({"version": version, "document": document(text)})
    }

    fn archived(note: Value, versions: Vec<Value>) -> ArchivedNote {
        let mut all = json!({
            "id": id(30), "document": document("Current"), "save_id": id(31), "created_at": "2026-01-01T08:00:00.000Z",
            "edited_at": "2026-02-01T08:00:00.000Z", "pinned_at": null, "trashed_at": null, "apart": [], "version": 700
        });
        all.as_object_mut().unwrap().extend(note.as_object().unwrap().clone());
        let json = json!({"note": all, "versions": versions}).to_string();
        ArchivedNote::read(0, &mut json.as_bytes()).unwrap()
    }

    /// Imports a note.
    async fn import_note(server: &TestServer, note: Value, versions: Vec<Value>) -> Outcome {
        import(&server.services.notes, server.account, archived(note, versions)).await.unwrap()
    }

    #[tokio::test]
    async fn note_keeps_its_times_and_versions_and_is_imported_once() {
        let server = TestServer::new().await;
        let (context, account) = (&server.services.context, server.account);
        let conflict = version(33, "2026-01-20T08:00:00.000Z", "Conflict");
        let fields = json!({
            "pinned_at": "2026-02-02T08:00:00.000Z", "trashed_at": "2999-01-01T00:00:00.000Z",
            "apart": [conflict["version"].clone()]
        });
        let versions = vec![
            version(32, "2026-01-10T08:00:00.000Z", "First"),
            conflict,
            // Neither is a text of its own, and this is no document.
            version(32, "2026-01-09T08:00:00.000Z", "Twice"),
            version(31, "2026-01-09T08:00:00.000Z", "The current save"),
            json!({"version": version(34, "2026-01-09T08:00:00.000Z", "")["version"], "document": "{}"}),
        ];
        assert_eq!(import_note(&server, fields.clone(), versions.clone()).await, Outcome::Imported);
        let loaded = cases::changes(context, account, 0).await.unwrap();
        let [note] = &loaded.notes[..] else { panic!("{loaded:?}") };
        assert_eq!(note.id, derived_id(account.id, id(30)));
        assert_eq!((note.document.as_deref(), note.save_id), (Some(&*document("Current")), id(31)));
        let times = (note.created_at, note.edited_at, note.pinned_at, note.trashed_at);
        let [created, edited, pinned] =
            ["2026-01-01T08:00:00Z", "2026-02-01T08:00:00Z", "2026-02-02T08:00:00Z"].map(moment);
        assert_eq!(times, (created, edited, Some(pinned), Some(context.now())));
        assert_eq!(note.apart.iter().map(|conflict| conflict.save_id).collect::<Vec<_>>(), [id(33)]);
        let stored = cases::versions(context, account, note.id).await.unwrap().versions;
        let stored: Vec<_> =
            stored.iter().map(|version| (version.save_id, &*version.device, &*version.snippet)).collect();
        assert_eq!(stored, [(id(33), "Tablet", "Conflict"), (id(32), "Tablet", "First")]);
        let first = cases::version(context, account, note.id, id(32)).await.unwrap();
        assert_eq!((first.document, first.version.edited_at), (document("First"), moment("2026-01-10T08:00:00Z")));

        assert_eq!(import_note(&server, fields, versions).await, Outcome::Existing);
        assert_eq!(import_note(&server, json!({"id": note.id}), vec![]).await, Outcome::Existing, "a restored account");
        assert_eq!(cases::changes(context, account, 0).await.unwrap(), loaded);
    }

    #[tokio::test]
    async fn invalid_notes_are_refused() {
        let server = TestServer::new().await;
        for document in [Value::Null, json!(""), json!("{}"), json!(document(&"x".repeat(3 << 20)))] {
            assert_eq!(import_note(&server, json!({"document": document}), vec![]).await, Outcome::Refused);
        }
        assert_eq!(cases::changes(&server.services.context, server.account, 0).await.unwrap().version, 0);
    }

    #[tokio::test]
    async fn note_has_at_most_100_versions_and_20_conflicts() {
        let server = TestServer::new().await;
        let time = |number: u8| format!("2026-01-10T08:{:02}:{:02}.000Z", number / 60, number % 60);
        let versions: Vec<Value> = (100..230).map(|number| version(number, &time(number), "Text")).collect();
        let conflicts: Vec<Value> = versions.iter().skip(100).map(|version| version["version"].clone()).collect();
        assert_eq!(import_note(&server, json!({"apart": conflicts}), versions).await, Outcome::Imported);
        let note = &cases::changes(&server.services.context, server.account, 0).await.unwrap().notes[0];
        let stored = cases::versions(&server.services.context, server.account, note.id).await.unwrap().versions;
        assert_eq!((stored.len(), stored[0].save_id, stored[99].save_id), (100, id(229), id(130)));
        assert_eq!((note.apart.len(), note.apart[19].save_id), (20, id(210)));
    }

    #[test]
    fn oldest_versions_are_left_out_if_they_are_too_large() {
        let versions = [12, 14, 13].map(|day| version(day, &format!("2026-01-{day}T08:00:00.000Z"), "Text"));
        let size = versions[0].to_string().len();
        let note = archived(json!({}), vec![]).note;
        let json = json!({"versions": versions, "more": {"a": []}, "note": note}).to_string();
        let read = |max_bytes| {
            let read = ArchivedNote::read_within(max_bytes, &mut json.as_bytes()).unwrap();
            read.versions.iter().map(|version| version.version.save_id).collect::<Vec<_>>()
        };
        assert_eq!(read(3 * size), [id(12), id(13), id(14)]);
        assert_eq!(read(2 * size), [id(13), id(14)]);
        assert_eq!(read(0), []);
        for invalid in ["{}", "[]", r#"{"note":{}}"#, r#"{"note":null,"versions":{}}"#, ""] {
            assert!(ArchivedNote::read(0, &mut invalid.as_bytes()).is_none(), "{invalid}");
        }
    }
}
