//! The files of the page, compiled in.

use crate::tiles;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A file of the page.
pub struct Asset {
    pub path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
}

macro_rules! asset {
    ($path:literal, $file:literal, $content_type:literal) => {
        Asset {
            path: $path,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../../assets/web/", $file)),
        }
    };
}

macro_rules! script {
    ($name:literal) => {
        Asset {
            path: concat!("/js/", $name),
            content_type: "text/javascript; charset=utf-8",
            bytes: include_bytes!(concat!("../../assets/web/js/", $name)),
        }
    };
}

/// Every file, by the path that it is served at.
pub const ASSETS: &[Asset] = &[
    asset!("/", "index.html", "text/html; charset=utf-8"),
    asset!("/app.css", "app.css", "text/css; charset=utf-8"),
    asset!("/icon.svg", "icon.svg", "image/svg+xml"),
    asset!("/licences.txt", "../tiles/LICENSE.txt", "text/plain; charset=utf-8"),
    script!("answers.js"),
    script!("api.js"),
    script!("dom.js"),
    script!("drag.js"),
    script!("facts.js"),
    script!("hand.js"),
    script!("i18n.js"),
    script!("main.js"),
    script!("model.js"),
    script!("notation.js"),
    script!("picker.js"),
    script!("rules.js"),
    script!("state.js"),
    script!("tiles.js"),
];

/// The picture of a tile at `/tiles/NAME.svg`, if there is one.
pub fn tile(file: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let picture = tiles::picture(file.strip_suffix(".svg")?)?;
    Some(respond(picture.into(), "image/svg+xml", headers))
}

impl Asset {
    /// The file, or that the client has it already.
    pub fn respond(&self, headers: &HeaderMap) -> Response<Body> {
        respond(Bytes::from_static(self.bytes), self.content_type, headers)
    }
}

fn respond(bytes: Bytes, content_type: &'static str, headers: &HeaderMap) -> Response<Body> {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(header::IF_NONE_MATCH);
    let fresh = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let body = if fresh { Body::empty() } else { Body::from(bytes) };
    let mut response = Response::new(body);
    if fresh {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let sent = response.headers_mut();
    sent.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    // Asked about each time: another version of the program has other files.
    sent.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        sent.insert(header::ETAG, tag);
    }
    response
}
