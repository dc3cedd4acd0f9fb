//! The command line: `ginga win|decompose|waits|model|rules|batch`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
