//! The built page, within the program. Large files lie there packed (`.gz`); browsers unpack
//! them, and so does the export.

use std::borrow::Cow;
use std::io::Read;

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::Response;
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

/// The files that `scripts/build-page` makes.
#[derive(RustEmbed)]
#[folder = "page/"]
pub struct Page;

/// The kinds of files that a page is made of.
const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
];

/// The file at a path, if the page has it.
pub fn answer(path: &str) -> Option<Response> {
    let path = path.trim_start_matches('/');
    let path = match path.ends_with('/') || path.is_empty() {
        true => &format!("{path}index.html"),
        false => path,
    };
    if Page::get(&format!("{path}/index.html")).is_some() {
        // What a page names beside itself is looked for below this path.
        let response = Response::builder().status(StatusCode::PERMANENT_REDIRECT);
        let response = response.header(header::LOCATION, format!("/{path}/"));
        return response.body(Body::empty()).ok();
    }
    let (bytes, is_packed) = match Page::get(path) {
        Some(file) => (file.data, false),
        None => (Page::get(&format!("{path}.gz"))?.data, true),
    };
    let ending = path.rsplit('.').next().unwrap_or_default();
    let kind = KINDS.iter().find(|(known, _)| *known == ending);
    let kind = kind.map_or("application/octet-stream", |(_, kind)| kind);
    let mut response = Response::builder()
        .status(StatusCode::OK)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-cache");
    if is_packed {
        response = response.header(header::CONTENT_ENCODING, "gzip");
    }
    response.body(Body::from(bytes.into_owned())).ok()
}

/// Where the page of a study's participants is. It is nothing without a server.
const STUDY: &str = "study/";

/// All files of the page that needs no server, unpacked.
pub fn files() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    let names = Page::iter().filter(|name| !name.starts_with(STUDY));
    names.filter_map(|name| {
        let bytes = Page::get(&name)?.data;
        match name.strip_suffix(".gz") {
            None => Some((name.into_owned(), bytes)),
            Some(unpacked) => {
                let mut plain = Vec::new();
                GzDecoder::new(&*bytes).read_to_end(&mut plain).ok()?;
                Some((unpacked.to_owned(), plain.into()))
            }
        }
    })
}
