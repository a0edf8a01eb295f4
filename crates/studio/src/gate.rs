//! Who may ask: the address that the browser meant, the page that asks, and the token.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::calls::{refused, token};
use crate::token::Token;

/// What requests are compared with.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Where the server listens.
    pub address: SocketAddr,
    /// What every call must carry.
    pub token: Token,
    /// This path and those below it are for guests: who asks there is looked at by its routes.
    pub guests: Option<&'static str>,
}

/// Scripts and modules of the page alone, nothing inline, and nobody around it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn headers() -> [(HeaderName, &'static str); 6] {
    [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ]
}

/// Lets a request through, or says why not. Every answer carries the headers that keep the
/// page to itself.
pub async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match gate.verdict(&request) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => refused(status, why).into_response(),
    };
    for (name, value) in headers() {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Gate {
    fn verdict(&self, request: &Request) -> Result<(), (StatusCode, &'static str)> {
        let headers = request.headers();
        let Some(host) = self.host(headers) else {
            let why = "this server is asked for under another name";
            return Err((StatusCode::MISDIRECTED_REQUEST, why));
        };
        if let Some(origin) = headers.get(header::ORIGIN)
            && origin.as_bytes() != format!("http://{host}").as_bytes()
        {
            return Err((StatusCode::FORBIDDEN, "another page asks"));
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let path = request.uri().path();
        let is_call = path.starts_with("/api");
        let is_of_guest = self.guests.is_some_and(|below| is_below(path, below));
        let has_token = token(headers).is_some_and(|given| self.token.is(given));
        if !is_call && !is_of_guest {
            // A page is for everybody; whoever shows a token shows the right one.
            if headers.contains_key(header::AUTHORIZATION) && !has_token {
                return Err((StatusCode::FORBIDDEN, "this token is for other requests"));
            }
            return match *request.method() == Method::GET || *request.method() == Method::HEAD {
                true => Ok(()),
                false => Err((StatusCode::METHOD_NOT_ALLOWED, "pages are only read")),
            };
        }
        if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Err((StatusCode::FORBIDDEN, "another page asks"));
        }
        match has_token || is_of_guest {
            true => Ok(()),
            false => Err((StatusCode::FORBIDDEN, "the token of this launch is missing")),
        }
    }

    /// The host that was asked for, if it is this server: by its address, or by the name of
    /// the machine for itself. A name from elsewhere may have been pointed here.
    fn host<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return None;
        };
        let host = host.to_str().ok()?;
        let port = self.address.port();
        if let Ok(address) = host.parse::<SocketAddr>() {
            let ip = self.address.ip();
            let is_own = address.ip() == ip
                || (ip.is_unspecified() || ip.is_loopback()) && {
                    // Of all addresses any may be meant; of the loopback only itself.
                    ip.is_unspecified() || address.ip().is_loopback()
                };
            return (is_own && address.port() == port).then_some(host);
        }
        (host == format!("localhost:{port}")).then_some(host)
    }
}

fn is_below(path: &str, below: &str) -> bool {
    let rest = path.strip_prefix(below);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(address: &str, name: &'static str) -> bool {
        let gate = Gate {
            address: address.parse().unwrap(),
            token: Token::new().unwrap(),
            guests: None,
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(name));
        gate.host(&headers).is_some()
    }

    #[test]
    fn only_its_own_names_are_its_own() {
        for name in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"] {
            assert!(host("127.0.0.1:8000", name), "{name}");
        }
        for name in [
            "127.0.0.1:8001",
            "127.0.0.1",
            "evil.example:8000",
            "localhost.evil.example:8000",
            "192.168.1.2:8000",
            "",
        ] {
            assert!(!host("127.0.0.1:8000", name), "{name}");
        }
        assert!(host("0.0.0.0:8000", "192.168.1.2:8000"));
        assert!(!host("0.0.0.0:8000", "evil.example:8000"));
        assert!(!host("192.168.1.2:8000", "192.168.1.3:8000"));
    }
}
