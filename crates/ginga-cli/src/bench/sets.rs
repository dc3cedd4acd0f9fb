//! The hands that are measured, made from the tiles of the rule sets.

use crate::args::bench::Task;
use crate::clock::is_interrupted;
use fastrand::Rng;
use ginga::{HandSize, Kind, RuleSet, Tile, TileCounts};

/// How often a hand is tried for: too many tiles of a kind, and blue tiles that nothing is left to be
/// used as, take another try. A set that needs as many is none.
const TRIES: usize = 1_000_000;

/// Hands of one sort.
#[derive(Debug, Clone, Copy)]
pub struct HandSet {
    /// The rule set, by its name.
    pub rules: &'static str,
    source: Source,
    size: Size,
    /// How many tiles of each hand are wild.
    pub wild: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The first tiles of a shuffled wall.
    Wall,
    /// A winning hand with tiles turned wild, less one tile for a hand that waits.
    Win,
    /// The same with up to two tiles turned wild, as the rule set has them; in half of the hands some tile
    /// is another.
    Near,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// 13 tiles.
    Waiting,
    /// 14 tiles.
    Complete,
}

/// All sets, always in the same order: each has the hands of its place in it.
pub fn all() -> impl Iterator<Item = HandSet> {
    let without_wild = |source| [("riichi", source, 0), ("chinitsu", source, 0)];
    let plain = [Source::Wall, Source::Win].into_iter().flat_map(without_wild);
    let laizi = (1..=8).map(|jokers| ("laizi", Source::Win, jokers));
    let galaxy = [1, 2, 3, 4, 8, 13].map(|blue| ("galaxy", Source::Win, blue));
    let of_both_sizes = |(rules, source, wild)| {
        [Size::Complete, Size::Waiting].map(|size| HandSet { rules, source, size, wild })
    };
    plain.chain(laizi).chain(galaxy).flat_map(of_both_sizes)
}

/// The sets of one rule set for a table of all: random hands and near-winning ones.
pub fn of_rules(rules: &'static str) -> impl Iterator<Item = HandSet> {
    let set = move |(source, size)| HandSet { rules, source, size, wild: 0 };
    let sources = [Source::Wall, Source::Near].into_iter();
    let both = |source| [(source, Size::Complete), (source, Size::Waiting)];
    sources.flat_map(both).map(set)
}

impl HandSet {
    /// What sort of hands they are, in words.
    pub fn name(&self) -> &'static str {
        match (self.rules, self.source, self.size) {
            (_, Source::Near, _) => "near-winning",
            ("chinitsu", Source::Wall, _) => "one suit, random",
            ("chinitsu", Source::Win, Size::Complete) => "one suit, winning",
            ("chinitsu", Source::Win, Size::Waiting) => "one suit, waiting",
            (_, Source::Wall, _) => "random",
            (_, Source::Win, Size::Complete) => "winning",
            (_, Source::Win, Size::Waiting) => "waiting",
        }
    }

    /// Where they come from, in a word: the same under every rule set.
    pub fn source(&self) -> &'static str {
        match self.source {
            Source::Wall => "random",
            Source::Win => "winning",
            Source::Near => "near-winning",
        }
    }

    /// The tasks that say something about such hands.
    pub fn tasks(&self) -> &'static [Task] {
        match (self.size, self.source) {
            (Size::Waiting, _) => &[Task::Waits, Task::Distance],
            (Size::Complete, Source::Wall | Source::Near) => &[Task::Win],
            (Size::Complete, Source::Win) => &[Task::Win, Task::Count, Task::Decompositions],
        }
    }

    /// Of how many hands one is measured: what a hand takes grows with its wild tiles, and the run is
    /// to last no longer for it. It depends on the set alone, so that `answers` is the same everywhere.
    pub fn share(&self, task: Task) -> usize {
        let wild = usize::from(self.wild);
        match task {
            Task::Win | Task::Waits => 1,
            // Of blue tiles each more takes three times as long.
            Task::Distance => (1 << wild).min(64),
            Task::Count => (100 * wild).max(1),
            Task::Decompositions => 1 << wild,
        }
    }

    /// So many hands; fewer after Ctrl-C, `None` when no luck.
    pub fn deal(&self, rules: &RuleSet, rng: &mut Rng, hands: usize) -> Option<Vec<Vec<Tile>>> {
        let dealer = Dealer::new(*self, rules);
        let hand = |_| (0..TRIES).find_map(|_| dealer.attempt(rng));
        (0..hands).take_while(|_| !is_interrupted()).map(hand).collect()
    }

    /// How many tiles a full hand has: 13 or 14, or as many as the rule set's melds make.
    fn tiles(&self, rules: &RuleSet) -> usize {
        let size = match self.size {
            Size::Waiting => HandSize::Waiting,
            Size::Complete => HandSize::Complete,
        };
        size.tiles(rules.melds().into())
    }
}

struct Dealer<'a> {
    set: HandSet,
    rules: &'a RuleSet,
    wall: Vec<Tile>,
    /// The kinds of the wall, and the runs of them.
    kinds: Vec<Kind>,
    runs: Vec<[Kind; 3]>,
    /// Whether wild tiles are blue ones; else they are jokers.
    blue: bool,
}

