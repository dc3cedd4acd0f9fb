//! `ginga serve` from outside: its answers are those of the command line, its faults are named, and
//! slow, huge, broken and parallel requests do it no harm.

#![cfg(feature = "serve")]

#[path = "common/command.rs"]
mod command;
#[path = "common/server.rs"]
mod server;

use command::ginga;
use serde_json::{Value, json};
use server::{Response, Server};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// Questions with the arguments that ask the same on the command line.
fn questions() -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let galaxy = "1m1M23m4M56p456s3Z4z4Z";
    vec![
        ("win", json!({"hand": "22334455667788s"}), vec!["22334455667788s"]),
        ("win", json!({"hand": "12m", "why": true}), vec!["12m", "--why"]),
        ("waits", json!({"hand": galaxy}), vec![galaxy]),
        ("waits", json!({"hand": "4M", "kinds": true}), vec!["4M", "--kinds"]),
        (
            "waits",
            json!({"hand": "23m5p5P", "visible": "1m4M", "readings": true}),
            vec!["23m5p5P", "--visible", "1m4M", "--readings"],
        ),
        (
            "waits",
            json!({"hand": "1112224588899", "suit": "m", "rules": "chinitsu", "solver": "ilp"}),
            vec!["1112224588899", "--suit", "m", "--rules", "chinitsu", "--solver", "ilp"],
        ),
        (
            "waits",
            json!({"hand": "23m5p5P", "melds": ["3M3P3S=333p"], "concealed_kans": ["4444z"],
                   "rules": "galaxy", "set": {"tiles.plain": 4, "dead_waits": "count"}}),
            vec![
                "23m5p5P",
                "--meld",
                "3M3P3S=333p",
                "--concealed-kan",
                "4444z",
                "--rules",
                "galaxy",
                "--set",
                "tiles.plain=4",
                "--set",
                "dead_waits=count",
            ],
        ),
        ("decompose", json!({"hand": "55p5P67s"}), vec!["55p5P67s"]),
        (
            "decompose",
            json!({"hand": "1134m34sjj", "rules": "laizi", "wild": "5m7z", "limit": 3}),
            vec!["1134m34sjj", "--rules", "laizi", "--wild", "5m7z", "--limit", "3"],
        ),
        (
            "decompose",
            json!({"hand": "11122233344455m", "maximize": "triplets"}),
            vec!["11122233344455m", "--maximize", "triplets"],
        ),
        ("discards", json!({"hand": "235m55p"}), vec!["235m55p"]),
        ("discards", json!({"hand": "123m456p789s11m2M34m"}), vec!["123m456p789s11m2M34m"]),
        ("model", json!({"hand": "6p6P66s"}), vec!["6p6P66s", "--as", "json"]),
        (
            "model",
            json!({"hand": "22334455667788s", "form": "seven-pairs"}),
            vec!["22334455667788s", "--as", "json", "--form", "seven-pairs"],
        ),
        (
            "compare",
            json!({"hand": "22334455667788s", "rules": ["riichi", "sichuan", "chinitsu"]}),
            vec!["22334455667788s", "--rules", "riichi,sichuan,chinitsu"],
        ),
        (
            "compare",
            json!({"hand": "123m4p", "also": ["1z"], "rules": ["riichi", "sichuan"]}),
            vec!["123m4p", "--also", "1z", "--rules", "riichi,sichuan"],
        ),
    ]
}

/// What the command line says to the same question.
fn by_command(route: &str, args: &[&str]) -> String {
    let mut all = vec![route];
    all.extend(args);
    if route != "model" {
        all.extend(["--format", "json"]);
        let solver_named = args.contains(&"--solver");
        // The server's `auto` is the engine.
        if !solver_named {
            all.extend(["--solver", "engine"]);
        }
    }
    ginga(&all, b"").stdout
}

#[test]
fn every_answer_is_the_command_lines() {
    let server = Server::start(&[]);
    for (route, body, args) in questions() {
        let response = server.post(&format!("/api/v1/{route}"), body.to_string().as_bytes());
        assert_eq!(response.status, 200, "{route} {body} {}", response.text());
        assert_eq!(response.header("content-type"), Some("application/json"));
        assert_eq!(response.text(), by_command(route, &args), "{route} {body}");
    }
}

