//! All one-suit hands, against counts known from elsewhere.
//!
//! The numbers are those of an independent count of the classic puzzle (no seven pairs, waits of
//! which no copy is left dropped).

use ginga::engine::{Engine, PackedHand};
use ginga::{Kind, RuleSet, Suit, Tile};

/// Shows every hand of so many man tiles, at most four of each number.
fn each_hand(tiles: usize, see: &mut impl FnMut(&PackedHand)) {
    fn deal(number: u8, tiles: usize, hand: &mut PackedHand, see: &mut impl FnMut(&PackedHand)) {
        let Some(kind) = Kind::new(Suit::Man, number) else {
            if tiles == 0 {
                see(hand);
            }
            return;
        };
        let mut more = *hand;
        for count in 0..=tiles.min(4) {
            deal(number + 1, tiles - count, &mut more.clone(), see);
            if count < 4 {
                assert!(count == tiles || more.add(Tile::plain(kind)));
            }
        }
    }
    deal(1, tiles, &mut PackedHand::default(), see);
}

fn chinitsu() -> Engine {
    Engine::new(&RuleSet::builtin("chinitsu").unwrap()).unwrap()
}

#[test]
fn one_suit_hands_that_wait() {
    let engine = chinitsu();
    let (mut hands, mut by_waits) = (0, [0; 10]);
    each_hand(13, &mut |hand| {
        hands += 1;
        by_waits[engine.waits(hand).kinds().len()] += 1;
    });
    assert_eq!(hands, 93_600);
    assert_eq!(by_waits, [53_530, 14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]);
}

#[test]
fn one_suit_hands_that_win() {
    let engine = chinitsu();
    let (mut hands, mut wins) = (0, 0);
    each_hand(14, &mut |hand| {
        hands += 1;
        wins += usize::from(engine.is_win(hand));
    });
    assert_eq!((hands, wins), (118_800, 13_259));
}
