//! Random hands, each answered under every rule set.
//!
//! One generator draws, hand after hand, so that the hands are those of `ginga random`; the threads
//! answer them; what they say is counted in the order drawn. Nothing depends on how many threads there
//! are.

use super::answerer::{Answerer, Reply};
use super::candidates::{candidates, check_heatmap, question_of};
use super::survey::Survey;
use super::tally::{Says, Tallies};
use super::{document, heatmap, report};
use crate::args::PlainFormat;
use crate::args::compare::{CompareArgs, TenpaiUnder};
use crate::args::requests::rules_source;
use crate::batch::pool::{OrderedPool, Piece};
use crate::batch::progress::{Extent, Progress};
use crate::clock::{Clock, is_interrupted};
use crate::failure::{Failure, INCOMPLETE, OWN_FAULT};
use crate::note::SlowNote;
use crate::output::printed;
use crate::picture;
use crate::random::{Dealer, Draw, Only, check_count};
use crate::request::{QuestionRequest, RulesChoice, SolverPolicy};
use fastrand::Rng;
use ginga::{Hand, HandSize, Stop, Tile};
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

/// How many hands are drawn before they are answered.
const CHUNK: usize = 4096;

/// Of hands that must be tenpai, each takes a thousand draws: a chunk of them is soon enough full.
const TENPAI_CHUNK: usize = 64;

/// How many hands a thread takes at once.
const BLOCK: usize = 16;

/// Draws, answers and prints.
pub fn run(args: &CompareArgs, wanted: u64, out: &mut dyn Write) -> Result<u8, Failure> {
    let survey = take(args, wanted)?;
    if let Some(file) = &args.heatmap {
        picture::write(file, &heatmap::of_survey(&survey))?;
    }
    let result = match args.format {
        PlainFormat::Text => report::write(out, &survey),
        PlainFormat::Json => document::write(out, &survey),
    };
    printed(result, if survey.stopped_by.is_none() { 0 } else { INCOMPLETE })
}

fn take(args: &CompareArgs, wanted: u64) -> Result<Survey, Failure> {
    check_count("--random", wanted)?;
    for (given, option) in
        [(args.answer.limit.is_some(), "--limit"), (args.answer.stats, "--stats")]
    {
        if given {
            let message = format!("{option} is about one answer: it does not go with --random");
            return Err(Failure::input(message));
        }
    }
    let question = question_of(args.draw.tiles);
    check_heatmap(args, question)?;
    let candidates = candidates(args)?;
    let mut options = args.answer.options(SolverPolicy::Fastest)?;
    // Nobody sees the lists, unless they are to be checked.
    options.no_list |= !options.verify;
    let request = QuestionRequest::new(question, options);
    let deck = match &args.draw.deck {
        Some(named) => RulesChoice::unchanged(rules_source(named)).ready(named)?.game,
        None => candidates.first().map(|first| first.rules.game.clone()).ok_or_else(no_rules)?,
    };
    let seed = args.draw.seed.unwrap_or_else(|| Rng::new().u64(..));
    let tenpai = args.draw.tenpai;
    let draw = Draw {
        tiles: args.draw.tiles,
        blue: args.draw.blue,
        only: if tenpai == Some(TenpaiUnder::Deck) { Only::Tenpai } else { Only::Any },
    };
    if tenpai.is_some() && HandSize::of(args.draw.tiles) != Some(HandSize::Waiting) {
        return Err(Failure::input("--tenpai needs 3n+1 tiles, such as --tiles 13"));
    }
    let tallies = Tallies::new(candidates.len(), args.draw.show);
    let mut survey = Survey {
        candidates,
        deck,
        draw,
        tenpai,
        seed,
        wanted,
        drawn: 0,
        tallies,
        stopped_by: None,
    };
    survey.answer_all(&request, args.threads)?;
    Ok(survey)
}

fn no_rules() -> Failure {
    Failure::input("--rules names no rule set")
}

/// What every rule set says about the hands of a block, as far as time allowed.
type BlockSays = Result<Vec<Vec<Says>>, Failure>;

