//! Rebuilds the binary when embedded files have changed.

use std::fs;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist");
    } else if let Err(error) = fs::create_dir_all("../../web/dist") {
        // Debug builds read the web build from the disk. The folder must exist at compile time: rust-embed resolves its
        // path then, and would not find one that is created later.
        println!("cargo:warning=Cannot create web/dist: {error}. The build will contain no web app.");
    }
}
