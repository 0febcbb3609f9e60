//! The live connection: when to connect, ping and reconnect.

use super::backoff;
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::live::{LiveMessage, LiveRequest, close};

/// The interval between pings, in milliseconds.
const PING_INTERVAL_MS: u32 = 25_000;
/// How long to wait for a response, for the connection to open, or for a token, in milliseconds.
const RESPONSE_TIMEOUT_MS: u32 = 10_000;
/// The time within which the clients of a server that has stopped connect to another one, in milliseconds.
const RECONNECT_SPREAD_MS: u32 = 3_000;

/// The state of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    /// No user is signed in.
    #[default]
    Off,
    /// Waiting for the token to be refreshed.
    AwaitingToken,
    /// The WebSocket is being opened.
    Connecting,
    /// The token has been sent, but the server has not confirmed it yet.
    Authenticating,
    /// The server has accepted the token and sends changes.
    Live {
        /// Whether a ping was sent and not answered yet.
        is_pong_due: bool,
    },
    /// Waiting for the alarm of the next attempt.
    BackingOff,
}

/// The token that the live connection needs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TokenNeed {
    /// No other token.
    None,
    /// Any valid token; the current one has to be refreshed.
    Fresh,
    /// Another token, because the server has refused this one.
    Replacement,
}

/// The live connection of one tab.
#[derive(Debug, Default)]
pub(crate) struct Live {
    phase: Phase,
    account: Option<Id>,
    /// The token that was sent last.
    token: Option<String>,
    failures: u32,
    /// The number of refreshed tokens that the server has not confirmed yet.
    pending_reauthentications: u32,
    /// Whether the page is hidden. A hidden page is not woken to send pings.
    is_hidden: bool,
    /// Whether a stopping server has closed the last working connection, so that another server should accept the next one.
    expects_server: bool,
    /// Whether the server became unreachable, until [`Live::take_server_lost`] is called.
    has_lost_server: bool,
}