impl Survey {
    fn answer_all(
        &mut self,
        request: &QuestionRequest,
        threads: Option<NonZeroUsize>,
    ) -> Result<(), Failure> {
        let answerers = self.candidates.iter().map(|it| Answerer::new(it, request));
        let answerers: Vec<Answerer<'_>> = answerers.collect();
        let mut dealer = Dealer::new(self.draw, &self.deck)?;
        let pool = OrderedPool::new(threads)?;
        let native = request.options.solver == SolverPolicy::Fastest;
        let games = self.candidates.iter().map(|candidate| &candidate.rules.game);
        let slow = SlowNote::new(games.filter(|_| native));
        let clock = Clock::start_quietly(request.options.time_limit);
        let mut rng = Rng::with_seed(self.seed);
        let mut counting = Counting {
            tallies: &mut self.tallies,
            drawn: &mut self.drawn,
            wanted: self.wanted,
            any: self.tenpai == Some(TenpaiUnder::Any),
            progress: Progress::new(Extent::Drawn(self.wanted), io::stderr().is_terminal()),
            fault: None,
        };
        let make = |hands: &Vec<Hand>| {
            slow.look();
            let says = answer_block(&answerers, hands, &clock);
            Ok(Piece { content: says, bytes: hands.len() * 64 })
        };
        let chunk = if self.draw.only == Only::Tenpai { TENPAI_CHUNK } else { CHUNK };
        while counting.missing() > 0 {
            // Which hands are wanted shows later: then a chunk is full whatever is missing.
            let missing = usize::try_from(counting.missing()).unwrap_or(chunk);
            let size = if counting.any { chunk } else { chunk.min(missing) };
            let blocks = deal(&mut dealer, &mut rng, &clock, size)?;
            let dealt: usize = blocks.iter().map(Vec::len).sum();
            let result = pool.answer(&blocks, make, |hands, says| counting.count(hands, says));
            if let Some(failure) = counting.fault {
                return Err(failure);
            }
            if counting.missing() > 0 && (dealt < size || result.is_err() || is_interrupted()) {
                if !clock.should_stop() {
                    return Err(lost(result));
                }
                self.stopped_by = Some(if is_interrupted() { "interrupt" } else { "time-limit" });
                break;
            }
        }
        Ok(())
    }
}

/// The counting of hands, block by block in the order drawn.
struct Counting<'a> {
    tallies: &'a mut Tallies,
    drawn: &'a mut u64,
    wanted: u64,
    /// Only hands that are tenpai under one rule set at least.
    any: bool,
    progress: Progress,
    /// What ended the run.
    fault: Option<Failure>,
}

impl Counting<'_> {
    fn missing(&self) -> u64 {
        self.wanted - self.tallies.hands
    }

    /// Counts a block. What lies behind a gap is not counted: an error, after which no block comes.
    fn count(&mut self, hands: &[Hand], says: BlockSays) -> io::Result<()> {
        let says = match says {
            Ok(says) => says,
            Err(failure) => {
                self.fault.get_or_insert(failure);
                return Err(io::Error::other("a hand has no answer"));
            }
        };
        let cut = says.len() < hands.len();
        for (hand, says) in hands.iter().zip(says) {
            if self.missing() == 0 {
                return Ok(());
            }
            *self.drawn += 1;
            if !self.any || says.iter().flatten().any(|said| said.yes) {
                self.tallies.count(hand, says);
                self.progress.advance(1);
            }
        }
        if cut { Err(io::Error::other("time ran out")) } else { Ok(()) }
    }
}

/// Hands are missing though there was time.
fn lost(result: io::Result<()>) -> Failure {
    let message = result.err().map_or("hands were lost".to_owned(), |error| error.to_string());
    Failure { code: OWN_FAULT, message, place: None }
}

/// So many hands in blocks; fewer when time ran out.
fn deal(
    dealer: &mut Dealer<'_>,
    rng: &mut Rng,
    clock: &Clock,
    size: usize,
) -> Result<Vec<Vec<Hand>>, Failure> {
    let mut hands = Vec::with_capacity(size);
    while hands.len() < size {
        let Some(hand) = dealer.deal(rng, clock)? else { break };
        hands.push(hand);
    }
    Ok(hands.chunks(BLOCK).map(<[Hand]>::to_vec).collect())
}

fn answer_block(answerers: &[Answerer<'_>], hands: &[Hand], clock: &Clock) -> BlockSays {
    let mut all = Vec::with_capacity(hands.len());
    for hand in hands {
        let tiles: Vec<Tile> = hand.concealed().tiles().collect();
        let mut says = Vec::with_capacity(answerers.len());
        for answerer in answerers {
            match answerer.answer(&tiles, clock)? {
                Reply::Said(said) => says.push(Some(said)),
                Reply::NotAdmitted => says.push(None),
                Reply::CutShort => return Ok(all),
            }
        }
        all.push(says);
    }
    Ok(all)
}
