//! How far hands are from a win: what the peers say, against each other and against Ginga. Run it by
//! `cargo test --release`.

use crate::hands::{self, Counts, Deal};
use crate::peers::distance::{riichienv, xiangting};
use fastrand::Rng;
use ginga::engine::PackedHand;
use ginga::{Game, Hand, Kind, KindSet, Tile, Wait};
use std::collections::BTreeMap;

/// How many tiles a hand has.
const SIZES: [usize; 10] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14];

/// A sort of hands: its name, and how one of so many tiles is dealt.
type Sort = (&'static str, fn(&mut Rng, usize) -> Deal);

const SORTS: [Sort; 4] = [
    ("random", hands::random),
    ("one suit", hands::one_suit),
    ("five kinds", hands::crowded),
    ("orphans", hands::among_orphans),
];

/// So many hands of every sort and size, in turns.
fn each_hand(hands: usize, mut see: impl FnMut(&'static str, usize, &Counts)) {
    let mut rng = Rng::with_seed(71);
    for at in 0..hands {
        let (name, deal) = SORTS[at / SIZES.len() % SORTS.len()];
        let size = SIZES[at % SIZES.len()];
        see(name, size, &deal(&mut rng, size).plain);
    }
}

fn text(hand: &Counts) -> String {
    let game = Game::builtin("riichi").expect("a built-in rule set");
    game.hand_from_counts(hand).expect("a hand").to_string()
}

/// How often two answers differ, by what and where, and the first hand of each.
#[derive(Default)]
struct Differences(BTreeMap<(&'static str, &'static str, usize), (usize, String)>);

impl Differences {
    fn note(&mut self, what: &'static str, sort: &'static str, size: usize, first: String) {
        self.0.entry((what, sort, size)).or_insert((0, first)).0 += 1;
    }

    fn tell(&self) {
        for ((what, sort, size), (hands, first)) in &self.0 {
            println!("{what}, {sort}, {size} tiles: {hands} hands, the first {first}");
        }
    }
}

#[test]
fn peers_agree_with_each_other() {
    let mut differences = Differences::default();
    each_hand(20_000, |sort, size, hand| {
        let [one, other] = [xiangting(hand), riichienv(hand)];
        let first = || format!("{}: {one:?}, {other:?}", text(hand));
        if one.shanten != other.shanten {
            differences.note("shanten", sort, size, first());
        } else if one.accepted != other.accepted {
            differences.note("accepted", sort, size, first());
        } else if one.discards != other.discards {
            differences.note("discards", sort, size, first());
        }
    });
    differences.tell();
    assert!(differences.0.is_empty());
}

#[test]
fn peers_agree_with_ginga_on_wins_and_waits() {
    let riichi = Game::builtin("riichi").expect("a built-in rule set");
    let mut differences = Differences::default();
    let (mut wins, mut tenpai) = (0, 0);
    each_hand(20_000, |sort, size, counts| {
        let hand = riichi.hand_from_counts(counts).expect("a hand");
        let said = xiangting(counts);
        if size % 3 == 2 {
            let win = riichi.is_win(&hand).expect("an answer");
            wins += usize::from(win);
            if win != (said.shanten == -1) {
                differences.note("a win", sort, size, format!("{hand}: {said:?}"));
            }
            return;
        }
        let waits = waits(&riichi, &hand);
        tenpai += usize::from(!waits.is_empty());
        let theirs = if said.shanten == 0 { said.accepted } else { KindSet::EMPTY };
        if waits != theirs || waits.is_empty() == (said.shanten == 0) {
            differences.note("waits", sort, size, format!("{hand}: {waits}, {said:?}"));
        }
    });
    println!("{wins} wins, {tenpai} tenpai");
    differences.tell();
    assert!(differences.0.is_empty() && wins > 500 && tenpai > 1_000);
}

/// Shanten, the kinds that help and the discards that keep the shanten, on hands without called melds.
#[test]
fn peers_agree_with_ginga_on_distances() {
    let riichi = Game::builtin("riichi").expect("a built-in rule set");
    let engine = riichi.engine().expect("served");
    let mut told_by_tables = 0;
    let mut differences = Differences::default();
    each_hand(200_000, |sort, size, counts| {
        let hand = riichi.hand_from_counts(counts).expect("a hand");
        let packed = PackedHand::of(&hand).expect("room");
        let said = xiangting(counts);
        let acceptance = engine.acceptance(&packed).expect("tables");
        let shanten = acceptance.distance() as i8 - 1;
        if shanten != said.shanten {
            differences.note("shanten", sort, size, format!("{hand}: {shanten}, {said:?}"));
        } else if size % 3 == 1 {
            let accepted = acceptance.tiles().plain();
            if accepted != said.accepted {
                differences.note("accepted", sort, size, format!("{hand}: {accepted}, {said:?}"));
            }
        } else if said.shanten >= 0 {
            let distance = Some(acceptance.distance());
            let discards = riichi.discards(&hand).expect("an answer").list;
            let keeps =
                discards.iter().filter(|discard| discard.acceptance.distance.tiles() == distance);
            let keeps: KindSet = keeps.filter_map(|discard| discard.tile.kind()).collect();
            if let Some(by_tables) = engine.discards(&packed) {
                told_by_tables += 1;
                for (one, other) in discards.iter().zip(by_tables) {
                    let shown =
                        |tiles: &[Wait]| tiles.iter().map(|wait| wait.tile).collect::<Vec<_>>();
                    assert_eq!(one.tile, other.tile(), "{hand}");
                    assert_eq!(one.acceptance.copies(), u32::from(other.copies()), "{hand}");
                    let tiles: Vec<Tile> = other.acceptance().tiles().tiles().collect();
                    assert_eq!(shown(&one.acceptance.tiles), tiles, "{hand}");
                }
            }
            // To the peers a tile that is discarded can be drawn again.
            if !said.discards.without(keeps).is_empty() && keeps.without(said.discards).is_empty() {
                differences.0.entry(("drawn again", sort, size)).or_default().0 += 1;
            } else if keeps != said.discards {
                differences.note("discards", sort, size, format!("{hand}: {keeps}, {said:?}"));
            }
        }
    });
    differences.tell();
    println!("all discards told by tables of {told_by_tables} hands");
    differences.0.retain(|(what, ..), _| *what != "drawn again");
    assert!(differences.0.is_empty());
}

/// Where they differ from Ginga: to the peers a tile in a called meld is still to be drawn.
#[test]
fn peers_do_not_see_called_melds() {
    let riichi = Game::builtin("riichi").expect("a built-in rule set");
    let mut rng = Rng::with_seed(72);
    let (mut differ, mut asked) = (0, 0);
    while asked < 5_000 {
        let size = [1, 4, 7, 10][rng.usize(..4)];
        let counts = hands::crowded(&mut rng, size).plain;
        let called = Kind::all().find(|kind| counts[kind.index()] == 1 && rng.bool());
        let Some(kind) = called else { continue };
        let text = format!("{}[{kind}{kind}{kind}]", text(&counts));
        let hand = riichi.hand(&text).expect("a hand");
        let theirs = match xiangting(&counts) {
            said if said.shanten == 0 => said.accepted,
            _ => KindSet::EMPTY,
        };
        let gone: KindSet = [kind].into_iter().collect();
        assert_eq!(waits(&riichi, &hand), theirs.without(gone), "{hand}");
        differ += usize::from(theirs.contains(kind));
        asked += 1;
    }
    println!("a wait for tiles that are all in the hand or called: {differ} of {asked} hands");
    assert!(differ > 100);
}

fn waits(game: &Game, hand: &Hand) -> KindSet {
    let tiles = game.waits(hand).expect("an answer").tiles;
    tiles.iter().filter_map(|wait| wait.tile.kind()).collect()
}