impl Live {
    /// Returns whether the server sends changes over the connection.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.phase, Phase::Live { .. })
    }

    /// Returns the token that was sent last.
    pub(crate) fn token(&self) -> Option<&String> {
        self.token.as_ref()
    }

    /// Connects, sends a refreshed token, or closes the connection after a change of the account or of its token (SPEC
    /// Y25).
    pub(crate) fn reconcile(&mut self, account: Option<Id>, token: Option<&str>, ctx: &mut Context) -> TokenNeed {
        if self.account != account {
            if self.phase != Phase::Off {
                ctx.step.io_effects.push(IoEffect::CloseSocket);
                ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
            }
            self.set_phase(Phase::Off, ctx);
            *self = Self { account, is_hidden: self.is_hidden, ..Self::default() };
        }
        match (self.phase, token) {
            (_, _) if account.is_none() => TokenNeed::None,
            (Phase::Off | Phase::AwaitingToken, Some(_)) => {
                self.connect(ctx);
                TokenNeed::None
            }
            (Phase::Off, None) => self.await_token(ctx),
            (Phase::Authenticating | Phase::Live { .. }, Some(token)) if self.token.as_deref() != Some(token) => {
                self.authenticate(token, ctx);
                self.pending_reauthentications = self.pending_reauthentications.saturating_add(1);
                TokenNeed::None
            }
            _ => TokenNeed::None,
        }
    }

    fn set_phase(&mut self, phase: Phase, ctx: &mut Context) {
        let was_live = self.is_live();
        self.phase = phase;
        if self.is_live() != was_live {
            ctx.events.push(DomainEvent::LiveChanged(self.is_live()));
        }
    }

    fn await_token(&mut self, ctx: &mut Context) -> TokenNeed {
        self.set_phase(Phase::AwaitingToken, ctx);
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
        TokenNeed::Fresh
    }

    fn connect(&mut self, ctx: &mut Context) {
        self.set_phase(Phase::Connecting, ctx);
        self.token = None;
        self.pending_reauthentications = 0;
        ctx.step.io_effects.push(IoEffect::OpenSocket);
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
    }

    fn authenticate(&mut self, token: &str, ctx: &mut Context) {
        self.send(&LiveRequest::Authenticate { token: token.to_owned() }, ctx);
        self.token = Some(token.to_owned());
    }

    fn send(&self, request: &LiveRequest, ctx: &mut Context) {
        ctx.step.io_effects.push(IoEffect::SendSocket { text: json::json(request) });
    }

    fn set_alarm(&self, after: u32, ctx: &mut Context) {
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Live, after });
    }

    /// Authenticates after the connection has opened: the first message is the token.
    pub(crate) fn on_open(&mut self, token: Option<&str>, env: &Env, ctx: &mut Context) {
        if self.phase == Phase::Connecting {
            match token {
                Some(token) => {
                    self.set_phase(Phase::Authenticating, ctx);
                    self.authenticate(token, ctx);
                }
                None => self.schedule_reconnect(env, ctx),
            }
        }
    }

    /// Handles a message of the server and returns it for the other machines. A message that cannot be read comes from
    /// a newer version and is ignored.
    pub(crate) fn on_message(&mut self, text: &str, env: &Env, ctx: &mut Context) -> Option<LiveMessage> {
        if !matches!(self.phase, Phase::Authenticating | Phase::Live { .. }) {
            return None;
        }
        if let Phase::Live { is_pong_due } = &mut self.phase {
            *is_pong_due = false;
        }
        let message = json::parse(text).ok()?;
        if matches!(message, LiveMessage::Ready { .. }) {
            let is_first = self.phase == Phase::Authenticating;
            self.set_phase(Phase::Live { is_pong_due: false }, ctx);
            self.failures = 0;
            self.expects_server = false;
            if !is_first && self.pending_reauthentications > 0 {
                // The server has confirmed a refreshed token. No change was missed.
                self.pending_reauthentications -= 1;
                return None;
            }
            // The server sends this again if it has missed changes itself. All clients then request the changes.
            self.schedule_ping(env, ctx);
        } else if message == LiveMessage::Pong {
            self.schedule_ping(env, ctx);
        }
        Some(message)
    }

    /// Schedules the next ping, at the start of a second, when the clock wakes the page anyway. A hidden page sends
    /// none: changes arrive without it, and the server's own pings, which do not wake the page, detect a dead
    /// connection.
    fn schedule_ping(&self, env: &Env, ctx: &mut Context) {
        if self.is_hidden {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        } else {
            let into_second = u32::try_from(env.now.millis().rem_euclid(1_000)).unwrap_or(0);
            self.set_alarm(PING_INTERVAL_MS - into_second, ctx);
        }
    }

    /// Stops the pings when the page is hidden.
    pub(crate) fn on_page_hidden(&mut self, ctx: &mut Context) {
        self.is_hidden = true;
        if self.phase == (Phase::Live { is_pong_due: false }) {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Live });
        }
    }

    /// Allows pings again when the page becomes visible.
    pub(crate) fn on_page_visible(&mut self) {
        self.is_hidden = false;
    }

    /// Schedules a reconnect after the connection has closed or could not be opened. Returns which token it needs. After
    /// a change of the memberships it reconnects at once (SPEC M19), and after the loss of a working connection within 3
    /// seconds (SPEC Y44).
    pub(crate) fn on_close(&mut self, code: u16, token: Option<&str>, env: &Env, ctx: &mut Context) -> TokenNeed {
        if !matches!(self.phase, Phase::Connecting | Phase::Authenticating | Phase::Live { .. }) {
            return TokenNeed::None;
        }
        match code {
            close::MEMBERSHIP_CHANGED if self.is_live() => {}
            close::GOING_AWAY if self.is_live() => self.expects_server = true,
            _ => self.on_lost(),
        }
        // A server that closes each connection before it is live is retried with the usual backoff.
        if code == close::MEMBERSHIP_CHANGED && self.is_live() {
            return self.reconnect(token, ctx);
        }
        if matches!(code, close::GOING_AWAY | close::LOST) && self.is_live() {
            self.schedule_first_reconnect(env, ctx);
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

    /// Records that a connection was lost, or could not be opened. Only a loss shows that the server is unreachable: some
    /// networks block WebSockets.
    fn on_lost(&mut self) {
        self.has_lost_server |= self.is_live() || std::mem::take(&mut self.expects_server);
    }

    /// Returns whether the server became unreachable since the last call.
    pub(crate) fn take_server_lost(&mut self) -> bool {
        std::mem::take(&mut self.has_lost_server)
    }

    /// Handles the alarm: sends a ping, reconnects, or closes a connection that did not respond in time.
    pub(crate) fn on_alarm(&mut self, token: Option<&str>, env: &Env, ctx: &mut Context) -> TokenNeed {
        match self.phase {
            Phase::Off => {}
            Phase::BackingOff => return self.reconnect(token, ctx),
            Phase::Live { is_pong_due: false } => self.ping(ctx),
            Phase::AwaitingToken | Phase::Connecting | Phase::Authenticating | Phase::Live { .. } => {
                self.on_lost();
                ctx.step.io_effects.push(IoEffect::CloseSocket);
                self.schedule_reconnect(env, ctx);
            }
        }
        TokenNeed::None
    }

    /// Ends the backoff, or pings an open connection to check that it still works, when the page becomes visible or the
    /// network returns. The backoff starts again: a network that has just returned often fails once more.
    pub(crate) fn on_resume(&mut self, token: Option<&str>, ctx: &mut Context) -> TokenNeed {
        self.failures = 0;
        match self.phase {
            Phase::BackingOff => self.reconnect(token, ctx),
            Phase::Live { .. } => {
                self.ping(ctx);
                TokenNeed::None
            }
            _ => TokenNeed::None,
        }
    }

    fn reconnect(&mut self, token: Option<&str>, ctx: &mut Context) -> TokenNeed {
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
        self.set_phase(Phase::Live { is_pong_due: true }, ctx);
        self.set_alarm(RESPONSE_TIMEOUT_MS, ctx);
    }

    /// Schedules the next attempt with a backoff.
    fn schedule_reconnect(&mut self, env: &Env, ctx: &mut Context) {
        self.failures = self.failures.saturating_add(1);
        self.wait_for_reconnect(backoff::delay_ms(self.failures, env), ctx);
    }

    /// Schedules the first attempt after a working connection was lost, at a random time: a server that stops loses all its
    /// clients at once, and the others must not receive them at once.
    fn schedule_first_reconnect(&mut self, env: &Env, ctx: &mut Context) {
        let delay = env.random() % u64::from(RECONNECT_SPREAD_MS);
        self.wait_for_reconnect(u32::try_from(delay).unwrap_or_default(), ctx);
    }

    fn wait_for_reconnect(&mut self, after: u32, ctx: &mut Context) {
        self.set_phase(Phase::BackingOff, ctx);
        self.token = None;
        self.set_alarm(after, ctx);
    }
}
