//! `twentyfour cli`, run against the server, and the commands of docs/api.md.

use super::{Server, new_id};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use twentyfour_model::clock::{MILLIS_PER_DAY, system_time};

/// A server with an account and an API token, and the folder of a user who runs the client.
struct Sample {
    server: Server,
    login: String,
    token: String,
    home: tempfile::TempDir,
}

impl Sample {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let server = Server::start(&home.path().join("data"));
        let signup =
            json!({"first_name": "Ada", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
        let login = server.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
        let mut sample = Self { server, login, token: String::new(), home };
        sample.token = sample.new_token(&["read", "write"], &Value::Null);
        sample
    }

    fn new_token(&self, scopes: &[&str], board_ids: &Value) -> String {
        let request = json!({
            "name": "cli", "scopes": scopes, "board_ids": board_ids, "password": "correct horse",
            "expires_at": system_time().plus_millis(30 * MILLIS_PER_DAY).to_string()
        });
        let created = self.server.ok("POST", "/api/account/tokens/", &self.login, &request);
        created["token"].as_str().unwrap().to_owned()
    }

    fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Creates a board with a list and returns its id.
    fn board(&self, name: &str, number: u64) -> String {
        let board = new_id(number);
        self.server.ok("POST", "/api/boards/create-board/", &self.token, &json!({"name": name, "id": board}));
        let change = json!({"type": "add_list", "list_id": new_id(number + 1), "name": "To do", "rank": "80"});
        self.change(&board, number + 2, &change);
        board
    }

    fn change(&self, board: &str, number: u64, change: &Value) {
        let ops = json!({"ops": [{"id": new_id(number), "at": "2026-03-03T12:00:00Z", "change": change}]});
        let response = self.server.ok("POST", &format!("/api/boards/{board}/ops/"), &self.token, &ops);
        assert_eq!(response["results"][0]["status"], "applied", "{response}");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_twentyfour"));
        command.arg("cli").args(arguments).env_clear().env("HOME", self.home.path()).env("TZ", "UTC");
        command
    }

    /// Runs a command with the login of the environment.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        command.env("TWENTYFOUR_URL", self.url()).env("TWENTYFOUR_TOKEN", &self.token).output().unwrap()
    }

    /// Starts a focus session and waits until Ctrl-C would finish it.
    #[cfg(target_os = "linux")]
    fn start(&self, card: &str) -> Child {
        let mut command = self.command(&["start", card, "--json"]);
        command.env("TWENTYFOUR_URL", self.url()).env("TWENTYFOUR_TOKEN", &self.token);
        let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_signal_handler(process.id());
        process
    }

    /// Runs a command that must succeed and returns what it prints.
    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must succeed and returns the JSON that it prints.
    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[arguments, &["--json"]].concat())).unwrap()
    }
}

/// Runs a command with an input.
fn with_input(mut command: Command, input: &str) -> Output {
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

fn error(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn cli_stores_a_login_that_only_its_user_may_read() {
    let sample = Sample::new();
    let file = sample.home.path().join(".config/twentyfour/login.json");
    let (code, message) = error(&sample.command(&["boards"]).output().unwrap());
    assert_eq!((code, message.contains("twentyfour cli login")), (Some(3), true), "{message}");
    let (code, message) = error(&with_input(sample.command(&["login", &sample.url()]), "wrong\n"));
    assert_eq!((code, file.exists(), message.contains("under Integrations")), (Some(3), false, true), "{message}");
    let output = with_input(sample.command(&["login", &sample.url()]), &format!("{}\n", sample.token));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("Logged in to {} as Ada B.\n", sample.url()));
    #[cfg(unix)]
    for (path, mode) in [(file.as_path(), 0o600), (file.parent().unwrap(), 0o700)] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode, "{}", path.display());
    }
    assert!(sample.command(&["status"]).output().unwrap().status.success());
    // Empty variables count as unset.
    let mut with_empty_variables = sample.command(&["status"]);
    with_empty_variables.env("TWENTYFOUR_TOKEN", "").env("TWENTYFOUR_URL", "");
    assert!(with_empty_variables.output().unwrap().status.success());
    // A stored token is not sent to another server.
    let (code, message) = error(&sample.command(&["status", "--server", "https://other.example"]).output().unwrap());
    assert_eq!((code, message.contains("not to https://other.example")), (Some(3), true), "{message}");
    let (code, message) = error(&with_input(sample.command(&["login", "http://other.example"]), "x\n"));
    assert_eq!((code, message.contains("Use https")), (Some(1), true), "{message}");
    let output = sample.command(&["logout"]).output().unwrap();
    assert!(output.status.success() && !file.exists());
    assert!(String::from_utf8_lossy(&output.stdout).contains("until you revoke it"), "{output:?}");
}

