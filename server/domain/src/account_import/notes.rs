//! Importing notes with their versions.
