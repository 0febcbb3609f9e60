//! `GET /openapi.json`: the OpenAPI document.

use crate::App;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::webhook::WebhookPayload;
use twentyfour_model::Config;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem, Paths, PathsBuilder,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder, ServerBuilder, Type,
};
use utoipa::{Modify, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(document))
}

/// The parts of the document other than the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Twentyfour",
        description = "All paths work with and without a trailing slash. Times are RFC 3339 in UTC, durations are in seconds unless \
            the field says otherwise, ids are UUIDs (version 7) that the client may generate. Errors are `{\"code\", \"message\"}`: 400 for invalid JSON, 401 for a \
            missing or invalid token, 404 for what does not exist or is not yours, 405 for a wrong method, 408 for a timeout, 409 \
            for a conflict, 413 for an oversized body, 422 for a missing or invalid field, 429 with Retry-After for too many \
            requests, and 503 if the database is unavailable. Their messages, and those of confirmations, are in English, German or Spanish, \
            by `Accept-Language`; the response names the language in `Content-Language`. Codes never change."
    ),
    components(schemas(Rejection, BoardOp, WebhookPayload)),
    security(("access_token" = [])),
    modifiers(&SecuritySchemes)
)]
pub(super) struct Document;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("access_token", SecurityScheme::Http(scheme));
        let description = "A token that a user creates in Settings, under Integrations. It has the scope `read`, `write` or both, may \
            be limited to boards, and works for the operations that name it.";
        let scheme =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("tf_…").description(Some(description));
        components.add_security_scheme("api_token", SecurityScheme::Http(scheme.build()));
    }
}

/// The contents of a file, as a body.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct FileContents(Vec<u8>);

/// The name of the response to requests above a rate limit.
const TOO_MANY_REQUESTS: &str = "TooManyRequests";

/// A rejection that routes share: the name of the response, its status and its description.
type SharedRejection = (&'static str, &'static str, &'static str);

const METHOD_NOT_ALLOWED: SharedRejection =
    ("MethodNotAllowed", "405", "`method_not_allowed`: the path does not support this method.");
const UNAUTHORIZED: SharedRejection = ("Unauthorized", "401", "`token_missing`, `token_invalid` or `token_expired`.");
const OUT_OF_SCOPE: SharedRejection =
    ("OutOfScope", "403", "`token_scope`: the API token has another scope, or is limited to other boards.");
const NO_API_TOKENS: SharedRejection = ("NoApiTokens", "403", "`token_scope`: API tokens cannot do this.");
const OF_JSON_BODIES: [SharedRejection; 4] = [
    ("BadRequest", "400", "`bad_json`: the body is not JSON."),
    ("RequestTimeout", "408", "`request_timeout`: the body takes more than 30 seconds to arrive."),
    ("ContentTooLarge", "413", "`too_large`: the body has too many bytes."),
    ("UnprocessableContent", "422", "`body_invalid`: a field is missing or has the wrong type."),
];

/// Adds the ids of operations and the responses that routes share, and serializes the document as JSON.
pub(super) fn finalize(mut document: utoipa::openapi::OpenApi, config: &Config) -> String {
    let responses = &mut document.components.get_or_insert_default().responses;
    responses.insert(TOO_MANY_REQUESTS.to_owned(), too_many_requests_response());
    for (name, _, description) in
        [METHOD_NOT_ALLOWED, UNAUTHORIZED, OUT_OF_SCOPE, NO_API_TOKENS].into_iter().chain(OF_JSON_BODIES)
    {
        responses.insert(name.to_owned(), rejection_response(description).build().into());
    }
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
            ("patch", &mut item.patch),
        ];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            operation.operation_id = Some(operation_id(method, path));
            // A path parameter may match the path of another operation.
            let mut rejections = vec![METHOD_NOT_ALLOWED];
            // Operations without their own `security` use the document's, which requires a login.
            if operation.security.as_ref().is_none_or(|allowed| *allowed != [SecurityRequirement::default()]) {
                rejections.push(UNAUTHORIZED);
                rejections.push(if operation.security.is_some() { OUT_OF_SCOPE } else { NO_API_TOKENS });
            }
            // Operations with another kind of body describe its rejections themselves.
            let takes_json = matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key("application/json"));
            if takes_json {
                rejections.extend(OF_JSON_BODIES);
            }
            let responses = &mut operation.responses.responses;
            responses.insert("429".to_owned(), Ref::from_response_name(TOO_MANY_REQUESTS).into());
            for (name, status, _) in rejections {
                // A route's own description of a status takes precedence.
                responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
            }
        }
    }
    document.webhooks = Some(webhooks());
    document.servers = Some(vec![ServerBuilder::new().url(&config.public_url).build()]);
    document.to_json().unwrap_or_else(|error| unreachable!("cannot serialize the OpenAPI document: {error}"))
}

/// Describes the requests that webhooks receive.
fn webhooks() -> Paths {
    let header = |name: &str, description: &str| {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Header).required(Required::True);
        parameter.schema(Some(schema)).description(Some(description)).build()
    };
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(WebhookPayload::name()))).build();
    let body = RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True)).build();
    let operation = OperationBuilder::new()
        .operation_id(Some("receiveEvent"))
        .summary(Some("Receives an event of a board or of a focus session."))
        .description(Some("Sent to the address of a webhook, by the specification Standard Webhooks 1.0.0."))
        .security(SecurityRequirement::default())
        .parameter(header("webhook-id", "The id of the event, which stays the same when it is sent again."))
        .parameter(header("webhook-timestamp", "When the attempt was made, in seconds since 1970."))
        .parameter(header("webhook-signature", "`v1,` and a signature in Base64; two after the secret was replaced."))
        .request_body(Some(body))
        .response("2XX", ResponseBuilder::new().description("The event was accepted."))
        .response("410", ResponseBuilder::new().description("The address is gone: the webhook is turned off."))
        .response("default", ResponseBuilder::new().description("The event is sent again, for 24 hours."));
    PathsBuilder::new().path("event", PathItem::new(HttpMethod::Post, operation)).build()
}

/// Returns the id of an operation, which generated clients use as a name: `getBoardsByBoardChanges` for
/// `GET /api/boards/{board}/changes`. By default it would be the handler's name, which is not unique.
fn operation_id(method: &str, path: &str) -> String {
    let mut id = method.to_owned();
    for segment in path.trim_start_matches("/api/").split('/') {
        let parameter = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if parameter.is_some() {
            id.push_str("By");
        }
        for word in parameter.unwrap_or(segment).split(|character: char| !character.is_ascii_alphanumeric()) {
            let mut letters = word.chars();
            id.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            id.push_str(letters.as_str());
        }
    }
    id
}

/// A rejection that is the same for all routes.
fn rejection_response(description: &str) -> ResponseBuilder {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(Rejection::name()))).build();
    ResponseBuilder::new().description(description).content("application/json", content)
}

/// The rejection of requests above a rate limit.
fn too_many_requests_response() -> RefOr<utoipa::openapi::Response> {
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
    let retry_after =
        HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait before retrying.")).build();
    rejection_response("`too_many_requests`: over 600 requests a minute per account, over 300 per API token, over 600 with all API tokens of an account, over 600 per IP address without a token, or over the limit of this operation.")
        .header("Retry-After", retry_after)
        .build()
        .into()
}

/// Returns the OpenAPI document of this API.
#[utoipa::path(
    get, path = "/openapi.json", tag = "Service", security(()),
    responses((status = 200, description = "An OpenAPI 3.1 document.", body = Object, example = json!({"openapi": "3.1.0"})))
)]
async fn document(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], app.openapi.clone())
}
