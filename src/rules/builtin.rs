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

/// The general ones first, then by region: east, middle, south and west of China, Japan, elsewhere.
pub(super) const BUILTIN: &[Builtin] = builtin![
    "riichi",
    "galaxy",
    "laizi",
    "hongzhong",
    "sichuan",
    "chinitsu",
    "mcr",
    "taiwan",
    "sanma",
    "hangzhou",
    "taizhou",
    "wenzhou",
    "pingyang",
    "yueqing",
    "ningbo",
    "tianjin",
    "fuzhou",
    "fujian-white",
    "wuhan",
    "daye",
    "huangshi",
    "henan",
    "hunan",
    "changsha",
    "daozhou",
    "nanchang",
    "guangdong",
    "yaoji",
    "bloodflow",
    "options",
    "runs-only",
    "not-own-face",
    "pocchi",
    "golden-chun",
    "vietnam",
    "fei",
    "american",
    "joker-deck",
];
