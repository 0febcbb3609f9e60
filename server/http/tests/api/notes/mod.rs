//! Notes: saving, reading, conflicts and rejections.

mod conflicts;
mod invalid_documents;
mod reading;
mod saves;