#[test]
fn faults_of_the_input_name_their_place() {
    let server = Server::start(&[]);
    let toml = "format = 1\nname = \"x\"\n[tiles]\nkinds = \"all\"\nplane = 4\n";
    let mut wrong = Vec::new();
    for (route, body, status, code, place) in [
        ("waits", json!({"hand": "12x"}), 422, "bad_field", json!(["hand", [2, 3]])),
        ("waits", json!({"hand": "-"}), 422, "bad_field", json!(["hand", [0, 1]])),
        ("waits", json!({"hand": "11111m"}), 422, "bad_field", json!(["hand", [4, 5]])),
        ("waits", json!({"hand": ""}), 422, "bad_field", json!(["hand", [0, 0]])),
        ("waits", json!({}), 422, "bad_field", json!(["hand", null])),
        ("waits", json!({"hand": "12m"}), 422, "bad_field", json!(["hand", null])),
        ("win", json!({"hand": "1m"}), 422, "bad_field", json!(["hand", null])),
        (
            "waits",
            json!({"hand": "1m", "melds": ["12q"]}),
            422,
            "bad_field",
            json!(["melds", [2, 3]]),
        ),
        (
            "waits",
            json!({"hand": "1m", "visible": "é"}),
            422,
            "bad_field",
            json!(["visible", [0, 1]]),
        ),
        (
            "waits",
            json!({"hand": "1m", "visible": "1111m"}),
            422,
            "bad_field",
            json!(["hand", null]),
        ),
        ("waits", json!({"hand": "1m", "wild": "9z"}), 422, "bad_field", json!(["wild", [0, 1]])),
        ("waits", json!({"hand": "1m", "suit": "z"}), 422, "bad_field", json!(["suit", null])),
        ("waits", json!({"hand": "1m", "limit": 10_001}), 422, "bad_field", json!(["limit", null])),
        (
            "waits",
            json!({"hand": "1m", "time_limit": "5"}),
            422,
            "bad_field",
            json!(["time_limit", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "minimize": "wilds"}),
            422,
            "bad_field",
            json!(["minimize", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "form": "standard"}),
            422,
            "bad_field",
            json!(["form", null]),
        ),
        ("win", json!({"hand": "11m", "kinds": true}), 422, "bad_field", json!(["kinds", null])),
        (
            "decompose",
            json!({"hand": "11m", "minimize": "luck"}),
            422,
            "bad_field",
            json!(["minimize", null]),
        ),
        (
            "decompose",
            json!({"hand": "11m", "minimize": "runs", "maximize": "runs"}),
            422,
            "bad_field",
            json!(["maximize", null]),
        ),
        ("model", json!({"hand": "11m", "form": "none"}), 422, "bad_field", json!(["form", null])),
        ("compare", json!({"hand": "11m"}), 422, "bad_field", json!(["rules", null])),
        ("compare", json!({"hand": "11m", "rules": []}), 422, "bad_field", json!(["rules", null])),
        (
            "compare",
            json!({"hand": "11m", "also": ["1m"], "rules": ["riichi"]}),
            422,
            "bad_field",
            json!(["also", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "rules": ["riichi"]}),
            422,
            "bad_field",
            json!(["rules", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "rules": "richi"}),
            422,
            "bad_rules",
            json!(["rules", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "rules": {"toml": toml}}),
            422,
            "bad_rules",
            json!(["rules", null]),
        ),
        (
            "waits",
            json!({"hand": "1m", "set": {"meld": 5}}),
            422,
            "bad_rules",
            json!(["rules", null]),
        ),
        ("waits", json!({"hand": "1m", "set": {"a=b": 5}}), 422, "bad_field", json!(["set", null])),
        ("waits", json!({"hand": 5}), 400, "bad_body", json!([null, null])),
        ("waits", json!({"hand": "1m", "limit": 0}), 400, "bad_body", json!([null, null])),
        ("waits", json!({"hand": "1m", "limit": -1}), 400, "bad_body", json!([null, null])),
        ("waits", json!({"hand": "1m", "colour": "red"}), 400, "bad_body", json!([null, null])),
        ("waits", json!({"hand": "1m", "rules": 7}), 400, "bad_body", json!([null, null])),
        ("waits", json!({"hand": "1m", "solver": "oracle"}), 400, "bad_body", json!([null, null])),
        ("waits", json!(["1m"]), 400, "bad_body", json!([null, null])),
        (
            "waits",
            json!({"hand": "1m", "rules": {"toml": "", "name": ""}}),
            400,
            "bad_body",
            json!([null, null]),
        ),
        (
            "compare",
            json!({"hand": "11m", "rules": [["riichi"]]}),
            400,
            "bad_body",
            json!([null, null]),
        ),
        ("waits", json!([1]), 400, "bad_body", json!([null, null])),
        ("waits", json!("1m"), 400, "bad_body", json!([null, null])),
    ] {
        let (found, answer) = server.ask(route, &body);
        let error = &answer["error"];
        let summary = json!([found, error["code"], [error["field"], error["span"]]]);
        let wanted = json!([status, code, place]);
        let said = error["message"].as_str().is_some_and(|message| !message.is_empty());
        if summary != wanted || !said {
            wrong.push(format!("{route} {body}: {answer}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (_, answer) = server.ask("waits", &json!({"hand": "1m", "rules": {"toml": toml}}));
    let faults = answer["error"]["faults"].as_array().unwrap();
    let places: Vec<_> = faults.iter().map(|fault| (&fault["line"], &fault["column"])).collect();
    assert_eq!(places, [(&json!(1), &json!(1)), (&json!(5), &json!(1))], "{answer}");
    let (_, answer) = server.ask("waits", &json!({"hand": "1m", "set": {"meld": 5}}));
    assert_eq!(answer["error"]["faults"][0]["override"], "meld", "{answer}");
}

#[test]
fn a_rule_set_is_never_a_file() {
    let server = Server::start(&[]);
    for name in ["rules/galaxy.toml", "/etc/passwd", "./riichi.toml", "..\\x.toml"] {
        let (status, answer) = server.ask("waits", &json!({"hand": "1m", "rules": name}));
        assert_eq!(
            (status, answer["error"]["code"].as_str()),
            (422, Some("bad_rules")),
            "{answer}"
        );
    }
}

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
fn only_json_is_read() {
    let server = Server::start(&[]);
    for headers in ["", "Content-Type: text/plain\r\n", "Content-Type: application/jsonx\r\n"] {
        let response = server.request("POST", "/api/v1/win", headers, b"{\"hand\": \"11m\"}");
        assert_eq!(response.status, 415, "{headers}");
    }
    let headers = "Content-Type: application/json; charset=utf-8\r\n";
    let response = server.request("POST", "/api/v1/win", headers, b"{\"hand\": \"11m\"}");
    assert_eq!(response.status, 200);
}

#[test]
fn paths_and_methods() {
    let server = Server::start(&[]);
    for path in [
        "/",
        "/app.css",
        "/js/main.js",
        "/tiles/0p.svg",
        "/tiles/5P.svg",
        "/api/v1/rules",
        "/api/v1/openapi.json",
    ] {
        let got = server.get(path);
        assert_eq!(got.status, 200, "{path}");
        assert!(!got.body.is_empty());
        let head = server.request("HEAD", path, "", b"");
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), got.header("content-length"));
        let posted = server.post(path, b"{}");
        assert_eq!(posted.status, 405, "{path}");
        assert!(posted.header("allow").unwrap().contains("GET"));
    }
    for path in [
        "/nothing",
        "/api/v1/",
        "/api/v2/win",
        "/../../etc/passwd",
        "/js/",
        "//",
        "/%00",
        "/tiles/",
        "/tiles/8z.svg",
        "/tiles/5P",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(response.json()["error"]["code"], "not_found");
    }
    for method in ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"] {
        let response = server.request(method, "/api/v1/win", "", b"");
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("POST"));
    }
}

