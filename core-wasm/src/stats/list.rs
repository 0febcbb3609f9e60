//! The list of the latest focus sessions (SPEC S40 to S42): what the server told, page by page, with the sessions that wait to
//! be sent on top.

use super::absent::newest;
use super::{counts, focused_millis};
use crate::board::machine::Boards;
use crate::board::replica::Touched;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::protocol::http::{LatestSessionsAnswer, NamedSession};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::view::{FocusSessionView, FocusSessionsView, LoadStatus};
use crate::sorted::sort_by;
use crate::sync::asking::Asking;
use crate::sync::outbox::{Left, Mark, Outbox};

/// How many changes of the list are told one by one; of more the whole list is.
const MOST_PATCHES: usize = 4;

/// The sessions that the list knows.
#[derive(Debug)]
pub struct Sessions {
    /// Whether the page has asked.
    is_asked: bool,
    /// As the server has them, the latest first.
    known: Vec<NamedSession>,
    /// Sessions that left the outbox of this page, as the server has them: the deleted ones and those of long ago too, which
    /// the list does not hold and which can be taken back all the same.
    versions: Vec<FocusSession>,
    /// Whether the server has earlier ones.
    has_more: bool,
    status: LoadStatus,
    asking: Asking,
    /// How it stands with the next page: on its way, not come, or neither.
    more: LoadStatus,
    shown: FocusSessionsView,
    /// `None` where what is known is another.
    made_of: Option<Mark>,
}

impl Default for Sessions {
    fn default() -> Self {
        let shown = FocusSessionsView::default();
        Self {
            is_asked: false,
            known: vec![],
            versions: vec![],
            has_more: false,
            status: shown.status,
            asking: Asking::default(),
            more: shown.more,
            shown,
            made_of: None,
        }
    }
}

impl Sessions {
    /// What the shell draws.
    pub fn view(&self) -> &FocusSessionsView {
        &self.shown
    }

    /// The page asks for the latest.
    pub fn load(&mut self, turn: &mut Turn) {
        self.is_asked = true;
        if self.status == LoadStatus::Failed {
            (self.status, self.made_of) = (LoadStatus::Loading, None);
        }
        self.fetch(turn);
    }

    /// The page asks for earlier ones.
    pub fn load_more(&mut self, turn: &mut Turn) {
        if let Some(last) = self.known.last().filter(|_| self.has_more && self.more != LoadStatus::Loading) {
            (self.more, self.made_of) = (LoadStatus::Loading, None);
            let before = last.session.id;
            let path = format!("/focus-sessions/latest/?before={before}");
            turn.calls.push(Call::get(Purpose::LoadLatestSessions { before: Some(before) }, path));
        }
    }

    /// Asks for the latest again, if the page has asked before.
    pub fn refresh(&mut self, turn: &mut Turn) {
        if self.is_asked {
            self.asking.overtaken();
            self.fetch(turn);
        }
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if self.asking.begin() {
            turn.calls.push(Call::get(Purpose::LoadLatestSessions { before: None }, "/focus-sessions/latest/"));
        }
    }

    /// A page has come, or has not.
    pub fn loaded(&mut self, before: Option<Id>, answer: &Answer, turn: &mut Turn) {
        match answer.read::<LatestSessionsAnswer>() {
            Ok(page) if before.is_some() => {
                (self.more, self.made_of) = (LoadStatus::Ready, None);
                // Where the list was loaded anew meanwhile, the page may not follow it any more.
                if self.known.last().map(|last| last.session.id) == before {
                    self.append(page);
                }
            }
            Ok(page) => {
                let (is_shown, is_repeated) = self.asking.come();
                if is_shown {
                    self.replace(page);
                    (self.status, self.made_of) = (LoadStatus::Ready, None);
                    if self.more == LoadStatus::Failed {
                        // The server can be reached again.
                        self.more = LoadStatus::Ready;
                    }
                }
                if is_repeated {
                    self.fetch(turn);
                }
            }
            Err(_) => {
                turn.log("Error fetching focus sessions");
                match before {
                    Some(_) => (self.more, self.made_of) = (LoadStatus::Failed, None),
                    None => self.asking.failed(),
                }
                if before.is_none() && self.status == LoadStatus::Loading {
                    (self.status, self.made_of) = (LoadStatus::Failed, None);
                }
            }
        }
    }

