//! Notes: how they are saved, what is kept of them, what is refused, and how they are read.

mod conflicts;
mod invalid_documents;
mod reading;
mod saves;
