//! `ginga serve`: the page and the HTTP interface, in one program with everything in it.
//!
//! hyper speaks HTTP and axum routes; what is ours is what a request may take (`limits`), which
//! headers go out (`headers`), and the answers, which are those of the command line.

mod answer;
mod assets;
mod body;
mod fault;
mod games;
mod headers;
mod limits;
mod requests;
mod routes;
mod stream;

use super::args::ServeArgs;
use super::clock::is_interrupted;
use super::failure::Failure;
use crate::output::printed;
use axum::Router;
use headers::Hosts;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use limits::{LONGEST_HEAD, Limits, MOST_CONNECTIONS, MOST_HEADERS, MOST_LARGE, Questions};
use routes::{Server, router};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

/// How often the server looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);
/// How long requests that are being answered may take after Ctrl-C.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long no connection is taken after the system could give none.
const RECOVERY: Duration = Duration::from_millis(50);

/// Serves until Ctrl-C.
pub fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::input(format!("no threads: {error}")))?;
    let ended = runtime.block_on(serve(args, out));
    // What still runs looks at the clock often; it is not waited for.
    runtime.shutdown_timeout(FAREWELL);
    ended
}

async fn serve(args: &ServeArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let bound = |error| Failure::input(format!("{}: {error}", args.bind));
    let listener = TcpListener::bind(args.bind).await.map_err(bound)?;
    let address = listener.local_addr().map_err(bound)?;
    printed(announce(out, address), 0)?;
    let limits = Limits { question: args.time_limit, patience: args.patience };
    let patience = limits.patience;
    let server = Server {
        hosts: Hosts::of(address),
        questions: Questions::new(patience),
        large: Arc::new(Semaphore::new(MOST_LARGE)),
        limits,
        games: Arc::default(),
        rules: format!("{}\n", answer::all_rules()).into(),
    };
    // The tables are built before the first question needs them.
    tokio::task::spawn_blocking(|| {
        let galaxy = ginga::RuleSet::builtin("galaxy");
        galaxy.ok().map(|galaxy| ginga::engine::Engine::new(&galaxy).is_ok())
    });
    let graceful = GracefulShutdown::new();
    let accepting = accept(&listener, router(Arc::new(server)), patience, &graceful);
    tokio::select! {
        () = accepting => {}
        () = interrupted() => {}
    }
    drop(listener);
    // A connection that does not end in time ends with the program.
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(0)
}

fn announce(out: &mut dyn Write, address: SocketAddr) -> std::io::Result<()> {
    writeln!(out, "Ginga listens at http://{address} (Ctrl-C ends it)")?;
    if !address.ip().is_loopback() {
        writeln!(out, "everyone who reaches this address may ask; it is plain HTTP")?;
    }
    out.flush()
}

async fn interrupted() {
    while !is_interrupted() {
        tokio::time::sleep(LOOK).await;
    }
}

async fn accept(
    listener: &TcpListener,
    router: Router,
    patience: Duration,
    graceful: &GracefulShutdown,
) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => converse(stream, place, router.clone(), patience, graceful),
            // Too many open files, or a connection that was gone at once: neither ends the server.
            Err(_) => tokio::time::sleep(RECOVERY).await,
        }
    }
}

/// Answers the requests of one connection on a task of its own.
fn converse(
    stream: TcpStream,
    place: OwnedSemaphorePermit,
    router: Router,
    patience: Duration,
    graceful: &GracefulShutdown,
) {
    // Answers are whole when they are sent; a connection that cannot say so is slower, not wrong.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A client at fault has had its answer, one that is gone wants none.
        let _ = connection.await;
        drop(place);
    });
}
