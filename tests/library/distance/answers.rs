//! What the library answers, held against the lists of all wins.

use super::brute::Nearest;
use super::decks::{DECKS, Dealt, Deck};
use super::{each_hand, few};
use crate::common::share;
use fastrand::Rng;
use ginga::{Game, Hand, HandSize, Settings, Tile, TileCounts};
use std::collections::{BTreeMap, BTreeSet};

/// The game of each deck: after some hands it takes tables.
#[derive(Default)]
struct Games(BTreeMap<&'static str, Game>);

impl Games {
    fn of(&mut self, deck: &Deck) -> &Game {
        self.0.entry(deck.name).or_insert_with(|| Game::new(deck.rules(None)))
    }
}

/// The settings under which the tiles left are those dealt.
fn settings(dealt: &Dealt) -> Settings<'static> {
    Settings { visible: dealt.seen.clone(), strict_visible: true, ..Settings::default() }
}

fn label(deck: &Deck, dealt: &Dealt) -> String {
    format!("{}: {}, left {:?}", deck.name, dealt.hand, dealt.supply)
}

/// The nearest wins as pairs of tiles to draw and to discard.
fn nearest_wins(
    game: &Game,
    hand: &Hand,
    settings: &Settings<'_>,
) -> BTreeSet<(Vec<Tile>, Vec<Tile>)> {
    let found = game.nearest(hand, settings).unwrap();
    assert!(found.completeness.is_complete());
    let tiles = |counts: &TileCounts| counts.tiles().collect::<Vec<_>>();
    let pairs: Vec<_> =
        found.wins.iter().map(|win| (tiles(&win.draw), tiles(&win.discard))).collect();
    assert!(pairs.is_sorted_by(|one, other| one < other), "{hand}: in order, each once");
    pairs.into_iter().collect()
}

#[test]
fn distances_acceptance_and_nearest_wins() {
    let mut met: BTreeMap<Option<u8>, usize> = BTreeMap::new();
    let mut games = Games::default();
    each_hand(share(280), |deck, brute, dealt, _| {
        let (game, label) = (games.of(deck), label(deck, &dealt));
        let settings = settings(&dealt);
        let Nearest { distance, accepted, wins } = brute.nearest(&dealt.hand, &dealt.supply);
        let found = game.distance_with(&dealt.hand, &settings).unwrap();
        assert!(found.report.completeness.is_complete());
        assert_eq!(found.tiles(), distance, "{label}");
        if dealt.hand.size() == Some(HandSize::Waiting) {
            let found = game.acceptance_with(&dealt.hand, &settings).unwrap();
            let tiles: Vec<Tile> = found.tiles.iter().map(|wait| wait.tile).collect();
            assert_eq!(tiles, accepted, "{label}");
        }
        // Without bounds there are more wins than the list of the tiles left has.
        if !deck.is_unbounded() {
            assert_eq!(nearest_wins(game, &dealt.hand, &settings), wins, "{label}");
        }
        *met.entry(distance).or_default() += 1;
    });
    assert!(met.len() > 5 && met.values().take(4).all(|&hands| hands > 40), "{met:?}");
}

#[test]
fn discards_of_every_hand() {
    let (mut complete, mut games) = (0, Games::default());
    each_hand(share(280), |deck, brute, dealt, _| {
        if dealt.hand.size() == Some(HandSize::Waiting) {
            return;
        }
        let (game, label) = (games.of(deck), label(deck, &dealt));
        let found = game.discards_with(&dealt.hand, &settings(&dealt)).unwrap();
        let right = brute.discards(&dealt.hand, &dealt.supply);
        assert_eq!(found.list.len(), right.len(), "{label}");
        for discard in &found.list {
            let Nearest { distance, accepted, .. } = &right[&discard.tile];
            assert_eq!(discard.acceptance.distance.tiles(), *distance, "{label} {}", discard.tile);
            let tiles = discard.acceptance.tiles.iter().map(|wait| wait.tile);
            assert_eq!(&tiles.collect::<Vec<_>>(), accepted, "{label} {}", discard.tile);
        }
        let order: Vec<_> = found
            .list
            .iter()
            .map(|discard| {
                let far = discard.acceptance.distance.tiles().unwrap_or(u8::MAX);
                (far, u32::MAX - discard.acceptance.copies(), discard.tile)
            })
            .collect();
        assert!(order.is_sorted(), "{label}");
        complete += usize::from(found.is_win());
    });
    assert!(complete > 20, "{complete}");
}

#[test]
fn each_form_has_its_distance() {
    for (seed, deck) in DECKS.iter().enumerate().filter(|(_, deck)| deck.forms().len() > 1) {
        let mut rng = Rng::with_seed(seed as u64);
        let (rules, brute) = (deck.rules(None), deck.brute(None));
        let game = &Game::new(rules.clone());
        let alone: Vec<_> = deck.forms().iter().map(|form| deck.brute(Some(form))).collect();
        for _ in 0..share(60) {
            let dealt = deck.deal(&mut rng, &rules, &brute);
            let found = game.distance_with(&dealt.hand, &settings(&dealt)).unwrap();
            for (form, brute) in deck.forms().iter().zip(&alone) {
                let right = brute.nearest(&dealt.hand, &dealt.supply).distance;
                let of_form = found.by_form.iter().find(|of| *of.form == **form);
                let distance = of_form.and_then(|of| of.distance);
                assert_eq!(distance, right, "{form} {}", label(deck, &dealt));
            }
        }
    }
}

#[test]
fn chances_of_hands() {
    let (mut hands, mut won, mut games) = (0, 0, Games::default());
    each_hand(share(24), |deck, brute, dealt, rng| {
        if deck.is_unbounded() || dealt.hand.size() == Some(HandSize::Complete) {
            return;
        }
        let game = games.of(deck);
        // Few tiles are left: all others are seen.
        let left: TileCounts = few(rng, &dealt.supply).into_iter().collect();
        let mut settings = settings(&dealt);
        for (tile, copies) in dealt.supply.iter() {
            (left.get(tile)..copies).for_each(|_| settings.visible.add(tile));
        }
        let draws = left.total().min(3) as u8;
        let found = game.chances(&dealt.hand, draws, &settings).unwrap();
        let right = brute.chances(&dealt.hand, &left, draws);
        assert_eq!(
            (found.win.ways, found.tenpai.ways, found.win.of),
            (right.win, right.tenpai, right.of),
            "{} left {left:?}",
            label(deck, &dealt)
        );
        assert!(found.completeness.is_complete());
        hands += 1;
        won += usize::from(right.win > 0);
    });
    assert!(won > 40 && hands > won, "{hands} {won}");
}
