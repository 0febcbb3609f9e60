//! The timer's states, and what each event does to them.

use super::recording::{Phase, Recording};
use super::restore::{self, RestoredTimer};
use super::run::{ClockObservation, RunningSegment};
use super::settings::TimerSettings;
use super::sound_owner::DeadlineAction;
use super::{MAX_REMAINING_SECONDS, RecordedSession, TimerEvent, TimerStep, editor, sounds};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::{StoredOverrun, TimerCard, TimerState, idb_key, local_key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::{MAX_PLANNED_SECONDS, MAX_SESSION_SPAN_MS};

/// What [`TimerEvent::Extend`] adds, in seconds.
const EXTENSION_SECONDS: i64 = 300;

/// How often the moment at which the timer was last seen to run is stored, in milliseconds.
const LAST_SEEN_INTERVAL_MS: i64 = 60_000;

/// How the timer stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The phase has not been started.
    Idle {
        /// Whether its length was set in the editor, and so is not changed by the settings.
        edited: bool,
        /// Whether the phase before it ended at its deadline and the person has not responded yet (SPEC T46).
        is_after_deadline: bool,
    },
    /// It runs.
    Running {
        /// The stretches before this one.
        recording: Recording,
        /// This one.
        run: RunningSegment,
    },
    /// It was started and waits to be resumed.
    Paused {
        /// The stretches so far.
        recording: Recording,
        /// What is left, in milliseconds.
        remaining_ms: i64,
    },
}

/// The timer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timer {
    /// What the phase at hand is.
    pub(super) phase: SessionKind,
    /// Its planned length, in whole seconds, rounded down.
    pub(super) length: i64,
    /// Focus sessions completed since the last long break: fewer than there are rounds.
    pub(super) completed_in_round: u32,
    /// What the person has chosen.
    pub(super) settings: TimerSettings,
    /// How it stands.
    pub(super) state: State,
    /// The card that focus sessions are for.
    pub(super) card: Option<TimerCard>,
    /// What the person has still to say about the session before.
    pub(super) overrun: Option<StoredOverrun>,
    /// Whether this tab is the one that rings.
    pub(super) is_sound_owner: bool,
    /// Identifies the last start that took the bell, in whatever tab; `None` where an earlier version of the app has stored it.
    pub(super) sound_claim_id: Option<Id>,
    /// When a person last changed the timer or a phase ended, in whatever tab: see [`TimerSession::changed`].
    ///
    /// [`TimerSession::changed`]: crate::protocol::stored::TimerSession::changed
    pub(super) changed_at: Option<Timestamp>,
}

impl Timer {
    /// A timer that waits at the beginning of a focus session, in a tab that does not ring.
    pub fn new(settings: TimerSettings) -> Self {
        Self {
            phase: SessionKind::Focus,
            length: settings.phase_length(SessionKind::Focus),
            completed_in_round: 0,
            settings,
            state: State::Idle { edited: false, is_after_deadline: false },
            card: None,
            overrun: None,
            is_sound_owner: false,
            sound_claim_id: None,
            changed_at: None,
        }
    }

    /// Begins anew, for somebody else; the tab that rings goes on to.
    pub fn reset_for_account(&mut self, settings: TimerSettings) -> Step {
        *self = Self { is_sound_owner: self.is_sound_owner, changed_at: self.changed_at, ..Self::new(settings) };
        Step { ui_effects: vec![UiEffect::StopSounds], ..self.redraw() }
    }

