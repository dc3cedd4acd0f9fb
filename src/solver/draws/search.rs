//! Branch and bound over the groups of a win: with no tile drawn, with one, with two …
//!
//! Groups are chosen one after the other. What the places of those chosen lack is a matching's deficit, and
//! a further group never adds less to it than it would have added before. So a group that adds too much is
//! out for good, and the least that the groups still to come add bounds what a choice can come to.

use super::matching::Matching;
use super::wins::{Place, PlaceList, Stock};
use super::{DrawSolver, DrawnWin, Far, Helping, VisitWins, Watch};
use crate::problem::{DrawModel, GroupShape, Relation};
use crate::solver::{Ended, SolverFault};
use crate::tile::{Suits, TileSet};
use smallvec::SmallVec;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The search over groups. It serves every form and rule set.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SearchDraws;

impl DrawSolver for SearchDraws {
    fn name(&self) -> &'static str {
        "search"
    }

    fn distance(&self, model: &DrawModel, watch: &mut Watch<'_>) -> Result<Far, SolverFault> {
        if !model.has_groups() {
            return Ok(Far::Never);
        }
        let mut search = Search::new(model, watch);
        for distance in 0..=model.tiles().min(255) as u8 {
            match search.readings(distance, &mut |_, _, _| ControlFlow::Break(Ended::ByVisitor)) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Ended::ByStop) => return Ok(Far::AtLeast(distance)),
                ControlFlow::Break(_) => return Ok(Far::At(distance)),
            }
        }
        Ok(Far::Never)
    }

    fn helping(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Helping>, SolverFault> {
        let mut helping = Helping::default();
        let mut search = Search::new(model, watch);
        let flow = search.readings(distance, &mut |stock, places, _| {
            stock.note_helping(places, distance, &mut helping);
            ControlFlow::Continue(())
        });
        Ok((flow != ControlFlow::Break(Ended::ByStop)).then_some(helping))
    }

    fn wins(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
        visit: &mut VisitWins<'_>,
    ) -> Result<Ended, SolverFault> {
        let mut seen: HashSet<DrawnWin> = HashSet::new();
        let mut search = Search::new(model, watch);
        let flow = search.readings(distance, &mut |stock, places, watch| {
            stock.wins(places, distance, watch, &mut |win| {
                if seen.insert(win.clone()) { visit(win) } else { ControlFlow::Continue(()) }
            })
        });
        Ok(match flow {
            ControlFlow::Continue(()) => Ended::Exhausted,
            ControlFlow::Break(ended) => ended,
        })
    }
}

/// Sees the places of a win's groups.
type Visit<'v> = dyn FnMut(&Stock<'_>, &[Place], &mut Watch<'_>) -> ControlFlow<Ended> + 'v;

struct Search<'m, 'w, 'a> {
    stock: Stock<'m>,
    /// The side constraints that count the groups of a pattern: all that must be met exactly.
    patterns: Vec<usize>,
    /// Of the sorts of places, the tiles that are not used as wild in them.
    natural: Vec<TileSet>,
    watch: &'w mut Watch<'a>,
}

/// Groups chosen so far.
#[derive(Clone)]
struct Chosen {
    places: PlaceList,
    /// The hand's tiles in their places.
    held: Matching,
    /// The same with all that is left.
    all: Matching,
    /// The hand's tiles in places where they are not wild, if wild uses are limited.
    natural: Option<Matching>,
    /// What is left of each side constraint.
    left: SmallVec<[u8; 32]>,
    suits: Suits,
}

/// A group that may be next, with what it adds.
#[derive(Clone, Copy)]
struct Candidate {
    shape: usize,
    /// To what the hand's tiles leave open.
    adds: u8,
    /// The same where no tile is wild.
    adds_naturally: u8,
}

