//! Groups that may not be together: pairs of one kind, tiles too near each other, knitted tiles.

use super::SideConstraints;
use crate::group::GroupType;
use crate::problem::{ColumnMeaning, ColumnSpec, Relation};
use crate::rules::{Form, Pattern, PatternSort, Spacing};
use crate::tile::{Kind, KindSet, Suit};
use itertools::Itertools;
use std::collections::BTreeMap;

/// Adds the side constraints of a form; `patterns` says of each spec whose group it is.
pub(super) fn keep_apart(
    form: &Form,
    counts: &[u8],
    patterns: &[&Pattern],
    sides: &mut SideConstraints,
    specs: &mut [ColumnSpec],
) {
    if !form.quads_as_two_pairs() {
        keep_pairs_apart(form, counts, patterns, sides, specs);
    }
    for pattern in form.patterns() {
        let of_pattern = |spec: usize| std::ptr::eq(patterns[spec], pattern);
        let own: Vec<usize> = (0..patterns.len()).filter(|&spec| of_pattern(spec)).collect();
        let is_run = pattern.sort == PatternSort::Groups(&[GroupType::Run]);
        let sets = match pattern.apart {
            Spacing::Knitted if is_run => knitted_runs(),
            apart => exclusive(apart),
        };
        for set in sets {
            at_most_one("apart", &own, set, sides, specs);
        }
    }
}

/// At most one of these specs that is read, by its first kind, as one of a set.
fn at_most_one(
    name: &str,
    own: &[usize],
    set: KindSet,
    sides: &mut SideConstraints,
    specs: &mut [ColumnSpec],
) {
    let read_in = |spec: &ColumnSpec| first_kind(spec).is_some_and(|kind| set.contains(kind));
    let concerned = own.iter().copied().filter(|&at| read_in(&specs[at])).collect_vec();
    if !concerned.is_empty() {
        one_of(name, concerned, sides, specs);
    }
}

/// At most one of these specs.
fn one_of(name: &str, of: Vec<usize>, sides: &mut SideConstraints, specs: &mut [ColumnSpec]) {
    let side = sides.add(name, Relation::AtMost, 1);
    of.into_iter().for_each(|at| specs[at].sides.push((side, 1)));
}

/// The lowest kind that a group is read as, complete or, where it has no tiles, once it is filled.
fn first_kind(spec: &ColumnSpec) -> Option<Kind> {
    match &spec.meaning {
        ColumnMeaning::Complete(group) => group.first_kind(),
        ColumnMeaning::Partial(open) => {
            // Runs are told by their first kind, which may be the hole; a single's is its hole.
            let holes = open.holes().iter().map(|hole| hole.kind);
            open.kinds().chain(holes).min()
        }
        ColumnMeaning::Spare(_) => None,
    }
}

/// Sets of kinds of which a hand has one at most: together they say what [`Spacing::allows`] says of
/// every two kinds.
fn exclusive(apart: Spacing) -> Vec<KindSet> {
    let kind = |suit, number| Kind::new(suit, number);
    match apart {
        Spacing::Free => Vec::new(),
        Spacing::Gap(gap) => Suit::NUMBERED
            .into_iter()
            .cartesian_product(1..=10 - gap.min(9))
            .map(|(suit, from)| {
                (from..from + gap).filter_map(|number| kind(suit, number)).collect()
            })
            .collect(),
        Spacing::Knitted => {
            // Nine cells, a suit and a remainder each: two of one row or column exclude each other.
            let cell = |suit: Suit, remainder: u8| {
                (1..=9)
                    .filter(move |number| number % 3 == remainder)
                    .filter_map(move |number| kind(suit, number))
            };
            let [man, pin, sou] = Suit::NUMBERED;
            let rows = Suit::NUMBERED.map(|suit| [cell(suit, 0), cell(suit, 1), cell(suit, 2)]);
            let columns = [0, 1, 2].map(|r| [cell(man, r), cell(pin, r), cell(sou, r)]);
            let lines = rows.into_iter().chain(columns);
            lines
                .flat_map(|line| {
                    line.map(Itertools::collect_vec).into_iter().multi_cartesian_product()
                })
                .map(|kinds| kinds.into_iter().collect())
                .collect()
        }
    }
}

/// Runs 1-4-7, 2-5-8, 3-6-9, told by their first kinds: one a suit, one of each.
fn knitted_runs() -> Vec<KindSet> {
    let of_suit = |suit| (1..=3).filter_map(|number| Kind::new(suit, number)).collect();
    let of_number =
        |number| Suit::NUMBERED.into_iter().filter_map(|suit| Kind::new(suit, number)).collect();
    Suit::NUMBERED.map(of_suit).into_iter().chain([1, 2, 3].map(of_number)).collect()
}

/// At most one single or pair a kind, where a form has several of them.
fn keep_pairs_apart(
    form: &Form,
    counts: &[u8],
    patterns: &[&Pattern],
    sides: &mut SideConstraints,
    specs: &mut [ColumnSpec],
) {
    let of_form = form.patterns().iter().zip(counts);
    let several: u8 =
        of_form.filter(|(pattern, _)| pattern.is_of_pairs()).map(|(_, &count)| count).sum();
    if several < 2 {
        return;
    }
    let mut alike: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for at in (0..specs.len()).filter(|&at| patterns[at].is_of_pairs()) {
        first_kind(&specs[at]).into_iter().for_each(|kind| alike.entry(kind).or_default().push(at));
    }
    for (kind, alike) in alike {
        one_of(&format!("alike_{kind}"), alike, sides, specs);
    }
}
