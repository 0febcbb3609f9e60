//! The live connection: when to connect, how to stay in touch, and when to try again. What it tells of boards goes to them.

use super::pause;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::live::{LiveMessage, LiveRequest, close};

/// How long after the last sign of life the next is asked for.
const PING_AFTER_MILLISECONDS: u32 = 25_000;
/// How long the server has for an answer, and for letting somebody in.
const LIMIT_MILLISECONDS: u32 = 10_000;

/// Where the connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    /// Nobody is signed in.
    #[default]
    Off,
    /// Without a token that can be used: it is being renewed.
    WithoutToken,
    /// On its way.
    Connecting,
    /// The token was told; the server has not let us in yet.
    Entering,
    /// Changes arrive by themselves.
    Live,
    /// The next try waits for its alarm.
    Waiting,
}

/// What the live connection needs of somebody else.
#[derive(Clone, PartialEq, Debug)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// A token that can be used: it is to be renewed.
    Token,
    /// The server will not have this token: it is to be renewed.
    OtherToken,
}

/// The live connection of one tab.
#[derive(Debug, Default)]
pub struct Live {
    phase: Phase,
    account: Option<Id>,
    /// The token that was told last.
    token: Option<String>,
    failures: u32,
    /// Whether a sign of life was asked for and has not come.
    is_answer_due: bool,
    /// How many renewed tokens were told that the server has not answered yet.
    renewals: u32,
    /// Whether nobody sees the page: then it is not woken to ask for signs of life.
    is_hidden: bool,
}

impl Live {
    /// Whether changes of other devices arrive by themselves.
    pub fn is_live(&self) -> bool {
        self.phase == Phase::Live
    }

    /// The token that was told last.
    pub fn token(&self) -> Option<&String> {
        self.token.as_ref()
    }

    /// Follows who is signed in, and with which token: connects, tells a renewed token, or closes (SPEC Y25).
    pub fn follow(&mut self, account: Option<Id>, token: Option<String>, turn: &mut Turn) -> Need {
        if self.account != account {
            if self.phase != Phase::Off {
                turn.step.io.push(IoEffect::CloseSocket);
                turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
            }
            *self = Self { account, is_hidden: self.is_hidden, ..Self::default() };
        }
        match (self.phase, token) {
            (_, _) if account.is_none() => Need::Nothing,
            (Phase::Off | Phase::WithoutToken, Some(_)) => {
                self.connect(turn);
                Need::Nothing
            }
            (Phase::Off, None) => self.ask_for_token(turn),
            (Phase::Entering | Phase::Live, Some(token)) if self.token.as_ref() != Some(&token) => {
                self.authenticate(token, turn);
                self.renewals = self.renewals.saturating_add(1);
                Need::Nothing
            }
            _ => Need::Nothing,
        }
    }

    fn ask_for_token(&mut self, turn: &mut Turn) -> Need {
        self.phase = Phase::WithoutToken;
        self.wait(LIMIT_MILLISECONDS, turn);
        Need::Token
    }

    fn connect(&mut self, turn: &mut Turn) {
        self.phase = Phase::Connecting;
        self.token = None;
        self.renewals = 0;
        turn.step.io.push(IoEffect::OpenSocket);
        self.wait(LIMIT_MILLISECONDS, turn);
    }

    fn authenticate(&mut self, token: String, turn: &mut Turn) {
        self.say(&LiveRequest::Authenticate { token: token.clone() }, turn);
        self.token = Some(token);
    }

    fn say(&self, request: &LiveRequest, turn: &mut Turn) {
        turn.step.io.push(IoEffect::SendSocket { text: crate::json(request) });
    }

