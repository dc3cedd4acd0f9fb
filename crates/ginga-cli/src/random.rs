//! Random hands, drawn from the real tile set.

use super::args::{PlainFormat, RandomArgs};
use super::clock::{Clock, is_interrupted};
use super::failure::{Failure, INCOMPLETE};
use super::note;
use crate::note::SlowNote;
use crate::output::printed;
use fastrand::Rng;
use ginga::engine::PackedHand;
use ginga::{Game, Hand, HandSize, Stop, Tile};
use std::io::{self, Write};

/// The most hands of one call.
const MOST_HANDS: u64 = 10_000_000;

/// Draws and prints; 3 when the time limit came first.
pub fn run(args: &RandomArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    let by_default = if args.blue.is_some() { "galaxy" } else { "riichi" };
    let game = args.rules.choice()?.ready(by_default)?.game;
    check_count("--count", args.count)?;
    let only = match args.shanten {
        _ if args.tenpai => Only::Tenpai,
        Some(shanten) => Only::Shanten(shanten),
        None => Only::Any,
    };
    let draw = Draw { tiles: args.tiles, blue: args.blue, only };
    let mut dealer = Dealer::new(draw, &game)?;
    let mut rng = args.seed.map_or_else(Rng::new, Rng::with_seed);
    let clock = Clock::start(args.time_limit);
    let mut written = 0;
    let mut result = Ok(());
    while written < args.count && result.is_ok() {
        let Some(hand) = dealer.deal(&mut rng, &clock)? else { break };
        result = write_hand(out, &hand, args.format, written);
        written += 1;
    }
    if args.format == PlainFormat::Json {
        let open = if written == 0 { "[" } else { "" };
        result = result.and_then(|()| writeln!(out, "{open}]"));
    }
    drop(clock);
    if written < args.count && result.is_ok() {
        note::cut_short(is_interrupted(), &format!("{written} of {} hands", args.count));
    }
    printed(result, if written == args.count { 0 } else { INCOMPLETE })
}

/// A hand a line, or one more element of an array.
fn write_hand(
    out: &mut dyn Write,
    hand: &Hand,
    format: PlainFormat,
    written: u64,
) -> io::Result<()> {
    match format {
        PlainFormat::Text => writeln!(out, "{hand}"),
        PlainFormat::Json => {
            let before = if written == 0 { "[" } else { "," };
            write!(out, "{before}{}", serde_json::to_string(&hand.to_string())?)
        }
    }
}

/// A number of hands within what one call draws; `option` names it.
pub fn check_count(option: &str, count: u64) -> Result<(), Failure> {
    if (1..=MOST_HANDS).contains(&count) {
        return Ok(());
    }
    Err(Failure::input(format!("{option} is from 1 to {MOST_HANDS}")))
}

/// What hands are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    /// How many concealed tiles each has.
    pub tiles: usize,
    /// Exactly so many of them blue, or as they come.
    pub blue: Option<usize>,
    pub only: Only,
}

/// Which of the hands drawn are dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    Any,
    /// Those that wait for a tile.
    Tenpai,
    /// Those of this shanten number.
    Shanten(i8),
}

/// Draws hands from the tiles of a rule set.
pub struct Dealer<'a> {
    game: &'a Game,
    slow: SlowNote,
    only: Only,
    /// All tiles, or the blue ones and the others.
    piles: Vec<Pile>,
}

/// Tiles of which so many are drawn for each hand: the first ones, once they were shuffled.
struct Pile {
    tiles: Vec<Tile>,
    drawn: usize,
}

impl Pile {
    /// Draws anew: every choice of tiles is equally likely, whatever order they were in.
    fn draw(&mut self, rng: &mut Rng) -> &[Tile] {
        for place in 0..self.drawn {
            let chosen = rng.usize(place..self.tiles.len());
            self.tiles.swap(place, chosen);
        }
        self.drawn()
    }

    fn drawn(&self) -> &[Tile] {
        &self.tiles[..self.drawn]
    }
}