impl<'m, 'w, 'a> Search<'m, 'w, 'a> {
    fn new(model: &'m DrawModel, watch: &'w mut Watch<'a>) -> Search<'m, 'w, 'a> {
        let sides = model.side_constraints().iter().enumerate();
        let exact = sides.filter(|(_, side)| side.relation == Relation::Exactly);
        let natural = model.places().iter().map(|place| place.tiles().without(place.wild()));
        Search {
            stock: Stock::new(model),
            patterns: exact.map(|(number, _)| number).collect(),
            natural: natural.collect(),
            watch,
        }
    }

    fn model(&self) -> &'m DrawModel {
        self.stock.model
    }

    /// Shows the places of every choice of groups that can be filled by drawing so many tiles, and not by
    /// drawing fewer.
    fn readings(&mut self, distance: u8, visit: &mut Visit<'_>) -> ControlFlow<Ended> {
        let model = self.model();
        let chosen = Chosen {
            places: PlaceList::new(),
            held: Matching::of(model.held()),
            all: Matching::of(&self.stock.all),
            natural: model.most_wilds().map(|_| Matching::of(model.held())),
            left: model.side_constraints().iter().map(|side| side.bound).collect(),
            suits: model.suit_limit().map_or(Suits::default(), |limit| limit.used),
        };
        let all: Vec<usize> = (0..model.shapes().len()).collect();
        self.descend(&chosen, &all, distance, visit)
    }

