//! An option, or a value of one, that another command takes: the fault says which.

use super::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, Parser};

/// The call; a fault is printed to standard error and ends the program with 2.
pub fn parse() -> Cli {
    Cli::try_parse().unwrap_or_else(|fault| with_tip(fault).exit())
}

/// The fault, with a tip where a sister command takes what this one does not.
fn with_tip(mut fault: clap::Error) -> clap::Error {
    if let Some(tip) = tip(&fault, &sisters()) {
        fault.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    fault
}

fn tip(fault: &clap::Error, sisters: &[Command]) -> Option<String> {
    let text = |kind| match fault.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    // With a wrong value the option stands as in its help: `--format <FORMAT>`.
    let option = text(ContextKind::InvalidArg)?.split(' ').next()?;
    let name = option.strip_prefix("--")?;
    let (what, value) = match fault.kind() {
        ErrorKind::UnknownArgument => (option.to_owned(), None),
        ErrorKind::InvalidValue => {
            let value = text(ContextKind::InvalidValue)?;
            (format!("{option} {value}"), Some(value))
        }
        _ => return None,
    };
    let takes = |argument: &Arg| {
        let known =
            |value| argument.get_possible_values().iter().any(|one| one.matches(value, false));
        argument.get_long() == Some(name) && value.is_none_or(known)
    };
    let takers = sisters.iter().filter(|command| command.get_arguments().any(takes));
    let takers: Vec<&str> = takers.map(Command::get_name).collect();
    let (last, others) = takers.split_last()?;
    let takers = if others.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} and {last}", others.join(", "))
    };
    Some(format!("{what} goes with {takers}"))
}

/// The commands beside the one called, itself included: those of `batch` for one of `batch`.
fn sisters() -> Vec<Command> {
    let mut command = Cli::command();
    for word in std::env::args().skip(1) {
        match command.find_subcommand(&word) {
            Some(called) if called.has_subcommands() => command = called.clone(),
            _ => break,
        }
    }
    command.get_subcommands().cloned().collect()
}
