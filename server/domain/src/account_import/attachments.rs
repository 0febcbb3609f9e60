//! Importing attachments: the file first, then the item.
