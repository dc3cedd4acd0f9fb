//! What every response carries, and which requests are let in at all.

use super::fault::Fault;
use axum::body::Body;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use std::net::SocketAddr;

/// Nothing but the page's own files runs or loads, nobody frames it, and no other site reads it.
const SECURITY: [(HeaderName, &str); 9] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (HeaderName::from_static("x-permitted-cross-domain-policies"), "none"),
];

/// Adds the headers that every response carries; what says nothing else is not to be kept.
pub fn secure(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}

/// Which names a request may call the server by.
///
/// A server on loopback answers to the names of loopback alone: a site whose name was turned to
/// 127.0.0.1 (DNS rebinding) still sends its own.
#[derive(Debug, Clone, Copy)]
pub enum Hosts {
    Any,
    Loopback,
}

impl Hosts {
    /// The names for an address that is listened at.
    pub fn of(address: SocketAddr) -> Hosts {
        if address.ip().is_loopback() { Hosts::Loopback } else { Hosts::Any }
    }

    /// Refuses a request that calls the server by another name.
    pub fn admit(self, request: &Request<Body>) -> Result<(), Fault> {
        let host = one_host(request.headers())?;
        let authority = request.uri().authority().map(|authority| authority.as_str());
        let own = |name: &str| match self {
            Hosts::Any => true,
            Hosts::Loopback => is_loopback(name),
        };
        if own(host) && authority.is_none_or(own) {
            return Ok(());
        }
        let message = "this server answers at its loopback address alone, such as 127.0.0.1";
        Err(Fault::new(StatusCode::MISDIRECTED_REQUEST, "other_host", message))
    }
}

fn one_host(headers: &HeaderMap) -> Result<&str, Fault> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    match (host, hosts.next()) {
        (Some(host), None) => Ok(host),
        _ => {
            let message = "a request has exactly one Host header";
            Err(Fault::new(StatusCode::BAD_REQUEST, "bad_host", message))
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_address = bare.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
    is_address || bare.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_has_few_names() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:1", "[::1]:8080"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil", "10.0.0.1:80"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
