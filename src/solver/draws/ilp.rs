//! The nearest wins by an integer program: the model's linear constraints, solved by microlp.
//!
//! The least sum of tiles drawn comes first. Then that sum is fixed, and what was found is forbidden to what
//! comes next. Whatever comes back is rounded and checked in whole numbers before anyone sees it.

use super::{DrawSolver, DrawnWin, Far, Helping, VisitWins, Watch};
use crate::problem::{DrawModel, Linear, LinearConstraint, LinearDraws, Used};
use crate::solver::ilp::{Outcome, minimise};
use crate::solver::{Ended, NoGood, SolverFault};
use crate::tile::TileCounts;
use std::ops::ControlFlow;

/// The integer program, with this way to forbid what it found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct IlpDraws {
    pub no_good: NoGood,
}

const NAME: &str = "ilp";

/// What the variables may be: the least and the most of each.
type Ranges = Vec<(u8, u8)>;

fn ranges(linear: &Linear) -> Ranges {
    linear.variables.iter().map(|variable| (0, variable.most)).collect()
}

/// Solves once and counts it.
fn solve(linear: &Linear, ranges: &Ranges, watch: &mut Watch<'_>) -> Result<Outcome, SolverFault> {
    watch.work.solves += 1;
    if watch.stop.should_stop() {
        Ok(Outcome::Unknown)
    } else {
        minimise(linear, ranges, watch.stop)
    }
}

/// The constraint that fixes the sum of the objective.
fn fixed(linear: &mut Linear, distance: u8) {
    let mut sum = LinearConstraint::new("distance".to_owned(), true, distance.into());
    sum.terms = std::mem::take(&mut linear.objective);
    linear.constraints.push(sum);
}

impl DrawSolver for IlpDraws {
    fn name(&self) -> &'static str {
        NAME
    }

    fn distance(&self, model: &DrawModel, watch: &mut Watch<'_>) -> Result<Far, SolverFault> {
        if !model.has_groups() {
            return Ok(Far::Never);
        }
        let LinearDraws { linear, draw, .. } = model.linear();
        Ok(match solve(&linear, &ranges(&linear), watch)? {
            Outcome::Solved(values) => {
                Far::At(draw.iter().map(|&(_, variable)| values[variable]).sum())
            }
            Outcome::Infeasible => Far::Never,
            Outcome::Unknown => Far::AtLeast(0),
        })
    }

    /// Asks for a win that draws as much that is new as can be, until there is none.
    fn helping(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Helping>, SolverFault> {
        let LinearDraws { mut linear, used, .. } = model.linear();
        fixed(&mut linear, distance);
        let mut helping = Helping::default();
        let kinds = |used: &Used| model.places()[used.place].kinds_of(used.tile);
        loop {
            let is_new = |used: &&Used| used.drawn && !helping.has(used.tile, kinds(used));
            let new: Vec<Used> = used.iter().filter(is_new).copied().collect();
            linear.objective = new.iter().map(|used| (-1, used.variable)).collect();
            if new.is_empty() {
                return Ok(Some(helping));
            }
            let outcome = solve(&linear, &ranges(&linear), watch)?;
            watch.work.cuts += 1;
            match outcome {
                Outcome::Solved(values) => {
                    let drawn = new.iter().filter(|used| values[used.variable] > 0);
                    let before = helping;
                    drawn.for_each(|used| helping.add(used.tile, kinds(used)));
                    if helping == before {
                        return Ok(Some(helping));
                    }
                }
                // There is a win of this distance.
                Outcome::Infeasible => return Err(SolverFault::WrongSolution { solver: NAME }),
                Outcome::Unknown => return Ok(None),
            }
        }
    }

    fn wins(
        &self,
        model: &DrawModel,
        distance: u8,
        watch: &mut Watch<'_>,
        visit: &mut VisitWins<'_>,
    ) -> Result<Ended, SolverFault> {
        let mut draws = model.linear();
        fixed(&mut draws.linear, distance);
        match self.no_good {
            NoGood::Bounds => by_bounds(&draws, watch, visit),
            NoGood::Rows => by_rows(draws, watch, visit),
        }
    }
}

