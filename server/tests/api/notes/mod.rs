//! Notes: how they are saved, what is kept of them, what is refused, and how they are read.

mod apart;
mod hostile;
mod reading;
mod saves;
