//! The timer's states and the effects of each event.

use super::recording::{Phase, Recording};
use super::restore::{self, RestoredTimer};
use super::run::{ClockObservation, RunningSegment, Takeover};
use super::settings::TimerSettings;
use super::sound_owner::DeadlineAction;
use super::{MAX_REMAINING_SECONDS, RecordedSession, TimerEvent, TimerStep, editor, sounds};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::{StoredOverrun, TimerCard, TimerState, idb_key, local_key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::{MAX_PLANNED_SECONDS, MAX_SESSION_SPAN_MS};

/// The length that [`TimerEvent::Extend`] adds, in seconds.
const EXTENSION_SECONDS: i64 = 300;

/// The interval at which the time when the timer was last seen running is stored, in milliseconds.
const LAST_SEEN_INTERVAL_MS: i64 = 60_000;

/// The state of the current phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The phase has not been started.
    Idle {
        /// Whether the length was set in the editor; if so, settings do not change it.
        is_edited: bool,
        /// Whether the previous phase ended at its deadline and the user has not responded yet (SPEC T46).
        is_after_deadline: bool,
    },
    /// The phase is running.
    Running {
        /// The segments before the current one.
        recording: Recording,
        /// The current segment.
        run: RunningSegment,
    },
    /// The phase was started and is paused.
    Paused {
        /// The segments so far.
        recording: Recording,
        /// The remaining time, in milliseconds.
        remaining_ms: i64,
    },
}

/// The focus timer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Timer {
    /// The kind of the current phase.
    pub(super) phase: SessionKind,
    /// The planned length of the phase, in whole seconds, rounded down.
    pub(super) length: i64,
    /// Focus sessions completed since the last long break; always less than the number of rounds.
    pub(super) completed_in_round: u32,
    /// The user's settings.
    pub(super) settings: TimerSettings,
    /// The state of the current phase.
    pub(super) state: State,
    /// The card to which focus sessions belong.
    pub(super) card: Option<TimerCard>,
    /// The previous session whose overrun the user has not decided on yet.
    pub(super) overrun: Option<StoredOverrun>,
    /// Whether this tab is the sound owner: the tab that plays the sounds and ends the phases.
    pub(super) is_sound_owner: bool,
    /// Changes with each claim of sound ownership, in any tab; `None` if an earlier version of the app stored the
    /// timer.
    pub(super) sound_claim_id: Option<Id>,
    /// When the user last changed the timer or a phase ended, in any tab: see [`TimerSession::changed`].
    ///
    /// [`TimerSession::changed`]: crate::protocol::stored::TimerSession::changed
    pub(super) changed_at: Option<Timestamp>,
}

impl Timer {
    /// Creates a timer at the start of a focus session, in a tab that is not the sound owner.
    pub(crate) fn new(settings: TimerSettings) -> Self {
        Self {
            phase: SessionKind::Focus,
            length: settings.phase_length(SessionKind::Focus),
            completed_in_round: 0,
            settings,
            state: State::Idle { is_edited: false, is_after_deadline: false },
            card: None,
            overrun: None,
            is_sound_owner: false,
            sound_claim_id: None,
            changed_at: None,
        }
    }

    /// Resets the timer for another account. The tab keeps its sound ownership.
    pub(crate) fn reset_for_account(&mut self, settings: TimerSettings) -> Step {
        *self = Self { is_sound_owner: self.is_sound_owner, changed_at: self.changed_at, ..Self::new(settings) };
        Step { ui_effects: vec![UiEffect::StopSounds], ..self.redraw() }
    }

