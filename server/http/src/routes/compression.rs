//! Compression of API responses.

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

/// Responses of fewer bytes are sent as they are.
const MIN_BYTES: u64 = 1025;

/// Returns the layer that compresses responses over 1 KB with gzip at the fastest level. Responses that are compressed
/// already are left alone.
///
/// The length of a compressed response reveals something of its content (BREACH), so the layer is only for routes whose
/// responses contain no token, code or other secret. `routes::api` decides which they are.
pub(super) fn layer() -> CompressionLayer<SizeAbove> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(MIN_BYTES))
}
