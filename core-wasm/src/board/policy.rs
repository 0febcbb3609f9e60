//! Who may do what on a shared board: the role that each kind of action needs. The server decides by this table, and
//! the shell hides what it does not allow.

use super::reduce::Records;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardEdit, Change, ListEdit};
use crate::protocol::record::{Item, ItemContent};
use crate::protocol::sharing::{BoardPermissions, Role, RolePermissions};

/// A kind of action on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Seeing the board, and changing what only the member sees: favorites, collapsed lists, own reminders, what is watched,
    /// and whether the focus time is shared.
    View,
    /// Adding comments and reactions, and editing and deleting own comments.
    Comment,
    /// Changing lists, cards, subtasks and labels.
    EditContents,
    /// Deleting and restoring others' comments.
    ModerateComments,
    /// Changing the board's name, description, color and picture.
    EditBoard,
    /// Inviting and removing members, and changing their roles.
    ManageMembers,
    /// Moving the board to the trash and back, turning it into a template and back, and handing it over.
    DeleteBoard,
}

/// Returns the lowest role that may do an action.
pub fn required_role(action: Action) -> Role {
    match action {
        Action::View => Role::Viewer,
        Action::Comment => Role::Commenter,
        Action::EditContents => Role::Editor,
        Action::ModerateComments | Action::EditBoard | Action::ManageMembers => Role::Admin,
        Action::DeleteBoard => Role::Owner,
    }
}

/// Checks that a role may do an action.
///
/// # Errors
/// Returns [`ErrorCode::ForbiddenRole`] if not.
pub fn check(role: Role, action: Action) -> Result<(), ErrorCode> {
    if role >= required_role(action) { Ok(()) } else { Err(ErrorCode::ForbiddenRole) }
}

/// Returns the roles that a role may give to other members, the lowest first. `Owner` hands the board over.
pub fn assignable_roles(role: Role) -> &'static [Role] {
    if check(role, Action::ManageMembers).is_err() {
        &[]
    } else if check(role, Action::DeleteBoard).is_err() {
        &[Role::Viewer, Role::Commenter, Role::Editor, Role::Admin]
    } else {
        &[Role::Viewer, Role::Commenter, Role::Editor, Role::Admin, Role::Owner]
    }
}

/// Checks that a member with a role may leave the board.
///
/// # Errors
/// Returns [`ErrorCode::OwnerRequired`] for the owner.
pub fn check_leave(role: Role) -> Result<(), ErrorCode> {
    if role == Role::Owner { Err(ErrorCode::OwnerRequired) } else { Ok(()) }
}

/// Returns whether a role may do an action.
pub(crate) fn is_allowed(role: Role, action: Action) -> bool {
    check(role, action).is_ok()
}

/// Returns what a role may do, for the shell.
pub fn permissions(role: Role) -> BoardPermissions {
    BoardPermissions {
        can_comment: is_allowed(role, Action::Comment),
        can_edit: is_allowed(role, Action::EditContents),
        can_edit_board: is_allowed(role, Action::EditBoard),
        can_moderate: is_allowed(role, Action::ModerateComments),
        can_manage_members: is_allowed(role, Action::ManageMembers),
        can_delete: is_allowed(role, Action::DeleteBoard),
    }
}

/// Returns what each role may do, for the shell.
pub fn role_permissions() -> RolePermissions {
    RolePermissions {
        viewer: permissions(Role::Viewer),
        commenter: permissions(Role::Commenter),
        editor: permissions(Role::Editor),
        admin: permissions(Role::Admin),
        owner: permissions(Role::Owner),
    }
}

/// Returns the account of an item's author. Items without an author were added by a guest, or before boards could be
/// shared, so they are the owner's. `None` if the owner is not known: the board is not shared.
pub(crate) fn author_of(records: &Records, item: &Item) -> Option<Id> {
    item.author_id.or_else(|| records.board.members.first().map(|owner| owner.user_id))
}

/// Returns whether the reader added an item.
pub(crate) fn is_own_item(records: &Records, item: &Item) -> bool {
    item.author_id.map_or(records.board.role == Role::Owner, |author| Some(author) == records.user_id)
}

/// Returns whether the reader may edit a comment.
pub(crate) fn can_edit_comment(records: &Records, comment: &Item) -> bool {
    is_own_item(records, comment) && is_allowed(records.board.role, Action::Comment)
}

/// Returns whether the reader may delete a comment.
pub(crate) fn can_delete_comment(records: &Records, comment: &Item) -> bool {
    can_edit_comment(records, comment) || is_allowed(records.board.role, Action::ModerateComments)
}

