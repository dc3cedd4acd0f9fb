//! Tiles in places, as many as can be.

use crate::tile::{Tile, TileCounts, TileSet};
use smallvec::SmallVec;

/// A greatest matching of tiles and places.
///
/// Places come one after the other; one that cannot be filled beside those before it can never be filled
/// beside them and more. So how many are filled does not depend on their order.
#[derive(Debug, Clone)]
pub(super) struct Matching {
    spare: [u8; Tile::COUNT],
    /// The tiles of which a copy is spare.
    there: TileSet,
    /// The places that are filled: the tiles that may fill each, and the one that does.
    filled: SmallVec<[(TileSet, Tile); 18]>,
}

impl Matching {
    /// Nothing in its place yet.
    pub fn of(tiles: &TileCounts) -> Matching {
        let mut spare = [0; Tile::COUNT];
        tiles.iter().for_each(|(tile, count)| spare[tile.index()] = count);
        let there = tiles.iter().map(|(tile, _)| tile).collect();
        Matching { spare, there, filled: SmallVec::new() }
    }

    /// How many places are filled.
    pub fn size(&self) -> usize {
        self.filled.len()
    }

    /// Fills one more place, moving other tiles if need be; false where that cannot be.
    pub fn fill(&mut self, tiles: TileSet) -> bool {
        if let Some(tile) = tiles.intersection(self.there).iter().next() {
            self.take(tile);
            self.filled.push((tiles, tile));
            return true;
        }
        // Places in the order in which they are reached, each with the place that wants its tile.
        let mut reached: SmallVec<[(usize, Option<usize>); 18]> = SmallVec::new();
        let mut seen: u32 = 0;
        let mut looked_for = tiles;
        self.reach(tiles, None, &mut seen, &mut reached);
        let mut next = 0;
        while let Some(&(place, _)) = reached.get(next) {
            let of_place = self.filled[place].0;
            if let Some(tile) = of_place.intersection(self.there).iter().next() {
                self.take(tile);
                self.shift(next, tile, tiles, &reached);
                return true;
            }
            if !of_place.without(looked_for).is_empty() {
                looked_for = looked_for.union(of_place);
                self.reach(of_place, Some(next), &mut seen, &mut reached);
            }
            next += 1;
        }
        false
    }

    fn take(&mut self, tile: Tile) {
        let spare = &mut self.spare[tile.index()];
        *spare -= 1;
        if *spare == 0 {
            self.there = self.there.without([tile].into_iter().collect());
        }
    }

    /// Notes the places whose tile is among these.
    fn reach(
        &self,
        tiles: TileSet,
        from: Option<usize>,
        seen: &mut u32,
        reached: &mut SmallVec<[(usize, Option<usize>); 18]>,
    ) {
        for (place, (_, tile)) in self.filled.iter().enumerate() {
            if *seen >> place & 1 == 0 && tiles.contains(*tile) {
                *seen |= 1 << place;
                reached.push((place, from));
            }
        }
    }

    /// Gives a place this tile, what it had to the place that wants it, and so on.
    fn shift(
        &mut self,
        last: usize,
        tile: Tile,
        new_place: TileSet,
        reached: &[(usize, Option<usize>)],
    ) {
        let (mut at, mut tile) = (Some(last), tile);
        while let Some(number) = at {
            let (place, from) = reached[number];
            tile = std::mem::replace(&mut self.filled[place].1, tile);
            at = from;
        }
        self.filled.push((new_place, tile));
    }
}
