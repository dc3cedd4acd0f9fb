//! Rule variants by a second, independent method: a naive brute force over each group type, choice of
//! tiles and reading, with the rules said in the test's own terms. Every solver, on thousands of
//! hands, must give exactly its answers, and the checker must accept these and nothing else.

mod brute;
mod deal;
mod features;

use crate::common::{SOLVERS, rules, settings, share};
use brute::{Brute, Division, Holes, Made, Opened, Rule};
use deal::Dealt;
use fastrand::Rng;
use features::{FEATURES, Feature, Variant};
use ginga::{
    Counts, Decomposition, Group, GroupType, Hand, Hole, Kind, PartialGroup, RuleSet, Slot,
    SolverChoice, Tile, check,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Beyond so many decompositions the ILP takes too long.
const MOST_FOR_ILP: usize = 40;
/// Hands with more decompositions are left out.
const MOST: usize = 1_500;

/// What was compared.
#[derive(Default)]
struct Tally {
    hands: usize,
    wins: usize,
    tenpai: usize,
    decompositions: usize,
    rejected: usize,
    called: usize,
    /// Whether the kinds that no tile left can fill are compared as well.
    with_dead: bool,
    faults: Vec<String>,
}

/// One hand under one variant.
struct Case<'a> {
    brute: &'a Brute<'a>,
    /// Looser rules, for decompositions that are none.
    loose: &'a Brute<'a>,
    rules: &'a RuleSet,
    hand: Hand,
    tiles: Vec<Tile>,
    called: Vec<Made>,
}

/// A fault as text, or all is well.
type Outcome = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, right: &T) -> Outcome {
    if found == right { Ok(()) } else { Err(format!("{what}: {found:?}\n    right: {right:?}")) }
}

fn made(group: &Group) -> Made {
    Made::new(group.group_type(), group.slots().iter().map(|s| (s.kind, s.tile)).collect())
}

/// The concealed groups of a decomposition, in the brute force's terms.
fn concealed(decomposition: &Decomposition) -> Vec<Made> {
    let groups = decomposition.groups().filter(|group| !group.is_called());
    let mut groups: Vec<Made> = groups.map(made).collect();
    groups.sort();
    groups
}

/// What the groups are read as, and a partial group's kinds.
type Read = (Vec<(GroupType, Vec<Kind>)>, Option<Vec<Kind>>);

fn read(groups: &[Made], open: Option<&[(Kind, Tile)]>) -> Read {
    let mut read: Vec<_> = groups.iter().map(|made| (made.group, made.kinds().collect())).collect();
    read.sort();
    (read, open.map(|slots| slots.iter().map(|slot| slot.0).collect()))
}

