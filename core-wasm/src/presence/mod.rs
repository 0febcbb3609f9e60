//! Presence (SPEC M70 to M75): reports which shared board is open in this tab and which field is being edited, and knows
//! who else has the board open. It needs the live connection and is never stored.

use crate::context::Context;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::live::LiveRequest;
use crate::protocol::patch::Patch;
use crate::protocol::presence::{EditedField, PresentMember};

/// The shortest time between two reports, and how long the end of editing waits for another field to get the focus, in
/// milliseconds.
const REPORT_INTERVAL_MS: u32 = 200;

/// What is open and being edited in a tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Position {
    board_id: Option<Id>,
    editing: Option<EditedField>,
}

/// Whether the alarm of the next report is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ReportTimer {
    /// No alarm is set.
    #[default]
    Off,
    /// A report was sent a moment ago; the next one waits for the alarm.
    Throttled,
    /// The end of editing waits for the alarm, because another field may get the focus at once.
    Ending,
}

/// What the tab reports, and who else has the open board open.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    /// What is open and being edited.
    position: Position,
    /// What was reported over the current connection.
    reported: Position,
    /// Whether the server of the current connection accepts reports.
    is_accepted: bool,
    timer: ReportTimer,
    /// The other members who have the board open that was reported.
    members: Vec<PresentMember>,
}

impl Presence {
    /// Returns the other members who have the open board open.
    pub(crate) fn view(&self) -> Vec<PresentMember> {
        if self.position.board_id == self.reported.board_id { self.members.clone() } else { vec![] }
    }

    /// Follows the open board, and reports what has changed. `None` if no board is open, or if it has no other members.
    pub(crate) fn reconcile(&mut self, board_id: Option<Id>, ctx: &mut Context) {
        if self.position.board_id != board_id {
            let shown = self.view();
            self.position = Position { board_id, editing: None };
            self.push_changed_patch(&shown, ctx);
        }
        if self.position == self.reported || !self.is_accepted {
            return;
        }
        let is_end = match self.position.board_id {
            Some(board_id) => self.reported.board_id == Some(board_id) && self.position.editing.is_none(),
            None => true,
        };
        match self.timer {
            ReportTimer::Off if is_end => self.set_timer(ReportTimer::Ending, ctx),
            ReportTimer::Ending if is_end => {}
            ReportTimer::Throttled => {}
            ReportTimer::Off | ReportTimer::Ending => self.report(ctx),
        }
    }

    /// Reports what was held back.
    pub(crate) fn on_alarm(&mut self, ctx: &mut Context) {
        self.timer = ReportTimer::Off;
        if self.position != self.reported && self.is_accepted {
            self.report(ctx);
        }
    }

    fn report(&mut self, ctx: &mut Context) {
        let shown = self.view();
        if self.reported.board_id != self.position.board_id {
            self.members.clear();
        }
        self.reported = self.position;
        let Position { board_id, editing } = self.position;
        let text = json::json(&LiveRequest::Presence { board_id, editing });
        ctx.step.io_effects.push(IoEffect::SendSocket { text });
        self.set_timer(ReportTimer::Throttled, ctx);
        self.push_changed_patch(&shown, ctx);
    }

    fn set_timer(&mut self, timer: ReportTimer, ctx: &mut Context) {
        self.timer = timer;
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Presence, after: REPORT_INTERVAL_MS });
    }

    /// Starts or stops editing a field. Stopping only counts for the field that is being edited, because another one may
    /// have got the focus before.
    pub(crate) fn set_editing(&mut self, edited: EditedField, is_editing: bool) {
        if is_editing && self.position.board_id.is_some() {
            self.position.editing = Some(edited);
        } else if !is_editing && self.position.editing == Some(edited) {
            self.position.editing = None;
        }
    }

    /// Stops editing, because the card was closed.
    pub(crate) fn on_card_closed(&mut self) {
        self.position.editing = None;
    }

    /// Allows reports if the server accepts them.
    pub(crate) fn on_live_ready(&mut self, accepts_presence: bool) {
        self.is_accepted = accepts_presence;
    }

    /// Forgets who is there after the live connection has ended.
    pub(crate) fn on_live_lost(&mut self, ctx: &mut Context) {
        let shown = self.view();
        *self = Self { position: self.position, ..Self::default() };
        self.push_changed_patch(&shown, ctx);
    }

    /// Handles a message about the members who have a board open.
    pub(crate) fn on_message(
        &mut self,
        board_id: Id,
        is_complete: bool,
        present: Vec<PresentMember>,
        absent: &[Id],
        ctx: &mut Context,
    ) {
        if self.reported.board_id != Some(board_id) {
            return;
        }
        let shown = self.view();
        self.members.retain(|known| {
            !is_complete
                && !absent.contains(&known.user_id)
                && present.iter().all(|member| member.user_id != known.user_id)
        });
        self.members.extend(present);
        self.push_changed_patch(&shown, ctx);
    }

    fn push_changed_patch(&self, shown: &[PresentMember], ctx: &mut Context) {
        let presence = self.view();
        if presence != shown {
            ctx.step.patches.push(Patch::Presence { presence });
        }
    }
}
