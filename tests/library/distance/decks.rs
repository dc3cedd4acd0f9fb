//! Small decks, all of whose hands can be listed, and hands of them.

use super::brute::{Brute, UNBOUNDED, with_melds_of};
use crate::common;
use fastrand::Rng;
use ginga::{Hand, RuleSet, Tile, TileCounts};

/// A rule set with few tiles.
pub struct Deck {
    pub name: &'static str,
    /// What it changes of the rule set laizi: assignments, one a line. It has no joker unless it says so.
    set: &'static str,
    /// Called melds that half of its hands have, those of a hand in one word.
    called: &'static str,
    /// How many concealed tiles its hands have.
    sizes: &'static [usize],
}

/// A hand and what is left of the deck.
pub struct Dealt {
    pub hand: Hand,
    /// Tiles seen elsewhere: they are not left.
    pub seen: TileCounts,
    /// The tiles left.
    pub supply: TileCounts,
}

impl Deck {
    /// The rules, with all forms or one alone.
    pub fn rules(&self, form: Option<&str>) -> RuleSet {
        common::rules("laizi", &self.assignments(form), "")
    }

    /// The names of the forms.
    pub fn forms(&self) -> Vec<String> {
        self.rules(None).forms().iter().map(|form| form.name().to_owned()).collect()
    }

    /// What says whether tiles are complete, in all forms or one alone: where copies do not count, by the
    /// same rules with more of each tile.
    pub fn brute(&self, form: Option<&str>) -> Brute {
        let mut set = self.assignments(form);
        if self.is_unbounded() {
            let copies = |word| format!("tiles.{word}={UNBOUNDED}");
            for word in ["plain", "blue"] {
                let of_word =
                    set.iter_mut().filter(|line| line.contains(&format!("tiles.{word}=")));
                of_word.for_each(|line| *line = copies(word));
            }
        }
        Brute::new(&common::rules("laizi", &set, ""))
    }

    /// Whether as many tiles may be drawn as a win needs, whatever is left.
    pub fn is_unbounded(&self) -> bool {
        self.set.contains("dead_waits=count")
    }

    fn assignments(&self, form: Option<&str>) -> Vec<String> {
        let lines = self.set.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut set: Vec<String> =
            ["tiles.jokers=0"].into_iter().chain(lines).map(String::from).collect();
        if let Some(form) = form {
            let names = self.forms().into_iter().filter(|name| name != form);
            set.extend(names.map(|name| format!("forms.{name}.enabled=false")));
        }
        set
    }

    /// What a hand and the tiles seen leave of the set; where copies do not count, as much as any hand needs.
    pub fn supply(&self, rules: &RuleSet, hand: &Hand, seen: &TileCounts) -> TileCounts {
        let held = hand.all_tiles();
        let left = |tile| match rules.drawable(tile) {
            0 => 0,
            _ if self.is_unbounded() => UNBOUNDED,
            copies => copies - held.get(tile) - seen.get(tile),
        };
        let copies = |tile| std::iter::repeat_n(tile, usize::from(left(tile)));
        Tile::all().flat_map(copies).collect()
    }

    /// A hand: any tiles, or twice as often those of a win with up to three of them changed.
    pub fn deal(&self, rng: &mut Rng, rules: &RuleSet, brute: &Brute) -> Dealt {
        loop {
            let size = self.sizes[rng.usize(..self.sizes.len())];
            if let Some(dealt) = self.attempt(rng, rules, brute, size) {
                return dealt;
            }
        }
    }

