//! `ginga serve` from outside: its answers are those of the command line, its faults are named, and its
//! responses are secured.

#![cfg(feature = "serve")]

use crate::common::command::ginga;
use crate::common::questions::{by_command, questions};
use crate::common::server::{Response, Server};
use serde_json::{Value, json};

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
        (
            "waits",
            json!({"hand": "1m", "readings": true, "no_list": true}),
            422,
            "bad_field",
            json!(["no_list", null]),
        ),
        (
            "decompose",
            json!({"hand": "11m", "no_list": true}),
            422,
            "bad_field",
            json!(["no_list", null]),
        ),
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
    assert_eq!(names, ginga::RuleSet::builtin_names().collect::<Vec<_>>());
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

#[test]
fn a_tile_turned_up_makes_kinds_wild() {
    let server = Server::start(&[]);
    let body = json!({"hand": "12m5p456789s11144z", "rules": "guangdong"});
    let (status, answer) = server.ask("win", &body);
    assert_eq!((status, &answer["error"]["field"]), (422, &json!("indicator")), "{answer}");
    let mut body = body;
    body["indicator"] = "4p".into();
    let (status, answer) = server.ask("win", &body);
    assert_eq!((status, &answer["win"]), (200, &json!(true)), "{answer}");
    assert_eq!(answer["overrides"]["wild.flipped"], "4p");
    // Those of several rule sets that take one have it.
    body["rules"] = json!(["guangdong", "riichi"]);
    let (_, compared) = server.ask("compare", &body);
    let overrides = |place: usize| compared["answers"][place]["overrides"].clone();
    assert_eq!(overrides(0), json!({"wild.flipped": "4p"}), "{compared}");
    assert_eq!(overrides(1), json!({}), "{compared}");
    let check = json!({"rules": "guangdong", "indicator": "4p"});
    let (_, checked) = server.ask("rules/check", &check);
    assert_eq!(checked["rule_set"]["wild_kinds"], json!(["5p"]), "{checked}");
    let (_, checked) = server.ask("rules/check", &json!({"rules": "guangdong"}));
    assert_eq!(checked["rule_set"]["indicator"], true);
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