#[test]
fn files_that_the_client_has_are_not_sent_again() {
    let server = Server::start(&[]);
    let first = server.get("/app.css");
    let tag = first.header("etag").unwrap();
    let again = server.request("GET", "/app.css", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.request("GET", "/app.css", "If-None-Match: \"x\"\r\n", b"").status, 200);
}

#[test]
fn every_response_is_secured() {
    let server = Server::start(&[]);
    let script = "/%3Cscript%3Ealert(1)%3C/script%3E";
    let responses: Vec<Response> = vec![
        server.get("/"),
        server.get("/js/main.js"),
        server.get("/nothing"),
        server.get(script),
        server.get("/api/v1/win"),
        server.post("/api/v1/win", b"{\"hand\": \"11m\"}"),
        server.post("/api/v1/win", b"<script>alert(1)</script>"),
        server.post("/api/v1/win", b"{\"<script>alert(1)</script>\": 1}"),
        server.request("GET", "/", "Host: evil.example\r\n", b""),
    ];
    for response in &responses {
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        for wanted in ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"] {
            assert!(policy.contains(wanted), "{policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
        ] {
            assert_eq!(response.header(name), Some(value), "{}", response.status);
        }
        assert_eq!(response.header("access-control-allow-origin"), None);
        assert!(response.header("cache-control").is_some());
        // What came in goes out as JSON alone, which no browser takes for a page.
        if response.text().contains("<script>alert") {
            assert_eq!(response.header("content-type"), Some("application/json"));
        }
    }
}

