//! From arguments to a hand, its rules and the settings of a question.

use super::args::{AnswerArgs, HandArgs, NoGoodName, RulesArgs, SolverName};
use super::clock::Clock;
use super::failure::Failure;
use ginga::notation::{HandText, parse_hand, parse_kinds, parse_meld, parse_tiles};
use ginga::{Hand, KindSet, NoGood, Overrides, RuleSet, Settings, SolverChoice, Suit, TileCounts};
use std::io::Read;

/// A hand as written, with the text that its places refer to.
pub struct Written {
    text: String,
    hand: HandText,
    /// Whether a place counts in `text`; those of `--meld` count in their own option.
    placed: bool,
}

impl Written {
    /// Reads one text.
    pub fn read(text: &str, suit: Option<Suit>) -> Result<Written, Failure> {
        let hand = parse_hand(text, suit).map_err(|error| Failure::notation(&error, text))?;
        Ok(Written { text: text.to_owned(), hand, placed: true })
    }

    /// Reads the arguments of a hand, or standard input for `-`.
    pub fn from_args(args: &HandArgs) -> Result<Written, Failure> {
        let text = match args.hand.as_slice() {
            [dash] if dash == "-" => standard_input()?,
            words => words.join(" "),
        };
        let mut written = Written::read(&text, args.suit)?;
        let open = args.meld.iter().map(|meld| (meld, false));
        let kans = args.concealed_kan.iter().map(|meld| (meld, true));
        for (meld, concealed) in open.chain(kans) {
            written.call(meld, concealed, args.suit)?;
        }
        Ok(written)
    }

    /// Adds a called meld, written without brackets.
    pub fn call(&mut self, meld: &str, concealed: bool, suit: Option<Suit>) -> Result<(), Failure> {
        let read = parse_meld(meld, concealed, suit);
        self.hand.melds.push(read.map_err(|error| Failure::notation(&error, meld))?);
        self.placed = false;
        Ok(())
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// How many concealed tiles there are.
    pub fn concealed(&self) -> usize {
        self.hand.concealed.len()
    }

    fn holds_galaxy(&self) -> bool {
        let called = self.hand.melds.iter().flat_map(|meld| &meld.tiles);
        self.hand.concealed.iter().chain(called).any(|placed| placed.tile.is_galaxy())
    }

    /// The rule set that this hand suggests where none is named.
    pub fn default_rules(&self) -> &'static str {
        if self.holds_galaxy() { "galaxy" } else { "riichi" }
    }

    /// The hand under these rules.
    pub fn under(&self, rules: &RuleSet) -> Result<Hand, Failure> {
        Hand::from_text(&self.hand, rules).map_err(|mut error| {
            error.span = error.span.filter(|_| self.placed);
            Failure::hand(&error, &self.text)
        })
    }
}

/// All of standard input, without the line ends behind it.
pub fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text.trim_end().to_owned()),
        Err(error) => Err(Failure::input(format!("standard input: {error}"))),
    }
}

/// What `--set` and `--wild` change.
pub fn overrides(args: &RulesArgs) -> Result<Overrides, Failure> {
    let mut overrides = Overrides::default();
    for assignment in &args.set {
        overrides.set(assignment).map_err(Failure::input)?;
    }
    if let Some(tiles) = &args.indicator {
        overrides.turn_up(option_kinds("--indicator", tiles)?);
    }
    if let Some(tiles) = &args.wild {
        overrides.add_wild(option_kinds("--wild", tiles)?);
    }
    Ok(overrides)
}

/// The kinds that an option names, one at least.
fn option_kinds(option: &str, tiles: &str) -> Result<KindSet, Failure> {
    let kinds = parse_kinds(tiles).map_err(|error| Failure::notation(&error, tiles))?;
    if kinds.is_empty() {
        let message = format!("{option} names no kind; write tiles such as 5m or 19m7z");
        return Err(Failure::input(message));
    }
    Ok(kinds)
}

/// The rule set of `--rules`, or the default one, with its overrides.
pub fn rule_set(named: &str, overrides: &Overrides) -> Result<RuleSet, Failure> {
    let rules = read_rules(named, overrides)?;
    if rules.lacks_indicator() {
        let message = format!(
            "the rule set {named} finds its wild kinds by a tile turned up: say which, as in \
             --indicator 3p, or name the wild kinds themselves, as in --wild 4p; --set wild.flip= \
             plays without"
        );
        return Err(Failure::input(message));
    }
    Ok(rules)
}

/// Whether a rule set, with its overrides, finds its wild kinds by a tile turned up.
pub fn takes_indicator(named: &str, args: &RulesArgs) -> Result<bool, Failure> {
    Ok(read_rules(named, &overrides(args)?)?.takes_indicator())
}

fn read_rules(named: &str, overrides: &Overrides) -> Result<RuleSet, Failure> {
    let read = if is_file(named) {
        RuleSet::from_toml(&rule_file(named)?, overrides)
    } else {
        RuleSet::builtin_with(named, overrides)
    };
    read.map_err(|error| Failure::rules(&error, named))
}

/// The text of a rule file.
pub fn rule_file(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{path}: {error}")))
}

fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\'])
}

/// The solver that the options name; `auto` is the fastest one here.
pub fn solver(args: &AnswerArgs) -> SolverChoice {
    let no_good = match args.no_good {
        NoGoodName::Bounds => NoGood::Bounds,
        NoGoodName::Rows => NoGood::Rows,
    };
    match args.solver {
        // The form of no-good concerns the ILP alone: who names `rows` wants the ILP.
        SolverName::Auto if no_good == NoGood::Rows => SolverChoice::Ilp(no_good),
        SolverName::Ilp => SolverChoice::Ilp(no_good),
        SolverName::Search => SolverChoice::Search,
        SolverName::Auto | SolverName::Engine => SolverChoice::Fastest,
    }
}

/// The settings of a question; `clock` carries the time limit.
pub fn settings<'a>(args: &AnswerArgs, clock: &'a Clock) -> Result<Settings<'a>, Failure> {
    let name = match args.solver {
        SolverName::Search => Some("search"),
        SolverName::Engine => Some("engine"),
        SolverName::Auto | SolverName::Ilp => None,
    };
    if let Some(name) = name.filter(|_| args.no_good == NoGoodName::Rows) {
        let message = format!("--no-good says how the ILP forbids what it found, not {name}");
        return Err(Failure::input(message));
    }
    Ok(Settings {
        solver: solver(args),
        limit: args.limit,
        visible: args.visible.as_deref().map_or(Ok(TileCounts::EMPTY), tiles)?,
        stop: clock,
        ..Settings::default()
    })
}

fn tiles(text: &str) -> Result<TileCounts, Failure> {
    let placed = parse_tiles(text, None).map_err(|error| Failure::notation(&error, text))?;
    Ok(placed.iter().map(|placed| placed.tile).collect())
}
