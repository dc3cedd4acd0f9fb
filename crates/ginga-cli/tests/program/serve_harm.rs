//! Slow, huge, broken and parallel requests do `ginga serve` no harm.

#![cfg(feature = "serve")]

use crate::common::questions::{by_command, questions};
use crate::common::server::Server;
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

#[test]
fn broken_bodies_are_faults_of_the_client() {
    let server = Server::start(&[]);
    let deep =
        |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let bodies: [Vec<u8>; 9] = [
        Vec::new(),
        b"{".to_vec(),
        b"{\"hand\": \"1m\"} {".to_vec(),
        b"{\"hand\": \"\xff\xfe\"}".to_vec(),
        b"{\"hand\": \"\\ud800\"}".to_vec(),
        b"\x00\x01\x02".to_vec(),
        deep("[", "]").into_bytes(),
        deep("{\"set\":", "}").into_bytes()[..200_000].to_vec(),
        format!("{{\"set\": {{\"a\": {}}}}}", deep("[", "]")).into_bytes(),
    ];
    for body in &bodies {
        let response = server.post("/api/v1/waits", body);
        assert_eq!(response.status, 400, "{:?}", &body[..body.len().min(40)]);
        let code = response.json()["error"]["code"].clone();
        assert!(code == "bad_json" || code == "bad_body", "{code}");
    }
    // A hand as long as a body may be.
    let long = json!({"hand": "1".repeat(200_000)});
    assert_eq!(server.ask("waits", &long).0, 422);
    let many = json!({"hand": format!("{}m", "1".repeat(200_000))});
    assert_eq!(server.ask("waits", &many).0, 422);
    let dotted = json!({"hand": "1m", "set": {"a.".repeat(50_000): 1}});
    assert_eq!(server.ask("waits", &dotted).0, 422);
    let toml = json!({"hand": "1m", "rules": {"toml": "[[".repeat(60_000)}});
    assert_eq!(server.ask("waits", &toml).0, 422);
}

#[test]
fn large_bodies_are_refused() {
    let mut server = Server::start(&[]);
    let body = vec![b' '; 10 << 20];
    let response = server.post("/api/v1/win", &body);
    assert_eq!(response.status, 413);
    assert_eq!(response.json()["error"]["code"], "too_large");
    // Without a length: in chunks.
    let head = "POST /api/v1/win HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = [format!("{:x}\r\n", 1 << 20).as_bytes(), &body[..1 << 20], b"\r\n"].concat();
    let request = [head.as_bytes(), &chunk.repeat(10), b"0\r\n\r\n"].concat();
    assert_eq!(server.exchange(&request).status, 413);
    // Who asks first is refused before sending.
    let head = "POST /api/v1/win HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\
                Connection: close\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n";
    assert_eq!(server.exchange(head.as_bytes()).status, 413);
    // So are heads without end.
    let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "a".repeat(1 << 20));
    assert_eq!(server.exchange(head.as_bytes()).status, 431);
    let many = "X: a\r\n".repeat(1000);
    assert_eq!(server.request("GET", "/", &many, b"").status, 431);
    assert!(server.lives());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let server = Server::start(&["--patience", "500ms"]);
    // Heads that come a byte at a time, and connections that say nothing.
    let mut slow: Vec<_> = (0..100).map(|_| server.connect()).collect();
    let started = Instant::now();
    for byte in b"GET / HTTP/1.1\r\nHost:" {
        for stream in slow.iter_mut().step_by(2) {
            let _ = stream.write_all(&[*byte]);
        }
        // Others are answered meanwhile.
        assert_eq!(server.get("/").status, 200);
        std::thread::sleep(Duration::from_millis(60));
    }
    for stream in &mut slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    }
    assert!(started.elapsed() < Duration::from_secs(10));
    // A body that does not come: 408.
    let head = "POST /api/v1/win HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{";
    let response = server.exchange(head.as_bytes());
    assert_eq!(response.status, 408, "{}", response.text());
    assert_eq!(response.json()["error"]["code"], "too_slow");
    assert_eq!(response.header("connection"), Some("close"));
}