    /// Restores the timer from the texts under `timerState`, `timerSession` and `timerSeen` in the local storage
    /// (SPEC T23 to T25). A phase that ended in the meantime is ended at its deadline, and its session is returned with
    /// the step.
    pub(crate) fn restore(
        &mut self,
        stored_state: Option<&str>,
        stored_session: Option<&str>,
        stored_seen: Option<&str>,
        settings: TimerSettings,
        env: &Env,
    ) -> TimerStep {
        let RestoredTimer { timer, dropped, .. } =
            restore::parse(stored_state, stored_session, stored_seen, settings, env);
        let mut io: Vec<IoEffect> = dropped.into_iter().map(|message| IoEffect::Log { message }).collect();
        let is_lost = timer.is_none();
        *self = Self { is_sound_owner: self.is_sound_owner, ..timer.unwrap_or_else(|| Self::new(settings)) };
        if is_lost {
            let text = stored_state.map(str::to_owned);
            io.push(IoEffect::WriteIndexedDb { entries: vec![(idb_key::quarantined(local_key::TIMER_STATE), text)] });
            io.extend(
                [local_key::TIMER_SESSION, local_key::TIMER_STATE, local_key::TIMER_LAST_SEEN]
                    .map(|key| IoEffect::RemoveLocalStorage { key: key.to_owned() }),
            );
        }
        let mut result = if self.has_reached_deadline() && !self.is_end_claimed_elsewhere(env.now) {
            self.advance_changed_at(env);
            self.complete(env)
        } else if self.is_sound_owner && self.has_unsaved_shift() {
            self.store_shift()
        } else {
            let mut step = self.redraw();
            step.io_effects.extend(self.end_alarm());
            TimerStep { step, recorded_sessions: vec![] }
        };
        if result.step.ui_effects.is_empty() && !self.has_reached_deadline() {
            result.step.ui_effects.extend(self.looped_sound());
        }
        io.append(&mut result.step.io_effects);
        result.step.io_effects = io;
        result
    }

    /// Returns the timer as the screen shows it.
    pub(crate) fn view(&self) -> TimerView {
        let remaining_seconds = self.displayed_seconds();
        let ends_at = match &self.state {
            State::Running { run, .. } => Some(run.ends_at.millis()),
            _ => None,
        };
        let has_begun = !matches!(self.state, State::Idle { .. });
        TimerView {
            state: TimerState {
                minutes: remaining_seconds / 60,
                seconds: remaining_seconds % 60,
                is_active: ends_at.is_some(),
                is_work_session: self.phase == SessionKind::Focus,
                has_previous_session: matches!(self.state, State::Paused { .. }),
                ends_at,
            },
            phase: self.phase,
            length: self.length,
            completed_in_round: self.completed_in_round,
            can_start: remaining_seconds > 0,
            can_extend: has_begun,
            can_finish: has_begun && self.phase == SessionKind::Focus,
            rounds: self.settings.rounds(),
            card: self.card.clone(),
            overrun: self.overrun_view(),
            // The question about the overrun takes precedence.
            shows_end_notice: matches!(self.state, State::Idle { is_after_deadline: true, .. })
                && self.overrun.is_none(),
        }
    }

    /// Returns the remaining time, in milliseconds.
    pub(super) fn remaining_ms(&self) -> i64 {
        match &self.state {
            State::Idle { .. } => self.length * 1_000,
            State::Running { run, .. } => run.remaining_ms(),
            State::Paused { remaining_ms, .. } => *remaining_ms,
        }
    }

    /// Returns the remaining time in seconds, rounded up: the last second shows as 1, and 0:00 is the end.
    pub(super) fn displayed_seconds(&self) -> i64 {
        (self.remaining_ms() + 999) / 1_000
    }

    /// Handles an event.
    ///
    /// # Errors
    ///
    /// Returns an error code if the event is not possible in the current state. The timer is then unchanged.
    pub(crate) fn update(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        match event {
            TimerEvent::SettingsChanged(settings) => Ok(self.change_settings(settings)),
            TimerEvent::SoundOwnerChanged(is_sound_owner) => Ok(self.set_sound_owner(is_sound_owner)),
            TimerEvent::StorageChanged { state, session } => {
                Ok(self.sync_from_storage(state.as_deref(), session.as_deref(), env))
            }
            TimerEvent::Tick => Ok(self.tick(env)),
            event => {
                let before = self.clone();
                self.advance_changed_at(env);
                let observation = self.observe_clock(env);
                let moved = if observation.was_set_back || self.has_unsaved_shift() {
                    self.store_shift()
                } else {
                    TimerStep::default()
                };
                // An event without effect must not store the clock change either. The sound owner does so itself, and
                // otherwise both tabs would record the session.
                let is_nothing = |step: &TimerStep| *step == TimerStep::default();
                let done = self
                    .handle_user_event(event, env)
                    .map(|next| if is_nothing(&next) { next } else { moved.append(next) });
                if done.as_ref().is_ok_and(|step| *step == TimerStep::default()) || done.is_err() {
                    // The screen is not updated, so the state must not change.
                    *self = before;
                }
                done
            }
        }
    }

