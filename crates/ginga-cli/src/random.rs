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
    let draw = Draw { tiles: args.tiles, blue: args.blue, tenpai: args.tenpai };
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
    /// Only hands that wait for a tile.
    pub tenpai: bool,
}

/// Draws hands from the tiles of a rule set.
pub struct Dealer<'a> {
    game: &'a Game,
    slow: SlowNote,
    tenpai: bool,
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

/// How many hands are drawn between two looks at the clock.
const BETWEEN_LOOKS: u32 = 64;

impl<'a> Dealer<'a> {
    /// Ready to draw; a fault is a draw that the rule set has no hands for.
    pub fn new(wanted: Draw, game: &'a Game) -> Result<Dealer<'a>, Failure> {
        let rules = game.rules();
        let Draw { tiles, blue, tenpai } = wanted;
        let most = HandSize::Complete.tiles(rules.melds().into());
        if tiles == 0 || tiles > most {
            return Err(Failure::input(format!(
                "--tiles is from 1 to {most} under the rule set {}",
                rules.name()
            )));
        }
        if tenpai && HandSize::of(tiles) != Some(HandSize::Waiting) {
            return Err(Failure::input("--tenpai needs 3n+1 tiles, such as --tiles 13"));
        }
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
        let slow = SlowNote::new(tenpai.then_some(game));
        Ok(Dealer { game, slow, tenpai, piles })
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
            if self.tenpai && self.waits_by_tables() == Some(false) {
                continue;
            }
            let hand = self.game.hand_from_tiles(self.drawn()).map_err(Failure::input)?;
            if !self.tenpai || !self.game.winning_tiles(&hand)?.is_empty() {
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
