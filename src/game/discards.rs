//! Which tile to discard.

use super::query::Query;
use super::{Acceptance, Distance, Game, QuestionError, Settings, SolverChoice};
use crate::answer::{Completeness, StoppedBy};
use crate::hand::Hand;
use crate::size::HandSize;
use crate::solver::SolverFault;
use crate::tile::{KindSet, Tile, TileCounts};
use std::cmp::Reverse;

/// A tile that may be discarded, and what is left.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Discard {
    /// The tile to discard.
    pub tile: Tile,
    /// How far the other tiles are from a win, and which tiles help: those that they wait for, where they
    /// wait. The tile discarded is not left.
    pub acceptance: Acceptance,
    /// Where the other tiles wait: the kinds that would complete them and that no tile left can be.
    pub dead: KindSet,
    /// Where [`Settings::deep`] asks for it: for every copy that helps, how many copies help after the best
    /// discard that follows, added up.
    pub next_copies: Option<u64>,
}

/// Every tile of a hand that may be discarded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Discards {
    /// How far the whole hand is from a win: 0 where it is complete as it is.
    pub distance: Distance,
    /// Each tile of the hand once, the best discard first: the nearest to a win, then the one with most
    /// copies that help, then, if asked for, with most copies after that, then in tile order.
    pub list: Vec<Discard>,
    /// Whether [`Discard::next_copies`] was asked for.
    deep: bool,
}

impl Discards {
    /// True for a hand that is complete as it is.
    pub fn is_win(&self) -> bool {
        self.distance.tiles() == Some(0)
    }

    /// Whether every answer is known, or what cut one of them short.
    pub fn completeness(&self) -> Completeness {
        let of_discards = self.list.iter().map(|discard| &discard.acceptance.distance);
        let mut all = std::iter::once(&self.distance).chain(of_discards);
        all.find_map(|distance| {
            let completeness = distance.report.completeness;
            (!completeness.is_complete()).then_some(completeness)
        })
        .unwrap_or_else(|| {
            let cut = self.deep && self.list.iter().any(|discard| discard.next_copies.is_none());
            if cut { Completeness::Stopped(StoppedBy::Caller) } else { Completeness::Complete }
        })
    }
}

impl Game {
    /// For each tile of a hand of 3n+2 concealed tiles how far the hand is without it from a win, and
    /// which tiles help then: best first.
    ///
    /// # Errors
    /// As [`Game::waits`], for a hand of 3n+2 concealed tiles.
    ///
    /// ```
    /// use ginga::Game;
    /// let galaxy = Game::builtin("galaxy")?;
    /// let discards = galaxy.discards(&galaxy.hand("24m6M17p2334s1S3z14Z9m")?)?;
    /// let best = &discards.list[0];
    /// assert_eq!((best.tile.to_string(), best.acceptance.copies()), ("9m".to_owned(), 18));
    /// assert_eq!(best.acceptance.distance.shanten(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn discards(&self, hand: &Hand) -> Result<Discards, QuestionError> {
        self.discards_with(hand, &Settings::default())
    }

    /// [`Game::discards`] with settings.
    ///
    /// # Errors
    /// As [`Game::waits_with`], for a hand of 3n+2 concealed tiles.
    pub fn discards_with(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<Discards, QuestionError> {
        let query = self.query(hand, HandSize::Complete, settings)?;
        let supply = query.supply();
        let distance = query.distance_of(hand.concealed(), &supply)?;
        let tiles = hand.concealed().iter().map(|(tile, _)| tile);
        let discards = tiles.map(|tile| query.discard(tile, &supply));
        let mut list = discards.collect::<Result<Vec<Discard>, SolverFault>>()?;
        // "None" comes last.
        let order = |discard: &Discard| {
            let Discard { tile, acceptance, next_copies, .. } = discard;
            let far = acceptance.distance.tiles().unwrap_or(u8::MAX);
            (far, Reverse((acceptance.copies(), *next_copies)), *tile)
        };
        list.sort_by_key(order);
        Ok(Discards { distance, list, deep: settings.deep })
    }
}

impl Query<'_> {
    fn discard(&self, tile: Tile, supply: &TileCounts) -> Result<Discard, SolverFault> {
        let mut tiles = self.hand.concealed().clone();
        tiles.remove(tile);
        let acceptance = self.acceptance_of(&tiles, supply)?;
        let waits = acceptance.distance.tiles() == Some(1);
        let dead = if waits { self.dead(tile, &acceptance)? } else { KindSet::EMPTY };
        let next_copies = match self.settings.deep {
            true => self.next_copies(&tiles, supply, &acceptance)?,
            false => None,
        };
        Ok(Discard { tile, acceptance, dead, next_copies })
    }

    /// The kinds that would complete the hand without a tile, but for which none is left.
    fn dead(&self, tile: Tile, acceptance: &Acceptance) -> Result<KindSet, SolverFault> {
        let rest = self.hand.without(tile);
        let by_engine = match self.settings.solver {
            SolverChoice::Fastest => self.prepared.verdicts().ok(),
            _ => None,
        };
        let all = match by_engine.and_then(|verdicts| verdicts.waits(&rest)) {
            Some(winning) => winning.kinds().union(winning.dead()),
            None => self.acceptance_of(rest.concealed(), &self.boundless_supply())?.kinds,
        };
        Ok(all.without(acceptance.kinds))
    }

    /// For every copy that helps, how many copies help after the best discard that follows; `None` for a
    /// run that was cut short.
    fn next_copies(
        &self,
        tiles: &TileCounts,
        supply: &TileCounts,
        acceptance: &Acceptance,
    ) -> Result<Option<u64>, SolverFault> {
        let Some(distance) = acceptance.distance.tiles() else { return Ok(Some(0)) };
        let after = |drawn: Tile| {
            let (mut tiles, mut supply) = (tiles.clone(), supply.clone());
            tiles.add(drawn);
            supply.remove(drawn);
            let mut best = 0;
            for (discarded, _) in tiles.iter() {
                let mut rest = tiles.clone();
                rest.remove(discarded);
                let acceptance = self.acceptance_of(&rest, &supply)?;
                if !acceptance.distance.report.completeness.is_complete() {
                    return Ok(None);
                }
                let nearer = acceptance.distance.tiles().is_some_and(|next| next < distance);
                // The tile drawn is no longer left.
                let drawn_helps = acceptance.tiles.iter().any(|wait| wait.tile == drawn);
                if nearer {
                    best = best.max(acceptance.copies() - u32::from(drawn_helps));
                }
            }
            Ok(Some(u64::from(best)))
        };
        let mut sum = 0;
        for wait in &acceptance.tiles {
            let Some(copies) = after(wait.tile)? else { return Ok(None) };
            sum += u64::from(wait.left) * copies;
        }
        Ok(Some(sum))
    }
}
