//! A stand-in for an S3-compatible store on this machine, for tests. It follows the S3 API reference (PutObject, GetObject,
//! CreateMultipartUpload, UploadPart, CompleteMultipartUpload, ListObjectsV2, DeleteObjects).

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use twentyfour_model::{ObjectStoreSettings, Secret};

type Parameters = Query<HashMap<String, String>>;

/// Returns the settings of a store at an endpoint. The bucket accepts the access key `key`, and names begin with `some/where`.
pub(crate) fn store_settings(endpoint: &str, access_key: &str) -> ObjectStoreSettings {
    ObjectStoreSettings {
        bucket: "bucket".to_owned(),
        prefix: "some/where".to_owned(),
        endpoint: Some(endpoint.parse().unwrap()),
        region: "us-east-1".to_owned(),
        access_key: Secret::new(access_key),
        secret_key: Secret::new("secret"),
    }
}

/// What the bucket holds.
#[derive(Default)]
struct Contents {
    objects: BTreeMap<String, Vec<u8>>,
    /// The parts of the unfinished upload, by their numbers.
    parts: BTreeMap<u32, Vec<u8>>,
}

/// A bucket. Clones share it. All its objects were changed on 2026-03-03 at noon.
#[derive(Clone, Default)]
pub(crate) struct Bucket(Arc<Mutex<Contents>>);

impl Bucket {
    /// Serves the bucket until the test ends, and returns the endpoint.
    pub(crate) async fn serve(&self) -> String {
        let router = Router::new()
            .route("/bucket", get(list).post(delete))
            .route("/bucket/{*key}", get(read).put(write).post(write))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    /// Stores an object.
    pub(crate) fn insert(&self, key: &str, content: Vec<u8>) {
        self.lock().objects.insert(key.to_owned(), content);
    }

    /// Returns the objects by their keys.
    pub(crate) fn objects(&self) -> BTreeMap<String, Vec<u8>> {
        self.lock().objects.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap()
    }
}

fn is_signed(headers: &HeaderMap) -> bool {
    let header = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    header.starts_with("AWS4-HMAC-SHA256 Credential=key/") && header.contains("/us-east-1/s3/aws4_request")
}

async fn read(State(bucket): State<Bucket>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    if !is_signed(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    match bucket.lock().objects.get(&key) {
        Some(content) => {
            let headers = [("etag", "\"e\""), ("last-modified", "Tue, 03 Mar 2026 12:00:00 GMT")];
            (headers, content.clone()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "<Error><Code>NoSuchKey</Code></Error>").into_response(),
    }
}

async fn write(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    Query(parameters): Parameters,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_signed(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut contents = bucket.lock();
    match (method.as_str(), parameters.get("partNumber")) {
        ("POST", _) if parameters.contains_key("uploads") => {
            "<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>k</Key>\
             <UploadId>u</UploadId></InitiateMultipartUploadResult>"
                .into_response()
        }
        ("POST", _) => {
            let parts = std::mem::take(&mut contents.parts);
            contents.objects.insert(key, parts.into_values().flatten().collect());
            "<CompleteMultipartUploadResult><ETag>\"e\"</ETag></CompleteMultipartUploadResult>".into_response()
        }
        (_, Some(number)) => {
            contents.parts.insert(number.parse().unwrap(), body.to_vec());
            [("etag", format!("\"{number}\""))].into_response()
        }
        (_, None) => {
            contents.objects.insert(key, body.to_vec());
            [("etag", "\"e\"")].into_response()
        }
    }
}

async fn list(State(bucket): State<Bucket>, Query(parameters): Parameters) -> String {
    let contents = bucket.lock();
    let is_listed = |key: &str| {
        let rest = key.strip_prefix(parameters["prefix"].as_str());
        rest.is_some_and(|rest| !parameters.contains_key("delimiter") || !rest.contains('/'))
    };
    let listed = contents.objects.iter().filter(|(key, _)| is_listed(key)).map(|(key, content)| {
        format!(
            "<Contents><Key>{key}</Key><LastModified>2026-03-03T12:00:00.000Z</LastModified><ETag>\"e\"</ETag>\
             <Size>{}</Size></Contents>",
            content.len()
        )
    });
    format!("<ListBucketResult><IsTruncated>false</IsTruncated>{}</ListBucketResult>", listed.collect::<String>())
}

async fn delete(State(bucket): State<Bucket>, body: String) -> String {
    let keys: Vec<&str> = body.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next()).collect();
    keys.iter().for_each(|key| drop(bucket.lock().objects.remove(*key)));
    let deleted: String = keys.iter().map(|key| format!("<Deleted><Key>{key}</Key></Deleted>")).collect();
    format!("<DeleteResult>{deleted}</DeleteResult>")
}
