//! A form compiled for the sweep: which tiles are what, and which groups may begin at each kind.

use super::fields::Fields;
use crate::engine::NotServed;
use crate::engine::digits::KindDigits;
use crate::group::{GroupType, GroupTypes};
use crate::rules::{Count, Form, Pattern, PatternSort, RestSize, RuleSet, RunSort, Spacing};
use crate::tile::{Kind, KindSet, Suit, Suits, Tile};
use itertools::Itertools;

/// The most classes of wild tiles of a form.
pub(super) const MOST_CLASSES: usize = 16;
/// The most sorts of places that differ in what may fill them.
pub(super) const MOST_PLACES: usize = 8;
/// The most runs that share kinds, directly or through others.
const MOST_RUNS: usize = 21;
/// The most patterns of a form whose groups are kept apart.
const MOST_SPACED: usize = 8;
/// The most tiles of a kind that are of that kind alone.
pub(super) const MOST_NATURALS: u8 = 7;

/// What a tile may be in a form: natural, of its own kind; wild, of a class; or either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TileUse {
    /// Its own kind, where it may be that without being wild. `None` as well for a wild tile whose own
    /// kind is one of its class and as good as any other.
    pub natural: Option<Kind>,
    pub class: Option<u8>,
}

/// Wild tiles that may be used alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    pub kinds: KindSet,
    groups: GroupTypes,
    /// Whether limits on wild tiles concern it.
    pub counts: bool,
    /// Whether one of them may be a free tile.
    free: bool,
}

/// What a tile may be in a form, before classes are numbered.
#[derive(Debug, Clone, Copy)]
struct Meaning {
    own: Option<Kind>,
    /// Whether limits make it matter if the tile is its own kind or wild.
    limited: bool,
    class: Option<Class>,
}

impl Meaning {
    /// The class of tiles that may be used as all kinds that this one may, and that of tiles that may be
    /// used as all but its own.
    fn classes(&self) -> [Option<Class>; 2] {
        let without_own = |class: Class| {
            let own = self.own?;
            Some(Class { kinds: class.kinds.without([own].into_iter().collect()), ..class })
        };
        [self.class, self.class.and_then(without_own)]
    }
}

/// Places of groups that the same classes may fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Places {
    /// The classes, one bit each.
    pub classes: u32,
    /// Free tiles: what fills them is not counted as wild.
    pub free: bool,
}

/// What the sweep may do at one kind.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub kind: Kind,
    /// Its suit where that is numbered.
    pub suits: Suits,
    /// Whether another suit begins here.
    pub begins_suit: bool,
    /// The classes of which this is a kind.
    pub classes: u32,
    /// How many tiles, a hole's included, may be read as the kind, called melds included.
    pub most_alike: Option<u8>,
    pub alike: Vec<Alike>,
    pub begins: Vec<RunStep>,
    /// Runs begun before: their second and third tiles.
    pub goes_on: Vec<RunStep>,
}

/// A group of one kind that may stand at a step: a single, a pair, a triplet, or a free tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alike {
    pub pattern: u8,
    pub size: u8,
    pub places: u8,
    /// Of singles and pairs one kind has one at most.
    pub distinct: bool,
    pub spacing: Option<Apart>,
}

/// A run at one of its three kinds.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunStep {
    pub pattern: u8,
    /// The run's place among those of the part.
    pub run: u8,
    pub places: u8,
    pub last: bool,
    pub spacing: Option<Apart>,
}

/// What keeps groups of a pattern apart, as the sweep sees it within one suit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Apart {
    /// Where the state keeps the number of the suit's last group.
    pub place: u8,
    pub by: Spacing,
    /// Runs are told apart by their first number alone.
    pub of_runs: bool,
    /// Where residues are counted that each suit has of its own.
    pub residues: u8,
}

impl Apart {
    pub fn is_knitted(self) -> bool {
        self.by == Spacing::Knitted
    }
}

/// Kinds that runs connect, in order.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub steps: Vec<Step>,
    /// The bits of a hand's digits that are of these suits.
    pub digits: u128,
    /// The classes that have a kind here, and those of tiles that may be natural here.
    pub classes: u32,
}