    fn attempt(&self, rng: &mut Rng, rules: &RuleSet, brute: &Brute, size: usize) -> Option<Dealt> {
        let calls: Vec<&str> = self.called.split_whitespace().collect();
        let beside = match rng.choice(&calls).filter(|_| rng.bool()) {
            Some(called) => {
                Hand::parse(called, rules).unwrap_or_else(|error| panic!("{}: {error}", self.name))
            }
            None => Hand::from_tiles(rules.wall().take(1), rules).unwrap(),
        };
        if beside.called().len() + size / 3 > rules.melds().into() {
            return None;
        }
        let in_melds = beside.called().flat_map(ginga::Group::tiles).collect();
        let mut stock = stock(rules, &in_melds);
        rng.shuffle(&mut stock);
        let tiles = match rng.u8(..3) {
            0 => stock.into_iter().take(size).collect(),
            _ => {
                let mut tiles = brute.any_win(rng, &beside, size + usize::from(size % 3 == 1))?;
                rng.shuffle(&mut tiles);
                tiles.truncate(size);
                let changed = rng.usize(0..=3).min(size);
                tiles[..changed].iter_mut().zip(stock).for_each(|(tile, stray)| *tile = stray);
                tiles
            }
        };
        let hand = with_melds_of(&beside, tiles, rules).ok()?;
        let seen = self.seen(rng, rules, &hand);
        let supply = self.supply(rules, &hand, &seen);
        (hand.concealed().total() == size).then_some(Dealt { hand, seen, supply })
    }

    /// Tiles seen elsewhere: none, or a part of those that the hand leaves.
    fn seen(&self, rng: &mut Rng, rules: &RuleSet, hand: &Hand) -> TileCounts {
        let quarters = if self.is_unbounded() { 0 } else { [0, 0, 2, 3][rng.usize(..4)] };
        let left = stock(rules, &hand.all_tiles()).into_iter();
        left.filter(|&tile| rules.drawable(tile) > 0 && rng.u8(..4) < quarters).collect()
    }
}

/// Every tile that a hand may hold, but for these.
fn stock(rules: &RuleSet, but: &TileCounts) -> Vec<Tile> {
    let copies = |tile| rules.copies(tile).saturating_sub(but.get(tile));
    Tile::all().flat_map(|tile| std::iter::repeat_n(tile, usize::from(copies(tile)))).collect()
}

/// Sizes up to two melds and a pair.
const SHORT: &[usize] = &[1, 2, 4, 5, 7, 8];

macro_rules! decks {
    ($($name:literal $sizes:expr, $called:literal, $set:literal;)*) => {
        pub const DECKS: &[Deck] =
            &[$(Deck { name: $name, set: $set, called: $called, sizes: $sizes }),*];
    };
}

