//! Importing focus sessions and breaks.
