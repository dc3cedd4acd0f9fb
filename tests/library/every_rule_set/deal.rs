//! Hands for any rule set, made from its own forms: complete ones and ones that lack a tile, with wild
//! tiles among them, now and then with a called meld or a stray tile.

use crate::common::rules_turned_up;
use fastrand::Rng;
use ginga::rules::{Form, Pattern, PatternSort, RestSize};
use ginga::{GroupType, Hand, Kind, RuleSet, Tile};
use std::collections::BTreeSet;

/// A built-in rule set, perhaps with a tile turned up and with more forms than it has by itself.
pub struct Table {
    pub name: &'static str,
    pub set: Vec<String>,
    pub turned_up: Option<Kind>,
    pub rules: RuleSet,
}

/// What gives a rule set more copies of its tiles than any hand holds.
const PLENTY: &[(&str, &str)] = &[
    ("galaxy", "tiles.blue=16"),
    ("golden-chun", "tiles.copies={ 7z = 16, 7Z = 16 }"),
    ("bloodflow", "tiles.copies={ 7z = 16 }"),
];

impl Table {
    /// A built-in rule set; `all_forms` switches on those that are off.
    pub fn new(rng: &mut Rng, name: &'static str, all_forms: bool, set: &[&str]) -> Table {
        let mut set: Vec<String> = set.iter().map(ToString::to_string).collect();
        if all_forms {
            set.extend(forms(name).map(|form| format!("forms.{form}.enabled=true")));
        }
        let kinds: Vec<Kind> = RuleSet::builtin(name).unwrap().kinds().iter().collect();
        let flips = RuleSet::builtin(name).unwrap().takes_indicator();
        let turned_up = rng.choice(kinds).filter(|_| flips);
        let rules = rules(name, &set, turned_up);
        Table { name, set, turned_up, rules }
    }

    /// The same rules with many more copies of each tile.
    pub fn plenty(&self) -> RuleSet {
        let mut set = self.set.clone();
        set.push("tiles.plain=16".to_owned());
        if self.rules.copies(Tile::JOKER) > 0 {
            set.push("tiles.jokers=16".to_owned());
        }
        let more = PLENTY.iter().filter(|(name, _)| *name == self.name);
        set.extend(more.map(|(_, assignment)| (*assignment).to_owned()));
        let classes = ('a'..='z').filter(|&letter| {
            Tile::joker_of(letter).is_some_and(|joker| self.rules.copies(joker) > 0)
        });
        set.extend(classes.map(|letter| format!("jokers.{letter}.copies=16")));
        rules(self.name, &set, self.turned_up)
    }

    /// How the program is asked for these rules.
    pub fn arguments(&self) -> String {
        let set = self.set.iter().map(|assignment| format!(" --set '{assignment}'"));
        let turned_up = self.turned_up.map(|kind| format!(" --indicator {kind}"));
        format!("--rules {}{}{}", self.name, turned_up.unwrap_or_default(), set.collect::<String>())
    }
}

fn rules(name: &str, set: &[String], turned_up: Option<Kind>) -> RuleSet {
    rules_turned_up(name, set, &turned_up.map(|kind| kind.to_string()).unwrap_or_default())
}

/// The forms that a built-in file names, those that it has from another file not.
fn forms(name: &str) -> impl Iterator<Item = &'static str> {
    let lines = RuleSet::builtin_text(name).unwrap().lines();
    lines.filter_map(|line| line.strip_prefix("[forms.")?.split(']').next())
}

/// A random hand of 3n+1 or 3n+2 concealed tiles.
pub fn hand(rng: &mut Rng, rules: &RuleSet, waits: bool) -> Hand {
    (0..100_000)
        .find_map(|_| attempt(rng, rules, waits))
        .unwrap_or_else(|| panic!("no hand for {}", rules.name()))
}