impl LinearDraws {
    /// The variables that say which tiles a win has.
    fn told(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.draw.iter().chain(&self.keep).map(|&(_, variable)| variable)
    }

    fn win(&self, values: &[u8]) -> DrawnWin {
        let counts = |of: &[(crate::tile::Tile, usize)]| -> TileCounts {
            let tiles = of
                .iter()
                .flat_map(|&(tile, variable)| std::iter::repeat_n(tile, values[variable].into()));
            tiles.collect()
        };
        DrawnWin { draw: counts(&self.draw), keep: counts(&self.keep) }
    }
}

/// Lawler's partition: a win lies in the part of the first tile of which it has fewer copies than the one
/// found; since both have as many tiles, there is one.
fn by_bounds(
    draws: &LinearDraws,
    watch: &mut Watch<'_>,
    visit: &mut VisitWins<'_>,
) -> Result<Ended, SolverFault> {
    let mut waiting = vec![ranges(&draws.linear)];
    while let Some(ranges) = waiting.pop() {
        let values = match solve(&draws.linear, &ranges, watch)? {
            Outcome::Solved(values) => values,
            Outcome::Infeasible => continue,
            Outcome::Unknown => return Ok(Ended::ByStop),
        };
        let mut above = ranges;
        for variable in draws.told() {
            let value = values[variable];
            let (least, _) = above[variable];
            if value > least {
                let mut fewer = above.clone();
                fewer[variable].1 = value - 1;
                waiting.push(fewer);
                watch.work.cuts += 1;
            }
            above[variable].0 = value;
        }
        if visit(draws.win(&values)).is_break() {
            return Ok(Ended::ByVisitor);
        }
    }
    Ok(Ended::Exhausted)
}

/// The textbook form: the numbers of tiles unrolled into ordered binaries, and a row for each win found, of
/// whose binaries one at least is not set again.
fn by_rows(
    mut draws: LinearDraws,
    watch: &mut Watch<'_>,
    visit: &mut VisitWins<'_>,
) -> Result<Ended, SolverFault> {
    let told: Vec<usize> = draws.told().collect();
    let mut unrolled: Vec<(usize, Vec<usize>)> = Vec::new();
    for variable in told {
        let most = draws.linear.variables[variable].most;
        let binary = |number| draws.linear.variable(format!("b{variable}_{number}"), 1);
        let binaries: Vec<usize> = (0..most).map(binary).collect();
        let mut sum = LinearConstraint::new(format!("b{variable}"), true, 0);
        sum.terms = binaries.iter().map(|&binary| (1, binary)).chain([(-1, variable)]).collect();
        draws.linear.constraints.push(sum);
        for two in binaries.windows(2) {
            let mut ordered = LinearConstraint::new(format!("o{}", two[1]), false, 0);
            ordered.terms = vec![(1, two[1]), (-1, two[0])];
            draws.linear.constraints.push(ordered);
        }
        unrolled.push((variable, binaries));
    }
    loop {
        let values = match solve(&draws.linear, &ranges(&draws.linear), watch)? {
            Outcome::Solved(values) => values,
            Outcome::Infeasible => return Ok(Ended::Exhausted),
            Outcome::Unknown => return Ok(Ended::ByStop),
        };
        let set = unrolled.iter().flat_map(|(variable, binaries)| {
            binaries.iter().take(values[*variable].into()).map(|&binary| (1, binary))
        });
        let mut cut = LinearConstraint::new("cut".to_owned(), false, 0);
        cut.terms = set.collect();
        cut.bound = cut.terms.len() as i64 - 1;
        draws.linear.constraints.push(cut);
        watch.work.cuts += 1;
        if let ControlFlow::Break(()) = visit(draws.win(&values)) {
            return Ok(Ended::ByVisitor);
        }
    }
}
