//! Which path answers what.

use super::answer::{self, Route};
use super::assets::{self, ASSETS};
use super::body::{self, Body};
use super::fault::Fault;
use super::games::ReadyGames;
use super::headers::{Hosts, secure};
use super::limits::{Allowance, LARGE, LARGE_PATIENCE, Limits, Questions};
use super::requests;
use super::stream::{List, NDJSON, not_a_list};
use crate::request::Question;
use axum::Router;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::routing::{get, post};
use http_body_util::channel::Channel;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::Semaphore;

/// The description of the interface, in OpenAPI 3.1.
const OPENAPI: &str = include_str!("../../assets/openapi.json");

/// What all requests share.
pub struct Server {
    pub hosts: Hosts,
    pub limits: Limits,
    pub games: Arc<ReadyGames>,
    pub questions: Questions,
    /// Places for large answers on their way.
    pub large: Arc<Semaphore>,
    /// The built-in rule sets as JSON: they never change.
    pub rules: Bytes,
}

type Shared = Arc<Server>;

/// The paths of the page and of the interface.
pub fn router(server: Shared) -> Router {
    let asking = |route| {
        post(move |State(server): State<Shared>, request| async move {
            respond(ask(&server, route, request).await)
        })
    };
    let mut router = Router::new()
        .route("/api/v1/win", asking(Route::Question(Question::Win)))
        .route("/api/v1/waits", asking(Route::Question(Question::Waits)))
        .route("/api/v1/decompose", asking(Route::Question(Question::Decompose)))
        .route("/api/v1/model", asking(Route::Model))
        .route("/api/v1/compare", asking(Route::Compare))
        .route("/api/v1/discards", asking(Route::Discards))
        .route("/api/v1/distance", asking(Route::Distance))
        .route("/api/v1/rules", get(rules))
        .route("/api/v1/rules/check", post(check_rules))
        .route(
            "/api/v1/openapi.json",
            get(|| async { json(Bytes::from_static(OPENAPI.as_bytes())) }),
        );
    for asset in ASSETS {
        let file = move |headers: HeaderMap| async move { asset.respond(&headers) };
        router = router.route(asset.path, get(file));
    }
    router
        .route("/tiles/{file}", get(tile))
        .fallback(|| async { nothing_here() })
        .method_not_allowed_fallback(|| async {
            let message = "this path takes another method, see the header Allow";
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "bad_method", message).into_response()
        })
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server)
}

/// Lets in who calls the server by its name, and secures what goes out.
async fn guard(
    State(server): State<Shared>,
    request: Request,
    next: Next,
) -> Response<ResponseBody> {
    secure(match server.hosts.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    })
}

fn json(text: Bytes) -> Response<ResponseBody> {
    with_type(ResponseBody::from(text), "application/json")
}

fn with_type(body: ResponseBody, content_type: &'static str) -> Response<ResponseBody> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

fn respond(result: Result<Response<ResponseBody>, Fault>) -> Response<ResponseBody> {
    result.unwrap_or_else(|fault| {
        let closes = fault.status == StatusCode::REQUEST_TIMEOUT;
        let retry = fault.status == StatusCode::SERVICE_UNAVAILABLE;
        let mut response = fault.into_response();
        if closes {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    })
}

async fn ask(
    server: &Shared,
    route: Route,
    request: Request,
) -> Result<Response<ResponseBody>, Fault> {
    let streams = wants_lines(request.headers());
    let bytes = body::read(request, &server.limits).await?;
    if streams {
        let Route::Question(listed @ (Question::Waits | Question::Decompose)) = route else {
            return Err(not_a_list(route.name()));
        };
        return stream(server, listed, bytes).await;
    }
    let cancelled = Arc::new(AtomicBool::new(false));
    let (flag, most) = (cancelled.clone(), server.limits.question);
    let games = server.games.clone();
    let work = move || {
        let body = Body::parse(&bytes)?;
        let time = Allowance::start(requests::time_limit(&body, most)?, flag);
        answer::answer(route, &body, &games, &time)
    };
    let text = server.questions.run(cancelled, work).await??;
    send(server, text.into())
}

/// A large answer goes out in pieces, and only so many are on their way at once.
fn send(server: &Shared, text: Bytes) -> Result<Response<ResponseBody>, Fault> {
    if text.len() < LARGE {
        return Ok(json(text));
    }
    let Ok(place) = server.large.clone().try_acquire_owned() else {
        let message = "too many large answers are being read; ask again, or for less";
        return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message));
    };
    let (mut sender, channel) = Channel::<Bytes, std::io::Error>::new(1);
    let longest = server.limits.patience * LARGE_PATIENCE;
    tokio::spawn(async move {
        let sending = async {
            for start in (0..text.len()).step_by(LARGE) {
                let piece = text.slice(start..text.len().min(start + LARGE));
                if sender.send_data(piece).await.is_err() {
                    return;
                }
            }
        };
        if tokio::time::timeout(longest, sending).await.is_err() {
            // The answer must not look whole.
            sender.abort(std::io::ErrorKind::TimedOut.into());
        }
        drop(place);
    });
    Ok(with_type(ResponseBody::new(channel), "application/json"))
}

/// A list as it is found. The place among the questions is kept until its end.
async fn stream(
    server: &Shared,
    question: Question,
    bytes: Bytes,
) -> Result<Response<ResponseBody>, Fault> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let (flag, most) = (cancelled.clone(), server.limits.question);
    let games = server.games.clone();
    let list = server
        .questions
        .run(cancelled, move || {
            let list = List::new(question, &Body::parse(&bytes)?, &games, most)?;
            list.prove(&Allowance::start(list.time_limit, flag))?;
            Ok::<_, Fault>(list)
        })
        .await??;
    let (sender, channel) = Channel::<Bytes>::new(4);
    let server = server.clone();
    tokio::spawn(async move {
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = cancelled.clone();
        let patience = server.limits.patience;
        let telling = move || list.tell(&Allowance::start(list.time_limit, flag), sender, patience);
        // A client that went away shows when a line is sent to it.
        let _ = server.questions.run(cancelled, telling).await;
    });
    Ok(with_type(ResponseBody::new(channel), NDJSON))
}

fn wants_lines(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut types = accepted.flat_map(|value| value.split(','));
    types.any(|accepted| {
        let essence = accepted.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case(NDJSON)
    })
}

fn nothing_here() -> Response<ResponseBody> {
    let message = "there is nothing here; /api/v1/openapi.json lists the paths";
    Fault::new(StatusCode::NOT_FOUND, "not_found", message).into_response()
}

async fn tile(Path(file): Path<String>, headers: HeaderMap) -> Response<ResponseBody> {
    assets::tile(&file, &headers).unwrap_or_else(nothing_here)
}

async fn rules(State(server): State<Shared>) -> Response<ResponseBody> {
    json(server.rules.clone())
}

async fn check_rules(State(server): State<Shared>, request: Request) -> Response<ResponseBody> {
    let checked = async {
        let bytes = body::read(request, &server.limits).await?;
        let work = move || answer::check_rules(&Body::parse(&bytes)?);
        let value = server.questions.run(Arc::new(AtomicBool::new(false)), work).await??;
        Ok(json(format!("{value}\n").into()))
    };
    respond(checked.await)
}
