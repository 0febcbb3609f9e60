//! Rebuilds the binary when what is embedded in it has changed.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    // Debug builds read the web build from the disk. Naming a folder that is missing would rebuild them every time.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../web/dist");
    }
}