/// A form of groups.
#[derive(Debug, Clone)]
pub(super) struct GroupForm {
    pub uses: Box<[TileUse; Tile::COUNT]>,
    pub classes: Vec<Class>,
    pub places: Vec<Places>,
    pub parts: Vec<Part>,
    /// How many patterns the form has.
    pub patterns: usize,
    /// How many patterns keep their groups apart, and how many of them are knitted.
    pub spaced: usize,
    knitted: usize,
    pub most_suits: u8,
    /// A pattern of which a hand has one group, as far as it helps to know in what a hand needs.
    pub only_one: Option<u8>,
    /// Whether the groups are among the melds and the one pair that the tables of needs know.
    pub is_melds_and_pair: bool,
    /// Whether there are all melds that the tables know, so that no part needs more than they say by much.
    pub has_all_melds: bool,
    /// For each tile what it is as a free tile.
    pub free_kinds: Box<[KindSet; Tile::COUNT]>,
}

/// The fields of an outcome: tiles that are not natural, wild uses, then patterns, classes, residues.
pub(super) const ALL_WILD: usize = 0;
pub(super) const WILD_USES: usize = 1;
const PATTERNS: usize = 2;

impl GroupForm {
    pub fn of_pattern(pattern: usize) -> usize {
        PATTERNS + pattern
    }

    pub fn of_class(&self, class: usize) -> usize {
        PATTERNS + self.patterns + class
    }

    pub fn of_residue(&self, residues: u8, number: u8) -> usize {
        PATTERNS
            + self.patterns
            + self.classes.len()
            + usize::from(residues)
            + usize::from(number % 3)
    }

    /// How many fields the residues of knitted groups take.
    pub fn residues(&self) -> usize {
        3 * self.knitted
    }

    /// The kinds as which a tile fills a place that these classes may fill; where uses as wild are used
    /// up, without these.
    pub fn fills(&self, tile: Tile, classes: u32, used_up: bool) -> KindSet {
        let used = self.uses[tile.index()];
        let natural: KindSet = used.natural.into_iter().collect();
        let class = used.class.filter(|&class| classes >> class & 1 == 1);
        let class = class.map(|class| &self.classes[usize::from(class)]);
        let wild = class.filter(|class| !(class.counts && used_up));
        natural.union(wild.map_or(KindSet::EMPTY, |class| class.kinds))
    }

    /// Compiles a form of groups, with free tiles one by one at most.
    pub fn new(rules: &RuleSet, form: &Form) -> Result<GroupForm, NotServed> {
        each_key_is_thought_of(rules, form);
        let readable = rules.kinds_in_play().without(rules.absent());
        let free = free_pattern(rules, form)?;
        let mut compiled = GroupForm {
            uses: Box::new([TileUse::default(); Tile::COUNT]),
            classes: Vec::new(),
            places: Vec::new(),
            parts: Vec::new(),
            patterns: form.patterns().len(),
            spaced: 0,
            knitted: 0,
            most_suits: rules.most_suits(form),
            only_one: only_one(form),
            is_melds_and_pair: is_melds_and_pair(rules, form),
            has_all_melds: form.patterns().iter().any(|pattern| has_all_melds(rules, pattern)),
            free_kinds: Box::new([KindSet::EMPTY; Tile::COUNT]),
        };
        let mut meanings = Vec::new();
        for tile in Tile::all().filter(|&tile| rules.copies(tile) > 0) {
            let kinds = rules.stands_for_in(form, tile).intersection(readable);
            let free_kinds =
                free.map_or(KindSet::EMPTY, |pattern| free_kinds(tile, kinds, pattern, readable));
            compiled.free_kinds[tile.index()] = free_kinds;
            meanings.push((tile, compiled.meaning(rules, form, tile, kinds)));
        }
        compiled.admit(form, &meanings)?;
        compiled.add_parts(rules, form, readable)?;
        let fields = PATTERNS + compiled.patterns + compiled.classes.len() + compiled.residues();
        if fields > Fields::ROOM
            || compiled.spaced > MOST_SPACED
            || compiled.places.len() > MOST_PLACES
        {
            return refuse(form, "so many patterns and classes of wild tiles");
        }
        Ok(compiled)
    }