/// One attempt at such a hand: it fails where the tiles drawn do not fit together.
pub fn attempt(rng: &mut Rng, rules: &RuleSet, waits: bool) -> Option<Hand> {
    let form = rng.choice(rules.forms())?;
    let called = match form.called() {
        Some(called) => called.into(),
        None if rng.u8(..4) == 0 => rng.usize(1..=2).max(form.least_called().into()),
        None => form.least_called().into(),
    };
    let melds = usize::from(rules.melds()).checked_sub(called)?;
    let tiles = 3 * if rng.bool() { melds } else { rng.usize(0..=melds) } + 2;
    let counts = form.counts(tiles, called)?;
    let kinds = kinds_at_hand(rng, rules, form);
    let mut wilds = rng.usize(0..=3);
    let mut concealed = Vec::new();
    let mut groups = Vec::new();
    for (pattern, count) in form.patterns().iter().zip(counts) {
        match pattern.sort {
            PatternSort::Rest { size, least_wilds, .. } => {
                let size = match size {
                    RestSize::Exactly(size) => size.into(),
                    RestSize::Hand => tiles,
                };
                concealed.extend(free_tiles(rng, rules, pattern, size, least_wilds)?);
            }
            PatternSort::Groups(types) => {
                groups.extend(groups_of(rng, rules, pattern, types, count.into(), &kinds)?);
            }
        }
    }
    for kind in groups.into_iter().flatten() {
        concealed.push(tile_for(rng, rules, kind, &mut wilds)?);
    }
    rng.shuffle(&mut concealed);
    if rng.u8(..4) == 0 {
        concealed[0] = rng.choice(drawable(rules))?;
    }
    if waits {
        concealed.pop();
    }
    let mut text: String = concealed.iter().map(Tile::to_string).collect();
    let mut wilds = rng.usize(0..=2);
    for _ in 0..called {
        text += &called_meld(rng, rules, &kinds, &mut wilds)?;
    }
    Hand::parse(&text, rules).ok()
}

fn drawable(rules: &RuleSet) -> Vec<Tile> {
    Tile::all().filter(|&tile| rules.drawable(tile) > 0).collect()
}

/// The kinds that groups are made of: of as many suits as the form may have.
fn kinds_at_hand(rng: &mut Rng, rules: &RuleSet, form: &Form) -> Vec<Kind> {
    let most = if rules.is_one_suit() { 1 } else { usize::from(rules.most_suits(form)) };
    let mut suits = [ginga::Suit::Man, ginga::Suit::Pin, ginga::Suit::Sou];
    rng.shuffle(&mut suits);
    let within = |kind: &Kind| {
        !kind.suit().is_numbered() || suits.iter().take(most).any(|s| *s == kind.suit())
    };
    let playable = rules.kinds_in_play().without(rules.absent());
    playable.iter().filter(within).collect()
}

/// Groups of a pattern as the kinds that they are read as.
fn groups_of(
    rng: &mut Rng,
    rules: &RuleSet,
    pattern: &Pattern,
    types: &[GroupType],
    count: usize,
    kinds: &[Kind],
) -> Option<Vec<Vec<Kind>>> {
    let kinds: Vec<Kind> = kinds.iter().copied().filter(|&k| pattern.kinds.contains(k)).collect();
    let runs: Vec<[Kind; 3]> = pattern
        .run_sorts(rules.run_sorts())
        .iter()
        .flat_map(|sort| sort.runs())
        .filter(|run| run.iter().all(|kind| kinds.contains(kind)))
        .collect();
    let mut groups: Vec<Vec<Kind>> = Vec::new();
    for _ in 0..20 * count {
        if groups.len() == count {
            break;
        }
        let group = match *rng.choice(types)? {
            GroupType::Run => rng.choice(&runs)?.to_vec(),
            group => vec![*rng.choice(&kinds)?; group.size()?],
        };
        // Far enough from the others, or there is no need to be.
        let apart = |other: &Vec<Kind>| {
            let pairs = group.iter().flat_map(|&one| other.iter().map(move |&two| (one, two)));
            let single = types == [GroupType::Single];
            pairs.into_iter().all(|(one, two)| pattern.apart.allows(one, two))
                && (!single || *other != group)
        };
        if groups.iter().all(apart) {
            groups.push(group);
        }
    }
    (groups.len() == count).then_some(groups)
}