    /// Marks the state to be stored next as newer than all stored states.
    fn advance_changed_at(&mut self, env: &Env) {
        let next = self.changed_at.map_or(0, |changed| changed.millis() + 1);
        self.changed_at = Some(Timestamp::from_millis(next.max(env.now.millis())));
    }

    /// Handles an event that the user triggered.
    fn handle_user_event(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.has_reached_deadline() {
            // Logging out cannot wait for the other tab. If both record the session, the server keeps one of the equal
            // versions.
            if self.is_end_claimed_elsewhere(env.now) && event != TimerEvent::LogOut {
                return Ok(TimerStep::default());
            }
            // The tick at the deadline is late. End the phase first: the user's action was meant for that phase.
            let is_reset = event == TimerEvent::Reset;
            return Ok(if is_reset { self.complete_and_reset() } else { self.complete(env) });
        }
        match event {
            TimerEvent::Start => self.start(env),
            TimerEvent::Pause => self.pause(env),
            TimerEvent::Reset => Ok(self.reset_at(env)),
            TimerEvent::Skip => Ok(self.skip(env)),
            TimerEvent::Finish => Ok(self.finish(env)),
            TimerEvent::Extend => Ok(self.extend()),
            TimerEvent::FocusCard { card } => self.focus_card(card, env),
            TimerEvent::ClearCard => self.clear_card(env),
            TimerEvent::ResolveOverrun(choice) => Ok(self.resolve_overrun(choice, env.now)),
            TimerEvent::LogOut => Ok(self.pause_for_logout(env)),
            TimerEvent::SessionEdited { session_id } => Ok(self.detach_session(session_id, env)),
            TimerEvent::EditField { field, text } => {
                self.edit(editor::parse_field(self.displayed_seconds(), field, &text))
            }
            TimerEvent::StepField { field, direction } => {
                self.edit(editor::step_field(self.displayed_seconds(), field, direction))
            }
            TimerEvent::Tick
            | TimerEvent::SoundOwnerChanged(_)
            | TimerEvent::SettingsChanged(_)
            | TimerEvent::StorageChanged { .. } => Ok(TimerStep::default()),
        }
    }

