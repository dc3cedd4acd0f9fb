//! Hands for a variant: a winning one made on purpose, with wild tiles put in, often with a tile
//! changed or taken away.

use super::brute::{Brute, Made};
use fastrand::Rng;
use ginga::{GroupType, Kind, Tile};
use std::collections::BTreeMap;

/// A called meld: its tiles and the kinds it is called as.
pub type Called = (Vec<Tile>, Vec<Kind>);

pub struct Dealt {
    pub tiles: Vec<Tile>,
    pub called: Vec<Called>,
}

/// A hand of 3n+1 or 3n+2 concealed tiles, as the set has them; `None` when this attempt failed.
pub fn hand(rng: &mut Rng, brute: &Brute<'_>) -> Option<Dealt> {
    let rule = brute.rule;
    let form = rng.choice(&rule.forms)?;
    let own = form.called.unwrap_or(0) * usize::from(rng.u8(..4) > 0);
    let grown = [0, 1, 1, 1, 2][rng.usize(..5)];
    let mut wilds = rng.usize(..=3);
    let mut groups: Vec<(GroupType, Vec<Kind>)> = Vec::new();
    let mut concealed = Vec::new();
    for (at, part) in form.parts.iter().enumerate() {
        if part.types.is_empty() {
            let count = part.count.unwrap_or([2, 4, 5][rng.usize(..3)]);
            let stock: Vec<Tile> = rule.stock.keys().copied().collect();
            concealed.extend((0..count).map(|_| stock[rng.usize(..stock.len())]));
            continue;
        }
        for _ in 0..part.count.unwrap_or(grown) {
            groups.push(brute.shape(rng, form, at)?);
        }
    }
    let callable = |group: &&(GroupType, Vec<Kind>)| group.1.len() == 3;
    let mut called = Vec::new();
    for _ in 0..own {
        let meld = groups.iter().find(callable)?.1.clone();
        called.push(call(rng, brute, meld)?);
    }
    if own == 0 && rng.u8(..4) == 0 {
        for _ in 0..rng.usize(1..=2) {
            let Some(at) = groups.iter().position(|group| callable(&group)) else { break };
            called.push(call(rng, brute, groups.remove(at).1)?);
        }
    }
    for kind in groups.into_iter().flat_map(|(_, kinds)| kinds) {
        concealed.push(tile(rng, brute, kind, &mut wilds)?);
    }
    change(rng, brute, &mut concealed);
    let dealt = Dealt { tiles: concealed, called };
    let admitted = matches!(dealt.tiles.len() % 3, 1 | 2) && dealt.tiles.len() <= 11;
    (admitted && is_in_stock(brute, &dealt)).then_some(dealt)
}

/// Now and then a stray tile, then often one tile less.
fn change(rng: &mut Rng, brute: &Brute<'_>, tiles: &mut Vec<Tile>) {
    rng.shuffle(tiles);
    if rng.u8(..3) == 0 && !tiles.is_empty() {
        let stock: Vec<Tile> = brute.rule.stock.keys().copied().collect();
        tiles[0] = stock[rng.usize(..stock.len())];
    }
    if rng.bool() {
        tiles.pop();
    }
}

/// A tile for a kind: itself, or, while there may be more, any that could be used so somewhere.
fn tile(rng: &mut Rng, brute: &Brute<'_>, kind: Kind, wilds: &mut usize) -> Option<Tile> {
    let rule = brute.rule;
    let others = rule
        .stock
        .keys()
        .copied()
        .filter(|&tile| tile.kind() != Some(kind) && rule.meaning[&tile].kinds.contains(&kind));
    let others: Vec<Tile> = others.collect();
    let faces = [Tile::plain(kind), Tile::galaxy(kind)];
    let faces: Vec<Tile> = faces.into_iter().filter(|tile| rule.stock.contains_key(tile)).collect();
    if *wilds > 0 && (faces.is_empty() || rng.u8(..4) == 0) {
        *wilds -= 1;
        return rng.choice(others);
    }
    rng.choice(faces)
}

/// A called meld, now and then a kan, now and then with a wild tile.
fn call(rng: &mut Rng, brute: &Brute<'_>, mut kinds: Vec<Kind>) -> Option<Called> {
    if kinds[0] == kinds[2] && rng.u8(..3) == 0 {
        kinds.push(kinds[0]);
    }
    let mut wilds = usize::from(rng.u8(..3) == 0);
    let tiles = kinds.iter().map(|&kind| tile(rng, brute, kind, &mut wilds));
    Some((tiles.collect::<Option<_>>()?, kinds))
}

fn is_in_stock(brute: &Brute<'_>, dealt: &Dealt) -> bool {
    let mut seen: BTreeMap<Tile, usize> = BTreeMap::new();
    let called = dealt.called.iter().flat_map(|(tiles, _)| tiles);
    dealt.tiles.iter().chain(called).for_each(|&tile| *seen.entry(tile).or_default() += 1);
    let copies = |tile| brute.rule.stock.get(tile).map_or(0, |copies| copies.copies);
    seen.iter().all(|(tile, &count)| count <= copies(tile))
}

/// The called melds as groups; `None` where one of them is none under the rules.
pub fn melds(brute: &Brute<'_>, called: &[Called]) -> Option<Vec<Made>> {
    called.iter().map(|(tiles, kinds)| brute.called(kinds, tiles)).collect()
}
