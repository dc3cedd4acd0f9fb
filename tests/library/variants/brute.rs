//! A naive second method: take the first tile left, try every group type, every choice of partners
//! and every reading. It shares nothing with the crate but the names of tiles, kinds and group types.

use fastrand::Rng;
use ginga::{GroupType, Kind, Suit, Tile, WaitShape};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a tile may be used as, and where it may be what it is not.
#[derive(Clone)]
pub struct Meaning {
    pub kinds: BTreeSet<Kind>,
    pub groups: fn(GroupType) -> bool,
    pub called: fn(GroupType) -> bool,
    /// Whether such a use is one of a wild tile.
    pub counts: bool,
}

pub type IsRun = fn([Kind; 3]) -> bool;

/// Groups of one sort in a form.
#[derive(Clone)]
pub struct Part {
    /// The types; empty for free tiles.
    pub types: Vec<GroupType>,
    /// How many groups; `None` for what the others leave, in threes. Of free tiles, how many tiles;
    /// `None` for the whole hand.
    pub count: Option<usize>,
    pub kinds: fn(Kind) -> bool,
    pub wilds: bool,
    pub runs: Option<IsRun>,
    /// What two kinds of two groups must be.
    pub apart: fn(Kind, Kind) -> bool,
    pub least_wilds: usize,
}

#[derive(Clone)]
pub struct Form {
    pub name: &'static str,
    pub parts: Vec<Part>,
    pub twins: bool,
    pub suits: Option<usize>,
    pub most: Option<usize>,
    pub own: Option<bool>,
    pub called: Option<usize>,
    pub least_called: usize,
}

/// Copies in the game, and whether they can be drawn.
#[derive(Clone, Copy)]
pub struct Copies {
    pub copies: usize,
    pub drawn: bool,
}

#[derive(Clone)]
pub struct Rule {
    pub stock: BTreeMap<Tile, Copies>,
    pub meaning: BTreeMap<Tile, Meaning>,
    pub runs: Vec<IsRun>,
    pub forms: Vec<Form>,
    pub most: Option<usize>,
    pub fifth: bool,
    pub calls: fn(GroupType) -> bool,
    pub absent: fn(Kind) -> bool,
    pub suits: usize,
    pub dead_count: bool,
}

impl Rule {
    /// The same game without its limits: every use of every tile, every run, every number of suits.
    pub fn loose(&self) -> Rule {
        let mut loose = self.clone();
        for (tile, meaning) in &mut loose.meaning {
            meaning.kinds.extend(tile.kind());
            meaning.groups = |_| true;
        }
        for form in &mut loose.forms {
            (form.twins, form.suits, form.most, form.own) = (true, None, None, None);
            for part in &mut form.parts {
                part.kinds = |_| true;
                (part.wilds, part.runs, part.least_wilds) = (true, None, 0);
                part.apart = |_, _| true;
            }
        }
        loose.runs.extend([is_near as IsRun, |run| run.iter().all(|k| k.suit() == Suit::Honour)]);
        (loose.most, loose.fifth, loose.suits) = (None, true, 3);
        loose.absent = |_| false;
        loose
    }
}

/// Three numbers of one suit, not far from each other.
fn is_near([a, b, c]: [Kind; 3]) -> bool {
    a.suit() == c.suit() && b.suit() == c.suit() && c.number() - a.number() < 5
}

/// A complete group: its type and its tiles, each with the kind it is read as, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Made {
    pub group: GroupType,
    pub slots: Vec<(Kind, Tile)>,
}

impl Made {
    pub fn new(group: GroupType, mut slots: Vec<(Kind, Tile)>) -> Made {
        slots.sort();
        Made { group, slots }
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.slots.iter().map(|slot| slot.0)
    }
}

/// A complete decomposition: the form's name and the concealed groups, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Division {
    pub form: &'static str,
    pub groups: Vec<Made>,
}

/// A tenpai decomposition: a form's complete groups and the open one's tiles.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opened {
    pub form: &'static str,
    pub groups: Vec<Made>,
    pub slots: Vec<(Kind, Tile)>,
}

