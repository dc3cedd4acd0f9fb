//! Sets of kinds in rule files: lists in the notation, words, and what is taken away from them.

use crate::notation::parse_kinds;
use crate::rules::fault::{Origin, nearest};
use crate::rules::tree::Reader;
use crate::tile::{Kind, KindSet, Suit};
use itertools::Itertools;

/// A word, and which kinds it names.
type Word = (&'static str, fn(Kind) -> bool);

/// The words for sets of kinds that are the same under every rule set.
const WORDS: [Word; 11] = [
    ("every", |_| true),
    ("suited", |kind| kind.suit().is_numbered()),
    ("honours", |kind| !kind.suit().is_numbered()),
    ("winds", |kind| kind.is_wind()),
    ("dragons", |kind| !kind.suit().is_numbered() && !kind.is_wind()),
    ("man", |kind| kind.suit() == Suit::Man),
    ("pin", |kind| kind.suit() == Suit::Pin),
    ("sou", |kind| kind.suit() == Suit::Sou),
    ("terminals", |kind| kind.suit().is_numbered() && matches!(kind.number(), 1 | 9)),
    ("simples", |kind| kind.suit().is_numbered() && !matches!(kind.number(), 1 | 9)),
    ("orphans", |kind| !kind.suit().is_numbered() || matches!(kind.number(), 1 | 9)),
];
/// The words whose meaning the rule set gives: its tile set's kinds, and its wild kinds.
const ALL: &str = "all";
const WILD: &str = "wild";

/// The value of a key that names kinds: sets of kinds, added or taken away one after the other.
///
/// By default there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    terms: Vec<(Sign, Term)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    /// The kinds of the tile set.
    All,
    /// The kinds that are wild.
    Wild,
    /// What a word names.
    Word(KindSet),
    /// Kinds that are written out.
    Listed(KindSet),
}

impl Kinds {
    /// The word `all`.
    pub fn all() -> Kinds {
        Kinds { terms: vec![(Sign::Plus, Term::All)] }
    }

    /// The kinds meant, `all` being those of the set, `wild` the wild ones.
    pub fn with(&self, all: KindSet, wild: KindSet) -> KindSet {
        self.terms.iter().fold(KindSet::EMPTY, |kinds, &(sign, term)| {
            let meant = match term {
                Term::All => all,
                Term::Wild => wild,
                Term::Word(kinds) | Term::Listed(kinds) => kinds,
            };
            match sign {
                Sign::Plus => kinds.union(meant),
                Sign::Minus => kinds.without(meant),
            }
        })
    }

    /// The kinds meant where nothing is wild.
    pub fn within(&self, all: KindSet) -> KindSet {
        self.with(all, KindSet::EMPTY)
    }

    /// True when every kind is written out: such a list is taken literally.
    pub fn is_list(&self) -> bool {
        self.terms.iter().all(|(_, term)| matches!(term, Term::Listed(_)))
    }

    /// True when the kinds depend on which tiles are wild.
    pub fn names_wild(&self) -> bool {
        self.terms.iter().any(|(_, term)| *term == Term::Wild)
    }
}

/// The kinds that a key names, its default where it names none or is at fault; `None` where nothing is.
pub(super) fn kinds(reader: &Reader<'_>, key: &str) -> Option<Kinds> {
    let (text, origin) = reader.text(key)?;
    let message = match parse(text) {
        Ok(kinds) => return Some(kinds),
        Err(message) => message,
    };
    reader.fault(origin, format!("{key} = {text:?}{message}"));
    reader.default_text(key).and_then(|text| parse(text).ok())
}

/// The kinds that an entry of a list names, as a fault if it names none.
pub(super) fn kinds_of(reader: &Reader<'_>, text: &str, origin: Origin) -> Option<KindSet> {
    let parsed = parse(text).map_err(|message| reader.fault(origin, format!("{text:?}{message}")));
    Some(parsed.ok()?.within(KindSet::ALL))
}

/// Reads kinds; what is wrong is said in words that follow the text itself.
fn parse(text: &str) -> Result<Kinds, String> {
    let mut terms: Vec<(Sign, Term)> = Vec::new();
    let mut listed: Vec<&str> = Vec::new();
    let close = |terms: &mut Vec<_>, listed: &mut Vec<&str>| {
        // Blanks inside of a list mean nothing.
        if !listed.is_empty() {
            let list = std::mem::take(listed).join(" ");
            terms.push((Sign::Plus, Term::Listed(parse_listed(&list, text)?)));
        }
        Ok::<(), String>(())
    };
    for part in text.split_whitespace() {
        let (sign, word) = match part.strip_prefix('-') {
            Some(rest) => (Sign::Minus, rest),
            None => (Sign::Plus, part),
        };
        if word.is_empty() {
            return Err(
                ": a - stands right before what it takes away, as in \"all -1m\"".to_owned()
            );
        }
        let term = match parse_word(word)? {
            None if sign == Sign::Plus => {
                listed.push(word);
                continue;
            }
            None => Term::Listed(parse_listed(word, text)?),
            Some(term) => term,
        };
        close(&mut terms, &mut listed)?;
        // What is taken away first is taken from everything.
        if terms.is_empty() && sign == Sign::Minus {
            terms.push((Sign::Plus, Term::All));
        }
        terms.push((sign, term));
    }
    close(&mut terms, &mut listed)?;
    Ok(Kinds { terms })
}

/// The set that a word names; `None` for a list in the notation.
fn parse_word(word: &str) -> Result<Option<Term>, String> {
    if word == ALL {
        return Ok(Some(Term::All));
    }
    if word == WILD {
        return Ok(Some(Term::Wild));
    }
    if let Some((_, is_in)) = WORDS.iter().find(|(known, _)| *known == word) {
        return Ok(Some(Term::Word(Kind::all().filter(|&kind| is_in(kind)).collect())));
    }
    if word.len() < 2 || !word.chars().all(|letter| letter.is_alphabetic() || letter == '-') {
        return Ok(None);
    }
    let known = || [ALL, WILD].into_iter().chain(WORDS.iter().map(|(word, _)| *word));
    let hint = match nearest(word, known()) {
        Some(nearest) => format!("did you mean {nearest:?}?"),
        None => format!("the words are {}", known().join(", ")),
    };
    Err(format!(": no kinds are called {word:?}; {hint}"))
}

/// Reads a list in the notation, which stands in a longer text or is all of it.
fn parse_listed(list: &str, text: &str) -> Result<KindSet, String> {
    parse_kinds(list).map_err(|error| {
        let of = if list == text { String::new() } else { format!(" of {list:?}") };
        format!(", characters {} to {}{of}: {error}", error.span.start + 1, error.span.end)
    })
}
