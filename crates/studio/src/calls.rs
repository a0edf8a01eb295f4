//! Requests and answers: JSON only, of limited size, read within limited time.

use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// How long a request's body may take to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(5);

/// So much of a body that is too large is read and forgotten.
const FORGOTTEN: usize = 8 << 20;

/// An answer, or what is wrong with a request.
pub type Answer = Result<Response, Refusal>;

/// What is wrong with a request.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    message: String,
    /// What stands in the answer beside the error.
    beside: Map<String, Value>,
}

/// What is wrong with a request.
pub fn refused(status: StatusCode, message: impl Into<String>) -> Refusal {
    Refusal {
        status,
        message: message.into(),
        beside: Map::new(),
    }
}

impl Refusal {
    /// The same with this beside the error.
    pub fn beside(mut self, name: &str, value: Value) -> Refusal {
        self.beside.insert(name.to_owned(), value);
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = json!({
            "message": self.message,
            "line": null,
            "column": null,
            "help": null,
            "file": null,
        });
        let mut body = self.beside;
        body.insert("error".to_owned(), error);
        let mut response = (self.status, Json(body)).into_response();
        no_store(&mut response);
        // What is left of a body that is too large is not waited for.
        if self.status == StatusCode::PAYLOAD_TOO_LARGE
            || self.status == StatusCode::REQUEST_TIMEOUT
        {
            let close = axum::http::HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        response
    }
}

/// An answer as JSON.
pub fn answer(status: StatusCode, value: &Value) -> Response {
    text(status, value.to_string())
}

/// An answer that is JSON already.
pub fn text(status: StatusCode, json: String) -> Response {
    let mut response = (status, json).into_response();
    let kind = axum::http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    no_store(&mut response);
    response
}

fn no_store(response: &mut Response) {
    let value = axum::http::HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, value);
}

/// The body of a request, as text of at most so many bytes that is to be JSON.
pub async fn body(request: Request<Body>, most: usize) -> Result<String, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let why = "requests are `application/json`";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|n| n.to_str().ok()?.parse::<u64>().ok());
    let is_large = length.is_some_and(|n| n > most as u64);
    let read =
        tokio::time::timeout(BODY_TIME, collected(request.into_body(), most, is_large)).await;
    let late = |_| {
        refused(
            StatusCode::REQUEST_TIMEOUT,
            "the request took too long to arrive",
        )
    };
    let bytes = read.map_err(late)??;
    let no_text = |_| refused(StatusCode::BAD_REQUEST, "requests are text");
    String::from_utf8(bytes).map_err(no_text)
}

/// The bytes of a body. Of one that is too large so much is read and forgotten that the
/// answer arrives: a connection that ends with bytes unread takes its answer along.
async fn collected(mut body: Body, most: usize, is_large: bool) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let mut n = 0;
    while let Some(frame) = body.frame().await {
        let broken = |_| refused(StatusCode::BAD_REQUEST, "the request broke off");
        let data = frame.map_err(broken)?.into_data().unwrap_or_default();
        n += data.len();
        if n > FORGOTTEN {
            break;
        }
        if n <= most && !is_large {
            bytes.extend_from_slice(&data);
        }
    }
    match n > most || is_large {
        true => {
            let why = format!("a request has at most {}", size(most));
            Err(refused(StatusCode::PAYLOAD_TOO_LARGE, why))
        }
        false => Ok(bytes),
    }
}

fn size(n_bytes: usize) -> String {
    match n_bytes >> 20 {
        0 => format!("{} KiB", n_bytes >> 10),
        mebibytes => format!("{mebibytes} MiB"),
    }
}

/// The same, read as a value.
pub async fn read<T: DeserializeOwned>(request: Request<Body>, most: usize) -> Result<T, Refusal> {
    let text = body(request, most).await?;
    let wrong = |error| {
        refused(
            StatusCode::BAD_REQUEST,
            format!("this is no request: {error}"),
        )
    };
    serde_json::from_str(&text).map_err(wrong)
}

/// What a request carries to be let in, if it does.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    given.strip_prefix("Bearer ")
}

/// Work that would hold up others, on a thread for such.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |_| {
        refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server failed at this",
        )
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)
}
