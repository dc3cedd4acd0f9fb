//! The wall: the tiles that can be drawn, and what a hand leaves of them.

use crate::hand::Hand;
use crate::rules::RuleSet;
use crate::tile::{Kind, Tile, TileCounts, TileSet};

/// The tiles of a rule set that can be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Wall {
    tiles: TileSet,
    copies: TileCounts,
    /// For each kind the tiles that may be used as it.
    of_kind: Vec<TileSet>,
}

impl Wall {
    pub fn of(rules: &RuleSet) -> Wall {
        let drawable = |tile| std::iter::repeat_n(tile, usize::from(rules.drawable(tile)));
        let copies: TileCounts = Tile::all().flat_map(drawable).collect();
        let tiles: TileSet = copies.iter().map(|(tile, _)| tile).collect();
        let mut of_kind = vec![TileSet::EMPTY; Kind::COUNT];
        for tile in tiles.iter() {
            rules.stands_for(tile).iter().for_each(|kind| of_kind[kind.index()].insert(tile));
        }
        Wall { tiles, copies, of_kind }
    }

    /// The tiles that may be used as a kind.
    pub fn of_kind(&self, kind: Kind) -> TileSet {
        self.of_kind[kind.index()]
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

    /// The unseen copies of every tile.
    pub fn counts(&self) -> &TileCounts {
        &self.copies
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
    pub fn fillers(&self, could: TileSet) -> (Vec<Tile>, bool) {
        let could = could.intersection(self.tiles);
        let mut live = Vec::with_capacity(could.len());
        live.extend(could.iter().filter(|&tile| self.copies(tile) > 0));
        if live.is_empty() { (could.iter().collect(), false) } else { (live, true) }
    }

    /// As [`Unseen::fillers`], where a test says which tiles could.
    pub fn fillers_that(&self, could: impl Fn(Tile) -> bool) -> (Vec<Tile>, bool) {
        self.fillers(self.tiles.iter().filter(|&tile| could(tile)).collect())
    }
}