impl Case<'_> {
    fn form(&self, name: &str) -> &'static str {
        let mut forms = self.brute.rule.forms.iter();
        forms.find(|form| form.name == name).map_or("?", |form| form.name)
    }

    fn solvers(&self, decompositions: usize) -> impl Iterator<Item = SolverChoice> {
        let skipped = usize::from(decompositions > MOST_FOR_ILP);
        SOLVERS.into_iter().skip(skipped)
    }

    /// The counts of every form are those of the decompositions and of their readings.
    fn counts<'d>(
        &self,
        counts: &Counts,
        right: impl Iterator<Item = (&'static str, Read)> + Clone + 'd,
    ) -> Outcome {
        for form in &self.brute.rule.forms {
            let of_form = right.clone().filter(|(name, _)| *name == form.name);
            let readings: BTreeSet<Read> = of_form.clone().map(|(_, read)| read).collect();
            let right = (of_form.count() as u128, readings.len() as u128);
            let found = counts.of_form(form.name);
            let found = found.map_or((0, 0), |found| (found.decompositions, found.readings));
            same(&format!("decompositions and readings of {}", form.name), &found, &right)?;
        }
        Ok(())
    }

    fn check_complete(&self, tally: &mut Tally) -> Outcome {
        let right = self.brute.divisions(&self.tiles, &self.called);
        if right.len() > MOST {
            return Ok(());
        }
        tally.hands += 1;
        tally.wins += usize::from(!right.is_empty());
        tally.decompositions += right.len();
        for solver in self.solvers(right.len()) {
            let error = |error| format!("{solver:?}: {error}");
            let found =
                ginga::decompose(&self.hand, self.rules, &settings(solver)).map_err(error)?;
            let list: Vec<Division> = found.list.iter().map(|one| self.division(one)).collect();
            let set: BTreeSet<Division> = list.iter().cloned().collect();
            let beyond = |one: &BTreeSet<Division>, other| -> Vec<Division> {
                one.difference(other).take(3).cloned().collect()
            };
            let what = format!("decompositions by {solver:?}");
            same(&what, &beyond(&set, &right), &beyond(&right, &set))?;
            same("each once", &list.len(), &set.len())?;
            let read = right.iter().map(|division| (division.form, read(&division.groups, None)));
            self.counts(&found.counts, read.clone())?;
            let win = ginga::win(&self.hand, self.rules, &settings(solver)).map_err(error)?;
            self.counts(&win.counts, read)?;
        }
        for division in self.loose.divisions(&self.tiles, &self.called).iter().take(MOST) {
            let groups = division.groups.iter().cloned();
            let decomposition = self.decomposition(division.form, groups, None);
            self.judge(&decomposition, right.contains(division), tally)?;
        }
        Ok(())
    }

    fn division(&self, decomposition: &Decomposition) -> Division {
        Division { form: self.form(decomposition.form()), groups: concealed(decomposition) }
    }

    /// A decomposition for the checker, with the hand's called melds.
    fn decomposition(
        &self,
        form: &str,
        groups: impl Iterator<Item = Made>,
        open: Option<PartialGroup>,
    ) -> Decomposition {
        let slot = |&(kind, tile): &(Kind, Tile)| Slot { kind, tile };
        let groups = groups.map(|made| {
            Group::new(made.group, made.slots.iter().map(slot).collect()).expect("a group")
        });
        let groups = groups.chain(self.hand.called().cloned()).map(Arc::new);
        Decomposition::new(form.into(), groups.collect(), open.map(Arc::new))
    }

    /// The checker accepts what is right and nothing else.
    fn judge(&self, decomposition: &Decomposition, right: bool, tally: &mut Tally) -> Outcome {
        let checked = check(&self.hand, self.rules, decomposition);
        tally.rejected += usize::from(!right);
        if checked.is_ok() == right {
            return Ok(());
        }
        let groups: Vec<String> = decomposition.groups().map(Group::to_string).collect();
        let open = decomposition.partial();
        Err(format!("the checker says {checked:?} of {} {groups:?} {open:?}", decomposition.form()))
    }

    fn check_tenpai(&self, rng: &mut Rng, tally: &mut Tally) -> Outcome {
        let right = self.brute.opened(&self.tiles, &self.called);
        if right.len() > MOST {
            return Ok(());
        }
        tally.hands += 1;
        tally.tenpai += usize::from(!right.is_empty());
        tally.decompositions += right.len();
        let kinds: BTreeSet<Kind> =
            right.values().flat_map(|holes| holes.keys().copied()).collect();
        let tiles = right.values().flat_map(|holes| holes.values().flat_map(|hole| &hole.1));
        let tiles: BTreeSet<Tile> = tiles.copied().collect();
        let dead = tally.with_dead.then(|| self.dead(&kinds));
        for solver in self.solvers(right.len()) {
            let found = ginga::waits(&self.hand, self.rules, &settings(solver))
                .map_err(|error| format!("{solver:?}: {error}"))?;
            let list = found.decompositions.iter().map(|one| self.opened(one));
            let set: BTreeMap<Opened, Holes> = list.collect();
            self.same_opened(&format!("tenpai decompositions by {solver:?}"), &set, &right)?;
            same("each once", &found.decompositions.len(), &set.len())?;
            let winning: BTreeSet<Tile> = found.tiles.iter().map(|wait| wait.tile).collect();
            same("winning tiles", &winning, &tiles)?;
            same("kinds", &found.kinds.iter().collect(), &kinds)?;
            if let Some(dead) = &dead {
                same("dead kinds", &found.dead.iter().collect(), dead)?;
            }
            let reads = |opened: &Opened| (opened.form, read(&opened.groups, Some(&opened.slots)));
            self.counts(&found.counts, right.keys().map(reads))?;
        }
        self.judge_opened(rng, &right, tally)
    }

    fn same_opened(
        &self,
        what: &str,
        found: &BTreeMap<Opened, Holes>,
        right: &BTreeMap<Opened, Holes>,
    ) -> Outcome {
        let beyond = |one: &BTreeMap<Opened, Holes>, other: &BTreeMap<Opened, Holes>| -> Vec<_> {
            let differs = |(opened, holes): &(Opened, Holes)| other.get(opened) != Some(holes);
            let one = one.clone().into_iter().filter(differs);
            one.map(|(opened, holes)| format!("{opened:?} {holes:?}")).take(3).collect()
        };
        same(what, &beyond(found, right), &beyond(right, found))
    }

    fn opened(&self, decomposition: &Decomposition) -> (Opened, Holes) {
        let open = decomposition.partial().expect("a partial group");
        let slots: Vec<_> = open.slots().iter().map(|slot| (slot.kind, slot.tile)).collect();
        let hole = |hole: &Hole| (hole.kind, (hole.shape, hole.tiles.iter().copied().collect()));
        let holes: Holes = open.holes().iter().map(hole).collect();
        let form = self.form(decomposition.form());
        (Opened { form, groups: concealed(decomposition), slots }, holes)
    }

    /// The kinds that complete the hand, but that no tile left can fill.
    fn dead(&self, kinds: &BTreeSet<Kind>) -> BTreeSet<Kind> {
        if self.brute.rule.dead_count {
            return BTreeSet::new();
        }
        self.brute.gone(&self.tiles, &self.called).difference(kinds).copied().collect()
    }

    /// Tenpai decompositions of looser rules, and right ones with a hole or a tile less or more.
    fn judge_opened(
        &self,
        rng: &mut Rng,
        right: &BTreeMap<Opened, Holes>,
        tally: &mut Tally,
    ) -> Outcome {
        let loose = if self.tiles.len() < 8 && rng.u8(..4) == 0 {
            self.loose.opened(&self.tiles, &self.called)
        } else {
            BTreeMap::new()
        };
        for (opened, holes) in right.iter().chain(loose.iter().take(MOST)).take(300) {
            self.judge_holes(opened, holes, right, tally)?;
            let mut tampered = holes.clone();
            let kind = *rng.choice(holes.keys()).expect("a hole");
            match rng.u8(..3) {
                0 => drop(tampered.remove(&kind)),
                1 => drop(tampered.get_mut(&kind).map(|hole| hole.1.pop_first())),
                _ => {
                    let tile = *rng.choice(self.brute.rule.stock.keys()).expect("a tile");
                    tampered.get_mut(&kind).map(|hole| hole.1.insert(tile));
                }
            }
            self.judge_holes(opened, &tampered, right, tally)?;
        }
        Ok(())
    }

    fn judge_holes(
        &self,
        opened: &Opened,
        holes: &Holes,
        right: &BTreeMap<Opened, Holes>,
        tally: &mut Tally,
    ) -> Outcome {
        let slot = |&(kind, tile): &(Kind, Tile)| Slot { kind, tile };
        let hole = |(&kind, (shape, tiles)): (&Kind, &(_, BTreeSet<Tile>))| Hole {
            kind,
            shape: *shape,
            tiles: tiles.iter().copied().collect(),
        };
        let slots = opened.slots.iter().map(slot).collect();
        let open = PartialGroup::new(slots, holes.iter().map(hole).collect());
        let groups = opened.groups.iter().cloned();
        let decomposition = self.decomposition(opened.form, groups, Some(open));
        self.judge(&decomposition, right.get(opened) == Some(holes), tally)
    }
}

