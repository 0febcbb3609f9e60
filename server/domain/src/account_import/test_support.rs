//! A server with one account, for the tests of the parts of an import.

use super::ids::IdMap;
use crate::board_files::{self, BoardImport};
use crate::board_snapshots::Encoding;
use crate::boards::{self, Changes};
use crate::error::DomainError;
use crate::services::{Context, Services};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use formats::records::record_id;
use serde_json::json;
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;
use tempfile::TempDir;
use twentyfour_bus::Live;
use twentyfour_jobs::mails::Outbox;
use twentyfour_model::{Actor, Config, Secret};
use twentyfour_store::Database;
use twentyfour_store::accounts::{self, NewAccount};
use twentyfour_store::boards::BoardAddress;

/// Returns an id.
pub(super) fn id(number: u8) -> Id {
    Id::from_parts(1_700_000_000_000, &[number; 10])
}

pub(super) fn moment(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Returns a PNG of a single color.
pub(super) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_pixel(width, height, image::Rgb([40, 90, 160]));
    pixels.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

/// The id of the board in the archive, of its list and of its card.
pub(super) const BOARD: u8 = 11;
pub(super) const CARD: u8 = 13;

/// A server at noon of 3 March 2026 with one account.
pub(super) struct TestServer {
    pub(super) services: Services,
    pub(super) account: Actor,
    _folder: TempDir,
}

impl TestServer {
    pub(super) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let secret = Secret::new("a secret of the tests, 32 characters and more");
        let mut config = Config::new(secret, "http://127.0.0.1:8080");
        config.data_dir = folder.path().to_owned();
        config.attachments.folder = folder.path().join("attachments");
        let now = moment("2026-03-03T12:00:00Z");
        let context = Context::new(database.clone(), Arc::new(move || now));
        let account = Actor { id: id(1), login_id: id(2) };
        let added = database.write(move |connection| {
            Box::pin(async move {
                let name = || PersonName::parse("Ada").unwrap();
                let email = Email::parse("ada@example.org").unwrap();
                let (first_name, last_name, password_hash) = (name(), name(), String::new());
                let new = NewAccount { id: account.id, email, first_name, last_name, password_hash };
                Ok::<_, DomainError>(accounts::insert(connection, &new, now).await?)
            })
        });
        assert!(added.await.unwrap());
        let services = Services::new(&config, context, Live::new(&database), Outbox::new(&config).unwrap(), None);
        Self { services, account, _folder: folder }
    }

    /// Adds a board with a card as the one that was imported. Returns its id and that of the card.
    pub(super) async fn import_board(&self) -> (Id, Id, IdMap) {
        let board_id = id(21);
        let card = json!({"title": "Card", "created_at": "2026-01-01T08:00:00.000Z"});
        let file = json!({
            "format": "twentyfour-board", "version": 1, "name": "Board", "lists": [{"name": "List", "cards": [card]}]
        });
        let file = serde_json::from_value(file).unwrap();
        let import = BoardImport { id: Some(board_id.to_string()), key: None, made_offline: false, file };
        board_files::import(&self.services.changes, self.account, import).await.unwrap();
        let card_id = record_id(board_id, 2);
        let ids = IdMap {
            boards: HashMap::from([(id(BOARD), board_id)]),
            records: HashMap::from([(id(CARD), card_id)]),
            ..IdMap::default()
        };
        (board_id, card_id, ids)
    }

    /// Returns what has changed on a board since a version.
    pub(super) async fn changes(&self, board_id: Id, since: i64) -> BoardRecords {
        let (address, encoding) = (BoardAddress::Id(board_id), Encoding::Identity);
        match boards::changes(&self.services, self.account, &address, Some(since), encoding).await.unwrap() {
            Changes::Written(records) => *records,
            Changes::Whole(_) => panic!("the whole board"),
        }
    }
}
