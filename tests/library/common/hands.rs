//! Random hands whose answers are worth comparing: wins and near-wins with wild tiles in them.

use fastrand::Rng;
use ginga::notation::{RedFives, write_tiles};
use ginga::{Hand, Kind, RuleSet, Tile, TileCounts};

/// A rule set to draw hands from.
pub struct Table {
    pub rules: RuleSet,
    /// How many blue tiles or laizi go into a hand at most.
    pub wild: usize,
    /// How many jokers at most.
    pub jokers: usize,
}

/// A random hand of 3n+1 or 3n+2 concealed tiles, most often complete or one tile off.
pub fn hand(rng: &mut Rng, table: &Table) -> Hand {
    loop {
        if let Some(hand) = attempt(rng, table) {
            return hand;
        }
    }
}

fn attempt(rng: &mut Rng, table: &Table) -> Option<Hand> {
    let rules = &table.rules;
    let kinds: Vec<Kind> = rules.kinds_in_play().iter().collect();
    let melds = rng.usize(0..=usize::from(rules.melds()));
    let called = rng.usize(0..=melds.min(2)) * usize::from(rng.u8(..4) == 0);
    let mut tiles: Vec<Tile> = Vec::new();
    if melds == 4 && called == 0 && rng.u8(..5) == 0 {
        special(rng, &kinds, &mut tiles);
    } else {
        for _ in called..melds {
            tiles.extend(meld(rng, &kinds)?.map(Tile::plain));
        }
        let pair = kinds[rng.usize(..kinds.len())];
        tiles.extend([Tile::plain(pair); 2]);
    }
    put_wild_tiles_in(rng, table, &mut tiles);
    rng.shuffle(&mut tiles);
    if rng.bool() {
        tiles.pop();
    }
    let melds: Option<String> = (0..called).map(|_| called_meld(rng, &kinds)).collect();
    let tiles: TileCounts = tiles.into_iter().collect();
    let text = write_tiles(&tiles, RedFives::default()) + &melds?;
    Hand::parse(&text, rules).ok()
}

/// Seven pairs or thirteen orphans, now and then with a fault.
fn special(rng: &mut Rng, kinds: &[Kind], tiles: &mut Vec<Tile>) {
    let orphan = |kind: &Kind| !kind.suit().is_numbered() || matches!(kind.number(), 1 | 9);
    if rng.bool() {
        tiles.extend((0..7).flat_map(|_| [Tile::plain(kinds[rng.usize(..kinds.len())]); 2]));
    } else {
        tiles.extend(Kind::all().filter(orphan).map(Tile::plain));
        let again = tiles[rng.usize(..tiles.len())];
        tiles.push(again);
    }
}

fn meld(rng: &mut Rng, kinds: &[Kind]) -> Option<[Kind; 3]> {
    let first = kinds[rng.usize(..kinds.len())];
    if rng.u8(..3) == 0 {
        return Some([first; 3]);
    }
    Some([first, first.shifted(1)?, first.shifted(2)?])
}

/// Replaces some tiles: by the blue tile of their class or another, by a laizi, by a joker.
fn put_wild_tiles_in(rng: &mut Rng, table: &Table, tiles: &mut [Tile]) {
    let wild: Vec<Tile> =
        Tile::all().filter(|&tile| tile != Tile::JOKER && table.rules.is_wild(tile)).collect();
    for _ in 0..rng.usize(0..=table.wild).min(tiles.len()) {
        let at = rng.usize(..tiles.len());
        let Some(kind) = tiles[at].kind() else { continue };
        let fitting: Vec<Tile> = wild
            .iter()
            .copied()
            .filter(|&tile| table.rules.stands_for(tile).contains(kind))
            .collect();
        if !fitting.is_empty() {
            tiles[at] = fitting[rng.usize(..fitting.len())];
        }
    }
    for _ in 0..rng.usize(0..=table.jokers).min(tiles.len()) {
        let at = rng.usize(..tiles.len());
        tiles[at] = Tile::JOKER;
    }
    if rng.u8(..3) == 0 && !tiles.is_empty() {
        // A stray tile, so that near misses come as well.
        let at = rng.usize(..tiles.len());
        tiles[at] = Tile::plain(Kind::from_index(rng.usize(..Kind::COUNT)).unwrap());
    }
}

fn called_meld(rng: &mut Rng, kinds: &[Kind]) -> Option<String> {
    let meld = meld(rng, kinds)?;
    let text = |kinds: &[Kind]| kinds.iter().map(Kind::to_string).collect::<String>();
    let reading = text(&meld);
    Some(match rng.u8(..4) {
        0 if meld[0] == meld[2] => format!("({0}{0})", &reading[..reading.len() / 3 * 2]),
        _ => format!("[{reading}={reading}]"),
    })
}
