//! From what was written on the command line to requests: each option checked, nothing done.

use super::{
    AnswerArgs, AskArgs, DecomposeArgs, DiscardOptions, DistanceOptions, Format, HandArgs,
    NoGoodName, RulesArgs, SolverName, WaitsArgs, WinArgs,
};
use crate::failure::Failure;
use crate::request::{
    AnswerOptions, DistanceRequest, HandRequest, HandSource, Question, QuestionRequest,
    RulesChoice, RulesSource, SolverPolicy, Why,
};
use ginga::notation::{parse_kinds, parse_tiles};
use ginga::{Direction, KindSet, NoGood, Objective, Overrides, SolverChoice, TileCounts};

impl HandArgs {
    /// The hand; a lone `-` is standard input.
    pub fn request(&self) -> HandRequest {
        HandRequest {
            source: hand_source(&self.hand),
            melds: self.meld.clone(),
            concealed_kans: self.concealed_kan.clone(),
            suit: self.suit,
        }
    }
}

/// The text of a hand in one argument or several; a lone `-` is standard input.
pub fn hand_source(words: &[String]) -> HandSource {
    match words {
        [dash] if dash == "-" => HandSource::StandardInput,
        words => HandSource::Text(words.join(" ")),
    }
}

impl RulesArgs {
    /// The rules.
    pub fn choice(&self) -> Result<RulesChoice, Failure> {
        let mut overrides = overrides(&self.set, self.wild.as_deref())?;
        if let Some(tiles) = &self.indicator {
            overrides.turn_up(option_kinds("--indicator", tiles)?);
        }
        let source = self.rules.as_deref().map(rules_source);
        Ok(RulesChoice { source, overrides, turned_up: None })
    }
}

/// What `--set` and `--wild` change.
pub fn overrides(set: &[String], wild: Option<&str>) -> Result<Overrides, Failure> {
    let mut overrides = Overrides::default();
    for assignment in set {
        overrides.set(assignment).map_err(Failure::input)?;
    }
    if let Some(tiles) = wild {
        overrides.add_wild(option_kinds("--wild", tiles)?);
    }
    Ok(overrides)
}

/// A rule set by its name or its file.
pub fn rules_source(named: &str) -> RulesSource {
    if named.ends_with(".toml") || named.contains(['/', '\\']) {
        RulesSource::File(named.to_owned())
    } else {
        RulesSource::Builtin(named.to_owned())
    }
}

/// The kinds that an option names, one at least.
pub fn option_kinds(option: &str, tiles: &str) -> Result<KindSet, Failure> {
    let kinds = parse_kinds(tiles).map_err(|error| Failure::notation(&error, tiles))?;
    if kinds.is_empty() {
        let message = format!("{option} names no kind; write tiles such as 5m or 19m7z");
        return Err(Failure::input(message));
    }
    Ok(kinds)
}

/// The tiles that an option names.
pub fn option_tiles(tiles: &str) -> Result<TileCounts, Failure> {
    let placed = parse_tiles(tiles, None).map_err(|error| Failure::notation(&error, tiles))?;
    Ok(placed.iter().map(|placed| placed.tile).collect())
}

impl AnswerArgs {
    /// How the answer is found; `auto` is what the command takes where no solver is named.
    pub fn options(&self, auto: SolverPolicy) -> Result<AnswerOptions, Failure> {
        Ok(AnswerOptions {
            verify: self.verify,
            limit: self.limit,
            no_list: self.no_list,
            time_limit: self.time_limit,
            visible: self.visible.as_deref().map_or(Ok(TileCounts::EMPTY), option_tiles)?,
            stats: self.stats,
            ..AnswerOptions::by(self.solver_policy(auto)?)
        })
    }

    fn solver_policy(&self, auto: SolverPolicy) -> Result<SolverPolicy, Failure> {
        let no_good = match self.no_good {
            NoGoodName::Bounds => NoGood::Bounds,
            NoGoodName::Rows => NoGood::Rows,
        };
        let (name, solver) = match self.solver {
            // The form of no-good concerns the ILP alone: who names `rows` wants the ILP.
            SolverName::Auto if no_good == NoGood::Bounds => return Ok(auto),
            SolverName::Auto | SolverName::Ilp => {
                return Ok(SolverPolicy::Named(SolverChoice::Ilp(no_good)));
            }
            SolverName::Search => ("search", SolverChoice::Search),
            SolverName::Engine => ("engine", SolverChoice::Fastest),
        };
        if no_good == NoGood::Rows {
            let message = format!("--no-good says how the ILP forbids what it found, not {name}");
            return Err(Failure::input(message));
        }
        Ok(SolverPolicy::Named(solver))
    }
}