/// A variant as the crate reads it and as the brute force does.
struct Both {
    names: String,
    set: Vec<String>,
    rules: RuleSet,
    strict: Rule,
    loose: Rule,
}

impl Both {
    fn new(features: &[&Feature]) -> Both {
        let Variant { set, rule, .. } = Variant::new(features);
        let names = features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(" + ");
        let rules = rules("laizi", &set, "");
        Both { names, set, rules, loose: rule.loose(), strict: rule }
    }

    /// So many hands.
    fn compare(&self, hands: usize, rng: &mut Rng, tally: &mut Tally) {
        let brutes = [Brute::new(&self.strict), Brute::new(&self.loose)];
        let (mut left, mut attempts) = (hands, 0);
        while left > 0 && tally.faults.len() < 5 {
            attempts += 1;
            assert!(attempts < 2_000 * hands, "no hands for {}", self.names);
            let Some(dealt) = deal::hand(rng, &brutes[0]) else { continue };
            left -= 1;
            self.compare_one(&brutes, &dealt, rng, tally);
        }
    }

    fn compare_one(
        &self,
        [brute, loose]: &[Brute<'_>; 2],
        dealt: &Dealt,
        rng: &mut Rng,
        tally: &mut Tally,
    ) {
        let hand = Hand::from_tiles(dealt.tiles.iter().copied(), &self.rules);
        let mut hand = hand.unwrap_or_else(|error| panic!("{:?}: {error}", dealt.tiles));
        let called = dealt.called.iter().try_for_each(|(tiles, kinds)| {
            hand = hand.clone().with_meld(tiles, false, Some(kinds), &self.rules)?;
            Ok::<(), ginga::HandError>(())
        });
        let melds = deal::melds(brute, &dealt.called);
        let label = format!("[{}] {hand} {:?}\n  set: {:?}", self.names, dealt.called, self.set);
        tally.called += usize::from(!dealt.called.is_empty());
        let outcome = match (called, melds) {
            (Err(_), None) => Ok(()),
            (Ok(()), Some(called)) => {
                let (rules, tiles) = (&self.rules, dealt.tiles.clone());
                let case = Case { brute, loose, rules, hand, tiles, called };
                if case.tiles.len() % 3 == 2 {
                    case.check_complete(tally)
                } else {
                    case.check_tenpai(rng, tally)
                }
            }
            (called, melds) => Err(format!("called: {called:?}\n    right: {melds:?}")),
        };
        if let Err(fault) = outcome {
            tally.faults.push(format!("{label}\n  {fault}"));
        }
    }
}

/// Variants whose rules bear on each other.
const MEETINGS: &[&[&str]] = &[
    &["must stand in", "any hand with two wilds"],
    &["may stand in", "a free wild tile"],
    &["may stand in", "one wild use"],
    &["limited wilds", "one wild use"],
    &["one wild use", "two pairs and a free tile"],
    &["no wild use", "two pairs and a free tile"],
    &["one wild use", "four pairs"],
    &["two wild uses", "no fifth copy"],
    &["no fifth copy", "blue tiles"],
    &["no fifth copy", "other copies"],
    &["no fifth copy", "listed"],
    &["no fifth copy", "one wild use", "jokers alone"],
    &["no fifth copy", "kinds beyond the set"],
    &["listed across suits", "void suit"],
    &["listed across suits", "no fifth copy", "dead waits count"],
    &["jokers alone", "any hand with two wilds"],
    &["jokers alone", "a free wild tile"],
    &["jokers alone", "in runs"],
    &["blue tiles in runs", "one wild use", "a free tile of some kinds"],
    &["no honours", "any hand of simples, in one suit"],
    &["one suit", "two pairs and a free tile"],
    &["any hand in two suits", "in runs"],
    &["two kinds wild", "no fifth copy"],
    &["knitted singles", "one wild use"],
    &["knitted runs, melds and a pair", "one suit"],
    &["not itself", "no wild in the pair"],
    &["a class in runs, another undrawn", "one wild use"],
    &["dead waits count", "one wild use"],
    &["dead waits count", "in runs", "no fifth copy"],
    &["one called meld", "one wild use"],
    &["called in triplets", "two wild uses"],
];

/// Hands at which something once went wrong: the variants, the tiles, and a called meld.
const HANDS: &[(&[&str], &str, &str)] = &[
    // Wild tiles of a free rest, and of what stands beside one.
    (&["any hand with two wilds"], "33z", ""),
    (&["any hand with two wilds", "must stand in"], "2255z", ""),
    (&["any hand with two wilds", "must stand in"], "1m2225z", ""),
    (&["a free wild tile"], "224zj", ""),
    (&["two pairs and a free tile", "one wild use"], "11m2z5z", ""),
    // The suits of called melds count for free tiles as well.
    (&["any hand in two suits"], "2m", "123p"),
];

/// As [`HANDS`], with the kinds that no tile left can fill.
const DEAD: &[(&[&str], &str, &str)] = &[
    (&["in triplets"], "3m", "333m"),
    (&["itself in a form"], "5577z", ""),
    (&["not itself in a form"], "35mjj", ""),
    (&["one wild use"], "13m57777z", ""),
    (&["jokers alone", "any hand with two wilds"], "1111m3m4zj", ""),
];

/// Two tiles of wild kinds in a called meld: one of them is itself.
const CALLED: &[(&[&str], &str, &str)] =
    &[(&["two kinds wild", "one wild use"], "33s", "143m=345m")];

/// Features that no rule set has together.
const CLASHES: &[(&str, &str)] = &[
    ("none", "one called meld"),
    ("none", "a triplet without wilds, and runs"),
    ("listed across suits", "one suit"),
    ("listed across suits", "one suit in a form"),
    ("listed across suits", "no suit in a form"),
    ("listed", "one suit"),
    ("listed", "one suit in a form"),
    ("listed", "no suit in a form"),
    ("jokers alone", "stands in for the wild kind"),
    ("blue tiles not themselves", "other copies"),
];

fn clash(one: &Feature, other: &Feature) -> bool {
    one.topic == other.topic
        || CLASHES.contains(&(one.name, other.name))
        || CLASHES.contains(&(other.name, one.name))
}

fn report(tally: &Tally) {
    eprintln!(
        "{} hands, {} with called melds; {} wins, {} tenpai, {} decompositions, {} others rejected",
        tally.hands, tally.called, tally.wins, tally.tenpai, tally.decompositions, tally.rejected
    );
    let faults = &tally.faults;
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n\n"));
}

fn named(names: &[&str]) -> Vec<&'static Feature> {
    let named = |name| FEATURES.iter().find(|feature| feature.name == name);
    names.iter().map(|name| named(*name).unwrap_or_else(|| panic!("{name}"))).collect()
}

