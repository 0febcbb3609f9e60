//! The form that adds or edits a focus session (SPEC S56): what its fields mean, and what is wrong with them.

use super::edit::{apply_entry, manual_session, whole_minutes};
use super::{MILLIS_PER_MINUTE, check_session};
use crate::context::Context;
use crate::env::{Env, to_local_time};
use crate::protocol::error::ErrorCode;
use crate::protocol::intent::{SessionEntry, SessionFields, ZoneOffsets};
use crate::protocol::patch::Patch;
use crate::protocol::range::SESSION_MINUTES;
use crate::protocol::record::{FocusSession, Segment};
use crate::protocol::time::{DueDate, LocalDay, Timestamp, UTC_OFFSETS, format_minute};
use crate::protocol::view::{SessionField, SessionFormError, SessionFormView};

/// The length of a new session until the user enters one, in minutes.
const DEFAULT_MINUTES: i64 = 25;

/// The form that was opened last.
#[derive(Debug, Default)]
pub(crate) struct SessionForm {
    view: Option<SessionFormView>,
}

impl SessionForm {
    /// Returns the form for the mirror.
    pub(crate) fn view(&self) -> Option<&SessionFormView> {
        self.view.as_ref()
    }

    /// Fills the form with a session, or with a new one that has just ended.
    pub(crate) fn open(&mut self, known: Option<&FocusSession>, env: &Env, ctx: &mut Context) {
        let fields = known.and_then(fields_of).unwrap_or_else(|| {
            let start = Timestamp::from_millis(env.now.millis() - DEFAULT_MINUTES * MILLIS_PER_MINUTE);
            fields_at(start, env.utc_offset, DEFAULT_MINUTES)
        });
        let offsets = ZoneOffsets { before: env.utc_offset, after: env.utc_offset, at_session: None };
        self.change(known, fields, offsets, env, ctx);
    }

    /// Checks the fields. `known` is the session that is edited; `None` for a new one.
    pub(crate) fn change(
        &mut self,
        known: Option<&FocusSession>,
        fields: SessionFields,
        offsets: ZoneOffsets,
        env: &Env,
        ctx: &mut Context,
    ) {
        let view = Some(check(known, fields, offsets, env));
        if self.view != view {
            ctx.step.patches.push(Patch::SessionForm { session_form: view.clone() });
            self.view = view;
        }
    }

    /// Clears the form in the mirror.
    pub(super) fn reset(self, ctx: &mut Context) {
        if self.view.is_some() {
            ctx.step.patches.push(Patch::SessionForm { session_form: None });
        }
    }
}

/// Returns the fields of a session, or `None` if it has no segments.
fn fields_of(session: &FocusSession) -> Option<SessionFields> {
    let first = session.segments.first()?;
    let fields = fields_at(first.start, first.utc_offset, whole_minutes(session));
    Some(SessionFields { board_id: session.board_id, ..fields })
}

fn fields_at(start: Timestamp, utc_offset: i32, minutes: i64) -> SessionFields {
    let local = format_minute(to_local_time(start, utc_offset));
    let (day, time) = local.split_once('T').unwrap_or_default();
    SessionFields { day: day.to_owned(), time: time.to_owned(), minutes: Some(minutes), board_id: None }
}

fn check(known: Option<&FocusSession>, fields: SessionFields, offsets: ZoneOffsets, env: &Env) -> SessionFormView {
    let first = known.and_then(|session| session.segments.first());
    let start = start_of(&fields, first, offsets);
    let minutes = fields.minutes.filter(|minutes| SESSION_MINUTES.contains(*minutes));
    let keeps_card = known.is_some_and(|session| session.board_id == fields.board_id);
    let mut errors = vec![];
    if start.is_none() {
        errors.push(error(SessionField::Start, ErrorCode::SessionStartInvalid));
    }
    if minutes.is_none() {
        errors.push(error(SessionField::Minutes, ErrorCode::SessionMinutesInvalid));
    }
    let (mut entry, mut end) = (None, None);
    if let (Some((start, utc_offset)), Some(minutes)) = (start, minutes) {
        let card_id = known.filter(|_| keeps_card).and_then(|session| session.card_id);
        let valid = SessionEntry { start, utc_offset, minutes, board_id: fields.board_id, card_id };
        let session = match known {
            Some(known) => apply_entry(known, &valid),
            None => manual_session(&valid, env),
        };
        end = session.segments.last().map(|last| format_minute(to_local_time(last.end, utc_offset)));
        match check_session(&session, env.now) {
            Ok(()) => entry = Some(valid),
            // The user has entered this time, so it is not the clock that is wrong.
            Err(ErrorCode::ClockAhead) => errors.push(error(SessionField::Start, ErrorCode::SessionInFuture)),
            Err(code) => errors.push(error(SessionField::Start, code)),
        }
    }
    let session_id = known.map(|session| session.id);
    SessionFormView { session_id, fields, entry, end, keeps_card, errors }
}

fn error(field: SessionField, code: ErrorCode) -> SessionFormError {
    SessionFormError { field, code, message: code.sentence().to_owned() }
}

/// Returns the start that the user entered, with the UTC offset there, or `None` if it is not a time that a session can
/// have. `first` is the first segment of the session that is edited.
fn start_of(fields: &SessionFields, first: Option<&Segment>, offsets: ZoneOffsets) -> Option<(Timestamp, i32)> {
    let local = parse_local_millis(&fields.day, &fields.time)?;
    let (mut before, mut after) = (offsets.before, offsets.after);
    if let Some(first) = first {
        // An unchanged start keeps its seconds, and its offset where a local time occurs twice.
        if format_minute(to_local_time(first.start, first.utc_offset)) == format!("{}T{}", fields.day, fields.time) {
            return Some((first.start, first.utc_offset));
        }
        // A session that was recorded on a journey is shown in the local time of that place.
        if offsets.at_session != Some(first.utc_offset) {
            (before, after) = (first.utc_offset, first.utc_offset);
        }
    }
    // A time that the clock skips moves forward by the gap. Of a time that occurs twice, the first one counts.
    let millis = local - i64::from(before) * MILLIS_PER_MINUTE;
    let utc_offset = before.max(after).clamp(*UTC_OFFSETS.start(), *UTC_OFFSETS.end());
    (millis >= 0).then(|| (Timestamp::from_millis(millis), utc_offset))
}

/// Returns the milliseconds from 1970-01-01 00:00 to a day and time in local time, or `None` if they are invalid.
fn parse_local_millis(day: &str, time: &str) -> Option<i64> {
    DueDate::parse(&format!("{day}T{time}"))?;
    let day = LocalDay::parse(day)?.days_since_epoch();
    let (hour, minute) = time.split_once(':')?;
    Some(((day * 24 + hour.parse::<i64>().ok()?) * 60 + minute.parse::<i64>().ok()?) * MILLIS_PER_MINUTE)
}
