//! Creating boards, also from a template, and the limit on their number.

use super::machine::Boards;
use super::pending::new_records;
use super::reduce;
use super::slug::slug;
use super::templates::{Template, TemplateCard, TemplateList, template_content};
use crate::context::Context;
use crate::env::Env;
use crate::plans::{Limit, check_new_board};
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::CreateBoardRequest;
use crate::protocol::id::Id;
use crate::protocol::intent::BoardTemplate;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::BoardRecords;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::{BoardName, ListName};

/// The maximum size of an imported board in bytes of JSON, which the server accepts. A larger one would hold up the outbox.
const MAX_IMPORT_BYTES: usize = 32 << 20;

/// The conditions that limit the number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanContext {
    /// Whether the user's plan has limits.
    pub(crate) is_limited: bool,
    /// Whether the server cannot be reached.
    pub(crate) is_offline: bool,
}

impl PlanContext {
    /// Checks that a user with this number of boards may create another one.
    fn check_board_limit(self, board_count: usize) -> Result<(), Limit> {
        if self.is_limited { check_new_board(board_count, self.is_offline) } else { Ok(()) }
    }
}

impl Boards {
    /// Creates a board (SPEC B1, B9, B10) and returns its id. It can be opened immediately.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the name is invalid, or if the user's plan does not allow another board.
    pub(crate) fn add_board(
        &mut self,
        name: &str,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<Id, Rejection> {
        let id = self.create_board(name, plan_context, env, ctx)?;
        ctx.record_undo(id, self.undo_step(id, vec![Change::TrashBoard]));
        Ok(id)
    }

    /// Creates a board and its first list, if that has a name (SPEC B58).
    ///
    /// # Errors
    ///
    /// Returns a rejection if a name is invalid, or if the user's plan does not allow another board.
    pub(crate) fn add_board_with_list(
        &mut self,
        name: &str,
        first_list: Option<String>,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        if let Some(list) = &first_list {
            ListName::parse(list)?;
        }
        let board_id = self.add_board(name, plan_context, env, ctx)?;
        if let Some(list) = first_list {
            self.add_last_list(board_id, env.new_id(), list, env, ctx)?;
        }
        Ok(())
    }

    /// Creates a board without recording how to undo it.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the name is invalid, or if the user's plan does not allow another board.
    pub(super) fn create_board(
        &mut self,
        name: &str,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<Id, Rejection> {
        let name = BoardName::parse(name)?;
        plan_context.check_board_limit(self.overview.own_count())?;
        let id = env.new_id();
        let board = reduce::new_board(id, name.clone(), slug(&name, id, 4));
        self.replicas.create(new_records(board.clone()));
        self.overview.upsert(board, ctx);
        let request = CreateBoardRequest {
            name: name.as_str().to_owned(),
            id: Some(id.to_string()),
            slug: None,
            made_offline: plan_context.is_offline,
        };
        ctx.outbox_entries.push(OutboxEntry::CreateBoard { request });
        Ok(id)
    }

    /// Creates a board with everything on it, given as JSON text of its [`BoardRecords`] (SPEC B59). Undo moves the whole board to
    /// the trash.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the text is too large for a request or cannot be read, if there is a board with this id, or if the
    /// user's plan does not allow another board.
    pub(crate) fn import_board(
        &mut self,
        records: &str,
        plan_context: PlanContext,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        if records.len() > MAX_IMPORT_BYTES {
            return Err(ErrorCode::TooLarge.into());
        }
        let records: BoardRecords = json::parse(records).map_err(|_| ErrorCode::BadIntent)?;
        let board = records.board.clone().ok_or(ErrorCode::BadIntent)?;
        let id = board.id;
        if self.replicas.contains(id) || self.overview.find(id).is_some() {
            return Err(ErrorCode::IdTaken.into());
        }
        plan_context.check_board_limit(self.overview.own_count())?;
        self.replicas.create(records.clone());
        self.overview.upsert(board, ctx);
        let made_offline = plan_context.is_offline;
        ctx.outbox_entries.push(OutboxEntry::ImportBoard { records: Box::new(records), made_offline });
        ctx.record_undo(id, self.undo_step(id, vec![Change::TrashBoard]));
        Ok(())
    }

    /// Creates a board from a template and opens it. Undo moves the whole board to the trash.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the plan does not allow another board.
    pub(crate) fn add_from_template(
        &mut self,
        template: BoardTemplate,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        let Template { name, lists } = template_content(template);
        let board_id = self.add_board(name, plan_context, env, ctx)?;
        lists.iter().try_for_each(|list| self.add_template_list(board_id, list, env, ctx))?;
        self.navigate_to(board_id, ctx);
        Ok(())
    }

    /// Navigates to the page of a new board.
    pub(super) fn navigate_to(&self, board_id: Id, ctx: &mut Context) {
        if let Some(board) = self.overview.find(board_id) {
            let path = format!("/app/b/{}", board.slug.as_str());
            ctx.step.ui_effects.push(UiEffect::Navigate { path, replace: false });
        }
    }

    /// Adds a list with its cards at the end of a new board.
    fn add_template_list(
        &mut self,
        board_id: Id,
        list: &TemplateList,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let unknown = ErrorCode::UnknownBoard;
        let list_id = env.new_id();
        self.add_last_list(board_id, list_id, list.name.to_owned(), env, ctx)?;
        for TemplateCard { title, description, priority } in &list.cards {
            let card_id = env.new_id();
            let assignment = self.replicas.get(board_id).ok_or(unknown)?.rank_for_card(None, list_id, usize::MAX)?;
            let (rank, title, priority) = (assignment.rank.to_string(), (*title).to_owned(), *priority);
            self.apply_change(board_id, Change::AddCard { card_id, list_id, rank, title, priority }, env, ctx)?;
            // An empty description creates no op.
            let edit = CardEdit::Description((*description).to_owned());
            self.apply_change(board_id, Change::EditCard { card_id, edit }, env, ctx)?;
        }
        Ok(())
    }

    /// Adds a list at the end of a new board.
    fn add_last_list(
        &mut self,
        board_id: Id,
        list_id: Id,
        name: String,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replicas.get(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let rank = replica.rank_for_list(None, usize::MAX).rank.to_string();
        self.apply_change(board_id, Change::AddList { list_id, name, rank }, env, ctx)?;
        Ok(())
    }

    /// Returns whether the user's plan allows another board now.
    pub(crate) fn can_add_board(&self, plan_context: PlanContext) -> bool {
        plan_context.check_board_limit(self.overview.own_count()).is_ok()
    }
}
