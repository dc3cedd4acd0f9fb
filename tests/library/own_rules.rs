//! A caller's own rule decides alike in every question: the waits under a rule are the tiles whose
//! drawing makes a win under it.

use crate::common::rules;
use ginga::{Accept, Decomposition, GroupType, Hand, RuleSet, Settings, Tile, TileCounts};
use std::ops::ControlFlow;

fn has(decomposition: &Decomposition, group_type: GroupType) -> bool {
    decomposition.groups().any(|group| group.group_type() == group_type)
}

fn wins(tiles: &TileCounts, tile: Tile, rules: &RuleSet, settings: &Settings<'_>) -> bool {
    let hand = Hand::from_tiles(tiles.tiles().chain([tile]), rules);
    hand.is_ok_and(|hand| ginga::win(&hand, rules, settings).unwrap().is_win())
}

#[test]
fn waits_under_a_rule_are_the_tiles_that_win_under_it() {
    let a_run = |found: &Decomposition| has(found, GroupType::Run);
    let no_run = |found: &Decomposition| !has(found, GroupType::Run);
    let no_wild = |found: &Decomposition| {
        found
            .groups()
            .flat_map(|group| group.slots())
            .all(|slot| slot.tile.kind() == Some(slot.kind))
    };
    let own_rules: [&Accept<'_>; 3] = [&a_run, &no_run, &no_wild];
    let mut tenpai = 0;
    for (name, wild, text) in [
        ("riichi", "", "111222m55p34s"),
        ("riichi", "", "1112345678999m"),
        ("riichi", "", "1122335556799m"),
        ("riichi", "", "19m19p19s1234567z"),
        ("galaxy", "", "1m1M23m4M56p456s3Z4z4Z"),
        ("galaxy", "", "6p6P66s"),
        ("laizi", "5m", "3455m88s1z"),
    ] {
        let rules = rules(name, &[], wild);
        let hand = Hand::parse(text, &rules).unwrap();
        for accept in own_rules {
            let settings = Settings { accept: Some(accept), ..Settings::default() };
            let waits = if hand.concealed().total() % 3 == 1 {
                ginga::waits(&hand, &rules, &settings).unwrap()
            } else {
                continue;
            };
            let found: Vec<Tile> = waits.tiles.iter().map(|wait| wait.tile).collect();
            let left = |tile: &Tile| rules.drawable(*tile) > hand.concealed().get(*tile);
            let drawn: Vec<Tile> = Tile::all()
                .filter(left)
                .filter(|&tile| wins(hand.concealed(), tile, &rules, &settings))
                .collect();
            assert_eq!(found, drawn, "{text}");
            assert_eq!(waits.counts.decompositions(), waits.decompositions.len() as u128);
            let mut seen = 0;
            ginga::visit(&hand, &rules, &settings, &mut |_| {
                seen += 1;
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(seen, waits.decompositions.len());
            let verified = ginga::verified_waits(&hand, &rules, &settings).unwrap();
            assert_eq!(verified.decompositions, waits.decompositions, "{text}");
            tenpai += usize::from(waits.is_tenpai());
        }
    }
    assert!(tenpai >= 10, "{tenpai}");
}
