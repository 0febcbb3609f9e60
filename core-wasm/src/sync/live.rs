//! The live connection: when to connect, how to stay in touch, and when to try again. What it tells of boards goes to them.

use super::backoff;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::live::{LiveMessage, LiveRequest, close};

/// How long after the last sign of life the next is asked for.
const PING_INTERVAL_MS: u32 = 25_000;
/// How long the server has for an answer, and for letting somebody in.
const RESPONSE_TIMEOUT_MS: u32 = 10_000;

/// Where the connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    /// Nobody is signed in.
    #[default]
    Off,
    /// Without a token that can be used: it is being renewed.
    AwaitingToken,
    /// On its way.
    Connecting,
    /// The token was told; the server has not let us in yet.
    Authenticating,
    /// Changes arrive by themselves.
    Live,
    /// The next try waits for its alarm.
    BackingOff,
}

/// What the live connection needs of somebody else.
#[derive(Clone, PartialEq, Debug)]
pub enum TokenNeed {
    /// Nothing.
    None,
    /// A token that can be used: it is to be renewed.
    Fresh,
    /// The server will not have this token: it is to be renewed.
    Replacement,
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
    is_pong_due: bool,
    /// How many renewed tokens were told that the server has not answered yet.
    pending_reauthentications: u32,
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
    pub fn reconcile(&mut self, account: Option<Id>, token: Option<String>, ctx: &mut Context) -> TokenNeed {
        if self.account != account {
            if self.phase != Phase::Off {
                ctx.step.io_effects.push(IoEffect::CloseSocket);
                ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
            }
            *self = Self { account, is_hidden: self.is_hidden, ..Self::default() };
        }
        match (self.phase, token) {
            (_, _) if account.is_none() => TokenNeed::None,
            (Phase::Off | Phase::AwaitingToken, Some(_)) => {
                self.connect(ctx);
                TokenNeed::None
            }
            (Phase::Off, None) => self.await_token(ctx),
            (Phase::Authenticating | Phase::Live, Some(token)) if self.token.as_ref() != Some(&token) => {
                self.authenticate(token, ctx);
                self.pending_reauthentications = self.pending_reauthentications.saturating_add(1);
                TokenNeed::None
            }
            _ => TokenNeed::None,
        }
    }

    fn await_token(&mut self, ctx: &mut Context) -> TokenNeed {
        self.phase = Phase::AwaitingToken;
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
        TokenNeed::Fresh
    }

    fn connect(&mut self, ctx: &mut Context) {
        self.phase = Phase::Connecting;
        self.token = None;
        self.pending_reauthentications = 0;
        ctx.step.io_effects.push(IoEffect::OpenSocket);
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
    }

    fn authenticate(&mut self, token: String, ctx: &mut Context) {
        self.send(&LiveRequest::Authenticate { token: token.clone() }, ctx);
        self.token = Some(token);
    }

    fn send(&self, request: &LiveRequest, ctx: &mut Context) {
        ctx.step.io_effects.push(IoEffect::SendSocket { text: crate::json(request) });
    }