#[test]
fn every_variant_alone() {
    let mut rng = Rng::with_seed(34);
    let mut tally = Tally::default();
    for feature in FEATURES {
        Both::new(&[feature]).compare(share(28), &mut rng, &mut tally);
    }
    report(&tally);
    assert!(
        tally.hands > share(1_500) && tally.wins > share(500) && tally.tenpai > share(400),
        "too few"
    );
}

#[test]
fn variants_that_bear_on_each_other() {
    let mut rng = Rng::with_seed(14);
    let mut tally = Tally::default();
    for names in MEETINGS {
        Both::new(&named(names)).compare(share(30), &mut rng, &mut tally);
    }
    report(&tally);
    assert!(
        tally.hands > share(800) && tally.wins > share(200) && tally.tenpai > share(200),
        "too few"
    );
}

#[test]
fn two_or_three_variants_at_random() {
    let mut rng = Rng::with_seed(136);
    let mut tally = Tally::default();
    for _ in 0..share(150) {
        let mut chosen: Vec<&Feature> = Vec::new();
        for _ in 0..rng.usize(2..=3) {
            let feature = &FEATURES[rng.usize(..FEATURES.len())];
            if !chosen.iter().any(|other| clash(other, feature)) {
                chosen.push(feature);
            }
        }
        // What the hands ask for does not decide which variants come next.
        Both::new(&chosen).compare(8, &mut rng.fork(), &mut tally);
    }
    report(&tally);
    assert!(
        tally.hands > share(1_000) && tally.wins > share(200) && tally.tenpai > share(200),
        "too few"
    );
}