    /// Takes in the latest. Pages that follow them stay, so that the list does not jump.
    fn replace(&mut self, page: LatestSessionsAnswer) {
        let before = std::mem::replace(&mut self.known, page.sessions);
        sort_by(&mut self.known, |one, other| latest_first(&one.session, &other.session));
        let is_told = |known: &NamedSession| self.known.iter().any(|told| told.session.id == known.session.id);
        let overlaps = page.has_more && before.iter().any(is_told);
        let follows = |known: &NamedSession| {
            overlaps && self.known.last().is_some_and(|last| latest_first(&last.session, &known.session).is_lt())
        };
        let earlier: Vec<NamedSession> = before.into_iter().filter(|known| follows(known) && !is_told(known)).collect();
        if earlier.is_empty() {
            self.has_more = page.has_more;
        }
        self.known.extend(earlier);
    }

    /// Takes in the page that follows what is known.
    fn append(&mut self, page: LatestSessionsAnswer) {
        self.has_more = page.has_more;
        for told in page.sessions {
            match self.known.iter_mut().find(|known| known.session.id == told.session.id) {
                Some(known) if known.session.revision >= told.session.revision => {}
                Some(known) => *known = told,
                None => self.known.push(told),
            }
        }
        sort_by(&mut self.known, |one, other| latest_first(&one.session, &other.session));
    }

    /// Puts a session where it belongs, instead of what is known of it.
    fn put(&mut self, session: NamedSession) {
        let known = self.known.iter().position(|known| known.session.id == session.session.id);
        if known.is_some_and(|place| self.known[place].session.revision > session.session.revision) {
            return;
        }
        if let Some(place) = known {
            self.known.remove(place);
        }
        if counts(&session.session) && self.reaches(&session.session) {
            let place = self.known.partition_point(|known| latest_first(&known.session, &session.session).is_lt());
            self.known.insert(place, session);
        }
    }

    /// Whether a session lies in the part of the list that is known.
    fn reaches(&self, session: &FocusSession) -> bool {
        !self.has_more || self.known.last().is_some_and(|last| latest_first(session, &last.session).is_lt())
    }

    /// A session that is known, in its newest version.
    pub fn find(&self, id: Id, outbox: &Outbox) -> Option<FocusSession> {
        let waiting = newest(outbox).into_iter().filter(|session| session.id == id);
        let known = self.known.iter().map(|known| &known.session).chain(&self.versions);
        let versions = known.filter(|session| session.id == id).chain(waiting);
        versions.reduce(|newest, other| if other.revision > newest.revision { other } else { newest }).cloned()
    }

    /// Follows the outbox and the names of boards and cards, and tells the mirror.
    pub fn follow(&mut self, left: &[Left], outbox: &Outbox, boards: &Boards, turn: &mut Turn) {
        for left in left {
            if let Left::Sent(session) = left {
                let named = self.named(session, boards);
                self.versions.retain(|known| known.id != session.id);
                self.versions.push(session.as_ref().clone());
                self.put(named);
                // An answer that is on its way may lack it.
                self.asking.overtaken();
            }
        }
        let mark = Some(outbox.mark());
        if self.is_asked && (self.made_of != mark || !left.is_empty()) {
            self.made_of = mark;
            self.show(outbox, boards, turn);
        }
    }

    /// Something on boards has changed: the list has their names and those of their cards.
    pub fn touched(&mut self, touched: &[(Id, Touched)]) {
        let is_named = |(board_id, touched): &(Id, Touched)| {
            let mut shown = self.shown.sessions.iter().filter(|session| session.board_id == Some(*board_id));
            shown.any(|session| {
                let card = session.card_id.filter(|card| touched.cards.contains(card));
                touched.is_all || touched.is_board || card.is_some()
            })
        };
        if touched.iter().any(is_named) {
            self.made_of = None;
        }
    }

