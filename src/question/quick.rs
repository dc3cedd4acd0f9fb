//! Answers straight from the engine, without a model: what bulk work asks for.
//!
//! The engine's decompositions come in canonical order and complete, so that the answer is made as
//! they come. A caller's own rule and rule sets beyond the tables take the long way over the model.

use super::{Settings, SolverChoice};
use crate::answer::{
    Completeness, Counts, Decomposition, FormCounts, Report, StoppedBy, Wait, Waits,
};
use crate::engine::{Division, Engine, OpenPiece, PackedHand, Visitor};
use crate::group::{Group, Hole, OpenGroup, WaitShape};
use crate::hand::Hand;
use crate::rules::{Form, RuleSet};
use crate::solver::{Polled, Solver, Work};
use crate::tile::{Kind, KindSet, Tile};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A hand as an engine answers for it.
pub(super) struct Quick<'a> {
    engine: Engine,
    packed: PackedHand,
    hand: &'a Hand,
    rules: &'a RuleSet,
    settings: &'a Settings<'a>,
    live: KindSet,
}

/// What was listed.
pub(super) struct Listed {
    pub list: Vec<Decomposition>,
    pub counts: Counts,
    pub report: Report,
}

impl<'a> Quick<'a> {
    /// `None` where the question takes the long way. The rules are those that the hand plays.
    pub fn new(
        hand: &'a Hand,
        rules: &'a RuleSet,
        settings: &'a Settings<'a>,
    ) -> Option<Quick<'a>> {
        if settings.solver != SolverChoice::Engine || settings.accept.is_some() {
            return None;
        }
        let engine = Engine::new(rules).ok()?;
        let packed = PackedHand::of(hand)?;
        let live = engine.fillable(&packed);
        Some(Quick { engine, packed, hand, rules, settings, live })
    }

    fn report(&self) -> Report {
        let completeness = Completeness::Complete;
        let solver = Solver::name(&self.engine);
        Report { solver, completeness, rows: 0, columns: 0, work: Work::default() }
    }

    /// The forms that have the hand's size, with their positions among the rule set's.
    fn forms(&self) -> impl Iterator<Item = (usize, &'a Form)> {
        let tiles = self.hand.concealed().total();
        let complete = tiles + usize::from(tiles % 3 == 1);
        let called = self.hand.called().len();
        let fits = move |(_, form): &(usize, &Form)| form.counts(complete, called).is_some();
        self.rules.forms().iter().enumerate().filter(fits)
    }

    /// Counts without a list.
    pub fn tally(&self) -> (Counts, Report) {
        let mut report = self.report();
        let mut by_form = Vec::new();
        for (place, form) in self.forms() {
            let mut states = 0;
            let mut stopped = || {
                states += 1;
                self.settings.stop.should_stop()
            };
            let count = self.engine.count_form(&self.packed, place, self.live, &mut stopped);
            if count.is_none() {
                report.completeness = Completeness::Stopped(StoppedBy::Caller);
            }
            report.work.solves += states;
            let count = count.unwrap_or_default();
            by_form.push(FormCounts {
                form: form.name().into(),
                decompositions: count.decompositions,
                readings: count.readings,
            });
        }
        (Counts::new(by_form), report)
    }

    /// Every decomposition, up to the limit.
    pub fn list(&self) -> Listed {
        let mut report = self.report();
        let (mut list, mut by_form) = (Vec::new(), Vec::new());
        let called: Vec<Arc<Group>> = self.hand.called().cloned().map(Arc::new).collect();
        let fillers = self.fillers();
        for (place, form) in self.forms() {
            let before = list.len();
            let mut keeping = Keeping {
                form: form.name().into(),
                rule: form,
                called: &called,
                fillers: &fillers,
                list: &mut list,
                limit: self.settings.limit.map_or(u64::MAX, std::num::NonZero::get),
                readings: HashSet::new(),
                polled: Polled::new(self.settings.stop),
                stopped: None,
            };
            let _ = self.engine.walk(&self.packed, place, self.live, &mut keeping);
            report.work.solves += keeping.polled.steps;
            if let Some(by) = keeping.stopped {
                report.completeness = Completeness::Stopped(by);
            }
            let (name, readings) = (keeping.form.clone(), keeping.readings.len());
            by_form.push(FormCounts {
                form: name,
                decompositions: (list.len() - before) as u128,
                readings: readings as u128,
            });
        }
        Listed { list, counts: Counts::new(by_form), report }
    }

    /// All about the hand's waits; `left` says how many of each tile are left to be seen.
    pub fn waits(&self, left: &BTreeMap<Tile, u8>) -> Waits {
        let Listed { list, counts, report } = self.list();
        let found = self.engine.waits(&self.packed);
        let wait = |tile| Wait { tile, left: left.get(&tile).copied().unwrap_or(0) };
        Waits {
            tiles: found.tiles().map(wait).collect(),
            kinds: found.kinds(),
            dead: found.dead(),
            decompositions: list,
            counts,
            report,
        }
    }

    /// For each kind that can be filled the tiles that fill it, as holes list them.
    fn fillers(&self) -> Vec<Vec<Tile>> {
        let drawable: Vec<Tile> =
            Tile::all().filter(|&tile| self.rules.drawable(tile) > 0).collect();
        let of_kind = |kind: Kind| {
            if !self.live.contains(kind) {
                return Vec::new();
            }
            let could = drawable.iter().filter(|&&tile| self.rules.stands_for(tile).contains(kind));
            let left = could.clone().filter(|&&tile| self.engine.left(&self.packed, tile) > 0);
            let left: Vec<Tile> = left.copied().collect();
            if left.is_empty() { could.copied().collect() } else { left }
        };
        Kind::all().map(of_kind).collect()
    }
}

