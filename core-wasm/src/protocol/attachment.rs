//! Bodies about the attachments of cards, and the uploads of a page.

use super::error::Rejection;
use super::id::Id;
use super::record::Item;
use super::text::FileName;
use super::time::Timestamp;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum size of an attachment: 25 MB.
pub const MAX_ATTACHMENT_BYTES: usize = 25 << 20;

/// The response of `POST /boards/{board}/cards/{card}/attachments/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachmentResponse {
    /// The attachment.
    pub item: Item,
}

/// The addresses of an attachment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct AttachmentLink {
    /// The id of the attachment.
    pub id: Id,
    /// The path of the file on this server.
    pub url: String,
    /// The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub preview_url: Option<String>,
}

/// The response of `GET /attachments/{attachment}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachmentLinkResponse {
    /// The path of the file on this server.
    pub url: String,
    /// The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub preview_url: Option<String>,
    /// When the addresses expire, in 5 to 10 minutes.
    pub expires_at: Timestamp,
}

/// The response of `GET /boards/{board}/attachments/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachmentLinksResponse {
    /// The addresses of all attachments of the board's cards, without those in the trash.
    pub links: Vec<AttachmentLink>,
    /// When the addresses expire, in 5 to 10 minutes.
    pub expires_at: Timestamp,
}

/// The status of an upload.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum UploadStatus {
    /// It waits: for the uploads before it, for unsent changes, or for a connection.
    Waiting,
    /// It is being sent, or was just stored.
    Uploading,
    /// It has failed, and waits for the user to try again.
    Failed,
}

/// A file that is being attached to a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct UploadView {
    /// The id of the future attachment.
    pub id: Id,
    /// The board of the card.
    pub board_id: Id,
    /// The card.
    pub card_id: Id,
    /// The name of the file.
    pub name: FileName,
    /// Its size in bytes, at most 25 MB.
    pub bytes: u32,
    /// Its status.
    pub status: UploadStatus,
    /// Why it has failed; null unless it has.
    pub rejection: Option<Rejection>,
}