    /// What a tile may be in the form, these kinds being those that it may be read as.
    fn meaning(&self, rules: &RuleSet, form: &Form, tile: Tile, kinds: KindSet) -> Meaning {
        let own = tile.kind().filter(|&own| kinds.contains(own));
        let is_wild = !kinds.without(own.into_iter().collect()).is_empty();
        let of_rules = rules.uses[tile.index()];
        let counts = of_rules.counts_as_wild;
        let barred = |pattern: &Pattern| !pattern.wilds;
        let limited = of_rules.is_limited()
            || counts && (rules.most_wilds(form).is_some() || form.patterns().iter().any(barred));
        let free = !self.free_kinds[tile.index()].is_empty();
        let class = (is_wild || free && own.is_none()).then_some(Class {
            kinds: if is_wild { kinds } else { KindSet::EMPTY },
            groups: of_rules.groups,
            counts,
            free,
        });
        Meaning { own, limited, class }
    }

    /// Notes what tiles may be. A tile joins the class that has more of them: of those that may be used as
    /// all its kinds, or as all but its own, which it then is as a natural tile.
    fn admit(&mut self, form: &Form, meanings: &[(Tile, Meaning)]) -> Result<(), NotServed> {
        let alike = |class: &Class| {
            let joins = |(_, meaning): &&(Tile, Meaning)| meaning.classes().contains(&Some(*class));
            meanings.iter().filter(joins).count()
        };
        for (tile, meaning) in meanings {
            let [whole, without_own] = meaning.classes();
            let apart = without_own
                .filter(|class| whole.as_ref().is_some_and(|whole| alike(class) > alike(whole)));
            let is_natural = whole.is_none() || meaning.limited || apart.is_some();
            let class = apart.or(whole).map(|class| place_among(&mut self.classes, class));
            if self.classes.len() > MOST_CLASSES {
                return refuse(form, "more than sixteen classes of wild tiles");
            }
            let natural = meaning.own.filter(|_| is_natural);
            self.uses[tile.index()] = TileUse { natural, class };
        }
        Ok(())
    }

    /// The places of groups of a type and pattern.
    fn places(&mut self, group: GroupType, pattern: &Pattern) -> u8 {
        let free = group == GroupType::Rest;
        let fits = |class: &Class| match free {
            true => class.free,
            false => class.groups.contains(group) && (pattern.wilds || !class.counts),
        };
        let classes = (0..).zip(&self.classes).filter(|(_, class)| fits(class));
        let places = Places { classes: classes.map(|(place, _): (u32, _)| 1 << place).sum(), free };
        place_among(&mut self.places, places)
    }

    /// Sorts the kinds into parts that runs connect, each with what may be done at its kinds.
    fn add_parts(
        &mut self,
        rules: &RuleSet,
        form: &Form,
        readable: KindSet,
    ) -> Result<(), NotServed> {
        let spacings = self.spacings(form);
        let several_pairs = !form.quads_as_two_pairs();
        let mut runs: Vec<([Kind; 3], u8, u8, Option<Apart>)> = Vec::new();
        let mut alike: Vec<(KindSet, Alike)> = Vec::new();
        for (place, pattern) in form.patterns().iter().enumerate() {
            let kinds = readable.intersection(pattern.kinds);
            let types = match pattern.sort {
                PatternSort::Groups(types) => types,
                PatternSort::Rest { .. } => &[GroupType::Rest],
            };
            for &group in types {
                let places = self.places(group, pattern);
                if group == GroupType::Run {
                    let sorts = pattern.run_sorts(rules.run_sorts()).iter();
                    let fits = |run: &[Kind; 3]| run.iter().all(|&kind| kinds.contains(kind));
                    let of_pattern =
                        sorts.flat_map(|sort| sort.runs()).filter(fits).sorted().dedup();
                    runs.extend(of_pattern.map(|run| (run, place as u8, places, spacings[place])));
                    continue;
                }
                alike.push((
                    kinds,
                    Alike {
                        pattern: place as u8,
                        size: group.size().unwrap_or(1) as u8,
                        places,
                        distinct: several_pairs && pattern.is_of_pairs(),
                        spacing: spacings[place],
                    },
                ));
            }
        }
        for kinds in connected(readable, &runs) {
            let runs: Vec<_> = runs.iter().filter(|(run, ..)| kinds.contains(run[0])).collect();
            if runs.len() > MOST_RUNS {
                return refuse(form, "more than 21 runs that share kinds");
            }
            let part = self.part(rules, kinds, &runs, &alike);
            self.parts.push(part);
        }
        Ok(())
    }