    /// Returns whether the running phase has reached its deadline.
    pub(super) fn has_reached_deadline(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.remaining_ms() == 0)
    }

    /// Starts or resumes the phase.
    pub(super) fn start(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.displayed_seconds() == 0 {
            return Err(ErrorCode::TimerEmpty);
        }
        let (recording, remaining_ms, finished) = match &self.state {
            State::Running { .. } => return Ok(TimerStep::default()),
            State::Idle { .. } => (Recording::new(env.new_id()), self.length * 1_000, None),
            State::Paused { recording, remaining_ms } if recording.can_fit(env.now, *remaining_ms) => {
                (recording.clone(), *remaining_ms, None)
            }
            // After a pause so long that the session would span more than a day, the session ends and the remaining
            // time becomes a new session.
            State::Paused { remaining_ms, .. } => {
                (Recording::new(env.new_id()), *remaining_ms, self.record(env.now, Outcome::Stopped))
            }
        };
        if matches!(&self.state, State::Paused { recording: before, .. } if before.id != recording.id) {
            self.length = remaining_ms / 1_000;
        }
        let mut result = self.run_as_sound_owner(recording, remaining_ms, env);
        result.step.ui_effects.push(sounds::phase_notification(self.phase));
        result.recorded_sessions = finished.into_iter().collect();
        Ok(result)
    }

    /// Runs the phase on the user's request. This tab becomes the sound owner.
    pub(super) fn run_as_sound_owner(&mut self, recording: Recording, remaining_ms: i64, env: &Env) -> TimerStep {
        let claim = self.claim_sound(env);
        let mut result = self.run(recording, remaining_ms, env);
        result.step.io_effects.push(claim);
        result
    }

    /// Runs the phase. If the user has not decided on an overrun, the recorded session stays as it is.
    pub(super) fn run(&mut self, recording: Recording, remaining_ms: i64, env: &Env) -> TimerStep {
        self.overrun = None;
        self.state = State::Running { recording, run: RunningSegment::new(env, remaining_ms) };
        let mut result = self.redraw_and_store();
        result.step.ui_effects.extend(sounds::loop_effect(&self.settings));
        result
    }

    fn pause(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        let State::Running { recording, run } = &self.state else { return Err(ErrorCode::TimerNotRunning) };
        let remaining_ms = run.remaining_ms();
        let mut recording = run.with_current_segment(recording, env.now);
        let finished = recording.record(self.phase_info(), Outcome::Stopped);
        self.state = State::Paused { recording, remaining_ms };
        let mut result = self.redraw_and_store();
        result.step.ui_effects.push(UiEffect::StopSounds);
        result.step.ui_effects.extend(sounds::ending_effect(&self.settings));
        result.step.ui_effects.push(sounds::notify(messages::timer_paused()));
        result.recorded_sessions = finished.into_iter().collect();
        Ok(result)
    }

    /// Pauses the phase without a sound or notification, for a user who is logging out.
    fn pause_for_logout(&mut self, env: &Env) -> TimerStep {
        let mut result = self.pause(env).unwrap_or_default();
        result.step.ui_effects.retain(|effect| *effect == UiEffect::StopSounds);
        result
    }

    /// Adds five minutes, or less if the maximum would be exceeded (SPEC T33).
    fn extend(&mut self) -> TimerStep {
        let seconds = EXTENSION_SECONDS.min(MAX_REMAINING_SECONDS - self.displayed_seconds()).max(0);
        let seconds = match &mut self.state {
            State::Idle { is_edited, .. } => {
                *is_edited |= seconds > 0;
                seconds
            }
            State::Paused { remaining_ms, .. } => {
                *remaining_ms += seconds * 1_000;
                seconds
            }
            State::Running { recording, run } => {
                let first = recording.segments.first().map_or(run.since, |first| first.start);
                let max_extension_ms = MAX_SESSION_SPAN_MS - (run.ends_at.millis() - first.millis());
                let seconds = seconds.min(max_extension_ms / 1_000).max(0);
                run.ends_at = Timestamp::from_millis(run.ends_at.millis() + seconds * 1_000);
                run.stored_last_seen = run.last_tick;
                seconds
            }
        };
        self.length = (self.length + seconds).min(MAX_PLANNED_SECONDS);
        self.redraw_and_store()
    }

    fn tick(&mut self, env: &Env) -> TimerStep {
        if !matches!(self.state, State::Running { .. }) {
            return TimerStep::default();
        }
        let observation = self.observe_clock(env);
        let was_waiting = self.is_awaiting_takeover();
        if self.has_reached_deadline() {
            match self.action_at_deadline(env) {
                DeadlineAction::Wait => {}
                DeadlineAction::Claim => return self.claim_end(env),
                DeadlineAction::End => {
                    self.advance_changed_at(env);
                    let moved = if self.has_unsaved_shift() { self.store_shift() } else { TimerStep::default() };
                    return moved.append(self.complete(env));
                }
            }
        }
        // Without a request by the user only the sound owner stores anything, so that other tabs cannot overwrite its
        // changes.
        if self.is_sound_owner && self.has_unsaved_shift() {
            return self.store_shift();
        }
        let mut step = self.redraw();
        if observation.was_set_back || observation.was_asleep || was_waiting != self.is_awaiting_takeover() {
            step.io_effects.extend(self.end_alarm());
        }
        if let State::Running { run, .. } = &mut self.state
            && self.is_sound_owner
            && env.now.millis() - run.stored_last_seen.millis() >= LAST_SEEN_INTERVAL_MS
        {
            run.stored_last_seen = env.now;
            step.io_effects.extend(self.store_last_seen());
        }
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Returns whether the deadline has passed and this tab is waiting to take over from the sound owner.
    pub(super) fn is_awaiting_takeover(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.takeover != Takeover::NotDue)
    }

    /// Updates the current time. If the clock was set back, moves recorded segments that would lie in the future into
    /// the past.
    fn observe_clock(&mut self, env: &Env) -> ClockObservation {
        match &mut self.state {
            State::Idle { .. } => ClockObservation::default(),
            State::Running { recording, run } => run.observe_clock(env, recording),
            State::Paused { recording, .. } => {
                ClockObservation { was_set_back: recording.shift_before(env.now), was_asleep: false }
            }
        }
    }

    /// Returns whether the running phase was shifted after a clock change and this is not stored yet.
    pub(super) fn has_unsaved_shift(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.is_shift_unsaved)
    }

    /// Stores the phase after a clock change: sessions recorded from it get a new version, and the deadline has moved.
    pub(super) fn store_shift(&mut self) -> TimerStep {
        let phase = Phase { kind: self.phase, planned: self.length, card: self.card.as_ref() };
        if let State::Running { run, .. } = &mut self.state {
            run.is_shift_unsaved = false;
        }
        let finished = match &mut self.state {
            State::Running { recording, .. } | State::Paused { recording, .. } if recording.revision > 0 => {
                recording.record(phase, Outcome::Stopped)
            }
            _ => None,
        };
        let mut result = self.redraw_and_store();
        result.recorded_sessions = finished.into_iter().collect();
        result
    }

    /// Returns the fields of the current session except its segments.
    pub(super) fn phase_info(&self) -> Phase<'_> {
        Phase { kind: self.phase, planned: self.length, card: self.card.as_ref() }
    }

    /// Records the focused time up to a moment, unless it is too short or already recorded.
    pub(super) fn record(&self, until: Timestamp, outcome: Outcome) -> Option<RecordedSession> {
        let mut recording = match &self.state {
            State::Idle { .. } => return None,
            State::Paused { recording, .. } => recording.clone(),
            State::Running { recording, run } => run.with_current_segment(recording, until),
        };
        recording.record(self.phase_info(), outcome)
    }

    /// Sets the timer to the start of a phase.
    pub(super) fn set_idle(&mut self, phase: SessionKind) {
        (self.phase, self.length) = (phase, self.settings.phase_length(phase));
        self.state = State::Idle { is_edited: false, is_after_deadline: false };
    }

    /// Applies a length from the editor. `None` changes nothing but redraws the field with its old value.
    fn edit(&mut self, seconds: Option<i64>) -> Result<TimerStep, ErrorCode> {
        let changed = seconds.filter(|seconds| *seconds != self.displayed_seconds());
        match (&mut self.state, changed) {
            (State::Running { .. }, _) => return Err(ErrorCode::TimerRunning),
            (_, None) => {}
            (State::Idle { is_edited, .. }, Some(seconds)) => {
                *is_edited = true;
                self.length = seconds;
            }
            (State::Paused { recording, remaining_ms }, Some(seconds)) => {
                *remaining_ms = seconds * 1_000;
                self.length = ((recording.focused() + *remaining_ms) / 1_000).min(MAX_PLANNED_SECONDS);
            }
        }
        let mut step = Step { patches: vec![self.patch()], ..Step::default() };
        if changed.is_some() {
            step.io_effects.extend(self.store());
        }
        Ok(TimerStep { step, recorded_sessions: vec![] })
    }

    /// Returns whether this tab plays the sound of a running phase, if the user has chosen one.
    pub(super) fn is_playing_sound(&self) -> bool {
        self.is_sound_owner && matches!(self.state, State::Running { .. })
    }

    /// Returns the sound that this tab plays in a loop, if any.
    pub(super) fn looped_sound(&self) -> Option<UiEffect> {
        self.is_playing_sound().then(|| sounds::loop_effect(&self.settings)).flatten()
    }

    pub(super) fn patch(&self) -> Patch {
        Patch::Timer { timer: self.view() }
    }

    /// Returns the patch of the view and sets the alarm for the next second, or clears it if the timer is not running.
    pub(super) fn redraw(&self) -> Step {
        let io_effects = match &self.state {
            State::Running { run, .. } => {
                vec![IoEffect::SetAlarm { alarm: Alarm::Timer, after: run.ms_until_redraw() }]
            }
            State::Idle { .. } | State::Paused { .. } => {
                [Alarm::Timer, Alarm::TimerEnd].map(|alarm| IoEffect::ClearAlarm { alarm }).to_vec()
            }
        };
        Step { patches: vec![self.patch()], io_effects, ..Step::default() }
    }

    /// Returns the alarm for the deadline. It only needs to be set again when the deadline moves.
    pub(super) fn end_alarm(&self) -> Option<IoEffect> {
        match &self.state {
            State::Running { run, .. } => {
                Some(IoEffect::SetAlarm { alarm: Alarm::TimerEnd, after: run.ms_until_deadline() })
            }
            _ => None,
        }
    }

    /// Returns all effects of a changed state: the patch, the alarms and the values to store.
    pub(super) fn redraw_and_store(&self) -> TimerStep {
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        step.io_effects.extend(self.store());
        TimerStep { step, recorded_sessions: vec![] }
    }
}
