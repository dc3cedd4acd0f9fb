//! Answers from the engine's tables, without a model: the only place where what the engine finds
//! becomes decompositions.

use super::query::{Listed, Query, Visitor, accepted};
use crate::answer::{Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy, Waits};
use crate::engine::{self, DecompositionRef, Engine, PackedGroup, PackedHand, PackedPartial};
use crate::group::{Group, GroupType, Hole, PartialGroup, WaitShape};
use crate::rules::{DeadWaits, Form};
use crate::size::HandSize;
use crate::solver::{Polled, Work};
use crate::tile::{Kind, KindSet, Tile, TileSet};
use crate::wall::Unseen;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The name of the engine in reports.
const NAME: &str = "engine";

/// Above how many decompositions their readings are counted rather than sorted.
const MANY: usize = 2_000;

/// The report of a run that has found nothing yet.
pub(super) fn report() -> Report {
    let completeness = Completeness::Complete;
    Report { solver: NAME, completeness, rows: 0, columns: 0, work: Work::default() }
}

/// Whether the engine gave an answer.
pub(super) fn is_of_engine(report: &Report) -> bool {
    report.solver == NAME
}

/// A question put to the engine.
pub(super) struct EngineQuery<'a> {
    query: Query<'a>,
    engine: &'a Engine,
    packed: PackedHand,
    /// The kinds that a hole may have: those that some tile can fill, as `dead_waits` sees it.
    live: KindSet,
}