    /// A session with the names of what it is for, as far as they are known.
    fn named(&self, session: &FocusSession, boards: &Boards) -> NamedSession {
        let told = self.known.iter().find(|known| known.session.id == session.id);
        let board_told = told.filter(|told| told.session.board_id == session.board_id);
        let card_told = told.filter(|told| told.session.card_id == session.card_id);
        let board = session.board_id.and_then(|id| boards.board_of(id));
        let card = session.board_id.zip(session.card_id).and_then(|(board_id, card_id)| {
            boards.records_of(board_id)?.cards.get(&card_id).map(|card| card.title.as_str().to_owned())
        });
        NamedSession {
            session: session.clone(),
            board_name: board
                .map(|board| board.name.as_str().to_owned())
                .or_else(|| board_told.and_then(|told| told.board_name.clone())),
            card_title: card.or_else(|| card_told.and_then(|told| told.card_title.clone())),
        }
    }

    fn show(&mut self, outbox: &Outbox, boards: &Boards, turn: &mut Turn) {
        let mut sessions: Vec<FocusSessionView> = vec![];
        if self.status != LoadStatus::Loading {
            let waiting = newest(outbox);
            let known = self.known.iter().map(|known| &known.session);
            let known = known.filter(|session| waiting.iter().all(|waiting| waiting.id != session.id));
            let waiting = waiting.iter().copied().filter(|session| self.reaches(session) && counts(session));
            let mut all: Vec<&FocusSession> = known.chain(waiting).collect();
            sort_by(&mut all, |one, other| latest_first(one, other));
            sessions = all.into_iter().filter_map(|session| shown(self.named(session, boards))).collect();
        }
        let view = FocusSessionsView { status: self.status, sessions, has_more: self.has_more, more: self.more };
        if self.shown == view {
            return;
        }
        let page = |view: &FocusSessionsView| (view.status, view.has_more, view.more);
        let is_same_page = page(&self.shown) == page(&view);
        let patches = if is_same_page { differences(&self.shown.sessions, &view.sessions) } else { vec![] };
        match patches.len() {
            1..=MOST_PATCHES => turn.step.patches.extend(patches),
            _ => turn.step.patches.push(Patch::FocusSessionsLoaded { focus_sessions: view.clone() }),
        }
        self.shown = view;
    }

    /// Tells the mirror that nothing is known any more.
    pub(super) fn forget(self, turn: &mut Turn) {
        if self.shown != FocusSessionsView::default() {
            turn.step.patches.push(Patch::FocusSessionsLoaded { focus_sessions: FocusSessionsView::default() });
        }
    }
}

/// The patches that lead from one list to another.
fn differences(before: &[FocusSessionView], now: &[FocusSessionView]) -> Vec<Patch> {
    let mut patches = vec![];
    let mut list: Vec<&FocusSessionView> = vec![];
    for session in before {
        match now.iter().any(|other| other.id == session.id) {
            true => list.push(session),
            false => patches.push(Patch::FocusSessionRemoved { id: session.id }),
        }
    }
    for (index, session) in now.iter().enumerate() {
        if list.get(index) != Some(&session) {
            list.retain(|other| other.id != session.id);
            list.insert(index.min(list.len()), session);
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            patches.push(Patch::FocusSessionPlaced { session: session.clone(), index });
        }
    }
    patches
}

/// A session as it is shown; `None` where it has no stretch.
fn shown(named: NamedSession) -> Option<FocusSessionView> {
    let NamedSession { session, board_name, card_title } = named;
    let first = session.segments.first()?;
    Some(FocusSessionView {
        id: session.id,
        start: first.start,
        end: session.segments.last()?.end,
        utc_offset: first.utc_offset,
        focused: focused_millis(&session) / 1_000,
        outcome: session.outcome,
        board_id: session.board_id,
        board_name,
        card_id: session.card_id,
        card_title,
    })
}

/// The order of the list: by the moment at which sessions began, and of equal ones by their ids.
fn latest_first(one: &FocusSession, other: &FocusSession) -> std::cmp::Ordering {
    let key = |session: &FocusSession| (session.segments.first().map(|segment| segment.start), session.id);
    key(other).cmp(&key(one))
}