#[test]
fn other_names_than_loopbacks_are_turned_away() {
    let server = Server::start(&[]);
    let with_host = |host: &str| {
        let request = format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        server.exchange(request.as_bytes()).status
    };
    for host in ["localhost", "localhost:80", "127.0.0.1:1", "[::1]"] {
        assert_eq!(with_host(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in ["evil.example", "evil.example:8080", "localhost.evil.example", "192.168.0.1"] {
        assert_eq!(with_host(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(with_host(""), 400);
    assert_eq!(with_host("Host: localhost\r\nHost: evil.example\r\n"), 400);
    let absolute =
        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(server.exchange(absolute.as_bytes()).status, 421);
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

#[test]
fn long_lists_come_a_line_each() {
    let server = Server::start(&[]);
    let accept = "Accept: application/x-ndjson\r\nContent-Type: application/json\r\n";
    let ask = |route: &str, body: &Value| {
        let path = format!("/api/v1/{route}");
        server.request("POST", &path, accept, body.to_string().as_bytes())
    };
    for (route, hand) in [("waits", "1m1M23m4M56p456s3Z4z4Z"), ("decompose", "1234567M1234567P")] {
        let response = ask(route, &json!({"hand": hand}));
        assert_eq!(response.status, 200);
        assert_eq!(response.header("content-type"), Some("application/x-ndjson"));
        let text = response.text();
        let mut lines: Vec<&str> = text.lines().collect();
        let last: Value = serde_json::from_str(lines.pop().unwrap()).unwrap();
        assert_eq!((&last["complete"], &last["told"]), (&json!(true), &json!(lines.len())));
        let told = serde_json::from_str(&format!("[{}]", lines.join(","))).unwrap();
        let whole = ginga(&[route, hand, "--format", "json", "--solver", "search"], b"").stdout;
        let whole: Value = serde_json::from_str(&whole).unwrap();
        assert_eq!(sorted(&told), sorted(&whole["decompositions"]), "{hand}");
    }
    let response = ask("decompose", &json!({"hand": "1234567M1234567P", "limit": 10}));
    let text = response.text();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(text.lines().count(), 11);
    assert_eq!((&last["complete"], &last["stopped_by"]), (&json!(false), &json!("limit")));
    // Exactly so many, and no more, is complete.
    let response = ask("decompose", &json!({"hand": "11m", "limit": 1}));
    assert!(response.text().contains("\"complete\":true"));
    // Faults are faults here, too, and come before the first line.
    assert_eq!(ask("decompose", &json!({"hand": "1m"})).status, 422);
    assert_eq!(ask("decompose", &json!({"hand": "12x"})).status, 422);
    assert_eq!(ask("waits", &json!({"hand": "1m", "visible": "1111m"})).status, 422);
    assert_eq!(ask("win", &json!({"hand": "11m"})).status, 406);
}

fn sorted(list: &Value) -> Vec<String> {
    let mut lines: Vec<String> = list.as_array().unwrap().iter().map(Value::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn rule_sets_are_told_and_checked() {
    let server = Server::start(&[]);
    let rules = server.get("/api/v1/rules").json();
    let names: Vec<&str> = rules["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|set| set["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["riichi", "galaxy", "laizi", "hongzhong", "sichuan", "chinitsu"]);
    let galaxy = &rules["rules"][1];
    assert!(galaxy["toml"].as_str().unwrap().starts_with("format = 1"));
    let blue =
        galaxy["tiles"].as_array().unwrap().iter().find(|tile| tile["tile"] == "5M").unwrap();
    assert_eq!(blue, &json!({"tile": "5M", "copies": 1, "stands_for": ["5m", "5p", "5s"]}));
    let (status, answer) = server.ask("rules/check", &json!({"rules": {"toml": galaxy["toml"]}}));
    assert_eq!((status, &answer["valid"]), (200, &json!(true)), "{answer}");
    let (_, answer) = server.ask("rules/check", &json!({"rules": "laizi", "wild": "5m"}));
    assert_eq!(answer["rule_set"]["wild_kinds"], json!(["5m"]));
    let toml = galaxy["toml"].as_str().unwrap().replace("plain = 3", "plain = -3\nblau = 1");
    let (status, answer) = server.ask("rules/check", &json!({"rules": {"toml": toml}}));
    assert_eq!((status, &answer["valid"]), (200, &json!(false)));
    let line = |needle: &str| toml.lines().position(|line| line.starts_with(needle)).unwrap() + 1;
    let lines: Vec<_> =
        answer["faults"].as_array().unwrap().iter().map(|fault| &fault["line"]).collect();
    assert_eq!(lines, [line("plain"), line("blau")], "{answer}");
    let (status, _) = server.ask("rules/check", &json!({"rules": {"toml": "a = ["}}));
    assert_eq!(status, 200);
    assert_eq!(server.ask("rules/check", &json!({"rules": "none"})).0, 422);
    assert_eq!(server.ask("rules/check", &json!({"hand": "1m"})).0, 422);
}

/// The real answers are what the OpenAPI document says, and what they are not it refuses.
#[test]
fn the_openapi_document_says_what_is_answered() {
    let server = Server::start(&[]);
    let document = server.get("/api/v1/openapi.json").json();
    jsonschema::meta::validate(&document["components"]["schemas"]["Error"]).unwrap();
    let validator = |pointer: &str| {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": document["components"],
            "$ref": format!("#{pointer}"),
        });
        jsonschema::validator_for(&schema).unwrap()
    };
    let in_path = |route: &str, rest: &str| {
        let escaped = format!("/api/v1/{route}").replace('/', "~1");
        let pointer = format!("/paths/{escaped}/post/{rest}/content/application~1json/schema");
        let reference =
            document.pointer(&pointer).unwrap_or_else(|| panic!("{pointer}"))["$ref"].clone();
        validator(reference.as_str().unwrap().trim_start_matches('#'))
    };
    for (route, body, _) in questions() {
        in_path(route, "requestBody")
            .validate(&body)
            .unwrap_or_else(|error| panic!("{body} {error}"));
        let (_, mut answer) = server.ask(route, &body);
        let of_answer = in_path(route, "responses/200");
        of_answer.validate(&answer).unwrap_or_else(|error| panic!("{route} {body}: {error}"));
        // The document leaves nothing open: another key is none of it.
        answer["surprise"] = 1.into();
        assert!(of_answer.validate(&answer).is_err(), "{route}");
    }
    for body in [json!({"hand": "1m", "colour": 1}), json!({}), json!({"hand": "1m", "form": "x"})]
    {
        assert!(in_path("waits", "requestBody").validate(&body).is_err(), "{body}");
    }
    validator("/components/schemas/RulesAnswer")
        .validate(&server.get("/api/v1/rules").json())
        .unwrap();
    let check = in_path("rules/check", "responses/200");
    for rules in [json!("galaxy"), json!({"toml": "x = 1"})] {
        let (_, answer) = server.ask("rules/check", &json!({"rules": rules}));
        check.validate(&answer).unwrap_or_else(|error| panic!("{answer} {error}"));
    }
    let fault = validator("/components/schemas/Error");
    for body in ["{", "{\"hand\": \"12x\"}", "{\"hand\": \"1m\", \"set\": {\"meld\": 5}}"] {
        fault.validate(&server.post("/api/v1/waits", body.as_bytes()).json()).unwrap();
    }
    fault.validate(&server.get("/nothing").json()).unwrap();
    // Each example of the document is a request with an answer.
    for (path, item) in document["paths"].as_object().unwrap() {
        let example = &item["post"]["requestBody"]["content"]["application/json"]["example"];
        if item.get("post").is_some() {
            assert_eq!(server.post(path, example.to_string().as_bytes()).status, 200, "{path}");
        } else {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
    }
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

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_good_order() {
    let mut server = Server::start(&[]);
    assert_eq!(server.get("/").status, 200);
    let idle = server.connect();
    let id = server.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.ended(), Some(0));
    drop(idle);
}

#[test]
fn an_address_that_is_taken_is_a_fault() {
    let server = Server::start(&[]);
    let ran = ginga(&["serve", "--bind", &server.address.to_string()], b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(&server.address.to_string()), "{}", ran.stderr);
    assert_eq!(ginga(&["serve", "--bind", "nowhere"], b"").code, 2);
}