/// Whether hands of so many tiles can be as they are wanted.
fn check_only(only: Only, tiles: usize) -> Result<(), Failure> {
    let size = HandSize::of(tiles);
    let fault = match only {
        Only::Tenpai if size != Some(HandSize::Waiting) => {
            "--tenpai needs 3n+1 tiles, such as --tiles 13".to_owned()
        }
        Only::Shanten(_) if size.is_none() => {
            "--shanten needs 3n+1 or 3n+2 tiles, such as --tiles 13".to_owned()
        }
        Only::Shanten(-1) if size != Some(HandSize::Complete) => {
            "--shanten -1 needs 3n+2 tiles, such as --tiles 14".to_owned()
        }
        Only::Shanten(shanten) if usize::try_from(shanten).is_ok_and(|far| far > tiles) => {
            format!("no hand of {tiles} tiles is so far off: --shanten is from -1 to {tiles}")
        }
        _ => return Ok(()),
    };
    Err(Failure::input(fault))
}

/// How many hands are drawn between two looks at the clock.
const BETWEEN_LOOKS: u32 = 64;

impl<'a> Dealer<'a> {
    /// Ready to draw; a fault is a draw that the rule set has no hands for.
    pub fn new(wanted: Draw, game: &'a Game) -> Result<Dealer<'a>, Failure> {
        let rules = game.rules();
        let Draw { tiles, blue, only } = wanted;
        let most = HandSize::Complete.tiles(rules.melds().into());
        if tiles == 0 || tiles > most {
            return Err(Failure::input(format!(
                "--tiles is from 1 to {most} under the rule set {}",
                rules.name()
            )));
        }
        check_only(only, tiles)?;
        let wall: Vec<Tile> = rules.wall().collect();
        let piles = match blue {
            None => vec![Pile { tiles: wall, drawn: tiles }],
            Some(blue) if blue > tiles => {
                let message = format!("--blue {blue} is more than --tiles {tiles}");
                return Err(Failure::input(message));
            }
            Some(blue) => {
                let (blues, others) = wall.into_iter().partition(|tile| tile.is_galaxy());
                vec![
                    Pile { tiles: blues, drawn: blue },
                    Pile { tiles: others, drawn: tiles - blue },
                ]
            }
        };
        if let Some(Pile { tiles, drawn: count }) =
            piles.iter().find(|pile| pile.tiles.len() < pile.drawn)
        {
            let (there, noun) = (tiles.len(), if tiles.len() == 1 { "tile" } else { "tiles" });
            let rules = rules.name();
            let message = format!("the rule set {rules} has {there} such {noun}, not {count}");
            return Err(Failure::input(message));
        }
        let slow = SlowNote::new((only != Only::Any).then_some(game));
        Ok(Dealer { game, slow, only, piles })
    }

    /// One hand, each equally likely; `None` when time ran out first.
    pub fn deal(&mut self, rng: &mut Rng, clock: &Clock) -> Result<Option<Hand>, Failure> {
        let mut drawn: u32 = 0;
        loop {
            if drawn.is_multiple_of(BETWEEN_LOOKS) && clock.should_stop() {
                return Ok(None);
            }
            drawn += 1;
            self.slow.look();
            for pile in &mut self.piles {
                pile.draw(rng);
            }
            if self.only == Only::Tenpai && self.waits_by_tables() == Some(false) {
                continue;
            }
            let hand = self.game.hand_from_tiles(self.drawn()).map_err(Failure::input)?;
            let is_wanted = match self.only {
                Only::Any => true,
                Only::Tenpai => !self.game.winning_tiles(&hand)?.is_empty(),
                Only::Shanten(shanten) => self.game.distance(&hand)?.shanten() == Some(shanten),
            };
            if is_wanted {
                return Ok(Some(hand));
            }
        }
    }

    fn drawn(&self) -> impl Iterator<Item = Tile> + '_ {
        self.piles.iter().flat_map(Pile::drawn).copied()
    }

    /// Whether the tiles drawn wait for one; `None` where the tables do not tell. Of a thousand hands one
    /// waits, so that the others are not even made.
    fn waits_by_tables(&self) -> Option<bool> {
        let engine = self.game.engine().ok()?;
        let mut packed = PackedHand::default();
        self.drawn().all(|tile| packed.add(tile)).then(|| !engine.waits(&packed).is_empty())
    }
}
