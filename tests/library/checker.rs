//! The checker on decompositions that no solver lists, and on those that look odd but are right.

use crate::common::rules;
use ginga::{CheckFault, Decomposition, Group, GroupType, Hand, RuleSet, Slot, Tile, check};
use std::sync::Arc;

fn free_form(tiles: &str) -> RuleSet {
    rules("galaxy", &[format!("forms.free.groups=[{{type=\"rest\",size=2,tiles={tiles:?}}}]")], "")
}

/// All tiles of the hand as one free group, each read as the kind that `kind_of` says.
fn free(hand: &Hand, read: impl Fn(Tile) -> Slot) -> Decomposition {
    let slots = hand.concealed().tiles().map(read).collect();
    let group = Group::new(GroupType::Rest, slots).unwrap();
    Decomposition::new("free".into(), vec![Arc::new(group)], None)
}

fn itself(tile: Tile) -> Slot {
    Slot { kind: tile.kind().unwrap(), tile }
}

#[test]
fn a_form_of_blue_tiles_takes_no_plain_one() {
    let rules = free_form("blue");
    let blue = Hand::parse("4M7Z", &rules).unwrap();
    assert_eq!(check(&blue, &rules, &free(&blue, itself)), Ok(()));
    let plain = Hand::parse("4m7Z", &rules).unwrap();
    let rejected = check(&plain, &rules, &free(&plain, itself));
    assert!(matches!(rejected, Err(CheckFault::NotFree { .. })), "{rejected:?}");
}

#[test]
fn a_free_tile_is_read_as_itself() {
    let rules = free_form("all");
    let hand = Hand::parse("4M7z", &rules).unwrap();
    assert_eq!(check(&hand, &rules, &free(&hand, itself)), Ok(()));
    let four_pin = Hand::parse("4p", &rules).unwrap().concealed().tiles().next().unwrap();
    let read_as_pin = |tile: Tile| if tile.is_galaxy() { itself(four_pin) } else { itself(tile) };
    let as_pin = free(&hand, |tile| Slot { tile, ..read_as_pin(tile) });
    let rejected = check(&hand, &rules, &as_pin);
    assert!(matches!(rejected, Err(CheckFault::NotFree { .. })), "{rejected:?}");
}

/// The red dragon of hongzhong may not be used as itself in a group, but free tiles are.
#[test]
fn a_free_tile_is_itself_even_where_it_may_not_stand_for_itself() {
    let set = "forms.free.groups=[{type=\"rest\",size=2}]";
    let rules = rules("hongzhong", &[set.to_owned()], "");
    let waiting = Hand::parse("7z", &rules).unwrap();
    let waits = crate::common::waits(&waiting, &rules);
    assert_eq!(waits.counts.of_form("free").unwrap().decompositions, 1);
    assert!(waits.kinds.to_string().ends_with("7z"), "{}", waits.kinds);
    let complete = Hand::parse("1m7z", &rules).unwrap();
    assert_eq!(crate::common::decompose(&complete, &rules).list.len(), 2);
}

/// Where a laizi may be read as a kind that the set lacks, the blue tiles of the class may not.
#[test]
fn a_blue_tile_stands_for_kinds_of_the_set_alone() {
    let set = [
        "tiles.kinds=12345678m123456789p123456789s7z",
        "wild.own_kind=false",
        "wild.stands_for=9m",
    ];
    let rules = rules("galaxy", &set.map(str::to_owned), "7z");
    let waits = crate::common::waits(&Hand::parse("7z", &rules).unwrap(), &rules);
    assert_eq!(crate::common::tiles_text(&waits), "7z");
}
