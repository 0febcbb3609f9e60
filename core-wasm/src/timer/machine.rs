//! The timer's states, and what each event does to them.

use super::bell::AtDeadline;
use super::recording::{Phase, Recording};
use super::restore::{self, Stored};
use super::run::{Run, Seen};
use super::settings::TimerSettings;
use super::{MOST_LEFT, Recorded, TimerEvent, TimerStep, editor, sounds};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::{StoredOverrun, TimerCard, TimerState, kept, key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::{LONGEST_PLAN, LONGEST_SPAN};

/// What [`TimerEvent::Extend`] adds, in seconds.
const EXTENSION: i64 = 300;

/// How often the moment at which the timer was last seen to run is stored, in milliseconds.
const STORES_SEEN: i64 = 60_000;

/// How the timer stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The phase has not been started.
    Idle {
        /// Whether its length was set in the editor, and so is not changed by the settings.
        edited: bool,
        /// Whether the phase before it ended at its deadline and the person has not responded yet (SPEC T46).
        after_end: bool,
    },
    /// It runs.
    Running {
        /// The stretches before this one.
        recording: Recording,
        /// This one.
        run: Run,
    },
    /// It was started and waits to be resumed.
    Paused {
        /// The stretches so far.
        recording: Recording,
        /// What is left, in milliseconds.
        left: i64,
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
    pub(super) rings: bool,
    /// Identifies the last start that took the bell, in whatever tab; `None` where an earlier version of the app has stored it.
    pub(super) bell: Option<Id>,
    /// When a person last changed the timer or a phase ended, in whatever tab: see [`TimerSession::changed`].
    ///
    /// [`TimerSession::changed`]: crate::protocol::stored::TimerSession::changed
    pub(super) changed: Option<Timestamp>,
}

impl Timer {
    /// A timer that waits at the beginning of a focus session, in a tab that does not ring.
    pub fn new(settings: TimerSettings) -> Self {
        Self {
            phase: SessionKind::Focus,
            length: settings.of(SessionKind::Focus),
            completed_in_round: 0,
            settings,
            state: State::Idle { edited: false, after_end: false },
            card: None,
            overrun: None,
            rings: false,
            bell: None,
            changed: None,
        }
    }

    /// Begins anew, for somebody else; the tab that rings goes on to.
    pub fn begin_anew(&mut self, settings: TimerSettings) -> Step {
        *self = Self { rings: self.rings, changed: self.changed, ..Self::new(settings) };
        Step { ui: vec![UiEffect::StopSounds], ..self.drawn() }
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
        let Stored { timer, dropped, .. } = restore::read(stored_state, stored_session, stored_seen, settings, env);
        let mut io: Vec<IoEffect> = dropped.into_iter().map(|message| IoEffect::Log { message }).collect();
        let is_lost = timer.is_none();
        *self = Self { rings: self.rings, ..timer.unwrap_or_else(|| Self::new(settings)) };
        if is_lost {
            let text = stored_state.map(str::to_owned);
            io.push(IoEffect::Keep { entries: vec![(kept::set_aside(key::TIMER_STATE), text)] });
            io.extend(
                [key::TIMER_SESSION, key::TIMER_STATE, key::TIMER_SEEN]
                    .map(|key| IoEffect::Remove { key: key.to_owned() }),
            );
        }
        let mut result = if self.is_over() && !self.is_end_claimed_elsewhere(env.now) {
            self.count_change(env);
            self.complete(env)
        } else if self.rings && self.owes() {
            self.moved()
        } else {
            let mut step = self.drawn();
            step.io.extend(self.end_alarm());
            TimerStep { step, finished: vec![] }
        };
        if result.step.ui.is_empty() && !self.is_over() {
            result.step.ui.extend(self.sound());
        }
        io.append(&mut result.step.io);
        result.step.io = io;
        result
    }

    /// What the screen shows.
    pub fn view(&self) -> TimerView {
        let left = self.shown();
        let ends_at = match &self.state {
            State::Running { run, .. } => Some(run.ends_at.millis()),
            _ => None,
        };
        TimerView {
            state: TimerState {
                minutes: left / 60,
                seconds: left % 60,
                is_active: ends_at.is_some(),
                is_work_session: self.phase == SessionKind::Focus,
                has_previous_session: matches!(self.state, State::Paused { .. }),
                ends_at,
            },
            phase: self.phase,
            length: self.length,
            completed_in_round: self.completed_in_round,
            can_start: left > 0,
            rounds: self.settings.rounds(),
            card: self.card.clone(),
            overrun: self.question(),
            // The question about the time after the end comes first.
            shows_end_notice: matches!(self.state, State::Idle { after_end: true, .. }) && self.overrun.is_none(),
        }
    }

    /// What is left, in milliseconds.
    pub(super) fn left(&self) -> i64 {
        match &self.state {
            State::Idle { .. } => self.length * 1_000,
            State::Running { run, .. } => run.left(),
            State::Paused { left, .. } => *left,
        }
    }

    /// What is left, in seconds, rounded up: the last second shows as 1, and 0:00 is the end.
    pub(super) fn shown(&self) -> i64 {
        (self.left() + 999) / 1_000
    }

    /// Takes an event. On an error nothing has changed.
    pub fn update(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        match event {
            TimerEvent::SettingsChanged(settings) => Ok(self.change_settings(settings)),
            TimerEvent::Ringing(rings) => Ok(self.ring(rings)),
            TimerEvent::StoredElsewhere { state, session } => Ok(self.adopt(state.as_deref(), session.as_deref(), env)),
            TimerEvent::Tick => Ok(self.tick(env)),
            event => {
                let before = self.clone();
                self.count_change(env);
                let seen = self.see(env);
                let moved = if seen.moved || self.owes() { self.moved() } else { TimerStep::default() };
                // What asks for nothing new must not store that the clock was set back either: the tab with the bell does so itself, and
                // both would record the session.
                let is_nothing = |step: &TimerStep| *step == TimerStep::default();
                let done = self.act(event, env).map(|next| if is_nothing(&next) { next } else { moved.then(next) });
                if done.as_ref().is_ok_and(|step| *step == TimerStep::default()) || done.is_err() {
                    // Nothing is drawn, so nothing may have changed.
                    *self = before;
                }
                done
            }
        }
    }

    /// Notes that what is stored next is newer than all that is stored.
    fn count_change(&mut self, env: &Env) {
        let next = self.changed.map_or(0, |changed| changed.millis() + 1);
        self.changed = Some(Timestamp::from_millis(next.max(env.now.millis())));
    }

    /// Does what a person asks for.
    fn act(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.is_over() {
            // A log-out cannot wait for the other tab. The server keeps one of two equal versions of a session.
            if self.is_end_claimed_elsewhere(env.now) && event != TimerEvent::Leave {
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
            TimerEvent::ResolveOverrun(choice) => Ok(self.resolve(choice, env.now)),
            TimerEvent::Leave => Ok(self.leave(env)),
            TimerEvent::ChangedByHand { session_id } => Ok(self.let_go(session_id, env)),
            TimerEvent::Type { field, text } => self.edit(editor::typed(self.shown(), field, &text)),
            TimerEvent::StepField { field, direction } => self.edit(editor::stepped(self.shown(), field, direction)),
            TimerEvent::Tick
            | TimerEvent::Ringing(_)
            | TimerEvent::SettingsChanged(_)
            | TimerEvent::StoredElsewhere { .. } => Ok(TimerStep::default()),
        }
    }

    /// Whether the running phase has reached its deadline.
    pub(super) fn is_over(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.left() == 0)
    }

    /// Starts the phase, or resumes it.
    pub(super) fn start(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.shown() == 0 {
            return Err(ErrorCode::TimerEmpty);
        }
        let (recording, left, finished) = match &self.state {
            State::Running { .. } => return Ok(TimerStep::default()),
            State::Idle { .. } => (Recording::new(env.new_id()), self.length * 1_000, None),
            State::Paused { recording, left } if recording.takes(env.now, *left) => (recording.clone(), *left, None),
            // A pause so long that the session would span more than a day ends it there, and what is left becomes a session of
            // its own.
            State::Paused { left, .. } => (Recording::new(env.new_id()), *left, self.record(env.now, Outcome::Stopped)),
        };
        if matches!(&self.state, State::Paused { recording: before, .. } if before.id != recording.id) {
            self.length = left / 1_000;
        }
        let mut result = self.run_here(recording, left, env);
        result.step.ui.push(sounds::time_for(self.phase));
        result.finished = finished.into_iter().collect();
        Ok(result)
    }

    /// Runs the phase because the person said so in this tab, which rings from now on.
    pub(super) fn run_here(&mut self, recording: Recording, left: i64, env: &Env) -> TimerStep {
        let take_bell = self.take_bell(env);
        let mut result = self.run(recording, left, env);
        result.step.io.push(take_bell);
        result
    }

    /// Runs the phase. Where the person has not said what becomes of the time before, it stays as it is.
    pub(super) fn run(&mut self, recording: Recording, left: i64, env: &Env) -> TimerStep {
        self.overrun = None;
        self.state = State::Running { recording, run: Run::new(env, left) };
        let mut result = self.drawn_and_stored();
        result.step.ui.extend(sounds::looped(&self.settings));
        result
    }

    fn pause(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        let State::Running { recording, run } = &self.state else { return Err(ErrorCode::TimerNotRunning) };
        let left = run.left();
        let mut recording = run.recorded(recording, env.now);
        let finished = recording.record(self.planned(), Outcome::Stopped);
        self.state = State::Paused { recording, left };
        let mut result = self.drawn_and_stored();
        result.step.ui.push(UiEffect::StopSounds);
        result.step.ui.extend(sounds::ending(&self.settings));
        result.step.ui.push(sounds::notify("Timer has been paused"));
        result.finished = finished.into_iter().collect();
        Ok(result)
    }

    /// Pauses what runs, for a person who is about to leave and need not hear of it.
    fn leave(&mut self, env: &Env) -> TimerStep {
        let mut result = self.pause(env).unwrap_or_default();
        result.step.ui.retain(|effect| *effect == UiEffect::StopSounds);
        result
    }

    /// Adds five minutes, or as much of it as fits (SPEC T33).
    fn extend(&mut self) -> TimerStep {
        let seconds = EXTENSION.min(MOST_LEFT - self.shown()).max(0);
        let seconds = match &mut self.state {
            State::Idle { edited, .. } => {
                *edited |= seconds > 0;
                seconds
            }
            State::Paused { left, .. } => {
                *left += seconds * 1_000;
                seconds
            }
            State::Running { recording, run } => {
                let first = recording.segments.first().map_or(run.since, |first| first.start);
                let room = LONGEST_SPAN - (run.ends_at.millis() - first.millis());
                let seconds = seconds.min(room / 1_000).max(0);
                run.ends_at = Timestamp::from_millis(run.ends_at.millis() + seconds * 1_000);
                run.seen_stored = run.seen;
                seconds
            }
        };
        self.length = (self.length + seconds).min(LONGEST_PLAN);
        self.drawn_and_stored()
    }

    fn tick(&mut self, env: &Env) -> TimerStep {
        if !matches!(self.state, State::Running { .. }) {
            return TimerStep::default();
        }
        let seen = self.see(env);
        let was_waiting = self.waits();
        if self.is_over() {
            match self.at_deadline(env) {
                AtDeadline::Wait => {}
                AtDeadline::Claim => return self.claim_end(env),
                AtDeadline::End => {
                    self.count_change(env);
                    let moved = if self.owes() { self.moved() } else { TimerStep::default() };
                    return moved.then(self.complete(env));
                }
            }
        }
        // Unasked only the tab with the bell stores anything: another might undo what that one is just doing.
        if self.rings && self.owes() {
            return self.moved();
        }
        let mut step = self.drawn();
        if seen.moved || seen.slept || was_waiting != self.waits() {
            step.io.extend(self.end_alarm());
        }
        if let State::Running { run, .. } = &mut self.state
            && self.rings
            && env.now.millis() - run.seen_stored.millis() >= STORES_SEEN
        {
            run.seen_stored = env.now;
            step.io.extend(self.store_seen());
        }
        TimerStep { step, finished: vec![] }
    }

    /// Whether the deadline has passed and another tab may call it.
    pub(super) fn waits(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.waits_until.is_some())
    }

    /// Moves on to a moment, and what lies ahead of it into the past.
    fn see(&mut self, env: &Env) -> Seen {
        match &mut self.state {
            State::Idle { .. } => Seen::default(),
            State::Running { recording, run } => run.see(env, recording),
            State::Paused { recording, .. } => Seen { moved: recording.end_by(env.now), slept: false },
        }
    }

    /// Whether the running phase has moved with the clock and that is not stored yet.
    pub(super) fn owes(&self) -> bool {
        matches!(&self.state, State::Running { run, .. } if run.is_moved)
    }

    /// What is recorded has moved with the clock: what was kept of it is kept anew, and the deadline is another.
    pub(super) fn moved(&mut self) -> TimerStep {
        let phase = Phase { kind: self.phase, planned: self.length, card: self.card.as_ref() };
        if let State::Running { run, .. } = &mut self.state {
            run.is_moved = false;
        }
        let finished = match &mut self.state {
            State::Running { recording, .. } | State::Paused { recording, .. } if recording.revision > 0 => {
                recording.record(phase, Outcome::Stopped)
            }
            _ => None,
        };
        let mut result = self.drawn_and_stored();
        result.finished = finished.into_iter().collect();
        result
    }

    /// What a session of the phase at hand is besides its stretches.
    pub(super) fn planned(&self) -> Phase<'_> {
        Phase { kind: self.phase, planned: self.length, card: self.card.as_ref() }
    }

    /// Records what was focused up to a moment, if anything was that is not kept yet.
    pub(super) fn record(&self, until: Timestamp, outcome: Outcome) -> Option<Recorded> {
        let mut recording = match &self.state {
            State::Idle { .. } => return None,
            State::Paused { recording, .. } => recording.clone(),
            State::Running { recording, run } => run.recorded(recording, until),
        };
        recording.record(self.planned(), outcome)
    }

    /// Waits at the beginning of a phase.
    pub(super) fn wait_with(&mut self, phase: SessionKind) {
        (self.phase, self.length) = (phase, self.settings.of(phase));
        self.state = State::Idle { edited: false, after_end: false };
    }

    /// Takes what the editor makes of the length: `None` changes nothing, and the field is drawn again as it was.
    fn edit(&mut self, seconds: Option<i64>) -> Result<TimerStep, ErrorCode> {
        let changed = seconds.filter(|seconds| *seconds != self.shown());
        match (&mut self.state, changed) {
            (State::Running { .. }, _) => return Err(ErrorCode::TimerRunning),
            (_, None) => {}
            (State::Idle { edited, .. }, Some(seconds)) => {
                *edited = true;
                self.length = seconds;
            }
            (State::Paused { recording, left }, Some(seconds)) => {
                *left = seconds * 1_000;
                self.length = ((recording.focused() + *left) / 1_000).min(LONGEST_PLAN);
            }
        }
        let mut step = Step { patches: vec![self.patch()], ..Step::default() };
        if changed.is_some() {
            step.io.extend(self.store());
        }
        Ok(TimerStep { step, finished: vec![] })
    }

    /// Whether this tab loops the sound of a running phase, if the person wants one.
    pub(super) fn sounds(&self) -> bool {
        self.rings && matches!(self.state, State::Running { .. })
    }

    /// The sound that this tab loops.
    pub(super) fn sound(&self) -> Option<UiEffect> {
        self.sounds().then(|| sounds::looped(&self.settings)).flatten()
    }

    pub(super) fn patch(&self) -> Patch {
        Patch::Timer { timer: self.view() }
    }

    /// The patch, and the alarm of the next second; where nothing runs, no alarm at all.
    pub(super) fn drawn(&self) -> Step {
        let io = match &self.state {
            State::Running { run, .. } => vec![IoEffect::SetAlarm { alarm: Alarm::Timer, after: run.next_change() }],
            State::Idle { .. } | State::Paused { .. } => {
                [Alarm::Timer, Alarm::TimerEnd].map(|alarm| IoEffect::ClearAlarm { alarm }).to_vec()
            }
        };
        Step { patches: vec![self.patch()], io, ..Step::default() }
    }

    /// The alarm of the deadline, where there is one. It need not be set again as long as the deadline stays where it is.
    pub(super) fn end_alarm(&self) -> Option<IoEffect> {
        match &self.state {
            State::Running { run, .. } => Some(IoEffect::SetAlarm { alarm: Alarm::TimerEnd, after: run.end() }),
            _ => None,
        }
    }

    /// All that follows from another state: the patch, the alarms and the stored texts.
    pub(super) fn drawn_and_stored(&self) -> TimerStep {
        let mut step = self.drawn();
        step.io.extend(self.end_alarm());
        step.io.extend(self.store());
        TimerStep { step, finished: vec![] }
    }
}