fn compare_hands(hands: &[(&[&str], &str, &str)], tally: &mut Tally) {
    let tiles = |text: &str| -> Vec<Tile> {
        ginga::notation::parse_tiles(text, None).unwrap().iter().map(|placed| placed.tile).collect()
    };
    for (names, hand, meld) in hands {
        let both = Both::new(&named(names));
        let (meld, read) = meld.split_once('=').unwrap_or((meld, meld));
        let called = (tiles(meld), features::kinds(read));
        let called = (!meld.is_empty()).then_some(called).into_iter().collect();
        let dealt = Dealt { tiles: tiles(hand), called };
        let brutes = [Brute::new(&both.strict), Brute::new(&both.loose)];
        both.compare_one(&brutes, &dealt, &mut Rng::with_seed(4), tally);
    }
}

#[test]
fn hands_at_which_something_went_wrong() {
    let mut tally = Tally::default();
    compare_hands(HANDS, &mut tally);
    report(&tally);
}

#[test]
fn called_melds_use_as_few_wild_tiles_as_they_can() {
    let mut tally = Tally::default();
    compare_hands(CALLED, &mut tally);
    report(&tally);
}

/// A kind that would complete the hand but that no tile left can fill is listed as dead, whatever
/// the rules limit; one that some tile left fills is not.
#[test]
fn dead_kinds() {
    let mut rng = Rng::with_seed(4);
    let mut tally = Tally { with_dead: true, ..Tally::default() };
    compare_hands(DEAD, &mut tally);
    for feature in FEATURES {
        Both::new(&[feature]).compare(share(10), &mut rng, &mut tally);
    }
    for names in MEETINGS {
        Both::new(&named(names)).compare(share(10), &mut rng, &mut tally);
    }
    report(&tally);
}
