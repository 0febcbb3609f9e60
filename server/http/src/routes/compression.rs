//! Compression of API responses.

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use twentyfour_domain::board_snapshots::MAX_UNCOMPRESSED_BYTES;

/// Returns the layer that compresses responses over 1 KB with gzip at the fastest level. Responses that are compressed
/// already are left alone.
///
/// The length of a compressed response reveals something of its content (BREACH), so the layer is only for routes whose
/// responses contain no token, code or other secret. `routes::api` decides which they are.
pub(super) fn layer() -> CompressionLayer<SizeAbove> {
    let min_bytes = MAX_UNCOMPRESSED_BYTES as u64 + 1;
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(min_bytes))
}