impl DiscardOptions {
    /// The options of an answer with these.
    pub fn of(&self, options: AnswerOptions) -> AnswerOptions {
        AnswerOptions { deep: self.deep, strict_visible: self.strict_visible, ..options }
    }
}

impl DistanceOptions {
    /// How far a hand is.
    pub fn request(&self) -> Result<DistanceRequest, Failure> {
        let options = AnswerOptions {
            limit: self.limit,
            time_limit: self.time_limit,
            visible: self.visible.as_deref().map_or(Ok(TileCounts::EMPTY), option_tiles)?,
            strict_visible: self.strict_visible,
            stats: self.stats,
            ..AnswerOptions::by(SolverPolicy::Fastest)
        };
        Ok(DistanceRequest { options, list: self.list, draws: self.draws, kinds: self.kinds })
    }
}

impl WinArgs {
    /// Whether a hand is complete.
    pub fn request(&self) -> Result<QuestionRequest, Failure> {
        self.ask.request(Question::Win, self.format.into())
    }
}

impl DecomposeArgs {
    /// The decompositions of a hand.
    pub fn request(&self) -> Result<QuestionRequest, Failure> {
        let objective = match (&self.minimize, &self.maximize) {
            (Some(terms), _) => Some((Direction::Minimize, terms)),
            (None, Some(terms)) => Some((Direction::Maximize, terms)),
            (None, None) => None,
        };
        if objective.is_some() && self.readings {
            return Err(Failure::input("an objective orders decompositions, not --readings"));
        }
        let objective = objective
            .map(|(direction, terms)| Objective::parse(direction, terms))
            .transpose()
            .map_err(Failure::input)?;
        let request = self.ask.request(Question::Decompose, self.format)?;
        let request = QuestionRequest { readings: self.readings, objective, ..request };
        has_list(&request)?;
        has_room(&request, self.format)?;
        Ok(request)
    }
}

impl WaitsArgs {
    /// The waits of a hand.
    pub fn request(&self) -> Result<QuestionRequest, Failure> {
        let request = self.ask.request(Question::Waits, self.format)?;
        let request = QuestionRequest { kinds: self.kinds, readings: self.readings, ..request };
        has_list(&request)?;
        has_room(&request, self.format)?;
        Ok(request)
    }
}

impl AskArgs {
    /// The question with the options that all take.
    fn request(&self, question: Question, format: Format) -> Result<QuestionRequest, Failure> {
        let why = match (self.why, format) {
            (true, _) => Why::All,
            (false, Format::Text) => Why::Few,
            (false, Format::Json) => Why::Distance,
            (false, Format::Makeplex) => Why::No,
        };
        let options = self.answer.options(SolverPolicy::IlpUpToMany)?;
        Ok(QuestionRequest { why, ..QuestionRequest::new(question, options) })
    }
}

/// Whether a list is made where one is asked for.
pub fn has_list(request: &QuestionRequest) -> Result<(), Failure> {
    match request.list_asked_for() {
        Some(asked) if request.options.no_list => {
            let message = format!("--no-list leaves nothing of {asked}, which is a list");
            Err(Failure::input(message))
        }
        _ => Ok(()),
    }
}

/// Whether the format has room for all that is asked.
fn has_room(request: &QuestionRequest, format: Format) -> Result<(), Failure> {
    let QuestionRequest { readings, kinds, why, options, .. } = request;
    let more = *readings || *kinds || *why == Why::All || options.stats || options.no_list;
    if format == Format::Makeplex && more {
        let message = "--format makeplex prints decompositions and nothing else: it goes with waits \
                       and decompose, without --readings, --kinds, --why, --stats and --no-list";
        return Err(Failure::input(message));
    }
    Ok(())
}
