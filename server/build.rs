//! Rebuilds the binary when what is embedded in it has changed.

use std::fs;

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../web/dist");
    } else if let Err(error) = fs::create_dir_all("../web/dist") {
        // Debug builds read the web build from the disk, from the folder that is there when they are compiled: one that is
        // made later would be taken for another folder, and nothing of it handed out.
        println!("cargo:warning=web/dist cannot be made, so this build will hand out no web build: {error}");
    }
}
