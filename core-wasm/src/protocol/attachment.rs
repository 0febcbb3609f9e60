//! Bodies about the attachments of cards.

use super::id::Id;
use super::record::Item;
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
pub struct AttachmentLink {
    /// The id of the attachment.
    pub id: Id,
    /// The path of the file on this server.
    pub url: String,
    /// The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures.
    pub preview_url: Option<String>,
}

/// The response of `GET /attachments/{attachment}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachmentLinkResponse {
    /// The path of the file on this server.
    pub url: String,
    /// The path of the preview, a JPEG of at most 800 pixels; null for files that are not pictures.
    pub preview_url: Option<String>,
    /// When the addresses expire, in 5 to 10 minutes.
    pub expires_at: Timestamp,
}

/// The response of `GET /boards/{board}/attachments/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AttachmentLinksResponse {
    /// The addresses of the pictures that are attached to the board's cards.
    pub links: Vec<AttachmentLink>,
    /// When the addresses expire, in 5 to 10 minutes.
    pub expires_at: Timestamp,
}
