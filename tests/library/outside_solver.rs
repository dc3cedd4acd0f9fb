//! HiGHS, a solver of other people's, reads the LP and MPS texts and finds what the search finds.
//!
//! This group needs Python with the wheel `highspy`; without them it fails and says what to do. It
//! is left out by name: `cargo test -- --skip outside_solver`.

use crate::common::models::Named;
use ginga::problem::{ColumnId, Problem};
use ginga::{Game, Settings, SolverChoice};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The most solutions that HiGHS lists of one model.
const MOST: usize = 60;

/// What HiGHS says about one text.
#[derive(Deserialize)]
struct Answer {
    names: Vec<String>,
    status: String,
    solutions: Vec<Vec<String>>,
    complete: bool,
    /// Where the best solutions were asked for.
    objective: Option<u8>,
}

/// A model, the search's solutions if they are few, and what HiGHS says about its LP and MPS text.
struct Compared {
    model: Named,
    expected: Option<Vec<Vec<ColumnId>>>,
    answers: [(&'static str, Answer); 2],
}

/// All models, asked once for all tests; or why they could not be asked.
static COMPARED: LazyLock<Result<Vec<Compared>, String>> = LazyLock::new(|| {
    let models = crate::common::models::all();
    let jobs = models.iter().flat_map(|model| jobs(&model.problem)).collect();
    let mut answers = ask(&jobs)?.into_iter();
    let mut next = || answers.next().expect("an answer for each text");
    let compared = |model: Named| Compared {
        expected: crate::common::models::solutions(&model.problem, MOST),
        answers: [("LP", next()), ("MPS", next())],
        model,
    };
    Ok(models.into_iter().map(compared).collect())
});

fn all_compared() -> &'static [Compared] {
    COMPARED.as_ref().unwrap_or_else(|why| panic!("{why}"))
}

/// Both texts of a model; where there are too many solutions, one is enough.
fn jobs(problem: &Problem) -> [Value; 2] {
    let most = if crate::common::models::solutions(problem, MOST).is_some() { MOST } else { 1 };
    let (mut lp, mut mps) = (String::new(), String::new());
    problem.write_lp(&mut lp).unwrap();
    problem.write_mps(&mut mps).unwrap();
    [("lp", lp), ("mps", mps)]
        .map(|(format, text)| json!({"format": format, "text": text, "most": most}))
}

/// Runs the script once for all jobs.
fn ask(jobs: &Value) -> Result<Vec<Answer>, String> {
    let python = std::env::var("GINGA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = run(&python, jobs.to_string()).map_err(|error| missing(&python, &error))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if ["ModuleNotFoundError", "ImportError"].iter().any(|error| stderr.contains(error)) {
        return Err(missing(&python, &stderr.trim()));
    }
    if !output.status.success() {
        return Err(format!("tests/outside/highs.py ended with {}:\n{stderr}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

fn run(python: &str, jobs: String) -> std::io::Result<Output> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/highs.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().unwrap();
    // A script that fails at once does not read its input; its exit code tells.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(jobs.as_bytes());
    });
    let output = child.wait_with_output();
    writer.join().unwrap();
    output
}

fn missing(python: &str, error: &dyn std::fmt::Display) -> String {
    format!(
        "these tests need Python with the wheel highspy, and {python} has it not:\n{error}\n\
         install it by `{python} -m pip install -r tests/outside/requirements.txt`,\n\
         or name another Python in the environment variable GINGA_PYTHON,\n\
         or leave this group out: `cargo test -- --skip outside_solver`"
    )
}

/// Every model with each of its two answers, and a name for messages.
fn answers() -> impl Iterator<Item = (&'static Compared, &'static Answer, String)> {
    all_compared().iter().flat_map(|compared| {
        compared.answers.iter().map(move |(format, answer)| {
            (compared, answer, format!("{} as {format} text", compared.model.name))
        })
    })
}

fn columns(problem: &Problem, names: &[String], text: &str) -> Vec<ColumnId> {
    let column = |name: &String| {
        let id = problem.column_by_name(name);
        id.unwrap_or_else(|| panic!("{text}: {name} is no column"))
    };
    let mut columns: Vec<ColumnId> = names.iter().map(column).collect();
    columns.sort_unstable();
    columns
}

#[test]
fn outside_solver_reads_the_names_back() {
    for (compared, answer, text) in answers() {
        let problem = &compared.model.problem;
        let groups: Vec<String> =
            answer.names.iter().filter(|name| name.starts_with('x')).cloned().collect();
        let all: Vec<ColumnId> = problem.columns_with_ids().map(|(id, _)| id).collect();
        assert_eq!(columns(problem, &groups, &text), all, "{text}");
        let others: BTreeSet<&str> =
            answer.names.iter().map(String::as_str).filter(|name| !name.starts_with('x')).collect();
        let limit = problem.suit_limit().into_iter();
        let suits =
            limit.flat_map(|limit| limit.free()).map(|suit| format!("suit_{}", suit.letter()));
        let expected: BTreeSet<String> = suits.chain(["nothing".to_owned()]).collect();
        assert!(
            others.iter().copied().eq(expected.iter().map(String::as_str)),
            "{text}: {others:?}"
        );
    }
}

#[test]
fn outside_solver_gives_the_same_status() {
    for (compared, answer, text) in answers() {
        let feasible = compared.expected.as_ref().is_none_or(|solutions| !solutions.is_empty());
        assert_eq!(answer.status, if feasible { "Optimal" } else { "Infeasible" }, "{text}");
    }
}

#[test]
fn outside_solver_finds_the_same_solutions() {
    for (compared, answer, text) in answers() {
        let problem = &compared.model.problem;
        let solution = |names: &Vec<String>| columns(problem, names, &text);
        let mut found: Vec<Vec<ColumnId>> = answer.solutions.iter().map(solution).collect();
        found.sort_unstable();
        for solution in &found {
            assert!(problem.is_solved_by(solution), "{text}: {solution:?}");
        }
        match &compared.expected {
            Some(expected) => {
                assert!(answer.complete, "{text}");
                assert_eq!(&found, expected, "{text}");
            }
            None => assert_eq!(found.len(), 1, "{text}"),
        }
    }
}

#[test]
fn outside_solver_was_asked_about_hands_of_every_sort() {
    let count = |wanted: &dyn Fn(&Compared) -> bool| {
        all_compared().iter().filter(|compared| wanted(compared)).count()
    };
    let solutions = |compared: &Compared| compared.expected.as_ref().map(Vec::len);
    assert!(count(&|compared| solutions(compared).is_some_and(|found| found > 1)) >= 30);
    assert!(count(&|compared| solutions(compared).is_none()) >= 5);
    let refused = |compared: &Compared| {
        solutions(compared) == Some(0) && !compared.model.problem.columns().is_empty()
    };
    assert!(count(&refused) >= 15, "infeasible, though no item lacks a column");
    for form in ["standard", "seven-pairs", "thirteen-orphans", "fourteen-blue"] {
        let of_form = |compared: &Compared| **compared.model.problem.form() == *form;
        assert!(
            count(&|compared| of_form(compared) && solutions(compared) != Some(0)) > 0,
            "{form}"
        );
    }
}

/// The distance that HiGHS finds in the texts, and the nearest wins, are those that the search finds.
#[test]
fn outside_solver_finds_the_same_nearest_wins() {
    let mut expected = Vec::new();
    let mut jobs = Vec::new();
    for (rules, hands) in NEAREST {
        let game = Game::builtin(rules).unwrap();
        for hand in *hands {
            let parsed = game.hand(hand).unwrap();
            let settings = Settings { solver: SolverChoice::Search, ..Settings::default() };
            let distance = game.distance_with(&parsed, &settings).unwrap();
            let nearest = game.nearest(&parsed, &settings).unwrap();
            let models = game.draw_models(&parsed, &settings).unwrap();
            for (model, form) in models.iter().zip(&distance.by_form) {
                let wins = (models.len() == 1).then_some(nearest.wins.len());
                let wins = wins.filter(|&wins| wins <= MOST);
                let (mut lp, mut mps) = (String::new(), String::new());
                model.write_lp(&mut lp).unwrap();
                model.write_mps(&mut mps).unwrap();
                for (format, text) in [("lp", lp), ("mps", mps)] {
                    let most = if wins.is_some() { MOST + 1 } else { 1 };
                    let least = ["draw_", "keep_"];
                    jobs.push(
                        json!({"format": format, "text": text, "most": most, "least": least}),
                    );
                    let name = format!("{hand} {rules} {} as {format} text", form.form);
                    expected.push((name, form.distance, wins));
                }
            }
        }
    }
    let answers = ask(&Value::Array(jobs)).unwrap_or_else(|why| panic!("{why}"));
    assert!(expected.iter().filter(|(.., wins)| wins.is_some_and(|wins| wins > 1)).count() > 10);
    for (answer, (name, distance, wins)) in answers.iter().zip(expected) {
        assert_eq!(answer.objective, distance, "{name}");
        if let Some(wins) = wins {
            assert_eq!((answer.solutions.len(), answer.complete), (wins, true), "{name}");
        }
    }
}

/// Hands whose nearest wins are asked for, by rule set; of sets with one form all are listed.
const NEAREST: &[(&str, &[&str])] = &[
    ("chinitsu", &["1223344888999m", "1112356789m", "1359m", "11358m", "1111m", "11m"]),
    ("taiwan", &["123m46p11s5z", "159m11s", "1111m[123p]"]),
    ("american", &["1234m", "1114m", "12m1pj", "1147m2p"]),
    ("laizi", &["123m46p11s", "15m4sjj", "19m28p37s1z"]),
    ("galaxy", &["24m6M17p2334s1S3z14Z", "19m19p19s1234567z", "5M5p67s", "1m4M7P1Z"]),
    ("hongzhong", &["12m55p7z", "1m5p9s7z", "123456m78p9s7z"]),
    ("mcr", &["147m258p36s123456z", "1m5p9s7z"]),
];
