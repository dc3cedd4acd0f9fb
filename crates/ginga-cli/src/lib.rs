//! The command line: arguments in, text or JSON out. A thin layer over the library.

mod answers;
mod args;
mod batch;
mod bench;
mod clock;
mod compare;
mod discards;
mod distance;
mod draw_model;
mod failure;
mod json;
mod long_list;
mod makeplex;
mod model;
mod nearest;
mod note;
mod output;
mod picture;
mod policy;
mod random;
mod render;
mod request;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod shanten;
mod text;
mod tiles;

use answers::Answered;
use args::{AskArgs, Cli, Color, Command, Format};
use clap::CommandFactory;
use clock::Clock;
use failure::Failure;
use long_list::Found;
use output::{printed, standard_output};
use request::{HandUnderRules, QuestionRequest};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = args::parse();
    clock::watch_for_interrupt();
    match run(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            // A standard error that takes nothing changes nothing about the exit code.
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn run(command: Command) -> Result<u8, Failure> {
    let color = match &command {
        Command::Win(args) => args.ask.color,
        Command::Decompose(args) => args.ask.color,
        Command::Waits(args) => args.ask.color,
        Command::Compare(args) => args.color,
        Command::Discards(args) => args.color,
        Command::Distance(args) => args.color,
        Command::Model(_) | Command::Rules(_) => Color::Auto,
        _ => Color::Never,
    };
    let mut out = standard_output(color);
    let code = match command {
        Command::Win(args) => ask(&args.request()?, &args.ask, args.format.into(), &mut out),
        Command::Decompose(args) => ask(&args.request()?, &args.ask, args.format, &mut out),
        Command::Waits(args) => ask(&args.request()?, &args.ask, args.format, &mut out),
        Command::Model(args) => model::run(&args, &mut out),
        Command::Rules(command) => rules::run(&command, &mut out),
        Command::Compare(args) => compare::run(&args, &mut out),
        Command::Discards(args) => discards::run(&args, &mut out),
        Command::Distance(args) => distance::run(&args, &mut out),
        Command::Render(args) => render::run(&args, &mut out),
        Command::Random(args) => random::run(&args, &mut out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
        Command::Batch(command) => batch::run(command),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "ginga", &mut script);
            printed(out.write_all(&script), 0)
        }
        Command::Man => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
            printed(rendered.and_then(|()| out.write_all(&page)), 0)
        }
    }?;
    printed(out.flush(), code)
}

/// Answers a question about one hand.
fn ask(
    request: &QuestionRequest,
    args: &AskArgs,
    format: Format,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    if format == Format::Text {
        note::all_blue(&input, rules.set());
    }
    let clock = Clock::start(request.options.time_limit);
    match long_list::answer(request, hand, &rules, &clock)? {
        Found::Long(answered, kept) => {
            long_list::write(out, request, (answered, kept), format, clock)
        }
        Found::Short(answered) => {
            drop(clock);
            printed(print(out, request, &answered, format), answered.exit_code())
        }
    }
}

fn print(
    out: &mut dyn Write,
    request: &QuestionRequest,
    answered: &Answered<'_>,
    format: Format,
) -> io::Result<()> {
    match format {
        Format::Text => text::write(out, request, answered),
        Format::Json => json::write_line(out, &answered.document(request, None)),
        Format::Makeplex => makeplex::write(out, answered),
    }
}
