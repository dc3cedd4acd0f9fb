//! The command line: arguments in, text or JSON out. A thin layer over the library.

mod answers;
mod args;
mod batch;
mod clock;
mod failure;
mod input;
mod json;
mod makeplex;
mod model;
mod text;

use answers::{Asked, Found, QuestionName};
use args::{AskArgs, Cli, Color, Command, Format, RulesCommand};
use clap::Parser;
use clock::Clock;
use failure::{Failure, OWN_FAULT};
use ginga::{Overrides, RuleSet, SolverChoice};
use input::Written;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Runs the command line.
pub fn main() -> ExitCode {
    // clap prints its own faults to standard error and ends with 2.
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn run(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Win(args) => ask(QuestionName::Win, &args),
        Command::Decompose(args) => ask(QuestionName::Decompose, &args),
        Command::Waits(args) => ask(QuestionName::Waits, &args),
        Command::Model(args) => {
            let mut out = standard_output(Color::Auto);
            let code = model::run(&args, &mut out)?;
            flushed(&mut out, code)
        }
        Command::Rules(command) => {
            let mut out = standard_output(Color::Auto);
            let code = rules(&command, &mut out)?;
            flushed(&mut out, code)
        }
        Command::Batch(command) => {
            let mut out = standard_output(Color::Never);
            let code = batch::run(command, &mut out)?;
            flushed(&mut out, code)
        }
    }
}

/// Standard output, buffered; colours are left out where nobody would see them.
fn standard_output(color: Color) -> BufWriter<Box<dyn Write>> {
    let choice = match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    };
    BufWriter::new(Box::new(anstream::AutoStream::new(io::stdout(), choice)))
}

/// A reader that has gone away is no fault of ours: the answer stands.
fn output_failure(error: &io::Error, code: u8) -> Result<u8, Failure> {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Ok(code);
    }
    let message = format!("standard output: {error}");
    Err(Failure { code: OWN_FAULT, message, place: None })
}

fn flushed(out: &mut dyn Write, code: u8) -> Result<u8, Failure> {
    match out.flush() {
        Ok(()) => Ok(code),
        Err(error) => output_failure(&error, code),
    }
}

/// Answers a question about one hand.
fn ask(question: QuestionName, args: &AskArgs) -> Result<u8, Failure> {
    if args.format == Format::Makeplex && (question == QuestionName::Win || args.readings) {
        let message = "--format makeplex lists decompositions: it goes with waits and decompose";
        return Err(Failure::input(message));
    }
    let mut asked = Asked::new(question, &args.rules)?;
    asked.kinds = args.kinds;
    asked.readings = args.readings;
    asked.stats = args.answer.stats;
    let written = Written::from_args(&args.hand)?;
    let rules = asked.rules_for(&written)?;
    let hand = written.under(&rules)?;
    let found = {
        let clock = Clock::start(args.answer.time_limit);
        asked.ask(hand, rules, &args.answer, SolverChoice::Auto, &clock)?
    };
    let mut out = standard_output(args.color);
    match print(&mut out, &asked, &found, args.format).and_then(|()| out.flush()) {
        Ok(()) => Ok(found.exit_code()),
        Err(error) => output_failure(&error, found.exit_code()),
    }
}

fn print(out: &mut dyn Write, asked: &Asked, found: &Found, format: Format) -> io::Result<()> {
    match format {
        Format::Text => text::write(out, asked, found),
        Format::Json => writeln!(out, "{}", json::answer(asked, found, None)?),
        Format::Makeplex => makeplex::write(out, found),
    }
}

/// Lists, shows and checks rule sets.
fn rules(command: &RulesCommand, out: &mut dyn Write) -> Result<u8, Failure> {
    let text = match command {
        RulesCommand::List => {
            let line = |name| {
                let rules = RuleSet::builtin(name).map_err(|error| Failure::rules(&error, name))?;
                Ok(format!("{name:10} {}\n", rules.summary()))
            };
            RuleSet::builtin_names().map(line).collect::<Result<String, Failure>>()?
        }
        RulesCommand::Show { name } => {
            let text = RuleSet::builtin_text(name).map_err(|error| Failure::rules(&error, name))?;
            text.to_owned()
        }
        RulesCommand::Check { file } => {
            let name = file.to_string_lossy();
            let text = input::rule_file(&name)?;
            let rules = RuleSet::from_toml(&text, &Overrides::default())
                .map_err(|error| Failure::rules(&error, &name))?;
            format!("{name}: the rule set {} has no fault\n", rules.name())
        }
    };
    match out.write_all(text.as_bytes()) {
        Ok(()) => Ok(0),
        Err(error) => output_failure(&error, 0),
    }
}