impl<'a> EngineQuery<'a> {
    /// `None` for a hand that the engine has no room for.
    pub fn new(query: Query<'a>, engine: &'a Engine) -> Option<EngineQuery<'a>> {
        let packed = PackedHand::of(query.hand)?;
        let live = engine.live_kinds(&packed);
        Some(EngineQuery { query, engine, packed, live })
    }

    /// The forms that have the hand's size, with their positions among the rule set's.
    fn forms(&self) -> impl Iterator<Item = (usize, &'a Form)> {
        let Query { hand, prepared, .. } = self.query;
        let tiles = hand.concealed().total();
        let complete = tiles + hand.size().map_or(0, HandSize::lacking);
        let called = hand.called().len();
        let fits = move |(_, form): &(usize, &Form)| form.melds(complete, called).is_some();
        prepared.rules.forms().iter().enumerate().filter(fits)
    }

    /// No decomposition, with a zero for each form.
    fn nothing(&self) -> Listed {
        let none = |(_, form): (_, &Form)| FormCounts {
            form: form.shared_name(),
            decompositions: 0,
            readings: 0,
        };
        let counts = Counts::new(self.forms().map(none).collect());
        Listed { list: Vec::new(), counts, report: report() }
    }

    /// Counts without a list. The caller's own rule is not asked.
    pub fn counts(&self) -> (Counts, Report) {
        let mut report = report();
        let mut by_form = Vec::new();
        for (place, form) in self.forms() {
            let mut states = 0;
            let mut stopped = || {
                states += 1;
                self.query.settings.stop.should_stop()
            };
            let count = self.engine.count_form(&self.packed, place, self.live, &mut stopped);
            if count.is_none() {
                report.completeness = Completeness::Stopped(StoppedBy::Caller);
            }
            report.work.solves += states;
            let count = count.unwrap_or_default();
            by_form.push(FormCounts {
                form: form.shared_name(),
                decompositions: count.decompositions,
                readings: count.readings,
            });
        }
        (Counts::new(by_form), report)
    }

    /// Every decomposition that the caller's own rule accepts, up to the limit.
    pub fn list(&self) -> Listed {
        let mut report = report();
        let (mut list, mut by_form) = (Vec::new(), Vec::new());
        let mut readings: Vec<u128> = Vec::new();
        let mut taker = self.query.taker();
        let mut shared = Shared::new(&self.query);
        for (place, form) in self.forms() {
            let before = list.len();
            readings.clear();
            let mut keep = |decomposition, reading| {
                if let Some(decomposition) = taker.take(decomposition)? {
                    readings.push(reading);
                    list.push(decomposition);
                }
                ControlFlow::Continue(())
            };
            let name = self.walk(place, form, self.live, &mut shared, &mut report, &mut keep);
            by_form.push(FormCounts {
                form: name,
                decompositions: (list.len() - before) as u128,
                readings: self.distinct(place, &mut readings, &report),
            });
        }
        Listed { list, counts: Counts::new(by_form), report }
    }

    /// How many readings a list of a form has, given the numbers of all of them.
    fn distinct(&self, place: usize, readings: &mut Vec<u128>, report: &Report) -> u128 {
        // To count them anew takes less time than to sort many.
        let whole = report.completeness.is_complete() && !self.query.sees_each();
        if whole && readings.len() > MANY {
            let mut stopped = || self.query.settings.stop.should_stop();
            let count = self.engine.count_form(&self.packed, place, self.live, &mut stopped);
            if let Some(count) = count {
                return count.readings;
            }
        }
        readings.sort_unstable();
        readings.dedup();
        readings.len() as u128
    }

    /// Shows each decomposition that the caller's own rule accepts, up to the limit.
    pub fn visit(&self, visitor: &mut Visitor<'_>) -> Report {
        let mut report = report();
        let mut taker = self.query.taker();
        let mut shared = Shared::new(&self.query);
        for (place, form) in self.forms() {
            let mut show = |decomposition, _| match taker.take(decomposition)? {
                Some(taken) => visitor(taken).map_break(|()| StoppedBy::Visitor),
                None => ControlFlow::Continue(()),
            };
            self.walk(place, form, self.live, &mut shared, &mut report, &mut show);
            if !report.completeness.is_complete() {
                break;
            }
        }
        report
    }

    /// The decompositions up to the limit, with the counts of all there are.
    pub fn list_and_counts(&self) -> Listed {
        let listed = self.list();
        if listed.is_cut() && !self.query.sees_each() {
            return listed.counted(self.counts());
        }
        listed
    }

    /// All about the hand's waits.
    pub fn waits(&self) -> Waits {
        if self.query.sees_each() {
            let mut listed = self.list();
            let fillers = super::query::fillers(&listed.list);
            let dead = self.dead(&mut listed.report);
            return self.query.waits_of(fillers, dead, listed);
        }
        let found = self.engine.waits(&self.packed);
        let listed = if found.is_empty() {
            // A decomposition would have a hole that a tile of the set fills.
            self.nothing()
        } else if self.query.settings.no_list {
            Listed::none(self.counts())
        } else {
            self.list_and_counts()
        };
        let winning: TileSet = found.tiles().collect();
        let filling = |kind| (kind, winning.intersection(self.query.prepared.wall.of_kind(kind)));
        let fillers = found.kinds().iter().map(filling).collect();
        self.query.waits_of(fillers, found.dead(), listed)
    }

    /// The kinds that would complete the hand to one that the caller's own rule accepts, had a tile
    /// been left to fill them.
    fn dead(&self, report: &mut Report) -> KindSet {
        let mut dead = KindSet::EMPTY;
        if self.query.prepared.rules.dead_waits() == DeadWaits::Count {
            return dead;
        }
        let mut shared = Shared::new(&self.query);
        let wall = &self.query.prepared.wall;
        let fillable: KindSet =
            Kind::all().filter(|&kind| wall.of_kind(kind) != TileSet::EMPTY).collect();
        let unfilled = fillable.without(self.live);
        for (place, form) in self.forms() {
            let mut note = |decomposition, _| {
                let accepted = accepted(self.query.settings, decomposition);
                let open = accepted.as_ref().and_then(Decomposition::partial);
                let kinds = open.into_iter().flat_map(PartialGroup::holes).map(|hole| hole.kind);
                dead = dead.union(kinds.collect());
                ControlFlow::Continue(())
            };
            self.walk(place, form, unfilled, &mut shared, report, &mut note);
        }
        dead
    }

    /// Goes through the decompositions of a form, partial groups with a hole among these kinds; returns
    /// the form's name.
    fn walk(
        &self,
        place: usize,
        form: &Form,
        holes: KindSet,
        shared: &mut Shared<'_>,
        report: &mut Report,
        see: &mut See<'_>,
    ) -> Arc<str> {
        let name = form.shared_name();
        let polled = Polled::new(self.query.settings.stop);
        let partials = FxHashMap::default();
        let mut adapter =
            Adapter { name, form, holes, shared, partials, see, polled, stopped: None };
        let _ = self.engine.walk(&self.packed, place, holes, &mut adapter);
        report.work.solves += adapter.polled.steps;
        if let Some(by) = adapter.stopped {
            report.completeness = Completeness::Stopped(by);
        }
        adapter.name
    }
}