    fn part(
        &self,
        rules: &RuleSet,
        kinds: KindSet,
        runs: &[&([Kind; 3], u8, u8, Option<Apart>)],
        alike: &[(KindSet, Alike)],
    ) -> Part {
        let of_kind = |kind: Kind| -> u32 {
            (0..)
                .zip(&self.classes)
                .map(|(place, class): (u32, _)| u32::from(class.kinds.contains(kind)) << place)
                .sum()
        };
        let mut suit_before = None;
        let steps: Vec<Step> = kinds
            .iter()
            .map(|kind| {
                let at = |position: usize| {
                    let runs = (0..).zip(runs).filter(move |(_, (run, ..))| run[position] == kind);
                    runs.map(move |(run, &&(_, pattern, places, spacing))| RunStep {
                        pattern,
                        run,
                        places,
                        last: position == 2,
                        spacing,
                    })
                };
                let suit = kind.suit();
                let begins_suit = suit_before != Some(suit);
                suit_before = Some(suit);
                Step {
                    kind,
                    suits: Suits::of([kind]),
                    begins_suit,
                    classes: of_kind(kind),
                    most_alike: rules.most_alike(kind),
                    alike: alike
                        .iter()
                        .filter(|(kinds, _)| kinds.contains(kind))
                        .map(|(_, alike)| *alike)
                        .collect(),
                    begins: at(0).collect(),
                    goes_on: at(1).chain(at(2)).collect(),
                }
            })
            .collect();
        let classes = steps.iter().fold(0, |classes, step| classes | step.classes);
        let free = self.places.iter().filter(|places| places.free);
        let classes = free.fold(classes, |classes, places| classes | places.classes);
        let natural =
            self.uses.iter().filter(|of| of.natural.is_some_and(|own| kinds.contains(own)));
        let classes =
            natural.filter_map(|of| of.class).fold(classes, |classes, class| classes | 1 << class);
        let digits = KindDigits::of_kinds(kinds, u32::from(MOST_NATURALS)).bits();
        Part { steps, digits, classes }
    }

    /// What keeps the groups of each pattern apart.
    fn spacings(&mut self, form: &Form) -> Vec<Option<Apart>> {
        let spacing = |pattern: &Pattern| {
            (pattern.apart != Spacing::Free).then(|| {
                let (place, residues) = (self.spaced as u8, 3 * self.knitted as u8);
                self.spaced += 1;
                self.knitted += usize::from(pattern.apart == Spacing::Knitted);
                Apart {
                    place,
                    by: pattern.apart,
                    of_runs: pattern.sort == PatternSort::Groups(&[GroupType::Run]),
                    residues,
                }
            })
        };
        form.patterns().iter().map(spacing).collect()
    }
}

/// Names every key of rules and forms, so that the compiler asks for this place when there is one more.
fn each_key_is_thought_of(rules: &RuleSet, form: &Form) {
    let RuleSet {
        // What tiles may be, and in which groups: `admit`.
        uses: _,
        laizi: _,
        flips: _,
        blue_is_redefined: _,
        // The tiles that there are: `admit`, and the wall for those to be drawn.
        stock: _,
        // Kinds left out, runs, tiles alike: the parts.
        absent: _,
        runs: _,
        fifth_copy: _,
        // Said by each form, and kept with it.
        max_suits: _,
        most_wilds: _,
        forms: _,
        // With the hand: its size and called melds were checked, holes are filled as `dead_waits` says.
        melds: _,
        calls: _,
        dead_waits: _,
        // Words about the rules.
        name: _,
        summary: _,
        source: _,
    } = rules;
    let Form {
        // The parts, and with the hand how many groups there are.
        patterns,
        quads_as_two_pairs: _,
        max_suits: _,
        most_wilds: _,
        // `stands_for_in` asks.
        own_kind: _,
        // The hand's called melds are asked about when it comes.
        called: _,
        least_called: _,
        name: _,
    } = form;
    for pattern in patterns {
        // All but the name of a wait says which groups there are.
        let Pattern { sort: _, count: _, kinds: _, wilds: _, runs: _, apart: _, wait: _ } = pattern;
    }
}