/// Keeps each division as a decomposition.
struct Keeping<'a> {
    form: Arc<str>,
    rule: &'a Form,
    called: &'a [Arc<Group>],
    fillers: &'a [Vec<Tile>],
    list: &'a mut Vec<Decomposition>,
    limit: u64,
    readings: HashSet<u128>,
    polled: Polled<'a>,
    stopped: Option<StoppedBy>,
}

impl Visitor for Keeping<'_> {
    fn see(&mut self, division: &Division<'_>) -> ControlFlow<()> {
        if self.list.len() as u64 >= self.limit {
            self.stopped = Some(StoppedBy::Limit);
            return ControlFlow::Break(());
        }
        self.readings.insert(division.reading());
        let groups = division.groups().iter().filter_map(|piece| piece.to_group().map(Arc::new));
        let groups = groups.chain(self.called.iter().cloned()).collect();
        let open = division.open().map(|open| Arc::new(self.open_group(open)));
        self.list.push(Decomposition::new(self.form.clone(), groups, open));
        ControlFlow::Continue(())
    }

    fn step(&mut self) -> ControlFlow<()> {
        if self.polled.step() {
            self.stopped = Some(StoppedBy::Caller);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Keeping<'_> {
    fn open_group(&self, open: &OpenPiece) -> OpenGroup {
        let holes = open.holes().iter().filter_map(|kind| {
            let tiles = self.fillers[kind.index()].clone();
            let shape = self.shape(open, kind);
            (!tiles.is_empty()).then_some(Hole { kind, shape, tiles })
        });
        OpenGroup::new(open.slots().to_vec(), holes.collect())
    }

    /// How an open group waits for a kind: as its pattern says, else by its tiles.
    fn shape(&self, open: &OpenPiece, hole: Kind) -> WaitShape {
        let patterns = self.rule.patterns();
        // The open group is of the pattern that a group is lacking of; one tile makes a pair.
        let pattern = match open.slots().len() {
            1 => patterns.last(),
            _ => patterns.first(),
        };
        let by_tiles = || match open.slots() {
            [] => WaitShape::OrphansSingle,
            [_] => WaitShape::Tanki,
            [low, high, ..] if low.kind == high.kind => WaitShape::Shanpon,
            [low, ..] => {
                let first = low.kind.min(hole);
                let number = |offset| first.shifted(offset).unwrap_or(first);
                WaitShape::of_run(hole, [first, number(1), number(2)])
            }
        };
        pattern.and_then(|pattern| pattern.wait).unwrap_or_else(by_tiles)
    }
}