/// Tiles that a free rest takes, as many of them wild as it wants.
fn free_tiles(
    rng: &mut Rng,
    rules: &RuleSet,
    pattern: &Pattern,
    size: usize,
    least_wilds: u8,
) -> Option<Vec<Tile>> {
    let blue = matches!(pattern.sort, PatternSort::Rest { blue: true, .. });
    let taken = |tile: &Tile| {
        let face = tile.kind().is_some_and(|kind| pattern.kinds.contains(kind));
        (face || rules.is_wild(*tile)) && (!blue || tile.is_galaxy())
    };
    let tiles: Vec<Tile> = drawable(rules).into_iter().filter(taken).collect();
    let wild: Vec<Tile> = tiles.iter().copied().filter(|&tile| rules.is_wild(tile)).collect();
    let mut chosen = Vec::new();
    for place in 0..size {
        let from = if place < least_wilds.into() || rng.u8(..6) == 0 { &wild } else { &tiles };
        chosen.extend(rng.choice(from).or(rng.choice(&tiles)).copied());
    }
    (chosen.len() == size).then_some(chosen)
}

/// The tile of a kind, or while there may be more of them a wild one that can be used as it.
fn tile_for(rng: &mut Rng, rules: &RuleSet, kind: Kind, wilds: &mut usize) -> Option<Tile> {
    let stands = |tile: &Tile| rules.stands_for(*tile).contains(kind);
    let others: Vec<Tile> = Tile::all()
        .filter(|&tile| rules.copies(tile) > 0 && tile != Tile::plain(kind))
        .filter(stands)
        .collect();
    let has_plain = rules.copies(Tile::plain(kind)) > 0 && stands(&Tile::plain(kind));
    if !others.is_empty() && (!has_plain || (*wilds > 0 && rng.u8(..3) == 0)) {
        *wilds = wilds.saturating_sub(1);
        return rng.choice(others);
    }
    has_plain.then_some(Tile::plain(kind))
}

/// A called triplet, run or kan, its tiles with what they are read as.
fn called_meld(
    rng: &mut Rng,
    rules: &RuleSet,
    kinds: &[Kind],
    wilds: &mut usize,
) -> Option<String> {
    let in_play = |run: &[Kind; 3]| run.iter().all(|kind| kinds.contains(kind));
    let of = |kind: &Kind, count| vec![*kind; count];
    let (meld, brackets) = match rng.u8(..3) {
        0 => (rng.choice(rules.runs().filter(in_play).collect::<Vec<_>>())?.to_vec(), ["[", "]"]),
        1 => (of(rng.choice(kinds)?, 3), ["[", "]"]),
        _ => (of(rng.choice(kinds)?, 4), ["(", ")"]),
    };
    let tiles: Option<String> =
        meld.iter().map(|&kind| Some(tile_for(rng, rules, kind, wilds)?.to_string())).collect();
    let reading: String = meld.iter().map(Kind::to_string).collect();
    Some(format!("{}{}={reading}{}", brackets[0], tiles?, brackets[1]))
}

/// Every built-in rule set as it is and with all its forms, some with further settings.
pub fn tables(rng: &mut Rng, set: &[&str]) -> Vec<Table> {
    let mut tables = Vec::new();
    for name in RuleSet::builtin_names() {
        tables.push(Table::new(rng, name, false, set));
        let enabled: BTreeSet<String> = tables[tables.len() - 1]
            .rules
            .forms()
            .iter()
            .map(|form| form.name().to_owned())
            .collect();
        if forms(name).any(|form| !enabled.contains(form)) {
            tables.push(Table::new(rng, name, true, set));
        }
    }
    tables
}