    fn wait(&self, after: u32, turn: &mut Turn) {
        turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Live, after });
    }

    /// The connection is open. The first that is said over it is the token.
    pub fn opened(&mut self, token: Option<String>, env: &Env, turn: &mut Turn) {
        if self.phase == Phase::Connecting {
            match token {
                Some(token) => {
                    self.phase = Phase::Entering;
                    self.authenticate(token, turn);
                }
                None => self.try_later(env, turn),
            }
        }
    }

    /// The server said something. What it says is handed on; a message that cannot be read is of a newer version, and
    /// nothing to this one.
    pub fn heard(&mut self, text: &str, env: &Env, turn: &mut Turn) -> Option<LiveMessage> {
        if !matches!(self.phase, Phase::Entering | Phase::Live) {
            return None;
        }
        self.is_answer_due = false;
        let message = serde_json::from_str(text).ok()?;
        if message == LiveMessage::Ready {
            let is_first = self.phase == Phase::Entering;
            self.phase = Phase::Live;
            self.failures = 0;
            if !is_first && self.renewals > 0 {
                // A renewed token is good; nothing was missed.
                self.renewals -= 1;
                return None;
            }
            // Said again unasked: the server itself has missed something, and everybody catches up.
            self.rest(env, turn);
        } else if message == LiveMessage::Pong {
            self.rest(env, turn);
        }
        Some(message)
    }

    /// All is well: the next sign of life is asked for later. Behind another tab it is not: what matters is news, which
    /// comes by itself, and the server, which pings without waking the page, closes what does not answer. It is asked for as
    /// a second begins, when the clock wakes the page anyway.
    fn rest(&self, env: &Env, turn: &mut Turn) {
        if self.is_hidden {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        } else {
            let into_second = u32::try_from(env.now.millis().rem_euclid(1_000)).unwrap_or(0);
            self.wait(PING_AFTER_MILLISECONDS - into_second, turn);
        }
    }

    /// Nobody sees the page any more.
    pub fn hide(&mut self, turn: &mut Turn) {
        self.is_hidden = true;
        if self.phase == Phase::Live && !self.is_answer_due {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        }
    }

    /// The page is visible again.
    pub fn show(&mut self) {
        self.is_hidden = false;
    }

    /// The connection is closed, or could not be opened.
    pub fn closed(&mut self, code: u16, env: &Env, turn: &mut Turn) -> Need {
        if !matches!(self.phase, Phase::Connecting | Phase::Entering | Phase::Live) {
            return Need::Nothing;
        }
        if code == close::UNAUTHORISED && self.failures == 0 {
            self.failures = 1;
            self.ask_for_token(turn);
            return Need::OtherToken;
        }
        self.try_later(env, turn);
        if code == close::UNAUTHORISED { Need::OtherToken } else { Need::Nothing }
    }

    /// The alarm has gone off: asks for a sign of life, gives up one that has not come, or tries again.
    pub fn alarm(&mut self, token: Option<String>, env: &Env, turn: &mut Turn) -> Need {
        match self.phase {
            Phase::Off => {}
            Phase::Waiting => return self.try_now(token, turn),
            Phase::Live if !self.is_answer_due => self.ping(turn),
            Phase::WithoutToken | Phase::Connecting | Phase::Entering | Phase::Live => {
                turn.step.io.push(IoEffect::CloseSocket);
                self.try_later(env, turn);
            }
        }
        Need::Nothing
    }

    /// The page is visible again, or the network is back: the pause is over, and a connection that slept is asked whether
    /// it lives.
    pub fn wake(&mut self, token: Option<String>, turn: &mut Turn) -> Need {
        match self.phase {
            Phase::Waiting => self.try_now(token, turn),
            Phase::Live => {
                self.ping(turn);
                Need::Nothing
            }
            _ => Need::Nothing,
        }
    }

    fn try_now(&mut self, token: Option<String>, turn: &mut Turn) -> Need {
        match token {
            Some(_) => {
                self.connect(turn);
                Need::Nothing
            }
            None => self.ask_for_token(turn),
        }
    }

    fn ping(&mut self, turn: &mut Turn) {
        self.say(&LiveRequest::Ping, turn);
        self.is_answer_due = true;
        self.wait(LIMIT_MILLISECONDS, turn);
    }

    /// After a second at first, after a minute at most.
    fn try_later(&mut self, env: &Env, turn: &mut Turn) {
        self.phase = Phase::Waiting;
        self.token = None;
        self.is_answer_due = false;
        self.failures = self.failures.saturating_add(1);
        self.wait(pause::after(self.failures, env), turn);
    }
}