/// The one pattern of free tiles, each a group of its own, if the form has it.
fn free_pattern<'f>(rules: &RuleSet, form: &'f Form) -> Result<Option<&'f Pattern>, NotServed> {
    let is_free = |pattern: &&Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
    let Some(pattern) = form.patterns().iter().find(is_free) else { return Ok(None) };
    let simple = matches!(
        pattern.sort,
        PatternSort::Rest { size: RestSize::Exactly(1), blue: false, least_wilds: 0 }
    );
    let all = rules.kinds_in_play().without(pattern.kinds).is_empty();
    let one = form.patterns().iter().filter(is_free).count() == 1;
    if simple && all && one && rules.most_suits(form) >= 3 {
        return Ok(Some(pattern));
    }
    refuse(form, "some free tiles beside groups")
}

/// What a tile may be read as where it is free, these kinds being those that it may stand for.
pub(super) fn free_kinds(
    tile: Tile,
    kinds: KindSet,
    pattern: &Pattern,
    readable: KindSet,
) -> KindSet {
    let own: KindSet = tile.kind().into_iter().collect();
    let all = if pattern.wilds { own.union(kinds) } else { own };
    all.intersection(pattern.kinds).intersection(readable)
}

/// The pattern of a form's one free tile, else of its one pair or single.
fn only_one(form: &Form) -> Option<u8> {
    let single = |pattern: &&Pattern| pattern.count == Count::Exactly(1);
    let free = |pattern: &&Pattern| matches!(pattern.sort, PatternSort::Rest { .. });
    let patterns = || form.patterns().iter();
    let free_one = patterns().position(|pattern| single(&pattern) && free(&pattern));
    let place = free_one
        .or_else(|| patterns().position(|pattern| single(&pattern) && pattern.is_of_pairs()));
    place.map(|place| place as u8)
}

/// True for triplets, runs of three numbers in sequence, and one pair.
fn is_melds_and_pair(rules: &RuleSet, form: &Form) -> bool {
    let is_pair = |pattern: &&Pattern| pattern.sort == PatternSort::Groups(&[GroupType::Pair]);
    let (pairs, others): (Vec<&Pattern>, Vec<_>) = form.patterns().iter().partition(is_pair);
    let in_sequence = |pattern: &Pattern| {
        pattern.run_sorts(rules.run_sorts()).iter().all(|sort| *sort == RunSort::Suit)
    };
    let are_melds = |pattern: &&Pattern| match pattern.sort {
        PatternSort::Groups(types) => {
            types.iter().all(|group| group.size() == Some(3)) && in_sequence(pattern)
        }
        PatternSort::Rest { .. } => false,
    };
    matches!(pairs.as_slice(), [pair] if pair.count == Count::Exactly(1))
        && others.iter().all(are_melds)
}

/// True for as many triplets and runs of any kinds as the hand has room for.
fn has_all_melds(rules: &RuleSet, pattern: &Pattern) -> bool {
    let types = PatternSort::Groups(&[GroupType::Triplet, GroupType::Run]);
    let whole = rules.kinds_in_play().without(pattern.kinds).is_empty();
    let runs = pattern.run_sorts(rules.run_sorts()).contains(&RunSort::Suit);
    pattern.sort == types && pattern.count == Count::Melds && whole && runs
}

/// The place of an entry among others, where it is put if it is not there.
fn place_among<T: PartialEq>(known: &mut Vec<T>, entry: T) -> u8 {
    let place = known.iter().position(|one| *one == entry).unwrap_or(known.len());
    if place == known.len() {
        known.push(entry);
    }
    place as u8
}

fn refuse<T>(form: &Form, what: &'static str) -> Result<T, NotServed> {
    Err(NotServed::InForm { form: form.name().to_owned(), what })
}

/// The kinds in sets that runs connect: suits, and the honours together.
fn connected(readable: KindSet, runs: &[([Kind; 3], u8, u8, Option<Apart>)]) -> Vec<KindSet> {
    let of_suit = |suit: Suit| Kind::all().filter(|kind| kind.suit() == suit).collect::<KindSet>();
    let mut sets: Vec<KindSet> = Suit::ALL.map(of_suit).to_vec();
    for (run, ..) in runs {
        let run: KindSet = run.iter().copied().collect();
        let (joined, apart): (Vec<KindSet>, Vec<KindSet>) =
            sets.into_iter().partition(|set| !set.intersection(run).is_empty());
        sets = apart;
        sets.push(joined.into_iter().fold(KindSet::EMPTY, KindSet::union));
    }
    let sets = sets.into_iter().map(|set| set.intersection(readable));
    sets.filter(|set| !set.is_empty()).sorted_by_key(|set| set.bits().trailing_zeros()).collect()
}
