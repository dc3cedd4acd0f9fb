//! The rule files of `rules/`, compiled in.

/// A built-in rule file.
pub(super) struct Builtin {
    pub name: &'static str,
    pub text: &'static str,
}

/// Lists the files of `rules/` that are compiled in.
macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        &[$(Builtin { name: $name, text: include_str!(concat!("../../rules/", $name, ".toml")) }),*]
    };
}

pub(super) const BUILTIN: &[Builtin] =
    builtin!["riichi", "galaxy", "laizi", "hongzhong", "sichuan", "chinitsu"];
