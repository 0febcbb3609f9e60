//! The timer's states, and what each event does to them.

use super::recording::Recording;
use super::restore::{self, Stored};
use super::run::Run;
use super::{Lengths, TimerEvent, TimerStep, editor};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Step, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{EndingSound, FocusSound};
use crate::protocol::patch::Patch;
use crate::protocol::record::{FocusSession, Outcome, SessionKind};
use crate::protocol::stored::{TimerSession, TimerState, key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::LONGEST_PLAN;

/// After so many completed focus sessions the break is long.
const ROUND: u32 = 4;

/// An end that is seen later than this, in milliseconds, has been slept through: it makes no sound.
const RINGS_WITHIN: i64 = 60_000;

/// How the timer stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// The phase has not been started.
    Idle {
        /// Whether its length was set in the editor, and so is not changed by the settings.
        edited: bool,
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
    /// Focus sessions completed since the last long break: 0 to 3.
    pub(super) completed_in_round: u32,
    /// What the person has chosen.
    pub(super) lengths: Lengths,
    /// How it stands.
    pub(super) state: State,
}

impl Timer {
    /// A timer that waits at the beginning of a focus session.
    pub fn new(lengths: Lengths) -> Self {
        Self::idle(SessionKind::Focus, lengths, 0)
    }

    /// A timer that waits at the beginning of a phase.
    pub(super) fn idle(phase: SessionKind, lengths: Lengths, completed_in_round: u32) -> Self {
        Self { phase, length: lengths.of(phase), completed_in_round, lengths, state: State::Idle { edited: false } }
    }

    /// The timer as the browser's storage left it, from the texts under `timerState` and `timerSession` (SPEC T23 to
    /// T25). A phase that ended meanwhile is switched at its true end, and its session comes with the step.
    pub fn restore(
        stored_state: Option<&str>,
        stored_session: Option<&str>,
        lengths: Lengths,
        env: &Env,
    ) -> (Self, TimerStep) {
        let Stored { timer, dropped, .. } = restore::read(stored_state, stored_session, lengths, env);
        let mut io: Vec<IoEffect> = dropped.into_iter().map(|message| IoEffect::Log { message }).collect();
        let Some(mut timer) = timer else {
            io.extend([key::TIMER_SESSION, key::TIMER_STATE].map(|key| IoEffect::Remove { key: key.to_owned() }));
            let timer = Self::idle(SessionKind::Focus, lengths, 0);
            let step = Step { patches: vec![timer.patch()], io, ..Step::default() };
            return (timer, TimerStep { step, finished: vec![] });
        };
        let mut result = match &timer.state {
            State::Running { run, .. } if env.now >= run.ends_at => timer.complete(env.now, true),
            _ => TimerStep { step: timer.drawn(), finished: vec![] },
        };
        io.append(&mut result.step.io);
        result.step.io = io;
        (timer, result)
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
            rounds: 4,
            card: None,
            overrun: None,
        }
    }

    /// What is left, in seconds, rounded up: the last second shows as 1, and 0:00 is the end.
    pub(super) fn shown(&self) -> i64 {
        match &self.state {
            State::Idle { .. } => self.length,
            State::Running { run, .. } => (run.left() + 999) / 1_000,
            State::Paused { left, .. } => (left + 999) / 1_000,
        }
    }

    /// Takes an event. On an error nothing has changed.
    pub fn update(&mut self, event: TimerEvent, env: &Env) -> Result<TimerStep, ErrorCode> {
        let by_person =
            !matches!(event, TimerEvent::Tick | TimerEvent::LengthsChanged(_) | TimerEvent::StoredElsewhere { .. });
        if by_person && self.is_over(env.now) {
            // The tick that should have said so is late. The phase ends first; what was asked for was meant for it.
            let reset = event == TimerEvent::Reset;
            let mut ended = self.complete(env.now, !reset);
            if reset {
                ended.step = self.reset(env.now).step;
            }
            return Ok(ended);
        }
        match event {
            TimerEvent::Start => self.start(env),
            TimerEvent::Pause => self.pause(env.now),
            TimerEvent::Reset => Ok(self.reset(env.now)),
            TimerEvent::Skip => Ok(self.skip(env.now)),
            TimerEvent::Finish
            | TimerEvent::Extend
            | TimerEvent::FocusCard { .. }
            | TimerEvent::ClearCard
            | TimerEvent::ResolveOverrun(_)
            | TimerEvent::Ringing(_) => Ok(TimerStep::default()),
            TimerEvent::Type { field, text } => self.edit(editor::typed(self.shown(), field, &text)),
            TimerEvent::StepField { field, direction } => self.edit(editor::stepped(self.shown(), field, direction)),
            TimerEvent::Tick => Ok(self.tick(env.now)),
            TimerEvent::LengthsChanged(lengths) => Ok(self.change_lengths(lengths)),
            TimerEvent::StoredElsewhere { state, session } => Ok(self.adopt(state.as_deref(), session.as_deref(), env)),
        }
    }

    fn is_over(&self, now: Timestamp) -> bool {
        matches!(&self.state, State::Running { run, .. } if now >= run.ends_at)
    }

    fn start(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        let paused = match &self.state {
            State::Running { .. } => return Ok(TimerStep::default()),
            _ if self.shown() == 0 => return Err(ErrorCode::TimerEmpty),
            State::Idle { .. } => None,
            State::Paused { recording, left } => Some((recording.clone(), *left)),
        };
        let (recording, left, finished) = match paused {
            None => (Recording::new(env.new_id()), self.length * 1_000, None),
            Some((recording, left)) => self.resume(recording, left, env),
        };
        let ends_at = Timestamp::from_millis(env.now.millis() + left);
        let run = Run { since: env.now, utc_offset: env.utc_offset, ends_at, seen: env.now, patience: 0 };
        self.state = State::Running { recording, run };
        let mut step = self.drawn();
        step.ui = vec![UiEffect::PlayLoop { sound: FocusSound::Default, volume: 50 }, notify(time_for(self.phase))];
        step.io.extend(self.store());
        Ok(TimerStep { step, finished: kept(finished) })
    }

    /// What a paused phase goes on with. A pause so long that the session would span more than a day ends it there, and
    /// what is left becomes a session of its own.
    fn resume(&mut self, mut recording: Recording, left: i64, env: &Env) -> (Recording, i64, Option<FocusSession>) {
        recording.end_by(env.now);
        if recording.takes(env.now, left) {
            return (recording, left, None);
        }
        let finished = recording.finish(self.phase, self.length, Outcome::Stopped);
        self.length = left / 1_000;
        (Recording::new(env.new_id()), left, finished)
    }

    fn pause(&mut self, now: Timestamp) -> Result<TimerStep, ErrorCode> {
        let State::Running { recording, run } = &mut self.state else { return Err(ErrorCode::TimerNotRunning) };
        run.see(now, recording);
        self.state = State::Paused { recording: run.recorded(recording, now), left: run.left() };
        let mut step = self.drawn();
        step.ui = vec![
            UiEffect::StopSounds,
            UiEffect::PlayEnding { sound: EndingSound::EndingSound, volume: 50 },
            notify("Timer has been paused"),
        ];
        step.io.extend(self.store());
        Ok(TimerStep { step, finished: vec![] })
    }

    fn reset(&mut self, now: Timestamp) -> TimerStep {
        self.see(now);
        let recorded = self.recorded(now);
        let finished = recorded.and_then(|recording| recording.finish(self.phase, self.length, Outcome::Stopped));
        *self = Self::idle(SessionKind::Focus, self.lengths, self.completed_in_round);
        let mut step = self.drawn();
        step.ui = vec![UiEffect::StopSounds, notify("Timer has been reset")];
        // The round outlives the state: a person who starts a phase over has not lost the way to the long break.
        let [session, _] = self.store();
        step.io.extend([session, IoEffect::Remove { key: key::TIMER_STATE.to_owned() }]);
        TimerStep { step, finished: kept(finished) }
    }

    fn skip(&mut self, now: Timestamp) -> TimerStep {
        self.see(now);
        let recorded = self.recorded(now);
        let finished = recorded.and_then(|recording| recording.finish(self.phase, self.length, Outcome::FinishedEarly));
        let next = if self.phase == SessionKind::Focus { SessionKind::ShortBreak } else { SessionKind::Focus };
        self.switch(next, true, finished)
    }

    fn tick(&mut self, now: Timestamp) -> TimerStep {
        let State::Running { recording, run } = &mut self.state else { return TimerStep::default() };
        let was_set_back = run.see(now, recording);
        if now.millis() >= run.ends_at.millis() + run.patience {
            return self.complete(now, true);
        }
        let mut step = self.drawn();
        if was_set_back {
            step.io.extend(self.store());
        }
        TimerStep { step, finished: vec![] }
    }

    /// Ends a running phase at its deadline, whenever that is noticed.
    fn complete(&mut self, now: Timestamp, may_ring: bool) -> TimerStep {
        let State::Running { run, .. } = &self.state else { return TimerStep::default() };
        let ends_at = run.ends_at;
        let rings = may_ring && now.millis() - ends_at.millis() <= RINGS_WITHIN;
        let recorded = self.recorded(ends_at);
        let finished = recorded.and_then(|recording| recording.finish(self.phase, self.length, Outcome::Completed));
        let next = match self.phase {
            SessionKind::Focus if self.completed_in_round + 1 >= ROUND => {
                self.completed_in_round = 0;
                SessionKind::LongBreak
            }
            SessionKind::Focus => {
                self.completed_in_round += 1;
                SessionKind::ShortBreak
            }
            SessionKind::ShortBreak | SessionKind::LongBreak => SessionKind::Focus,
        };
        self.switch(next, rings, finished)
    }

    fn switch(&mut self, next: SessionKind, rings: bool, finished: Option<FocusSession>) -> TimerStep {
        *self = Self::idle(next, self.lengths, self.completed_in_round);
        let mut step = self.drawn();
        step.ui = vec![UiEffect::StopSounds];
        if rings {
            step.ui
                .extend([UiEffect::PlayEnding { sound: EndingSound::EndingSound, volume: 50 }, notify(time_for(next))]);
        }
        step.io.extend(self.store());
        TimerStep { step, finished: kept(finished) }
    }

    /// Moves on to a moment, and what lies ahead of it into the past.
    fn see(&mut self, now: Timestamp) {
        match &mut self.state {
            State::Idle { .. } => {}
            State::Running { recording, run } => _ = run.see(now, recording),
            State::Paused { recording, .. } => recording.end_by(now),
        }
    }

    /// What has been recorded of the phase up to a moment; `None` where it has not been started.
    fn recorded(&self, until: Timestamp) -> Option<Recording> {
        match &self.state {
            State::Idle { .. } => None,
            State::Paused { recording, .. } => Some(recording.clone()),
            State::Running { recording, run } => Some(run.recorded(recording, until)),
        }
    }

    /// Takes what the editor makes of the length: `None` changes nothing, and the field is drawn again as it was.
    fn edit(&mut self, seconds: Option<i64>) -> Result<TimerStep, ErrorCode> {
        let changed = seconds.filter(|seconds| *seconds != self.shown());
        match (&mut self.state, changed) {
            (State::Running { .. }, _) => return Err(ErrorCode::TimerRunning),
            (_, None) => {}
            (State::Idle { edited }, Some(seconds)) => {
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

    /// Nothing is stored: an idle phase that was not edited takes its length from the settings when it is restored.
    fn change_lengths(&mut self, lengths: Lengths) -> TimerStep {
        self.lengths = lengths;
        let length = lengths.of(self.phase);
        if self.state != (State::Idle { edited: false }) || self.length == length {
            return TimerStep::default();
        }
        self.length = length;
        TimerStep { step: Step { patches: vec![self.patch()], ..Step::default() }, finished: vec![] }
    }

    /// Follows another tab. What had to sound has sounded there, so this one only falls silent.
    fn adopt(&mut self, state: Option<&str>, session: Option<&str>, env: &Env) -> TimerStep {
        let stored = restore::read(state, session, self.lengths, env);
        if stored.is_half_written {
            // The other tab has written one of the two texts; this is asked again when the second one is there.
            return TimerStep::default();
        }
        let mut step = match stored.timer {
            Some(timer) if !self.stands_like(&timer) => {
                *self = timer;
                Step { ui: vec![UiEffect::StopSounds], ..self.drawn() }
            }
            _ => Step::default(),
        };
        step.io.extend(stored.dropped.into_iter().map(|message| IoEffect::Log { message }));
        TimerStep { step, finished: vec![] }
    }

    /// Whether storing either timer leaves the same.
    fn stands_like(&self, other: &Self) -> bool {
        self.session() == other.session()
            && match (&self.state, &other.state) {
                (State::Running { run, .. }, State::Running { run: others, .. }) => run.ends_at == others.ends_at,
                (State::Paused { .. }, State::Paused { .. }) => self.shown() == other.shown(),
                (State::Idle { .. }, State::Idle { .. }) => self.length == other.length,
                _ => false,
            }
    }

    fn patch(&self) -> Patch {
        Patch::Timer { timer: self.view() }
    }

    /// The patch, and the alarm that goes with the state.
    fn drawn(&self) -> Step {
        let alarm = match &self.state {
            State::Running { run, .. } => IoEffect::SetAlarm { alarm: Alarm::Timer, after: run.next_change() },
            State::Idle { .. } | State::Paused { .. } => IoEffect::ClearAlarm { alarm: Alarm::Timer },
        };
        Step { patches: vec![self.patch()], io: vec![alarm], ..Step::default() }
    }

    /// The session first: a tab that wakes up for the state then finds the session that belongs to it.
    fn store(&self) -> [IoEffect; 2] {
        [
            IoEffect::Store { key: key::TIMER_SESSION.to_owned(), value: crate::json(&self.session()) },
            IoEffect::Store { key: key::TIMER_STATE.to_owned(), value: crate::json(&self.view().state) },
        ]
    }

    fn session(&self) -> TimerSession {
        let mut session = TimerSession {
            version: restore::VERSION,
            phase: self.phase,
            length: self.length,
            edited: false,
            completed_in_round: self.completed_in_round,
            id: None,
            segments: vec![],
            running_since: None,
            revision: 0,
            seen: None,
            card: None,
            overrun: None,
        };
        match &self.state {
            State::Idle { edited } => session.edited = *edited,
            State::Running { recording, run } => {
                session.id = Some(recording.id);
                session.segments.clone_from(&recording.segments);
                session.running_since = Some((run.since, run.utc_offset));
            }
            State::Paused { recording, .. } => {
                session.id = Some(recording.id);
                session.segments.clone_from(&recording.segments);
            }
        }
        session
    }
}

fn kept(session: Option<FocusSession>) -> Vec<super::Recorded> {
    session.map(|session| super::Recorded { session, previous: None }).into_iter().collect()
}

fn notify(body: &str) -> UiEffect {
    UiEffect::Notify { body: body.to_owned() }
}

/// What a notification says when a phase begins.
fn time_for(phase: SessionKind) -> &'static str {
    match phase {
        SessionKind::Focus => "Time to work!",
        SessionKind::ShortBreak | SessionKind::LongBreak => "Time for a break!",
    }
}