/// The holes of a partial group: how it waits, and the tiles that fill them.
pub type Holes = BTreeMap<Kind, (WaitShape, BTreeSet<Tile>)>;

/// The groups that a multiset of tiles can be read as, kept: by form, part and tiles.
type Readings = HashMap<(&'static str, usize, Vec<Tile>), Vec<Made>>;

pub struct Brute<'r> {
    pub rule: &'r Rule,
    runs: Vec<[Kind; 3]>,
    readings: RefCell<Readings>,
}

impl<'r> Brute<'r> {
    pub fn new(rule: &'r Rule) -> Brute<'r> {
        let all = || Kind::all();
        let threes = all().flat_map(|a| all().flat_map(move |b| all().map(move |c| [a, b, c])));
        let listed: Vec<[Kind; 3]> = threes.filter(|[a, b, c]| a < b && b < c).collect();
        let part_runs = rule.forms.iter().flat_map(|form| &form.parts).filter_map(|part| part.runs);
        let sorts: Vec<IsRun> = rule.runs.iter().copied().chain(part_runs).collect();
        let runs = listed.into_iter().filter(|&run| sorts.iter().any(|is_run| is_run(run)));
        let runs = runs.collect();
        Brute { rule, runs, readings: RefCell::default() }
    }

    /// What a tile may be used as in a form.
    fn may(&self, form: &Form, tile: Tile) -> BTreeSet<Kind> {
        let mut kinds = self.rule.meaning[&tile].kinds.clone();
        if let Some(own) = tile.kind()
            && self.is_wild(tile)
        {
            match form.own {
                Some(true) => drop(kinds.insert(own)),
                Some(false) => drop(kinds.remove(&own)),
                None => {}
            }
        }
        kinds
    }

    fn is_wild(&self, tile: Tile) -> bool {
        let own: BTreeSet<Kind> = tile.kind().into_iter().collect();
        self.rule.meaning.get(&tile).is_some_and(|meaning| meaning.kinds != own)
    }

    /// Whether a tile in the place of a kind is used as a wild one.
    pub fn is_wild_use(&self, (kind, tile): (Kind, Tile)) -> bool {
        tile.kind() != Some(kind) && self.rule.meaning[&tile].counts
    }

    fn fits(&self, form: &Form, part: &Part, group: GroupType, (kind, tile): (Kind, Tile)) -> bool {
        if !self.may(form, tile).contains(&kind) || !(part.kinds)(kind) {
            return false;
        }
        tile.kind() == Some(kind) || {
            let meaning = &self.rule.meaning[&tile];
            (meaning.groups)(group) && (part.wilds || !meaning.counts)
        }
    }

    fn is_run(&self, part: &Part, run: [Kind; 3]) -> bool {
        match part.runs {
            Some(is_run) => is_run(run),
            None => self.rule.runs.iter().any(|is_run| is_run(run)),
        }
    }

    /// Every group of a part that these tiles can be.
    fn read(&self, form: &Form, at: usize, tiles: &[Tile]) -> Vec<Made> {
        let key = (form.name, at, tiles.to_vec());
        if let Some(known) = self.readings.borrow().get(&key) {
            return known.clone();
        }
        let part = &form.parts[at];
        let mut made = BTreeSet::new();
        for &group in part.types.iter().filter(|group| size(**group) == tiles.len()) {
            let shapes: Vec<Vec<Kind>> = match group {
                GroupType::Run => {
                    let runs = self.runs.iter().filter(|run| self.is_run(part, **run));
                    runs.map(|run| run.to_vec()).collect()
                }
                _ => Kind::all().map(|kind| vec![kind; tiles.len()]).collect(),
            };
            for shape in shapes {
                for order in orders(tiles) {
                    let slots: Vec<_> = shape.iter().copied().zip(order).collect();
                    if slots.iter().all(|&slot| self.fits(form, part, group, slot)) {
                        made.insert(Made::new(group, slots));
                    }
                }
            }
        }
        let made: Vec<Made> = made.into_iter().collect();
        self.readings.borrow_mut().insert(key, made.clone());
        made
    }

    /// A type and kinds that a part takes, by chance.
    pub fn shape(&self, rng: &mut Rng, form: &Form, at: usize) -> Option<(GroupType, Vec<Kind>)> {
        let part = &form.parts[at];
        let group = *rng.choice(&part.types)?;
        let faces = |kind: &Kind| self.rule.stock.contains_key(&Tile::plain(*kind));
        let takes = |kind: &Kind| (part.kinds)(*kind) && faces(kind);
        if group == GroupType::Run {
            let runs = self.runs.iter().filter(|run| self.is_run(part, **run));
            let runs: Vec<_> = runs.filter(|run| run.iter().all(takes)).collect();
            let run = rng.choice(runs)?;
            return Some((group, run.to_vec()));
        }
        let kind = rng.choice(Kind::all().filter(takes).collect::<Vec<_>>())?;
        Some((group, vec![kind; size(group)]))
    }

    /// What a free tile is read as.
    fn free(&self, form: &Form, part: &Part, tile: Tile) -> Option<Kind> {
        let may = self.may_be_free(form, part, tile);
        tile.kind().filter(|own| may.contains(own)).or_else(|| may.first().copied())
    }

    /// What a tile may be among free ones: its face, and what it may be used as.
    fn may_be_free(&self, form: &Form, part: &Part, tile: Tile) -> BTreeSet<Kind> {
        let used = self.may(form, tile).into_iter().filter(|_| part.wilds);
        let takes = |kind: &Kind| (part.kinds)(*kind) && !(self.rule.absent)(*kind);
        tile.kind().into_iter().chain(used).filter(takes).collect()
    }

    /// The free tiles as a group, if they may be one.
    fn rest(&self, form: &Form, part: &Part, tiles: &[Tile]) -> Option<Made> {
        // A stand-in is no wild tile.
        let counts = |tile: &Tile| self.rule.meaning.get(tile).is_some_and(|m| m.counts);
        let wild = tiles.iter().filter(|tile| self.is_wild(**tile) && counts(tile)).count();
        let slots = tiles.iter().map(|&tile| Some((self.free(form, part, tile)?, tile)));
        let made = Made::new(GroupType::Rest, slots.collect::<Option<_>>()?);
        (wild >= part.least_wilds).then_some(made)
    }

    /// Whether these kinds, with these tiles, may be called so.
    pub fn called(&self, kinds: &[Kind], tiles: &[Tile]) -> Option<Made> {
        let alike = kinds.iter().all(|&kind| kind == kinds[0]);
        let group = match (kinds, alike) {
            ([_, _, _], true) => GroupType::Triplet,
            ([_, _, _, _], true) => GroupType::Kan,
            (&[a, b, c], false) if self.rule.runs.iter().any(|is_run| is_run([a, b, c])) => {
                GroupType::Run
            }
            _ => return None,
        };
        let place = if group == GroupType::Kan { GroupType::Triplet } else { group };
        if !(self.rule.calls)(place) {
            return None;
        }
        let fits = |&(kind, tile): &(Kind, Tile)| {
            let meaning = &self.rule.meaning[&tile];
            let natural = tile.kind() == Some(kind);
            meaning.kinds.contains(&kind) && (natural || (meaning.called)(place))
        };
        let made = orders(tiles).into_iter().filter_map(|order| {
            let slots: Vec<_> = kinds.iter().copied().zip(order).collect();
            slots.iter().all(fits).then(|| Made::new(group, slots))
        });
        // The reading counts: with as few tiles as wild ones as it takes.
        made.min_by_key(|made| made.slots.iter().filter(|&&slot| self.is_wild_use(slot)).count())
    }

    /// Every decomposition of a complete hand.
    pub fn divisions(&self, tiles: &[Tile], called: &[Made]) -> BTreeSet<Division> {
        let mut tiles = tiles.to_vec();
        tiles.sort();
        let mut found = BTreeSet::new();
        for form in &self.rule.forms {
            let Some(needed) = needed(form, tiles.len(), called.len()) else { continue };
            if called.iter().all(|meld| self.takes_called(form, meld)) {
                self.divide(form, &tiles, &needed, &mut Vec::new(), called, &mut found);
            }
        }
        found
    }

    fn takes_called(&self, form: &Form, meld: &Made) -> bool {
        let mut open = form.parts.iter().filter(|part| part.count.is_none()).peekable();
        open.peek().is_none()
            || open.any(|part| {
                let kinds: Vec<Kind> = meld.kinds().collect();
                let sort_fits = match (part.types.is_empty(), meld.group, &kinds[..]) {
                    (true, ..) => true,
                    (_, GroupType::Run, &[a, b, c]) => {
                        part.types.contains(&GroupType::Run) && self.is_run(part, [a, b, c])
                    }
                    _ => part.types.contains(&GroupType::Triplet),
                };
                sort_fits && kinds.into_iter().all(part.kinds)
            })
    }

    fn divide(
        &self,
        form: &Form,
        left: &[Tile],
        needed: &[usize],
        made: &mut Vec<Made>,
        called: &[Made],
        found: &mut BTreeSet<Division>,
    ) {
        let Some(&first) = left.first() else {
            if needed.iter().all(|&needed| needed == 0) && self.is_whole(form, made, called) {
                let mut groups = made.clone();
                groups.sort();
                found.insert(Division { form: form.name, groups });
            }
            return;
        };
        for (at, part) in form.parts.iter().enumerate().filter(|(at, _)| needed[*at] > 0) {
            let mut fewer = needed.to_vec();
            fewer[at] -= 1;
            let sizes: BTreeSet<usize> = match part.types.as_slice() {
                [] => BTreeSet::from([part.count.unwrap_or(left.len())]),
                types => types.iter().map(|&group| size(group)).collect(),
            };
            for (mut partners, others) in
                sizes.into_iter().flat_map(|size| choices(&left[1..], size - 1))
            {
                partners.insert(0, first);
                let groups = match part.types.is_empty() {
                    true => self.rest(form, part, &partners).into_iter().collect(),
                    false => self.read(form, at, &partners),
                };
                for group in groups {
                    made.push(group);
                    self.divide(form, &others, &fewer, made, called, found);
                    made.pop();
                }
            }
        }
    }

    /// What the whole may not be.
    fn is_whole(&self, form: &Form, made: &[Made], called: &[Made]) -> bool {
        let all = || made.iter().chain(called);
        let placed = || all().filter(|group| group.group != GroupType::Rest);
        let suits: BTreeSet<Suit> = all()
            .flat_map(Made::kinds)
            .map(Kind::suit)
            .filter(|&suit| suit != Suit::Honour)
            .collect();
        let mut alone: Vec<Kind> = made
            .iter()
            .filter(|group| matches!(group.group, GroupType::Single | GroupType::Pair))
            .map(|group| group.slots[0].0)
            .collect();
        alone.sort();
        let twins = alone.windows(2).any(|two| two[0] == two[1]);
        let wilds =
            placed().flat_map(|group| &group.slots).filter(|&&slot| self.is_wild_use(slot)).count();
        let most = form.most.or(self.rule.most).unwrap_or(usize::MAX);
        let absent = all().flat_map(Made::kinds).any(self.rule.absent);
        suits.len() <= form.suits.unwrap_or(self.rule.suits)
            && (form.twins || !twins)
            && wilds <= most
            && !absent
            && form.parts.iter().all(|part| self.is_apart(part, made))
            && (self.rule.fifth || self.has_no_fifth(made, called))
    }

    fn is_apart(&self, part: &Part, made: &[Made]) -> bool {
        let is_own = |made: &&Made| {
            let kinds: Vec<Kind> = made.kinds().collect();
            let is_run = |kinds: &[Kind]| self.is_run(part, [kinds[0], kinds[1], kinds[2]]);
            part.types.contains(&made.group)
                && kinds.iter().all(|&kind| (part.kinds)(kind))
                && (made.group != GroupType::Run || is_run(&kinds))
        };
        let own: Vec<&Made> = made.iter().filter(is_own).collect();
        own.iter().enumerate().all(|(at, one)| {
            own[at + 1..].iter().all(|other| {
                one.kinds().all(|kind| other.kinds().all(|second| (part.apart)(kind, second)))
            })
        })
    }

    /// No kind is read more often than the set has faces of it; four where it has none. Called melds
    /// are what they are.
    fn has_no_fifth(&self, made: &[Made], called: &[Made]) -> bool {
        let placed = made.iter().filter(|group| group.group != GroupType::Rest);
        let kinds: Vec<Kind> = placed.flat_map(Made::kinds).collect();
        kinds.iter().all(|&kind| {
            let faces = [Tile::plain(kind), Tile::galaxy(kind)];
            let faces = faces.iter().filter_map(|tile| self.rule.stock.get(tile));
            let faces: usize = faces.map(|copies| copies.copies).sum();
            let read = kinds.iter().copied().chain(called.iter().flat_map(Made::kinds));
            read.filter(|&other| other == kind).count() <= if faces == 0 { 4 } else { faces }
        })
    }

    /// Every tenpai decomposition with its holes, from the decompositions with one tile more.
    pub fn opened(&self, tiles: &[Tile], called: &[Made]) -> BTreeMap<Opened, Holes> {
        let mut found = BTreeMap::new();
        self.fill(true, tiles, called, &mut found);
        if self.rule.dead_count {
            let mut of_dead = BTreeMap::new();
            self.fill(false, tiles, called, &mut of_dead);
            for (opened, holes) in of_dead {
                let known: &mut Holes = found.entry(opened).or_default();
                for (kind, hole) in holes {
                    known.entry(kind).or_insert(hole);
                }
            }
        }
        found
    }

    /// The kinds that a tile of which no copy is left completes the hand as.
    pub fn gone(&self, tiles: &[Tile], called: &[Made]) -> BTreeSet<Kind> {
        let mut found = BTreeMap::new();
        self.fill(false, tiles, called, &mut found);
        found.values().flat_map(|holes| holes.keys().copied()).collect()
    }

    /// Adds what each tile fills: those of which a copy is left, or those of which none is.
    fn fill(
        &self,
        live: bool,
        tiles: &[Tile],
        called: &[Made],
        found: &mut BTreeMap<Opened, Holes>,
    ) {
        let held = |tile: Tile| {
            let called = called.iter().flat_map(|meld| &meld.slots).map(|slot| slot.1);
            tiles.iter().copied().chain(called).filter(|&other| other == tile).count()
        };
        let drawn = self.rule.stock.iter().filter(|(_, copies)| copies.drawn && copies.copies > 0);
        for (&tile, _) in drawn.filter(|(tile, copies)| (held(**tile) < copies.copies) == live) {
            for division in self.divisions(&[tiles, &[tile]].concat(), called) {
                for (opened, kind, shape) in self.without(&division, tile) {
                    let holes = found.entry(opened).or_default();
                    holes.entry(kind).or_insert((shape, BTreeSet::new())).1.insert(tile);
                }
            }
        }
    }

    /// The decomposition without one tile of this sort, in every group that has one, with each kind
    /// that the tile may be there.
    fn without(&self, division: &Division, tile: Tile) -> Vec<(Opened, Kind, WaitShape)> {
        let mut found = Vec::new();
        for (at, group) in division.groups.iter().enumerate() {
            for (place, &(kind, filled)) in group.slots.iter().enumerate() {
                if filled != tile {
                    continue;
                }
                let mut groups = division.groups.clone();
                let mut slots = groups.remove(at).slots;
                slots.remove(place);
                let opened = Opened { form: division.form, groups, slots };
                let of_kind = |kind| (opened.clone(), kind, shape(group, kind));
                match group.group {
                    GroupType::Rest => {
                        found.extend(self.drawn_free(division.form, tile).into_iter().map(of_kind))
                    }
                    _ => found.push(of_kind(kind)),
                }
            }
        }
        found
    }

    /// What a tile drawn may be among free tiles. Where suits are limited it counts with the suit that
    /// it has in the complete hand.
    fn drawn_free(&self, form: &str, tile: Tile) -> BTreeSet<Kind> {
        let form = self.rule.forms.iter().find(|known| known.name == form).unwrap();
        let part = form.parts.iter().find(|part| part.types.is_empty()).unwrap();
        if form.suits.unwrap_or(self.rule.suits) < 3 {
            return self.free(form, part, tile).into_iter().collect();
        }
        self.may_be_free(form, part, tile)
    }
}

/// How a group waits for one of its kinds.
fn shape(group: &Made, hole: Kind) -> WaitShape {
    let kinds: Vec<Kind> = group.kinds().collect();
    match group.group {
        GroupType::Single => WaitShape::OrphansSingle,
        GroupType::Pair => WaitShape::Tanki,
        GroupType::Triplet | GroupType::Kan => WaitShape::Shanpon,
        GroupType::Rest => WaitShape::Any,
        GroupType::Run => {
            let numbers: Vec<u8> = kinds.iter().map(|kind| kind.number()).collect();
            let numbered =
                kinds.iter().all(|k| k.suit() == kinds[0].suit() && k.suit() != Suit::Honour);
            match (&numbers[..], hole.number()) {
                (&[a, b, c], _) if !numbered || b != a + 1 || c != b + 1 => WaitShape::RunOther,
                (&[_, b, _], hole) if b == hole => WaitShape::Kanchan,
                ([1, 2, 3], 3) | ([7, 8, 9], 7) => WaitShape::Penchan,
                _ => WaitShape::Ryanmen,
            }
        }
    }
}

fn size(group: GroupType) -> usize {
    match group {
        GroupType::Single => 1,
        GroupType::Pair => 2,
        _ => 3,
    }
}

/// How many groups of each part a hand of this size needs; `None` where the form is not of that size.
fn needed(form: &Form, tiles: usize, called: usize) -> Option<Vec<usize>> {
    let grows = form.parts.iter().any(|part| part.count.is_none());
    let admitted = form.called.map_or(grows || called == 0, |count| count == called);
    if !admitted || called < form.least_called {
        return None;
    }
    let of_part = |part: &Part| match (part.types.as_slice(), part.count) {
        (_, None) => 0,
        ([], Some(size)) => size,
        (types, Some(count)) => size(types[0]) * count,
    };
    let left = tiles.checked_sub(form.parts.iter().map(of_part).sum())?;
    let needed = form.parts.iter().map(|part| match (part.types.is_empty(), part.count) {
        (true, _) => 1,
        (false, None) => left / 3,
        (false, Some(count)) => count,
    });
    let whole_hand = form.parts.iter().any(|part| part.types.is_empty() && part.count.is_none());
    let fills = whole_hand || if grows { left % 3 == 0 } else { left == 0 };
    fills.then(|| needed.collect())
}

/// Every choice of so many tiles from a sorted list, each once, with the tiles left.
fn choices(tiles: &[Tile], count: usize) -> Vec<(Vec<Tile>, Vec<Tile>)> {
    if count == 0 {
        return vec![(Vec::new(), tiles.to_vec())];
    }
    let mut all = Vec::new();
    for at in 0..tiles.len() {
        if at > 0 && tiles[at] == tiles[at - 1] {
            continue;
        }
        for (mut chosen, left) in choices(&tiles[at + 1..], count - 1) {
            chosen.insert(0, tiles[at]);
            all.push((chosen, [&tiles[..at], &left[..]].concat()));
        }
    }
    all
}

/// Every order of up to four tiles, some twice where tiles are alike.
fn orders(tiles: &[Tile]) -> Vec<Vec<Tile>> {
    if tiles.len() < 2 {
        return vec![tiles.to_vec()];
    }
    let of_first = |at: usize| {
        let mut others = tiles.to_vec();
        let first = others.remove(at);
        orders(&others).into_iter().map(move |order| [&[first], &order[..]].concat())
    };
    (0..tiles.len()).flat_map(of_first).collect()
}