impl<'a> Dealer<'a> {
    fn new(set: HandSet, rules: &'a RuleSet) -> Dealer<'a> {
        let wall: Vec<Tile> = rules.wall().collect();
        let kinds: Vec<Kind> =
            Kind::all().filter(|&kind| wall.contains(&Tile::plain(kind))).collect();
        let within = |run: &[Kind; 3]| run.iter().all(|kind| kinds.contains(kind));
        let runs = rules.runs().filter(within).collect();
        let blue = wall.iter().any(|tile| tile.is_galaxy());
        Dealer { set, rules, wall, kinds, runs, blue }
    }

    /// A hand, with luck.
    fn attempt(&self, rng: &mut Rng) -> Option<Vec<Tile>> {
        if self.set.source == Source::Wall {
            let tiles = self.set.tiles(self.rules);
            return Some(rng.choose_multiple(self.wall.iter().copied(), tiles));
        }
        let mut tiles: Vec<Tile> = self.winning(rng)?.into_iter().map(Tile::plain).collect();
        rng.shuffle(&mut tiles);
        tiles.truncate(self.set.tiles(self.rules));
        if self.set.source == Source::Near {
            self.miss_perhaps(rng, &mut tiles)?;
            return self.fits(&tiles).then_some(tiles);
        }
        // Shuffled, the first tiles are as good as any.
        for place in 0..usize::from(self.set.wild) {
            let wild = self.wild_for(rng, &tiles, *tiles.get(place)?)?;
            *tiles.get_mut(place)? = wild;
        }
        self.fits(&tiles).then_some(tiles)
    }

    /// Turns up to two tiles of a winning hand wild where the wall has such tiles, and makes one another in
    /// half of the hands.
    fn miss_perhaps(&self, rng: &mut Rng, tiles: &mut [Tile]) -> Option<()> {
        let (wild, place) = (rng.usize(..3), rng.usize(..tiles.len()));
        for tile in tiles.iter_mut().take(wild) {
            let kind = tile.kind()?;
            let used_as = |wild: &Tile| {
                *wild != Tile::plain(kind) && self.rules.stands_for(*wild).contains(kind)
            };
            let able: Vec<Tile> = self.wall.iter().copied().filter(used_as).collect();
            *tile = rng.choice(able).unwrap_or(*tile);
        }
        if rng.bool() {
            tiles[place] = *rng.choice(&self.wall)?;
        }
        Some(())
    }

    /// The kinds of a winning hand: one in twenty seven pairs, one in a hundred thirteen orphans where
    /// the rule set has them, else four melds and a pair.
    fn winning(&self, rng: &mut Rng) -> Option<Vec<Kind>> {
        let has = |form: &str| self.rules.forms().iter().any(|known| known.name() == form);
        match rng.u8(..100) {
            0 if self.set.wild == 0 && has("thirteen-orphans") => self.orphans(rng),
            1..=5 if self.set.wild == 0 && has("seven-pairs") => {
                let pairs = rng.choose_multiple(self.kinds.iter().copied(), 7);
                Some(pairs.iter().chain(&pairs).copied().collect())
            }
            _ => self.melds_and_pair(rng),
        }
    }

    fn orphans(&self, rng: &mut Rng) -> Option<Vec<Kind>> {
        let is_orphan = |kind: &Kind| !kind.suit().is_numbered() || matches!(kind.number(), 1 | 9);
        let mut kinds: Vec<Kind> = self.kinds.iter().copied().filter(is_orphan).collect();
        kinds.push(*rng.choice(&kinds)?);
        Some(kinds)
    }

    /// Three runs to a triplet, as hands that are played have them.
    fn melds_and_pair(&self, rng: &mut Rng) -> Option<Vec<Kind>> {
        let mut kinds = vec![*rng.choice(&self.kinds)?; 2];
        for _ in 0..self.rules.melds() {
            let meld = match rng.u8(..4) {
                0 => [*rng.choice(&self.kinds)?; 3],
                // Some rule sets have no runs.
                _ if self.runs.is_empty() => [*rng.choice(&self.kinds)?; 3],
                _ => *rng.choice(&self.runs)?,
            };
            kinds.extend(meld);
        }
        Some(kinds)
    }

    /// A wild tile that may be used as this one and of which the hand has a copy left.
    fn wild_for(&self, rng: &mut Rng, hand: &[Tile], tile: Tile) -> Option<Tile> {
        if !self.blue {
            return Some(Tile::JOKER);
        }
        let class = tile.kind()?.galaxy_class().iter().map(Tile::galaxy);
        let free: Vec<Tile> = class.filter(|blue| !hand.contains(blue)).collect();
        rng.choice(free)
    }

    fn fits(&self, tiles: &[Tile]) -> bool {
        let mut counts = TileCounts::EMPTY;
        tiles.iter().for_each(|&tile| counts.add(tile));
        counts.iter().all(|(tile, count)| count <= self.rules.copies(tile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_hands_of_its_rules_and_wild_tiles() {
        for set in all() {
            let rules = RuleSet::builtin(set.rules).unwrap();
            let hands = set.deal(&rules, &mut Rng::with_seed(1), 20).unwrap();
            assert_eq!(hands.len(), 20);
            for tiles in hands {
                let wild = tiles.iter().filter(|&&tile| rules.is_wild(tile)).count();
                assert_eq!((tiles.len(), wild), (set.tiles(&rules), set.wild.into()), "{set:?}");
                ginga::Hand::from_tiles(tiles, &rules).unwrap();
            }
        }
    }
}
