//! The engine as a solver: its decompositions as columns of the model.

use super::{Ended, Polled, Run, Solution, Solver, SolverFault, Stop, Tally, Visit, Work};
use crate::engine::{Division, Engine, PackedHand, Piece, Visitor};
use crate::group::Slot;
use crate::problem::{ColumnId, Content, Problem, Suits};
use crate::tile::KindSet;
use std::collections::HashMap;
use std::ops::ControlFlow;

const NAME: &str = "engine";

/// Answers the models of hands under the engine's own rule set, from their rows; the columns only
/// give the answers their names.
impl Solver for Engine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn enumerate(
        &self,
        problem: &Problem,
        stop: &dyn Stop,
        visit: &mut Visit<'_>,
    ) -> Result<Run, SolverFault> {
        let (hand, form) = self.instance(problem)?;
        let mut telling = Telling {
            columns: Columns::of(problem),
            visit,
            polled: Polled::new(stop),
            solution: Vec::new(),
            outcome: Ok(Ended::Exhausted),
        };
        // Which open groups count is the model's matter: one that is no column has no live hole.
        let _ = self.walk(&hand, form, KindSet::ALL, &mut telling);
        let work = Work { solves: telling.polled.steps, cuts: 0 };
        telling.outcome.map(|ended| Run { ended, work })
    }

    fn tally(&self, problem: &Problem, stop: &dyn Stop) -> Result<Tally, SolverFault> {
        let (hand, form) = self.instance(problem)?;
        let mut states = 0;
        let mut stopped = || {
            states += 1;
            stop.should_stop()
        };
        let count = self.count_form(&hand, form, live(problem), &mut stopped);
        let ended = if count.is_some() { Ended::Exhausted } else { Ended::ByStop };
        let count = count.unwrap_or_default();
        let run = Run { ended, work: Work { solves: states, cuts: 0 } };
        Ok(Tally { decompositions: count.decompositions, readings: count.readings, run })
    }
}

impl Engine {
    /// The hand and the form that a model states.
    fn instance(&self, problem: &Problem) -> Result<(PackedHand, usize), SolverFault> {
        let failed = |message: &str| SolverFault::Failed { solver: NAME, message: message.into() };
        let form = self.form_index(problem.form());
        let form = form.ok_or_else(|| failed("the model is of another rule set"))?;
        let mut hand = PackedHand::default();
        for row in problem.rows() {
            if !(0..row.count).all(|_| hand.add(row.tile)) {
                return Err(failed("the hand is larger than the tables"));
            }
        }
        let used = problem.suit_limit().map_or(Suits::default(), |limit| limit.used);
        hand.use_suits(used);
        Ok((hand, form))
    }
}

/// The kinds that the holes of a model's open groups are of.
fn live(problem: &Problem) -> KindSet {
    let open = problem.columns().iter().filter_map(|column| match column.content() {
        Content::Open(open) => Some(open),
        _ => None,
    });
    open.flat_map(|open| open.holes().iter().map(|hole| hole.kind)).collect()
}

/// An open group by its tiles, and by its hole where it has none.
type OpenKey = (Vec<Slot>, Option<usize>);

/// A model's columns by the groups that they are.
struct Columns {
    complete: HashMap<Piece, ColumnId>,
    open: HashMap<OpenKey, ColumnId>,
}

impl Columns {
    fn of(problem: &Problem) -> Columns {
        let mut columns = Columns { complete: HashMap::new(), open: HashMap::new() };
        for (id, column) in problem.columns_with_ids() {
            match column.content() {
                Content::Complete(group) => {
                    if let Some(piece) = Piece::of(group) {
                        columns.complete.insert(piece, id);
                    }
                }
                Content::Open(open) => {
                    let lone = open.slots().is_empty();
                    let hole = open.holes().first().filter(|_| lone).map(|hole| hole.kind.index());
                    columns.open.insert((open.slots().to_vec(), hole), id);
                }
                Content::Spare(_) => {}
            }
        }
        columns
    }
}

/// Tells each division as a solution.
struct Telling<'a, 'v> {
    columns: Columns,
    visit: &'a mut Visit<'v>,
    polled: Polled<'a>,
    solution: Vec<ColumnId>,
    outcome: Result<Ended, SolverFault>,
}

impl Visitor for Telling<'_, '_> {
    fn see(&mut self, division: &Division<'_>) -> ControlFlow<()> {
        self.solution.clear();
        if let Some(open) = division.open() {
            let lone = open.slots().is_empty();
            let hole = open.holes().iter().next().filter(|_| lone).map(|kind| kind.index());
            let Some(&id) = self.columns.open.get(&(open.slots().to_vec(), hole)) else {
                return ControlFlow::Continue(());
            };
            self.solution.push(id);
        }
        for piece in division.groups() {
            let Some(&id) = self.columns.complete.get(piece) else {
                self.outcome = Err(SolverFault::WrongSolution { solver: NAME });
                return ControlFlow::Break(());
            };
            self.solution.push(id);
        }
        (self.visit)(Solution::new(self.solution.clone())).map_break(|()| {
            self.outcome = Ok(Ended::ByVisitor);
        })
    }

    fn step(&mut self) -> ControlFlow<()> {
        if self.polled.step() {
            self.outcome = Ok(Ended::ByStop);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
