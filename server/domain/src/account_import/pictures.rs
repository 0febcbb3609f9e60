//! Importing uploaded background pictures.
