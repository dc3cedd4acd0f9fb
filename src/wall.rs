//! The wall: the tiles that can be drawn, and what a hand leaves of them.

use crate::hand::Hand;
use crate::rules::RuleSet;
use crate::tile::{Tile, TileCounts, TileSet};

/// The tiles of a rule set that can be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Wall {
    tiles: TileSet,
    copies: TileCounts,
}

impl Wall {
    pub fn of(rules: &RuleSet) -> Wall {
        let drawable = |tile| std::iter::repeat_n(tile, usize::from(rules.drawable(tile)));
        let copies: TileCounts = Tile::all().flat_map(drawable).collect();
        Wall { tiles: copies.iter().map(|(tile, _)| tile).collect(), copies }
    }

    /// What the hand, its called melds included, leaves of the wall.
    pub fn unseen(&self, hand: &Hand) -> Unseen {
        Unseen { tiles: self.tiles, copies: self.copies.minus(&hand.all_tiles()) }
    }
}

/// How many copies of each tile of the wall nobody holds, as far as is known.
#[derive(Debug, Clone)]
pub(crate) struct Unseen {
    /// The tiles of the full wall, those of which no copy is unseen among them.
    tiles: TileSet,
    copies: TileCounts,
}

impl Unseen {
    /// The same without tiles that are seen elsewhere on the table.
    pub fn without(&self, seen: &TileCounts) -> Unseen {
        Unseen { tiles: self.tiles, copies: self.copies.minus(seen) }
    }

    /// How many copies of a tile are unseen.
    pub fn copies(&self, tile: Tile) -> u8 {
        self.copies.get(tile)
    }

    /// The tiles of the full wall, in order, each with its unseen copies: none, perhaps.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        self.tiles.iter().map(|tile| (tile, self.copies(tile)))
    }

    /// The tiles that fill a hole: of those that could, the ones of which a copy is unseen, or where
    /// there is none all of them. True with a list of tiles that are there to be drawn.
    ///
    /// Every hole of every answer takes its tiles from here.
    pub fn fillers(&self, could: impl Fn(Tile) -> bool) -> (Vec<Tile>, bool) {
        let all: Vec<Tile> = self.tiles.iter().filter(|&tile| could(tile)).collect();
        let live: Vec<Tile> = all.iter().copied().filter(|&tile| self.copies(tile) > 0).collect();
        if live.is_empty() { (all, false) } else { (live, true) }
    }
}