/// What the decompositions of a hand have in common, in whatever form.
struct Shared<'a> {
    query: &'a Query<'a>,
    unseen: Unseen,
    called: Vec<Arc<Group>>,
    /// The tiles that fill a hole, for the kinds that were asked for.
    fillers: Vec<(Kind, Vec<Tile>)>,
    groups: FxHashMap<PackedGroup, Arc<Group>>,
}

impl<'a> Shared<'a> {
    fn new(query: &'a Query<'a>) -> Shared<'a> {
        let unseen = query.prepared.wall.unseen(query.hand);
        let called = query.hand.called().cloned().map(Arc::new).collect();
        Shared { query, unseen, called, fillers: Vec::new(), groups: FxHashMap::default() }
    }

    /// A complete group, made once for all decompositions that have it.
    fn group(&mut self, group: &PackedGroup) -> Arc<Group> {
        self.groups.entry(*group).or_insert_with(|| Arc::new(group.group())).clone()
    }

    /// The tiles that fill a hole, as holes list them: those that are left, or where none is all of the
    /// wall's.
    fn fillers(&mut self, kind: Kind) -> Vec<Tile> {
        if let Some((_, tiles)) = self.fillers.iter().find(|(known, _)| *known == kind) {
            return tiles.clone();
        }
        let (tiles, _) = self.unseen.fillers(self.query.prepared.wall.of_kind(kind));
        self.fillers.push((kind, tiles.clone()));
        tiles
    }
}

/// Sees a decomposition with a number for what it is read as.
type See<'a> = dyn FnMut(Decomposition, u128) -> ControlFlow<StoppedBy> + 'a;

/// Makes decompositions of what the engine shows.
struct Adapter<'a, 't> {
    name: Arc<str>,
    form: &'a Form,
    holes: KindSet,
    shared: &'a mut Shared<'t>,
    partials: FxHashMap<PackedPartial, Arc<PartialGroup>>,
    see: &'a mut See<'a>,
    polled: Polled<'a>,
    stopped: Option<StoppedBy>,
}

impl engine::Visitor for Adapter<'_, '_> {
    fn see(&mut self, found: &DecompositionRef<'_>) -> ControlFlow<()> {
        let groups = found.groups().iter().map(|group| self.shared.group(group)).collect();
        let open = found.partial().map(|open| self.open_group(open));
        let decomposition =
            Decomposition::of_walk(self.name.clone(), groups, &self.shared.called, open);
        (self.see)(decomposition, found.reading_key()).map_break(|by| self.stopped = Some(by))
    }

    fn step(&mut self) -> ControlFlow<()> {
        if self.polled.step() {
            self.stopped = Some(StoppedBy::Caller);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Adapter<'_, '_> {
    /// A partial group, made once for all decompositions of the form that have it.
    fn open_group(&mut self, open: &PackedPartial) -> Arc<PartialGroup> {
        if let Some(known) = self.partials.get(open) {
            return known.clone();
        }
        let partial = Arc::new(self.new_open_group(open));
        self.partials.insert(*open, partial.clone());
        partial
    }

    fn new_open_group(&mut self, open: &PackedPartial) -> PartialGroup {
        let kinds = open.holes().intersection(self.holes);
        let mut holes = Vec::with_capacity(kinds.len());
        holes.extend(kinds.iter().map(|kind| {
            let tiles = self.shared.fillers(kind);
            Hole { kind, shape: self.shape(open, kind), tiles }
        }));
        PartialGroup::of_sorted(open.slots(), holes)
    }

    /// How a partial group waits for a kind: as its pattern says, else by its tiles.
    fn shape(&self, open: &PackedPartial, hole: Kind) -> WaitShape {
        let patterns = self.form.patterns();
        // The partial group is of the pattern that a group is lacking of; one tile makes a pair.
        let pattern = match open.slots().len() {
            1 => patterns.last(),
            _ => patterns.first(),
        };
        pattern.and_then(|pattern| pattern.wait).unwrap_or_else(|| {
            let complete = match open.slots() {
                [] => GroupType::Single,
                [_] => GroupType::Pair,
                [low, high, ..] if low.kind == high.kind => GroupType::Triplet,
                _ => GroupType::Run,
            };
            let has = open.slots().iter().map(|slot| slot.kind);
            let mut kinds: SmallVec<[Kind; 3]> = has.chain([hole]).collect();
            kinds.sort_unstable();
            WaitShape::of(complete, hole, &kinds)
        })
    }
}
