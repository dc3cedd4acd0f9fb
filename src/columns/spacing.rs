//! Groups that may not be together: pairs of one kind, tiles too near each other, knitted tiles.

use super::SideConstraints;
use crate::group::GroupType;
use crate::problem::{ColumnMeaning, ColumnSpec, Relation};
use crate::rules::{Form, Pattern, PatternSort, Spacing};
use crate::tile::{Kind, KindSet, Suit};
use itertools::Itertools;
use std::collections::BTreeMap;

/// Adds the side constraints of a form, where `groups` says of each group of a model its pattern and the
/// lowest kind that it is read as; returns which groups take of which side.
pub(super) fn keep_apart(
    form: &Form,
    counts: &[u8],
    groups: &[(&Pattern, Option<Kind>)],
    sides: &mut SideConstraints,
) -> Vec<(usize, usize)> {
    let mut taken = Vec::new();
    if !form.quads_as_two_pairs() {
        keep_pairs_apart(form, counts, groups, sides, &mut taken);
    }
    for pattern in form.patterns() {
        let is_run = pattern.sort == PatternSort::Groups(&[GroupType::Run]);
        let sets = match pattern.apart {
            Spacing::Knitted if is_run => knitted_runs(),
            apart => exclusive(apart),
        };
        for set in sets {
            let read_in = |&at: &usize| {
                let (of, kind) = groups[at];
                std::ptr::eq(of, pattern) && kind.is_some_and(|kind| set.contains(kind))
            };
            let concerned = (0..groups.len()).filter(read_in).collect_vec();
            if !concerned.is_empty() {
                one_of("apart", concerned, sides, &mut taken);
            }
        }
    }
    taken
}

/// At most one of these groups.
fn one_of(
    name: &str,
    of: Vec<usize>,
    sides: &mut SideConstraints,
    taken: &mut Vec<(usize, usize)>,
) {
    let side = sides.add(name, Relation::AtMost, 1);
    taken.extend(of.into_iter().map(|at| (at, side)));
}

/// The lowest kind that a group is read as, complete or, where it has no tiles, once it is filled.
pub(super) fn first_kind(spec: &ColumnSpec) -> Option<Kind> {
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
    groups: &[(&Pattern, Option<Kind>)],
    sides: &mut SideConstraints,
    taken: &mut Vec<(usize, usize)>,
) {
    let of_form = form.patterns().iter().zip(counts);
    let several: u8 =
        of_form.filter(|(pattern, _)| pattern.is_of_pairs()).map(|(_, &count)| count).sum();
    if several < 2 {
        return;
    }
    let mut alike: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for (at, (_, kind)) in groups.iter().enumerate().filter(|(_, (of, _))| of.is_of_pairs()) {
        kind.iter().for_each(|&kind| alike.entry(kind).or_default().push(at));
    }
    for (kind, alike) in alike {
        one_of(&format!("alike_{kind}"), alike, sides, taken);
    }
}
