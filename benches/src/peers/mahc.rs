//! mahc: a scorer; it lists the shapes of a hand that is given tile by tile.

use crate::answers::{Group, Listing, shape};
use crate::hands::Deal;
use crate::measure::Contestant;
use mahc::calc::get_valid_hand_shapes;
use mahc::tile::{DValue, MpsValue, Tile, WValue};
use mahc::tile_group::TileGroup;

const NUMBERS: [MpsValue; 9] = [
    MpsValue::One,
    MpsValue::Two,
    MpsValue::Three,
    MpsValue::Four,
    MpsValue::Five,
    MpsValue::Six,
    MpsValue::Seven,
    MpsValue::Eight,
    MpsValue::Nine,
];

const HONOURS: [Tile; 7] = [
    Tile::Wind(WValue::East),
    Tile::Wind(WValue::South),
    Tile::Wind(WValue::West),
    Tile::Wind(WValue::North),
    Tile::Dragon(DValue::White),
    Tile::Dragon(DValue::Green),
    Tile::Dragon(DValue::Red),
];

fn tile(kind: usize) -> Tile {
    match kind / 9 {
        0 => Tile::Man(NUMBERS[kind]),
        1 => Tile::Pin(NUMBERS[kind - 9]),
        2 => Tile::Sou(NUMBERS[kind - 18]),
        _ => HONOURS[kind - 27],
    }
}

fn kind(wanted: &Tile) -> usize {
    (0..34).find(|&kind| tile(kind) == *wanted).expect("no red fives were given")
}

fn tiles(deals: &[Deal]) -> Vec<Vec<Tile>> {
    let tiles =
        |deal: &Deal| deal.tiles().filter_map(|one| Some(tile(one.kind()?.index()))).collect();
    deals.iter().map(tiles).collect()
}

/// A win by a list that is not empty; it has no call that asks for less.
pub fn win(deals: &[Deal]) -> Contestant<'static, bool> {
    let call = |hand: &mut Vec<Tile>| !get_valid_hand_shapes(hand).is_empty();
    Contestant::new("mahc, get_valid_hand_shapes", tiles(deals), call, |win| win)
}

/// All shapes, of all forms, without duplicates.
pub fn decompositions(deals: &[Deal]) -> Contestant<'static, Listing> {
    let read = |found: Vec<Vec<TileGroup>>| {
        let mut listing = Listing::default();
        for groups in found {
            if groups.len() == 5 {
                let group =
                    |group: &TileGroup| Group::of(group.tiles().into_iter().map(kind).collect());
                listing.standard.push(shape(groups.iter().map(group), None));
            } else {
                listing.other += 1;
            }
        }
        listing
    };
    let call = |hand: &mut Vec<Tile>| get_valid_hand_shapes(hand);
    Contestant::new("mahc, get_valid_hand_shapes", tiles(deals), call, read)
}