    fn set_alarm(&self, after: u32, ctx: &mut Context) {
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Live, after });
    }

    /// The connection is open. The first that is said over it is the token.
    pub fn on_open(&mut self, token: Option<String>, env: &Env, ctx: &mut Context) {
        if self.phase == Phase::Connecting {
            match token {
                Some(token) => {
                    self.phase = Phase::Authenticating;
                    self.authenticate(token, ctx);
                }
                None => self.schedule_reconnect(env, ctx),
            }
        }
    }

    /// The server said something. What it says is handed on; a message that cannot be read is of a newer version, and
    /// nothing to this one.
    pub fn on_message(&mut self, text: &str, env: &Env, ctx: &mut Context) -> Option<LiveMessage> {
        if !matches!(self.phase, Phase::Authenticating | Phase::Live) {
            return None;
        }
        self.is_pong_due = false;
        let message = serde_json::from_str(text).ok()?;
        if message == LiveMessage::Ready {
            let is_first = self.phase == Phase::Authenticating;
            self.phase = Phase::Live;
            self.failures = 0;
            if !is_first && self.pending_reauthentications > 0 {
                // A renewed token is good; nothing was missed.
                self.pending_reauthentications -= 1;
                return None;
            }
            // Said again unasked: the server itself has missed something, and everybody catches up.
            self.schedule_ping(env, ctx);
        } else if message == LiveMessage::Pong {
            self.schedule_ping(env, ctx);
        }
        Some(message)
    }

    /// All is well: the next sign of life is asked for later. Behind another tab it is not: what matters is news, which
    /// comes by itself, and the server, which pings without waking the page, closes what does not answer. It is asked for as
    /// a second begins, when the clock wakes the page anyway.
    fn schedule_ping(&self, env: &Env, ctx: &mut Context) {
        if self.is_hidden {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        } else {
            let into_second = u32::try_from(env.now.millis().rem_euclid(1_000)).unwrap_or(0);
            self.set_alarm(PING_INTERVAL_MS - into_second, ctx);
        }
    }

    /// Nobody sees the page any more.
    pub fn on_page_hidden(&mut self, ctx: &mut Context) {
        self.is_hidden = true;
        if self.phase == Phase::Live && !self.is_pong_due {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        }
    }

    /// The page is visible again.
    pub fn on_page_visible(&mut self) {
        self.is_hidden = false;
    }

    /// The connection is closed, or could not be opened.
    pub fn on_close(&mut self, code: u16, env: &Env, ctx: &mut Context) -> TokenNeed {
        if !matches!(self.phase, Phase::Connecting | Phase::Authenticating | Phase::Live) {
            return TokenNeed::None;
        }
        if code == close::UNAUTHORIZED && self.failures == 0 {
            self.failures = 1;
            self.await_token(ctx);
            return TokenNeed::Replacement;
        }
        self.schedule_reconnect(env, ctx);
        if code == close::UNAUTHORIZED { TokenNeed::Replacement } else { TokenNeed::None }
    }

    /// The alarm has gone off: asks for a sign of life, gives up one that has not come, or tries again.
    pub fn on_alarm(&mut self, token: Option<String>, env: &Env, ctx: &mut Context) -> TokenNeed {
        match self.phase {
            Phase::Off => {}
            Phase::BackingOff => return self.reconnect(token, ctx),
            Phase::Live if !self.is_pong_due => self.ping(ctx),
            Phase::AwaitingToken | Phase::Connecting | Phase::Authenticating | Phase::Live => {
                ctx.step.io_effects.push(IoEffect::CloseSocket);
                self.schedule_reconnect(env, ctx);
            }
        }
        TokenNeed::None
    }

    /// The page is visible again, or the network is back: the pause is over, and a connection that slept is asked whether
    /// it lives.
    pub fn on_resume(&mut self, token: Option<String>, ctx: &mut Context) -> TokenNeed {
        match self.phase {
            Phase::BackingOff => self.reconnect(token, ctx),
            Phase::Live => {
                self.ping(ctx);
                TokenNeed::None
            }
            _ => TokenNeed::None,
        }
    }

    fn reconnect(&mut self, token: Option<String>, ctx: &mut Context) -> TokenNeed {
        match token {
            Some(_) => {
                self.connect(ctx);
                TokenNeed::None
            }
            None => self.await_token(ctx),
        }
    }

    fn ping(&mut self, ctx: &mut Context) {
        self.send(&LiveRequest::Ping, ctx);
        self.is_pong_due = true;
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
    }

    /// After a second at first, after a minute at most.
    fn schedule_reconnect(&mut self, env: &Env, ctx: &mut Context) {
        self.phase = Phase::BackingOff;
        self.token = None;
        self.is_pong_due = false;
        self.failures = self.failures.saturating_add(1);
        self.set_alarm(backoff::delay_ms(self.failures, env), ctx);
    }
}