decks! {
    "one suit, two copies" &[4, 5, 7, 8, 10, 11, 13, 14], "", "
        tiles.kinds=123456789m
        tiles.plain=2";
    "one suit, two copies, called" &[4, 5, 7, 8], "[123m] (9999m) [456m][789m]", "
        tiles.kinds=123456789m
        tiles.plain=2
        tiles.copies={ 9m = 4 }";
    "five numbers, four copies" &[4, 5, 7, 8, 10, 11], "[111m] [345m] [234m][234m]", "
        tiles.kinds=12345m
        tiles.plain=4";
    "two suits and honours" SHORT, "[123m] [555z]", "
        tiles.kinds=1234m123p15z
        tiles.plain=2
        tiles.copies={ 5z = 4 }";
    "kinds that make no runs" &[4, 5, 7, 8, 10, 11], "[111m]", "
        tiles.kinds=159m159p12z
        tiles.plain=3";
    "kinds that make no runs, jokers left" &[7, 8], "", "
        tiles.kinds=1369m159p1z
        tiles.plain=3
        tiles.jokers=2
        tiles.jokers_drawn=true
        wild.kinds=1z";
    "one copy of each" &[1, 2, 4, 5], "", "
        tiles.kinds=1234567m12345p
        tiles.plain=1
        tiles.copies={ 4m = 2 }";
    "blue numbers" SHORT, "[123m] [1m2P3m=123m]", "
        tiles.kinds=1234m1234p
        tiles.plain=1
        tiles.blue=1";
    "blue numbers of three suits" &[4, 5, 7, 8], "", "
        tiles.kinds=123m12p23s
        tiles.plain=1
        tiles.blue=1
        tiles.copies={ 2m = 2, 1p = 2 }";
    "blue numbers and honours" SHORT, "[5Z66z=666z]", "
        tiles.kinds=123m3p12567z
        tiles.plain=1
        tiles.blue=1
        tiles.copies={ 6z = 2 }";
    "blue honours" SHORT, "", "
        tiles.kinds=123z567z
        tiles.plain=2
        tiles.blue=1";
    "blue numbers, one suit" SHORT, "[123m]", "
        tiles.kinds=1234m123p
        tiles.plain=1
        tiles.blue=1
        max_suits=1";
    "blue tiles in runs alone" SHORT, "", "
        tiles.kinds=1234m123p
        tiles.plain=2
        tiles.blue=1
        tiles.copies={ 4M = 0 }
        blue.groups=run";
    "blue tiles redefined" SHORT, "", "
        tiles.kinds=1234m1z
        tiles.plain=2
        tiles.blue=1
        blue.stands_for=13m
        blue.own_kind=false";
    "laizi, itself too" SHORT, "[123m]", "
        tiles.kinds=1234567m1z
        tiles.plain=2
        wild.kinds=1z";
    "laizi that is a number" SHORT, "[234m=234m] [333m=444m]", "
        tiles.kinds=12345m12p
        tiles.plain=3
        tiles.copies={ 2p = 2 }
        wild.kinds=3m";
    "laizi, never itself" SHORT, "", "
        tiles.kinds=123456m15z
        tiles.plain=2
        wild.kinds=5z
        wild.own_kind=false";
    "laizi for some kinds" SHORT, "", "
        tiles.kinds=123456m15z
        tiles.plain=2
        wild.kinds=5z
        wild.own_kind=false
        wild.stands_for=24m1z";
    "two laizi" SHORT, "", "
        tiles.kinds=12345m67z
        tiles.plain=2
        wild.kinds=2m7z";
    "jokers, none left" SHORT, "[123m]", "
        tiles.kinds=1234567m1z
        tiles.plain=2
        tiles.jokers=3
        tiles.jokers_drawn=false";
    "jokers left" SHORT, "[12mj=123m]", "
        tiles.kinds=1234567m1z
        tiles.plain=2
        tiles.jokers=3
        tiles.jokers_drawn=true";
    "jokers for honours" SHORT, "", "
        tiles.kinds=123456m12z
        tiles.plain=2
        tiles.jokers=2
        tiles.jokers_drawn=true
        wild.joker_stands_for=12z";
    "jokers and blue tiles" &[1, 2, 4, 5], "", "
        tiles.kinds=123m123p5z
        tiles.plain=2
        tiles.blue=1
        tiles.jokers=2
        tiles.jokers_drawn=true";
    "classes of jokers" SHORT, "", "
        tiles.kinds=12345m1z
        tiles.plain=2
        jokers.a.copies=2
        jokers.a.stands_for=12m1z
        jokers.b.copies=2
        jokers.b.drawn=false
        jokers.b.groups=run";
    "a stand-in that must" SHORT, "", "
        tiles.kinds=12345m25z
        tiles.plain=2
        wild.kinds=3m
        classes.white.kinds=5z
        classes.white.stands_for=wild
        classes.white.own_kind=false
        classes.white.counts_as_wild=false";
    "a stand-in that may, one wild use" SHORT, "", "
        tiles.kinds=12345m25z
        tiles.plain=2
        wild.kinds=2z
        wild.most=1
        classes.white.kinds=5z
        classes.white.stands_for=24m
        classes.white.counts_as_wild=false";
    "no wild use" SHORT, "", "
        tiles.kinds=123456m1z
        tiles.plain=2
        wild.kinds=4m1z
        wild.most=0";
    "one wild use" SHORT, "[234m]", "
        tiles.kinds=123456m1z
        tiles.plain=2
        tiles.jokers=2
        tiles.jokers_drawn=true
        wild.kinds=1z
        wild.most=1";
    "two wild uses, of a form one" &[4, 5, 7, 8], "", "
        tiles.kinds=12345m12z
        tiles.plain=2
        tiles.jokers=3
        tiles.jokers_drawn=true
        wild.most=2
        forms.own.groups=[{ type = \"pair\", count = 4 }]
        forms.own.most_wilds=1";
    "no fifth copy" SHORT, "[111m]", "
        tiles.kinds=12345m1z
        tiles.plain=3
        tiles.copies={ 2m = 2, 3m = 1 }
        tiles.jokers=3
        tiles.jokers_drawn=true
        wild.fifth_copy=false";
    "a fifth copy" SHORT, "[111m]", "
        tiles.kinds=1234m1z
        tiles.plain=3
        tiles.copies={ 2m = 2, 3m = 1 }
        tiles.jokers=3
        tiles.jokers_drawn=true";
    "no fifth copy, one wild use" SHORT, "", "
        tiles.kinds=1234m5z
        tiles.plain=2
        tiles.blue=1
        tiles.copies={ 5Z = 0 }
        wild.kinds=5z
        wild.most=1
        wild.fifth_copy=false";
    "wild tiles in runs alone" SHORT, "", "
        tiles.kinds=123456m1z
        tiles.plain=2
        wild.kinds=1z
        wild.groups=run";
    "wild tiles in no pair" SHORT, "", "
        tiles.kinds=123456m1z
        tiles.plain=2
        wild.kinds=1z
        wild.groups=run triplet";
    "winds make runs" SHORT, "[123z] [124z=124z]", "
        tiles.kinds=123m12345z
        tiles.plain=2
        runs=suit winds";
    "winds in order, dragons" SHORT, "[567z]", "
        tiles.kinds=12m1234567z
        tiles.plain=2
        runs=winds-in-order dragons";
    "blue winds make runs" SHORT, "", "
        tiles.kinds=1234z567z
        tiles.plain=1
        tiles.blue=1
        runs=winds";
    "listed runs" SHORT, "", "
        tiles.kinds=12345m2s2z
        tiles.plain=2
        tiles.jokers=1
        tiles.jokers_drawn=true
        runs=135m 2m2s2z";
    "no runs, a void suit" SHORT, "", "
        tiles.kinds=123m12s1z
        tiles.plain=3
        tiles.blue=1
        tiles.copies={ 3m = 2, 1Z = 0 }
        runs=none
        absent=sou";
    "pairs, kinds distinct" &[1, 2, 7, 8], "[123m]", "
        tiles.kinds=123456m12z
        tiles.plain=3
        tiles.copies={ 5m = 2, 6m = 1 }
        forms.own.groups=[{ type = \"pair\", count = 4, wait = \"seven-pairs\" }]";
    "pairs, four alike" &[7, 8], "", "
        tiles.kinds=12345m1z
        tiles.plain=4
        tiles.copies={ 1m = 2, 5m = 1 }
        forms.own.groups=[{ type = \"pair\", count = 4 }]
        forms.own.quads_as_two_pairs=true";
    "pairs with jokers" &[7, 8], "", "
        tiles.kinds=12345m1z
        tiles.plain=3
        tiles.copies={ 5m = 1 }
        tiles.jokers=3
        tiles.jokers_drawn=true
        forms.own.groups=[{ type = \"pair\", count = 4 }]";
    "blue pairs" &[7, 8], "", "
        tiles.kinds=123m12p12z
        tiles.plain=1
        tiles.blue=1
        forms.own.groups=[{ type = \"pair\", count = 4 }]";
    "seven pairs" &[4, 5, 10, 11, 13, 14], "[123m]", "
        tiles.kinds=12345678m1z
        tiles.plain=2
        tiles.copies={ 1m = 3 }
        forms.seven-pairs.enabled=true";
    "orphans" &[7, 8], "", "
        tiles.kinds=129m12345z
        tiles.plain=3
        forms.own.groups=[{ type = \"single\", count = 6, kinds = \"19m 12345z\" }, { type = \"pair\", kinds = \"19m 12345z\" }]
        tiles.copies={ 2m = 1 }";
    "orphans with jokers and a laizi" &[7, 8], "", "
        tiles.kinds=129m1234z
        tiles.plain=3
        tiles.jokers=2
        tiles.jokers_drawn=true
        wild.kinds=2m
        forms.own.groups=[{ type = \"single\", count = 5, kinds = \"19m 1234z\", wait = \"orphans-single\" }, { type = \"triplet\", kinds = \"19m 1234z\", wilds = false }]";
    "blue orphans" &[7, 8], "", "
        tiles.kinds=19m9p1234z
        tiles.plain=1
        tiles.blue=1
        forms.own.groups=[{ type = \"single\", count = 6, kinds = \"19m 19p 1234z\" }, { type = \"pair\", kinds = \"19m 19p 1234z\" }]";
    "knitted singles" &[4, 5], "", "
        tiles.kinds=147m258p369s1z
        tiles.plain=1
        tiles.copies={ 1m = 2, 1z = 2, 2p = 2 }
        tiles.jokers=1
        tiles.jokers_drawn=true
        forms.own.groups=[{ type = \"single\", count = 5, knitted = true }]";
    "singles apart" &[4, 5], "", "
        tiles.kinds=123456789m12z
        tiles.plain=1
        tiles.copies={ 3m = 2, 6m = 2, 1z = 2 }
        forms.own.groups=[{ type = \"single\", count = 5, gap = 3 }]";
    "knitted runs" &[7, 8], "", "
        tiles.kinds=147m258p36s
        tiles.plain=2
        tiles.copies={ 1m = 3, 7m = 1, 2p = 3, 8p = 1, 3s = 1 }
        forms.own.groups=[{ type = \"run\", count = 2, runs = \"knitted\", knitted = true }, { type = \"meld\", count = \"melds\" }, { type = \"pair\" }]";
    "pairs and a free tile" &[4, 5], "", "
        tiles.kinds=12345m12z
        tiles.plain=2
        tiles.blue=1
        tiles.copies={ 1Z = 0, 2Z = 0 }
        forms.own.groups=[{ type = \"pair\", count = 2 }, { type = \"rest\", size = 1, kinds = \"1m 2m 1z\" }]";
    "any hand with two wild tiles" SHORT, "[123m]", "
        tiles.kinds=123456m1z
        tiles.plain=2
        wild.kinds=1z
        forms.own.groups=[{ type = \"rest\", size = \"hand\", least_wilds = 2 }]";
    "eyes of 2 and 5, no wild tile" SHORT, "", "
        tiles.kinds=123456m1z
        tiles.plain=2
        wild.kinds=1z
        forms.standard.groups=[{ type = \"meld\", count = \"melds\" }, { type = \"pair\", kinds = \"258m\", wilds = false }]";
    "one call at least" SHORT, "[123m] [444m]", "
        tiles.kinds=123456m1z
        tiles.plain=3
        tiles.copies={ 6m = 1, 1z = 2 }
        forms.standard.least_called=1";
    "copies do not count" &[1, 2, 4, 5, 7, 8], "[111m]", "
        tiles.kinds=1234m1z
        dead_waits=count
        tiles.plain=3";
    "copies do not count, laizi" &[1, 2, 4, 5], "", "
        tiles.kinds=1234m1z
        tiles.plain=2
        dead_waits=count
        wild.kinds=1z
        wild.own_kind=false";
    "copies of blue tiles do not count" &[1, 2, 4, 5], "", "
        tiles.kinds=123m12p
        tiles.plain=1
        tiles.blue=1
        dead_waits=count";
}