    fn descend(
        &mut self,
        chosen: &Chosen,
        shapes: &[usize],
        distance: u8,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<Ended> {
        self.watch.node()?;
        let pattern = self.patterns.iter().copied().filter(|&side| chosen.left[side] > 0);
        let Some(pattern) = pattern.min_by_key(|&side| chosen.left[side]) else {
            return self.settle(&chosen.places, distance, visit);
        };
        let candidates = self.candidates(chosen, shapes, distance);
        let bounds = Bounds::of(self, chosen, &candidates, pattern);
        let Some(bounds) = bounds else { return ControlFlow::Continue(()) };
        let is_next = |candidate: &Candidate| self.pattern_of(candidate.shape) == pattern;
        let (mut own, others): (Vec<Candidate>, Vec<Candidate>) =
            candidates.into_iter().partition(is_next);
        own.sort_by_key(|candidate| candidate.adds);
        let mut after: Vec<usize> =
            own.iter().chain(&others).map(|candidate| candidate.shape).collect();
        for candidate in &own {
            if !bounds.allow(candidate, distance) {
                break;
            }
            if let Some(with) = self.with(chosen, candidate.shape) {
                self.descend(&with, &after, distance, visit)?;
            }
            // Groups before it do not come again.
            after.remove(0);
        }
        ControlFlow::Continue(())
    }

    fn pattern_of(&self, shape: usize) -> usize {
        self.model().shapes()[shape].sides()[0].0
    }

    /// The groups that fit beside those chosen.
    fn candidates(&self, chosen: &Chosen, shapes: &[usize], distance: u8) -> Vec<Candidate> {
        let missing = chosen.missing();
        let candidate = |&number: &usize| {
            let shape = &self.model().shapes()[number];
            if !self.fits(chosen, shape) {
                return None;
            }
            let adds = |matching: &Matching, tiles: &dyn Fn(usize) -> TileSet| {
                let mut matching = matching.clone();
                shape.places().filter(|&place| !matching.fill(tiles(place))).count() as u8
            };
            let of_sort = |place: usize| self.model().places()[place].tiles();
            let adds_naturally = chosen
                .natural
                .as_ref()
                .map_or(0, |natural| adds(natural, &|place| self.natural[place]));
            let adds = adds(&chosen.held, &of_sort);
            (missing + adds <= distance).then_some(Candidate {
                shape: number,
                adds,
                adds_naturally,
            })
        };
        shapes.iter().filter_map(candidate).collect()
    }

    fn fits(&self, chosen: &Chosen, shape: &GroupShape) -> bool {
        let limit = self.model().suit_limit();
        shape.sides().iter().all(|&(side, amount)| amount <= chosen.left[side])
            && limit.is_none_or(|limit| chosen.suits.union(shape.suits()).len() <= limit.most)
    }

    /// One group more; `None` where tiles are lacking to fill it.
    fn with(&self, chosen: &Chosen, number: usize) -> Option<Chosen> {
        let shape = &self.model().shapes()[number];
        let mut with = chosen.clone();
        for sort in shape.places() {
            let tiles = self.model().places()[sort].tiles();
            if !with.all.fill(tiles) {
                return None;
            }
            with.held.fill(tiles);
            with.natural.iter_mut().for_each(|natural| {
                natural.fill(self.natural[sort]);
            });
            with.places.push(Place { sort, tiles });
        }
        shape.sides().iter().for_each(|&(side, amount)| with.left[side] -= amount);
        with.suits = with.suits.union(shape.suits());
        Some(with)
    }

    /// Shows the places of groups, if so many tiles must be drawn for them; where the uses as wild are
    /// limited, in each way to say which places are filled by tiles used so.
    fn settle(
        &mut self,
        places: &[Place],
        distance: u8,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<Ended> {
        let mut all = vec![places.iter().copied().collect()];
        if let Some(most) = self.model().most_wilds() {
            all = self.splits(places, most);
        }
        for places in &all {
            if self.stock.missing(places) == Some(distance) {
                visit(&self.stock, places, self.watch)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All ways to say of each place whether it is filled by a tile used as wild, of so many at most.
    fn splits(&self, places: &[Place], most: u8) -> Vec<PlaceList> {
        let mut all = vec![(PlaceList::new(), 0)];
        let mut sorted: PlaceList = places.iter().copied().collect();
        sorted.sort_by_key(|place| place.sort);
        for Place { sort, tiles } in sorted {
            let wild = self.model().places()[sort].wild();
            let natural = self.natural[sort];
            let mut next = Vec::new();
            for (list, wilds) in all {
                let with = |tiles| {
                    let mut list: PlaceList = list.clone();
                    list.push(Place { sort, tiles });
                    list
                };
                if wild.is_empty() {
                    next.push((with(tiles), wilds));
                    continue;
                }
                // Of places of one sort those without wild tiles come first.
                let after_wild =
                    list.last().is_some_and(|last| last.sort == sort && last.tiles == wild);
                if !natural.is_empty() && !after_wild {
                    next.push((with(natural), wilds));
                }
                if wilds < most {
                    next.push((with(wild), wilds + 1));
                }
            }
            all = next;
        }
        all.into_iter().map(|(list, _)| list).collect()
    }
}

impl Chosen {
    /// How many places the hand's tiles leave open.
    fn missing(&self) -> u8 {
        (self.places.len() - self.held.size()) as u8
    }

    /// The same where no tile is wild.
    fn missing_naturally(&self) -> u8 {
        self.natural.as_ref().map_or(0, |natural| (self.places.len() - natural.size()) as u8)
    }
}

/// The least that choices come to, but for the next group.
struct Bounds {
    /// What groups chosen and those of other patterns come to.
    others: u8,
    /// How many groups of the pattern are to come.
    own: u8,
    /// The same where no tile is wild, with the most that wild tiles take off.
    naturally: u8,
    wilds: u8,
}

impl Bounds {
    /// `None` where a pattern has no group that fits.
    fn of(
        search: &Search<'_, '_, '_>,
        chosen: &Chosen,
        candidates: &[Candidate],
        next: usize,
    ) -> Option<Bounds> {
        let mut others = chosen.missing();
        let mut naturally = chosen.missing_naturally();
        for &pattern in &search.patterns {
            let count = chosen.left[pattern];
            if count == 0 {
                continue;
            }
            let of_pattern =
                candidates.iter().filter(|one| search.pattern_of(one.shape) == pattern);
            if pattern != next {
                others += count * of_pattern.clone().map(|one| one.adds).min()?;
            }
            naturally += count * of_pattern.map(|one| one.adds_naturally).min()?;
        }
        let wilds = search.model().most_wilds().unwrap_or(0);
        Some(Bounds { others, own: chosen.left[next], naturally, wilds })
    }

    /// Whether a win with this group and such as add no less may draw so few tiles.
    fn allow(&self, candidate: &Candidate, distance: u8) -> bool {
        self.others + self.own * candidate.adds <= distance
            && self.naturally <= distance.saturating_add(self.wilds)
    }
}
