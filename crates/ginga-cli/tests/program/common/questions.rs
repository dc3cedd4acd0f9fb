//! Questions to the server, and what the command line says to them.

use super::command::ginga;
use serde_json::{Value, json};

/// Questions with the arguments that ask the same on the command line.
pub fn questions() -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let galaxy = "1m1M23m4M56p456s3Z4z4Z";
    vec![
        ("win", json!({"hand": "22334455667788s"}), vec!["22334455667788s"]),
        ("win", json!({"hand": "12m", "why": true}), vec!["12m", "--why"]),
        ("waits", json!({"hand": galaxy}), vec![galaxy]),
        ("waits", json!({"hand": "4M", "kinds": true}), vec!["4M", "--kinds"]),
        ("waits", json!({"hand": galaxy, "no_list": true}), vec![galaxy, "--no-list"]),
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
        ("discards", json!({"hand": "234m55p"}), vec!["234m55p"]),
        ("discards", json!({"hand": "123m456p789s11m2M34m"}), vec!["123m456p789s11m2M34m"]),
        ("discards", json!({"hand": "235m55p", "deep": true}), vec!["235m55p", "--deep"]),
        (
            "discards",
            json!({"hand": "46m55p1z", "melds": ["123s"], "visible": "5555m"}),
            vec!["46m55p1z", "--meld", "123s", "--visible", "5555m"],
        ),
        ("distance", json!({"hand": "24m6M17p2334s1S3z14Z"}), vec!["24m6M17p2334s1S3z14Z"]),
        (
            "distance",
            json!({"hand": "46m55p", "visible": "5555m", "strict_visible": true, "list": true,
                   "limit": 5, "draws": 2, "kinds": true}),
            vec![
                "46m55p",
                "--visible",
                "5555m",
                "--strict-visible",
                "--list",
                "--limit",
                "5",
                "--draws",
                "2",
                "--kinds",
            ],
        ),
        ("distance", json!({"hand": "46m55p1z", "draws": 1}), vec!["46m55p1z", "--draws", "1"]),
        ("waits", json!({"hand": "46m5p1z", "why": true}), vec!["46m5p1z", "--why"]),
        ("waits", json!({"hand": "46m5p1z", "kinds": true}), vec!["46m5p1z", "--kinds"]),
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
pub fn by_command(route: &str, args: &[&str]) -> String {
    let mut all = vec![route];
    all.extend(args);
    if route == "distance" {
        all.extend(["--format", "json"]);
    } else if route != "model" {
        all.extend(["--format", "json"]);
        let solver_named = args.contains(&"--solver");
        // The server's `auto` is the engine.
        if !solver_named {
            all.extend(["--solver", "engine"]);
        }
    }
    ginga(&all, b"").stdout
}
