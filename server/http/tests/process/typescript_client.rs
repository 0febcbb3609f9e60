//! The TypeScript client in `clients/typescript`: its types are those of the OpenAPI document, and a small program that is compiled
//! with them works with the server.

use super::Server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn client_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/typescript")
}

/// Runs a program of Node in the client's folder. It must succeed.
fn node(arguments: &[&str]) {
    let folder = client_folder();
    assert!(folder.join("node_modules").is_dir(), "run `npm ci` in clients/typescript, as `cargo xtask test` does");
    let output = Command::new("node").args(arguments).current_dir(folder).output().unwrap();
    let printed = [&output.stdout[..], &output.stderr[..]].concat();
    assert!(output.status.success(), "node {arguments:?}: {}", String::from_utf8_lossy(&printed));
}

#[test]
fn typescript_client_is_up_to_date_and_works() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"));
    let document = server.ok("GET", "/api/openapi.json", "", &Value::Null);
    let file = folder.path().join("openapi.json");
    std::fs::write(&file, document.to_string()).unwrap();
    let file = file.to_str().unwrap();
    match std::env::var_os("UPDATE_CLIENT") {
        Some(_) => node(&["scripts/generate.mjs", file]),
        None => node(&["scripts/generate.mjs", file, "--check"]),
    }
    node(&["node_modules/typescript/bin/tsc"]);
    let signup = json!({"first_name": "A", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
    let token = server.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
    node(&["tests/run.mjs", &format!("http://{}", server.address), &token]);
}
