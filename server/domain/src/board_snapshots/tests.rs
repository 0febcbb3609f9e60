use super::*;
use flate2::read::GzDecoder;
use std::io::Read;

#[test]
fn bodies_over_1_kb_are_compressed_under_an_etag_of_their_own() {
    let large = vec![b'x'; MAX_UNCOMPRESSED_BYTES + 1];
    let (plain, gzip) = (snapshot(large.clone(), Encoding::Identity), snapshot(large.clone(), Encoding::Gzip));
    assert_eq!((plain.encoding, gzip.encoding), (Encoding::Identity, Encoding::Gzip));
    assert_eq!(gzip.tag, format!("{}-gz", plain.tag));
    let mut decompressed = Vec::new();
    GzDecoder::new(gzip.body.as_ref()).read_to_end(&mut decompressed).unwrap();
    assert!(decompressed == large && plain.body == large);

    let small = snapshot(large[1..].to_vec(), Encoding::Gzip);
    assert_eq!((small.encoding, small.body.len()), (Encoding::Identity, MAX_UNCOMPRESSED_BYTES));
    assert_ne!(small.tag, plain.tag);
}

#[tokio::test]
async fn cache_is_bounded_by_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    let snapshots = BoardSnapshots::new(Database::open(&url).await.unwrap());
    let id = Id::from_parts(1, &[7; 10]);
    let key =
        |version| Key { account_id: id, board_id: id, version, view: View::Visible, encoding: Encoding::Identity };
    for version in 0..100 {
        snapshots.cache.insert(key(version), snapshot(vec![b'x'; 1 << 20], Encoding::Identity)).await;
    }
    // moka evicts in the background; this waits for it.
    snapshots.cache.run_pending_tasks().await;
    assert!(snapshots.cache.weighted_size() <= CAPACITY);
    assert!((20..32).contains(&snapshots.cache.entry_count()));
    assert!(snapshots.cache.contains_key(&key(99)) && !snapshots.cache.contains_key(&key(0)));
}