#[test]
fn cli_adds_lists_and_completes_cards() {
    let sample = Sample::new();
    sample.board("Groceries", 10);
    let other = sample.board("Side project", 20);
    assert!(
        sample
            .ok(&["add", "Buy", "oat", "milk", "today #Groceries"])
            .starts_with("Added “Buy oat milk” to Groceries/To do")
    );
    let added = sample.json(&["add", "Call the bank", "--board", "side project"]);
    assert_eq!(added["board"]["id"], json!(other));
    sample.ok(&["add", "Water the plants every day #Groceries"]);
    // What others write must not reach the terminal as commands.
    let title = json!({"type": "add_card", "card_id": new_id(30), "list_id": new_id(21), "rank": "90", "title": "\u{202e}Trick", "priority": "low"});
    sample.change(&other, 31, &title);
    let due = json!({"type": "edit_card", "card_id": new_id(30), "edit": {"field": "due_date", "value": "2020-01-01"}});
    sample.change(&other, 32, &due);

    let listed = sample.ok(&["list"]);
    assert!(
        listed.contains("\\u{202e}Trick") && listed.contains("Buy oat milk") && !listed.contains("bank"),
        "{listed}"
    );
    let titles = |arguments: &[&str]| -> Vec<String> {
        let cards = sample.json(arguments);
        cards.as_array().unwrap().iter().map(|card| card["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(&["list", "--overdue"]), ["\u{202e}Trick"]);
    assert_eq!(titles(&["list", "--today", "--board", "groceries"]), ["Buy oat milk", "Water the plants"]);
    let status = sample.json(&["status"]);
    assert_eq!((&status["overdue"], &status["due_today"]), (&json!(1), &json!(2)));

    assert_eq!(sample.ok(&["done", "oat milk"]), "Done: “Buy oat milk”.\n");
    // A card without a due date is found on its board, by the end of its id.
    let id = added["card"]["id"].as_str().unwrap();
    assert_eq!(sample.ok(&["done", &id[id.len() - 8..]]), "Done: “Call the bank”.\n");
    sample.ok(&["done", "water the plants"]);
    let all = sample.json(&["list", "--all", "--board", "Groceries"]);
    let next: Vec<&Value> = all.as_array().unwrap().iter().map(|card| &card["title"]).collect();
    assert_eq!(next, ["Water the plants"], "the next occurrence: {all}");
    let boards = sample.ok(&["boards"]);
    assert!(boards.contains("Groceries") && boards.contains("Side project"), "{boards}");
    // Cards of templates are not to be done.
    sample.change(&other, 40, &json!({"type": "edit_board", "edit": {"field": "template", "value": true}}));
    assert_eq!(error(&sample.run(&["done", "Call the bank"])).0, Some(1));
    let boards = sample.ok(&["boards"]);
    assert!(boards.contains("Groceries") && !boards.contains("Side project"), "{boards}");
}

#[test]
fn cli_reports_errors_by_code_and_sentence() {
    let sample = Sample::new();
    for (arguments, code, text) in [
        (&["add", "Tea"][..], 1, "Create one first"),
        (&["done", "nothing"], 1, "No card is named"),
        (&["list", "--board", "nothing"], 1, "No board is named"),
        (&["list", "--all", "--today"], 2, "cannot be used with"),
        (&["start", "--minutes", "0"], 2, "0 is not in 1..=180"),
        (&["nonsense"], 2, "unrecognized subcommand"),
    ] {
        let (exit, message) = error(&sample.run(arguments));
        assert_eq!((exit, message.contains(text)), (Some(code), true), "{arguments:?}: {message}");
    }
    let (_, message) = error(&sample.run(&["add", "Tea", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&message).unwrap()["code"], "unknown_board");
    let mut german = sample.command(&["add", "Tee"]);
    german.env("TWENTYFOUR_URL", sample.url()).env("TWENTYFOUR_TOKEN", &sample.token).env("LANG", "de_DE.UTF-8");
    let (_, message) = error(&german.output().unwrap());
    assert!(message.contains("Erstelle zuerst eines"), "{message}");
    let mut nowhere = sample.command(&["boards"]);
    nowhere.env("TWENTYFOUR_URL", "http://127.0.0.1:1").env("TWENTYFOUR_TOKEN", "x");
    let (exit, message) = error(&nowhere.output().unwrap());
    assert_eq!((exit, message.contains("Cannot reach http://127.0.0.1:1")), (Some(1), true), "{message}");
}

#[test]
fn cli_lists_several_matches_one_per_line() {
    let sample = Sample::new();
    sample.board("Groceries", 10);
    for title in ["Oat milk", "Milk rice with a long title"] {
        sample.ok(&["add", title]);
    }
    let (exit, message) = error(&sample.run(&["done", "milk"]));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!((exit, lines.len()), (Some(1), 3), "{message}");
    assert_eq!(lines[0], "twentyfour: 2 cards match “milk”. Use the id of one:");
    assert!(lines[1..].iter().all(|line| line.starts_with("  ") && line.ends_with("Groceries")), "{message}");
    let (_, message) = error(&sample.run(&["done", "milk", "--json"]));
    let as_json: Value = serde_json::from_str(&message).unwrap();
    assert_eq!(as_json["details"].as_array().map(Vec::len), Some(2), "{message}");
    // The exact title comes before a part of one that is due.
    sample.ok(&["add", "Milk"]);
    sample.ok(&["add", "Almond milk today"]);
    assert_eq!(sample.ok(&["done", "milk"]), "Done: “Milk”.\n");
    let (exit, message) = error(&sample.run(&["done", "--json"]));
    assert_eq!((exit, serde_json::from_str::<Value>(&message).is_ok()), (Some(2), true), "{message}");
}

#[test]
fn cli_refuses_a_session_that_the_token_could_not_record() {
    let mut sample = Sample::new();
    let board = sample.board("Groceries", 10);
    sample.token = sample.new_token(&["read"], &Value::Null);
    let (exit, message) = error(&sample.run(&["start"]));
    assert_eq!((exit, message.contains("may only read")), (Some(1), true), "{message}");
    let (_, message) = error(&sample.run(&["start", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&message).unwrap()["code"], "token_scope");
    sample.token = sample.new_token(&["read", "write"], &json!([board]));
    let (exit, message) = error(&sample.run(&["start"]));
    assert_eq!((exit, message.contains("Name a card")), (Some(1), true), "{message}");
    let listed = sample.server.ok("GET", "/api/focus-sessions/", &sample.login, &Value::Null);
    assert_eq!(listed["sessions"], json!([]));
}

#[cfg(target_os = "linux")]
#[test]
fn cli_records_an_interrupted_session_also_after_the_server_was_away() {
    let mut sample = Sample::new();
    sample.board("Groceries", 10);
    let card = sample.json(&["add", "Plan the week"])["card"]["id"].clone();
    let output = interrupt(sample.start("Plan the week"));
    let recorded: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&recorded["session"]["outcome"], &recorded["session"]["card_id"]), (&json!("finished_early"), &card));
    assert_eq!(recorded["session"]["planned"], 1_500);

    let process = sample.start("Plan the week");
    sample.server.process.kill().unwrap();
    sample.server.process.wait().unwrap();
    let (exit, message) = error(&interrupt(process));
    assert_eq!((exit, message.contains("sent by the next command")), (Some(1), true), "{message}");
    let address = sample.server.address.clone();
    let settings = [("RATE_LIMITS", "off"), ("LISTEN_ADDR", address.as_str())];
    sample.server = Server::start_with(&sample.home.path().join("data"), &settings);
    sample.ok(&["status"]);
    sample.ok(&["status"]);
    let listed = sample.server.ok("GET", "/api/focus-sessions/", &sample.token, &Value::Null);
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 2, "{listed}");
    let folder = sample.home.path().join(".config/twentyfour");
    assert!(!folder.join("unsent-sessions.json").exists());

    // A token that may only read does not discard a session, which another token can record.
    let account = sample.json(&["status"])["user"]["id"].clone();
    let mut waiting = listed["sessions"][0].clone();
    waiting["id"] = json!(new_id(49));
    let unsent = json!([{"server": sample.url(), "account": account, "session": waiting}]);
    std::fs::write(folder.join("unsent-sessions.json"), unsent.to_string()).unwrap();
    let writing = sample.token.clone();
    sample.token = sample.new_token(&["read"], &Value::Null);
    sample.ok(&["status"]);
    assert!(folder.join("unsent-sessions.json").exists() && !folder.join("refused-sessions.json").exists());
    sample.token = writing;
    sample.ok(&["status"]);
    assert!(!folder.join("unsent-sessions.json").exists());

    // A session that the server refuses is kept, reported once and not sent again.
    let session = json!({"id": new_id(50), "segments": [{"start": "2026-03-03T08:30:00Z"}]});
    let unsent = json!([{"server": sample.url(), "account": account, "session": session}]);
    std::fs::write(folder.join("unsent-sessions.json"), unsent.to_string()).unwrap();
    let (exit, message) = error(&sample.run(&["status"]));
    assert_eq!((exit, message.matches("refused-sessions.json and not sent again").count()), (Some(0), 1), "{message}");
    assert_eq!(error(&sample.run(&["status"])), (Some(0), String::new()));
    let refused: Value = serde_json::from_slice(&std::fs::read(folder.join("refused-sessions.json")).unwrap()).unwrap();
    assert_eq!((&refused[0]["session"], &refused[0]["refused"]["code"]), (&session, &json!("body_invalid")));
    assert!(!folder.join("unsent-sessions.json").exists());
}

/// script(1) gives the client a terminal, and the shell shows the state in which the client leaves it.
#[cfg(target_os = "linux")]
#[test]
fn cli_shows_what_is_typed_again_after_an_interrupted_login() {
    let home = tempfile::tempdir().unwrap();
    let login = format!("{} cli login http://127.0.0.1:1", env!("CARGO_BIN_EXE_twentyfour"));
    let commands = format!("trap : INT; tty; {login}; echo \"exit $?\"; stty -a");
    let mut process = Command::new("script")
        .args(["-qec", &commands, "/dev/null"])
        .env("HOME", home.path())
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut terminal = String::new();
    output.read_line(&mut terminal).unwrap();
    let since = Instant::now();
    let hides_input = || {
        let state = Command::new("stty").args(["-aF", terminal.trim()]).output().unwrap();
        String::from_utf8(state.stdout).unwrap().contains(" -echo ")
    };
    while !hides_input() {
        assert!(since.elapsed() < Duration::from_secs(20), "it does not hide what is typed");
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"\x03").unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    process.wait().unwrap();
    assert!(rest.contains("Canceled.") && rest.contains("exit 1"), "{rest}");
    assert!(rest.contains(" echo ") && !rest.contains("-echo "), "{rest}");
}

/// Sends SIGINT to a process, as Ctrl-C does, and waits for its end.
#[cfg(target_os = "linux")]
fn interrupt(process: Child) -> Output {
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    process.wait_with_output().unwrap()
}

/// Waits until a process catches SIGINT (proc(5)).
#[cfg(target_os = "linux")]
fn wait_for_signal_handler(process: u32) {
    const SIGINT_BIT: u64 = 1 << 1;
    let since = Instant::now();
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?.trim().to_owned();
        u64::from_str_radix(&mask, 16).ok()
    };
    while caught().is_none_or(|mask| mask & SIGINT_BIT == 0) {
        assert!(since.elapsed() < Duration::from_secs(20), "it does not catch SIGINT");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn commands_of_the_api_guide_work() {
    let sample = Sample::new();
    let guide = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md")).unwrap();
    let blocks: Vec<&str> = guide.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let client = Path::new(env!("CARGO_BIN_EXE_twentyfour")).parent().unwrap();
    // One shell runs all of them, because later ones use what earlier ones have set.
    let script = format!("set -eu\nset -o pipefail\n{}", blocks.concat());
    let path = format!("{}:{}", client.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(sample.home.path())
        .env_clear()
        .env("PATH", path)
        .env("HOME", sample.home.path())
        .env("SERVER", sample.url())
        .env("TOKEN", &sample.token)
        .output()
        .unwrap();
    assert!(output.status.success(), "{script}\n{output:?}");
    assert!(blocks.len() >= 5, "the guide shows {} commands", blocks.len());
    let open = sample.json(&["list", "--all"]);
    assert!(open.to_string().contains("Water the plants") && !open.to_string().contains("Oat milk"), "{open}");
}
