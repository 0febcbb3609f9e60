//! Focused time on the in-memory server.

use super::server::Server;
use core_wasm::protocol::http::{BoardFocusTimeResponse, CardFocus, DaySum, LatestSessionsResponse, NamedSession};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats::{FocusSum, check_session, day_sums, focus_sums, is_counted};
use serde_json::{Value, json};

impl Server {
    /// Handles a request about focused time.
    pub(crate) fn focus(
        &mut self,
        method: &str,
        parts: &[&str],
        query: &str,
        body: Option<&str>,
        now: i64,
    ) -> Result<Value, &'static str> {
        let parameter = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let except: Vec<Id> = parameter("except").unwrap_or("").split(',').filter_map(Id::parse).collect();
        Ok(match (method, parts) {
            ("POST", ["focus-sessions"]) => {
                let session: FocusSession = serde_json::from_str(body.unwrap_or_default()).expect("a session");
                json!({ "session": self.store_session(session, now)? })
            }
            ("GET", ["focus-sessions"]) => json!({ "sessions": self.counting(&[]).collect::<Vec<_>>() }),
            ("GET", ["focus-sessions", "latest"]) => json!(self.latest(parameter("before").and_then(Id::parse))),
            ("GET", ["focus-sessions", "export"]) => json!({ "sessions": self.counting(&[]).collect::<Vec<_>>() }),
            ("GET", ["focus-days"]) => json!({ "days": self.days(&except) }),
            ("GET", ["focus-days", "breakdown"]) => json!({ "boards": [], "labels": [] }),
            ("GET", ["boards", id, "focus-time"]) => {
                let board = Id::parse(id).filter(|id| self.boards.contains_key(id)).ok_or("not_found")?;
                let of_board = |session: &&FocusSession| session.board_id == Some(board);
                let mut cards: Vec<CardFocus> = vec![];
                for FocusSum { card_id, sum: DaySum { focused, sessions, .. }, .. } in
                    focus_sums(self.counting(&except).filter(of_board), 0)
                {
                    match cards.iter_mut().find(|card| card.card_id == card_id) {
                        Some(card) => {
                            card.focused += focused;
                            card.sessions += sessions;
                        }
                        None => cards.push(CardFocus { card_id, focused, sessions }),
                    }
                }
                json!(BoardFocusTimeResponse { cards })
            }
            _ => return Err("not_found"),
        })
    }

    /// Stores a session. The version with the higher revision wins, or the first one of equal revisions.
    fn store_session(&mut self, session: FocusSession, now: i64) -> Result<FocusSession, &'static str> {
        check_session(&session, Timestamp::from_millis(now)).map_err(|code| code.as_str())?;
        if let Some(board) = session.board_id {
            let records = &self.boards.get(&board).ok_or("not_found")?.records;
            if session.card_id.is_some_and(|card| !records.cards.contains_key(&card)) {
                return Err("not_found");
            }
        }
        match self.sessions.iter_mut().find(|known| known.id == session.id) {
            Some(known) if known.revision >= session.revision => return Ok(known.clone()),
            Some(known) => *known = session.clone(),
            None => self.sessions.push(session.clone()),
        }
        Ok(session)
    }

    /// Returns the sessions that count in statistics, without the excluded ones.
    fn counting(&self, except: &[Id]) -> impl Iterator<Item = &FocusSession> {
        self.sessions.iter().filter(move |session| is_counted(session) && !except.contains(&session.id))
    }

    /// Returns the focused time by day.
    pub(crate) fn days(&self, except: &[Id]) -> Vec<DaySum> {
        day_sums(self.counting(except), self.day_start_minutes)
    }

    fn latest(&self, before: Option<Id>) -> LatestSessionsResponse {
        let key = |session: &FocusSession| (session.segments[0].start, session.id);
        let cut = before.and_then(|id| self.sessions.iter().find(|session| session.id == id)).map(key);
        let mut sessions: Vec<FocusSession> =
            self.counting(&[]).filter(|session| cut.is_none_or(|cut| key(session) < cut)).cloned().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(key(session)));
        let has_more = sessions.len() > 50;
        sessions.truncate(50);
        let named = |session: FocusSession| {
            let board = session.board_id.and_then(|id| self.boards.get(&id)).map(|board| &board.records);
            let card = board.zip(session.card_id).and_then(|(records, id)| records.cards.get(&id));
            NamedSession {
                board_name: board.map(|records| records.board.name.as_str().to_owned()),
                card_title: card.map(|card| card.title.as_str().to_owned()),
                session,
            }
        };
        LatestSessionsResponse { sessions: sessions.into_iter().map(named).collect(), has_more }
    }
}
