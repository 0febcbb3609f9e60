//! Importing preferences, the avatar and the name.
