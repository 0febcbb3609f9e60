//! Rebuilds the binary when embedded files have changed, and makes the static binary smaller.

use std::fs;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|environment| environment == "musl") {
        // The static binary can be loaded at any address. Its list of the pointers to adjust is 1.3 MB shorter in this form.
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist");
    } else if let Err(error) = fs::create_dir_all("../../web/dist") {
        // Debug builds read the web build from the disk. The folder must exist at compile time: rust-embed resolves its
        // path then, and would not find one that is created later.
        println!("cargo:warning=Cannot create web/dist: {error}. The build will contain no web app.");
    }
}