#[test]
fn a_reader_that_does_not_read_is_left() {
    let server = Server::start(&["--patience", "300ms", "--time-limit", "1s"]);
    let body = json!({"hand": "123456mjjjjjjjj", "rules": "laizi"}).to_string();
    let head = format!(
        "POST /api/v1/decompose HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let idle: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    // More of them than there are places: once their time is over, others have theirs.
    std::thread::sleep(Duration::from_secs(5));
    let (status, answer) = server.ask("win", &json!({"hand": "11m"}));
    assert_eq!(status, 200, "{answer}");
    drop(idle);
}

#[test]
fn many_clients_at_once_have_the_same_answers() {
    let server = Server::start(&[]);
    let expected: Vec<(&str, String, Vec<u8>)> = questions()
        .into_iter()
        .map(|(route, body, _)| {
            let body = body.to_string();
            let response = server.post(&format!("/api/v1/{route}"), body.as_bytes());
            (route, body, response.body)
        })
        .collect();
    std::thread::scope(|scope| {
        for client in 0..40 {
            let (server, expected) = (&server, &expected);
            scope.spawn(move || {
                for turn in 0..expected.len() {
                    let (route, body, answer) = &expected[(client + turn) % expected.len()];
                    let response = server.post(&format!("/api/v1/{route}"), body.as_bytes());
                    assert_eq!((response.status, &response.body), (200, answer), "{route} {body}");
                }
            });
        }
    });
}

#[test]
fn limits_mark_the_answer() {
    let server = Server::start(&["--time-limit", "30ms"]);
    let hard =
        json!({"hand": "123456mjjjjjjjj", "rules": "laizi", "solver": "ilp", "limit": 10_000});
    let started = Instant::now();
    let (status, answer) = server.ask("decompose", &hard);
    assert_eq!(
        (status, &answer["complete"], &answer["stopped_by"]),
        (200, &json!(false), &json!("time-limit"))
    );
    assert!(started.elapsed() < Duration::from_secs(5));
    let server = Server::start(&[]);
    let much = json!({"hand": "123456mjjjjjjjj", "rules": "laizi"});
    let (_, answer) = server.ask("decompose", &much);
    assert_eq!(answer["stopped_by"], "limit");
    assert_eq!(answer["decompositions"].as_array().unwrap().len(), 1_000);
    // Who asks for less time has less.
    let mut hard = hard;
    hard["time_limit"] = "1ms".into();
    let (_, answer) = server.ask("decompose", &hard);
    assert_eq!(answer["stopped_by"], "time-limit");
}

#[test]
fn large_answers_come_whole_and_do_not_pile_up() {
    let mut server = Server::start(&["--patience", "500ms"]);
    let body = json!({"hand": "123456mjjjjjjjj", "rules": "laizi", "limit": 10_000}).to_string();
    let whole = server.post("/api/v1/decompose", body.as_bytes());
    assert!(whole.body.len() > 1 << 20);
    let args = ["123456mjjjjjjjj", "--rules", "laizi", "--limit", "10000"];
    assert_eq!(whole.text(), by_command("decompose", &args));
    // Clients that ask for more than they read.
    let head = format!(
        "POST /api/v1/decompose HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let idle: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut most = 0;
    for _ in 0..30 {
        most = most.max(resident(server.id()));
        std::thread::sleep(Duration::from_millis(200));
    }
    println!("resident with 100 idle readers at most {most} KiB");
    assert!(most < 700 * 1024, "{most} KiB");
    // Their time is over: others have their large answers again.
    let started = Instant::now();
    while server.post("/api/v1/decompose", body.as_bytes()).body != whole.body {
        assert!(started.elapsed() < Duration::from_secs(30));
    }
    assert!(server.lives());
    drop(idle);
}

#[test]
fn rule_sets_beyond_all_measure_are_refused() {
    let server = Server::start(&[]);
    let mut toml = "format = 1\nname = \"many\"\n[tiles]\nkinds = \"all\"\nplain = 4\n\
                    [wild]\nkinds = \"all\"\n"
        .to_owned();
    for number in 0..2_500 {
        let count =
            "groups = [{ type = \"meld\", count = \"melds\" }, { type = \"pair\", count = 1 }]";
        toml += &format!("[forms.f{number}]\n{count}\n");
    }
    let started = Instant::now();
    for route in ["waits", "model"] {
        let body = json!({"hand": "1234567m123456p", "rules": {"toml": toml}});
        let (status, answer) = server.ask(route, &body);
        assert_eq!((status, answer["error"]["field"].as_str()), (422, Some("hand")));
    }
    assert!(started.elapsed() < Duration::from_secs(20));
    // Many lists share what one may hold.
    let body = json!({"hand": "1m", "also": ["2m"], "rules": ["riichi", "laizi"], "limit": 2_501});
    assert_eq!(server.ask("compare", &body).1["error"]["field"], "limit");
}

#[test]
fn models_beyond_all_measure_are_refused() {
    let server = Server::start(&[]);
    let toml = "format = 1\nname = \"wild\"\nmelds = 6\n[tiles]\nkinds = \"all\"\nplain = 4\n\
                [wild]\nkinds = \"all\"\n[forms.standard]\ngroups = [{ type = \"meld\", count = \
                \"melds\" }, { type = \"pair\", count = 1 }]\n";
    let body = json!({"hand": "123456789m123456789p12s", "rules": {"toml": toml}});
    let (status, answer) = server.ask("model", &body);
    assert_eq!((status, answer["error"]["field"].as_str()), (422, Some("hand")), "{answer}");
}

/// Ten thousand bodies of chance: bytes, valid bodies with bytes changed, and fields of odd values.
#[test]
fn random_bodies_do_no_harm() {
    let mut server = Server::start(&["--time-limit", "200ms"]);
    let mut random = fastrand::Rng::with_seed(20_240_607);
    let samples = questions();
    let body = |random: &mut fastrand::Rng| -> (&'static str, Vec<u8>) {
        let (route, sample, _) = &samples[random.usize(..samples.len())];
        let bytes = match random.u8(..4) {
            0 => (0..random.usize(..400)).map(|_| random.u8(..)).collect(),
            1 => {
                let mut bytes = sample.to_string().into_bytes();
                for _ in 0..=random.usize(..4) {
                    let place = random.usize(..bytes.len());
                    bytes[place] = random.u8(..);
                }
                bytes
            }
            2 => {
                let mut sample = sample.clone();
                let letters: Vec<char> = "0123456789mpszMPSZj[]()= *\u{1f007}\0é".chars().collect();
                let hand: String = (0..random.usize(..40))
                    .map(|_| letters[random.usize(..letters.len())])
                    .collect();
                sample["hand"] = hand.into();
                sample.to_string().into_bytes()
            }
            _ => {
                let mut sample = sample.clone();
                let values = [
                    json!(null),
                    json!(-1),
                    json!(1e300),
                    json!([]),
                    json!({}),
                    json!("="),
                    json!("all"),
                    json!(true),
                    json!("\u{0}"),
                    json!([["x"]]),
                ];
                let fields = ["hand", "rules", "set", "wild", "visible", "limit", "also", "kinds"];
                let field = fields[random.usize(..fields.len())];
                sample[field] = values[random.usize(..values.len())].clone();
                sample.to_string().into_bytes()
            }
        };
        (route, bytes)
    };
    let mut before = 0;
    for turn in 0..10_000 {
        let (route, bytes) = body(&mut random);
        let response = server.post(&format!("/api/v1/{route}"), &bytes);
        let proper = response.status == 200 || (400..500).contains(&response.status);
        assert!(proper, "{route} {} {:?}", response.status, String::from_utf8_lossy(&bytes));
        response.json();
        if turn == 1_000 {
            before = resident(server.id());
        }
    }
    assert!(server.lives());
    let after = resident(server.id());
    println!("resident after 1,000 bodies {before} KiB, after 10,000 {after} KiB");
    // What the allocator keeps varies; what leaked with each body would be far more.
    assert!(after <= before + 32 * 1024, "resident memory grew from {before} to {after} KiB");
}

/// Resident memory of a process in KiB, where the system tells; else 0.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
