//! Attachments of cards, as far as they are not records of boards (SPEC M118 to M121): the uploads of this page, and the
//! addresses of the files on the open board.

mod links;
mod uploads;

pub(crate) use links::AttachmentLinks;
pub(crate) use uploads::{NewUpload, Uploads};
