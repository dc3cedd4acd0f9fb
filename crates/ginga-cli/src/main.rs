//! The program `ginga`. What it does is in the library beside it.

fn main() -> std::process::ExitCode {
    ginga_cli::main()
}