/// Checks that the author of a change may make it.
///
/// # Errors
/// Returns [`ErrorCode::ForbiddenRole`] if not, or [`ErrorCode::UnknownItem`] for another member's reminder, which only
/// that member sees.
pub fn check_change(records: &Records, change: &Change) -> Result<(), ErrorCode> {
    check(records.board.role, action_of(records, change)?)
}

/// Returns whether only the author of a change sees it.
pub(super) fn is_personal(records: &Records, change: &Change) -> bool {
    matches!(action_of(records, change), Ok(Action::View))
}

/// Returns what a change does. A change of a record in the trash also restores it, which needs the right to do that.
fn action_of(records: &Records, change: &Change) -> Result<Action, ErrorCode> {
    let on_card = |card_id: &Id, action: Action| {
        let is_trashed = records.cards.get(card_id).is_some_and(|card| card.trashed_at.is_some());
        if is_trashed { Action::EditContents } else { action }
    };
    Ok(match change {
        Change::EditBoard { .. } | Change::MergeDescription { card_id: None, .. } | Change::SetLabelColor { .. }
            if records.board.trashed_at.is_some() =>
        {
            Action::DeleteBoard
        }
        Change::TrashBoard | Change::RestoreBoard | Change::EditBoard { edit: BoardEdit::Template(_) } => {
            Action::DeleteBoard
        }
        Change::EditBoard { edit } if edit.is_personal() => Action::View,
        Change::EditBoard { .. } | Change::MergeDescription { card_id: None, .. } => Action::EditBoard,
        Change::EditList { list_id, edit: ListEdit::Collapsed(_) } => {
            let is_trashed = records.lists.get(list_id).is_some_and(|list| list.trashed_at.is_some());
            if is_trashed { Action::EditContents } else { Action::View }
        }
        Change::AddReminder { card_id, .. } => on_card(card_id, Action::View),
        Change::AddComment { card_id, .. } => on_card(card_id, Action::Comment),
        Change::EditItem { item_id, .. } => match owner_of_item(records, *item_id)? {
            ItemOwner::Board => Action::EditContents,
            ItemOwner::Author(action) => action,
            ItemOwner::OtherCommenter => return Err(ErrorCode::ForbiddenRole),
        },
        Change::SetReaction { item_id, .. } => owner_of_item(records, *item_id).map(|_| Action::Comment)?,
        Change::TrashItem { item_id } | Change::RestoreItem { item_id } => match owner_of_item(records, *item_id)? {
            ItemOwner::Board => Action::EditContents,
            ItemOwner::Author(action) => action,
            ItemOwner::OtherCommenter => Action::ModerateComments,
        },
        Change::AddList { .. }
        | Change::MoveList { .. }
        | Change::EditList { .. }
        | Change::TrashList { .. }
        | Change::RestoreList { .. }
        | Change::AddCard { .. }
        | Change::MoveCard { .. }
        | Change::MoveToBoard { .. }
        | Change::EditCard { .. }
        | Change::CompleteRecurring { .. }
        | Change::MergeDescription { .. }
        | Change::TrashCard { .. }
        | Change::RestoreCard { .. }
        | Change::AddSubtask { .. }
        | Change::AddAttachment { .. }
        | Change::MoveSubtask { .. }
        | Change::SetLabelColor { .. } => Action::EditContents,
    })
}

/// Whose an item is.
enum ItemOwner {
    /// Everybody's who may edit cards: a subtask or an attachment. Unknown items are treated the same.
    Board,
    /// The author's of the change, who needs the right to this action.
    Author(Action),
    /// Another member's comment.
    OtherCommenter,
}

fn owner_of_item(records: &Records, item_id: Id) -> Result<ItemOwner, ErrorCode> {
    let Some(item) = records.items.get(&item_id) else { return Ok(ItemOwner::Board) };
    let is_own = is_own_item(records, item);
    match &item.content {
        ItemContent::Subtask { .. } | ItemContent::Attachment { .. } => Ok(ItemOwner::Board),
        ItemContent::Comment { .. } if is_own => Ok(ItemOwner::Author(Action::Comment)),
        ItemContent::Comment { .. } => Ok(ItemOwner::OtherCommenter),
        ItemContent::Reminder { .. } if is_own => Ok(ItemOwner::Author(Action::View)),
        ItemContent::Reminder { .. } => Err(ErrorCode::UnknownItem),
    }
}