    /// Takes the timer as the browser's storage left it, from the texts under `timerState`, `timerSession` and `timerSeen`
    /// (SPEC T23 to T25). A phase that ended meanwhile is switched at its true end, and its session comes with the step.
    pub fn restore(
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

    /// What the screen shows.
    pub fn view(&self) -> TimerView {
        let remaining_ms = self.displayed_seconds();
        let ends_at = match &self.state {
            State::Running { run, .. } => Some(run.ends_at.millis()),
            _ => None,
        };
        TimerView {
            state: TimerState {
                minutes: remaining_ms / 60,
                seconds: remaining_ms % 60,
                is_active: ends_at.is_some(),
                is_work_session: self.phase == SessionKind::Focus,
                has_previous_session: matches!(self.state, State::Paused { .. }),
                ends_at,
            },
            phase: self.phase,
            length: self.length,
            completed_in_round: self.completed_in_round,
            can_start: remaining_ms > 0,
            rounds: self.settings.rounds(),
            card: self.card.clone(),
            overrun: self.overrun_view(),
            // The question about the time after the end comes first.
            shows_end_notice: matches!(self.state, State::Idle { is_after_deadline: true, .. })
                && self.overrun.is_none(),
        }
    }

    /// What is left, in milliseconds.
    pub(super) fn remaining_ms(&self) -> i64 {
        match &self.state {
            State::Idle { .. } => self.length * 1_000,
            State::Running { run, .. } => run.remaining_ms(),
            State::Paused { remaining_ms, .. } => *remaining_ms,
        }
    }

    /// What is left, in seconds, rounded up: the last second shows as 1, and 0:00 is the end.
    pub(super) fn displayed_seconds(&self) -> i64 {
        (self.remaining_ms() + 999) / 1_000
    }

    /// Takes an event. On an error nothing has changed.
    pub fn update(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
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
                // What asks for nothing new must not store that the clock was set back either: the tab with the bell does so itself, and
                // both would record the session.
                let is_nothing = |step: &TimerStep| *step == TimerStep::default();
                let done = self
                    .handle_user_event(event, env)
                    .map(|next| if is_nothing(&next) { next } else { moved.append(next) });
                if done.as_ref().is_ok_and(|step| *step == TimerStep::default()) || done.is_err() {
                    // Nothing is drawn, so nothing may have changed.
                    *self = before;
                }
                done
            }
        }
    }

    /// Notes that what is stored next is newer than all that is stored.
    fn advance_changed_at(&mut self, env: &Env) {
        let next = self.changed_at.map_or(0, |changed| changed.millis() + 1);
        self.changed_at = Some(Timestamp::from_millis(next.max(env.now.millis())));
    }

    /// Does what a person asks for.
    fn handle_user_event(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.has_reached_deadline() {
            // A log-out cannot wait for the other tab. The server keeps one of two equal versions of a session.
            if self.is_end_claimed_elsewhere(env.now) && event != TimerEvent::LogOut {
                return Ok(TimerStep::default());
            }
            // The tick that should have said so is late. The phase ends first; what was asked for was meant for it.
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

    /// Whether the running phase has reached its deadline.
    pub(super) fn has_reached_deadline(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.remaining_ms() == 0)
    }

    /// Starts the phase, or resumes it.
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
            // A pause so long that the session would span more than a day ends it there, and what is left becomes a session of
            // its own.
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

    /// Runs the phase because the person said so in this tab, which rings from now on.
    pub(super) fn run_as_sound_owner(&mut self, recording: Recording, remaining_ms: i64, env: &Env) -> TimerStep {
        let claim = self.claim_sound(env);
        let mut result = self.run(recording, remaining_ms, env);
        result.step.io_effects.push(claim);
        result
    }

    /// Runs the phase. Where the person has not said what becomes of the time before, it stays as it is.
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
        result.step.ui_effects.push(sounds::notify("Timer has been paused"));
        result.recorded_sessions = finished.into_iter().collect();
        Ok(result)
    }

    /// Pauses what runs, for a person who is about to leave and need not hear of it.
    fn pause_for_logout(&mut self, env: &Env) -> TimerStep {
        let mut result = self.pause(env).unwrap_or_default();
        result.step.ui_effects.retain(|effect| *effect == UiEffect::StopSounds);
        result
    }

    /// Adds five minutes, or as much of it as fits (SPEC T33).
    fn extend(&mut self) -> TimerStep {
        let seconds = EXTENSION_SECONDS.min(MAX_REMAINING_SECONDS - self.displayed_seconds()).max(0);
        let seconds = match &mut self.state {
            State::Idle { edited, .. } => {
                *edited |= seconds > 0;
                seconds
            }
            State::Paused { remaining_ms, .. } => {
                *remaining_ms += seconds * 1_000;
                seconds
            }
            State::Running { recording, run } => {
                let first = recording.segments.first().map_or(run.since, |first| first.start);
                let room = MAX_SESSION_SPAN_MS - (run.ends_at.millis() - first.millis());
                let seconds = seconds.min(room / 1_000).max(0);
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
        // Unasked only the tab with the bell stores anything: another might undo what that one is just doing.
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

    /// Whether the deadline has passed and another tab may call it.
    pub(super) fn is_awaiting_takeover(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.takeover_at.is_some())
    }

    /// Moves on to a moment, and what lies ahead of it into the past.
    fn observe_clock(&mut self, env: &Env) -> ClockObservation {
        match &mut self.state {
            State::Idle { .. } => ClockObservation::default(),
            State::Running { recording, run } => run.observe_clock(env, recording),
            State::Paused { recording, .. } => {
                ClockObservation { was_set_back: recording.shift_before(env.now), was_asleep: false }
            }
        }
    }

    /// Whether the running phase has moved with the clock and that is not stored yet.
    pub(super) fn has_unsaved_shift(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.is_shift_unsaved)
    }

    /// What is recorded has moved with the clock: what was kept of it is kept anew, and the deadline is another.
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

    /// What a session of the phase at hand is besides its stretches.
    pub(super) fn phase_info(&self) -> Phase<'_> {
        Phase { kind: self.phase, planned: self.length, card: self.card.as_ref() }
    }

    /// Records what was focused up to a moment, if anything was that is not kept yet.
    pub(super) fn record(&self, until: Timestamp, outcome: Outcome) -> Option<RecordedSession> {
        let mut recording = match &self.state {
            State::Idle { .. } => return None,
            State::Paused { recording, .. } => recording.clone(),
            State::Running { recording, run } => run.with_current_segment(recording, until),
        };
        recording.record(self.phase_info(), outcome)
    }

    /// Waits at the beginning of a phase.
    pub(super) fn set_idle(&mut self, phase: SessionKind) {
        (self.phase, self.length) = (phase, self.settings.phase_length(phase));
        self.state = State::Idle { edited: false, is_after_deadline: false };
    }

    /// Takes what the editor makes of the length: `None` changes nothing, and the field is drawn again as it was.
    fn edit(&mut self, seconds: Option<i64>) -> Result<TimerStep, ErrorCode> {
        let changed = seconds.filter(|seconds| *seconds != self.displayed_seconds());
        match (&mut self.state, changed) {
            (State::Running { .. }, _) => return Err(ErrorCode::TimerRunning),
            (_, None) => {}
            (State::Idle { edited, .. }, Some(seconds)) => {
                *edited = true;
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

    /// Whether this tab loops the sound of a running phase, if the person wants one.
    pub(super) fn is_playing_sound(&self) -> bool {
        self.is_sound_owner && matches!(self.state, State::Running { .. })
    }

    /// The sound that this tab loops.
    pub(super) fn looped_sound(&self) -> Option<UiEffect> {
        self.is_playing_sound().then(|| sounds::loop_effect(&self.settings)).flatten()
    }

    pub(super) fn patch(&self) -> Patch {
        Patch::Timer { timer: self.view() }
    }

    /// The patch, and the alarm of the next second; where nothing runs, no alarm at all.
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

    /// The alarm of the deadline, where there is one. It need not be set again as long as the deadline stays where it is.
    pub(super) fn end_alarm(&self) -> Option<IoEffect> {
        match &self.state {
            State::Running { run, .. } => {
                Some(IoEffect::SetAlarm { alarm: Alarm::TimerEnd, after: run.ms_until_deadline() })
            }
            _ => None,
        }
    }

    /// All that follows from another state: the patch, the alarms and the stored texts.
    pub(super) fn redraw_and_store(&self) -> TimerStep {
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        step.io_effects.extend(self.store());
        TimerStep { step, recorded_sessions: vec![] }
    }
}
