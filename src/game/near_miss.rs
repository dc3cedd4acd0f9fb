//! Why not: the most tiles that can be placed, and which stay out.

use super::model_query::{ModelQuery, note};
use super::{Game, QuestionError, Settings, SolverChoice};
use crate::answer::{Decomposition, Report, StoppedBy};
use crate::columns::partial_problems;
use crate::hand::Hand;
use crate::problem::{ColumnMeaning, Problem};
use crate::solver::{Ended, Ilp, NoGood, Solution};
use crate::tile::TileCounts;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Groups that place as many tiles as possible, and the tiles that stay out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The groups placed, in no complete form.
    pub placed: Decomposition,
    /// The tiles that stay out.
    pub out: TileCounts,
}

/// The nearest misses of a hand: for each choice of tiles that may stay out one way to place the
/// others.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct NearMisses {
    /// How many concealed tiles stay out at least; 0 for a hand that is no miss.
    pub out: usize,
    /// The misses with so many tiles out, by form and then by the tiles that stay out.
    pub list: Vec<NearMiss>,
    /// How the answer came about; a limit counts misses.
    pub report: Report,
}

impl Game {
    /// The nearest misses of a hand: as few tiles as possible stay out of the groups of a form, found
    /// and proven by ILP. Groups may be lacking; none may be too many. A hand of 3n+1 tiles may have
    /// one partial group. [`Settings::accept`] is not asked.
    ///
    /// # Errors
    /// As [`Game::win`] and [`Game::waits`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let misses = riichi.near_misses(&riichi.hand("123m46p77z1s")?, &Settings::default())?;
    /// assert_eq!(misses.out, 3);
    /// assert_eq!(misses.list[0].out.tiles().map(|tile| tile.to_string()).collect::<String>(), "4p6p1s");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn near_misses(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<NearMisses, QuestionError> {
        self.misses(hand, settings, false)
    }

    /// One of the [`near_misses`](Game::near_misses), for an integer program a form: to list them all may
    /// take thousands. The report is complete when no form was left out.
    ///
    /// # Errors
    /// As [`Game::near_misses`].
    ///
    /// ```
    /// use ginga::{Game, Settings};
    /// let riichi = Game::builtin("riichi")?;
    /// let nearest = riichi.nearest_miss(&riichi.hand("1245m45p77z")?, &Settings::default())?;
    /// assert_eq!((nearest.out, nearest.list.len()), (6, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_miss(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
    ) -> Result<NearMisses, QuestionError> {
        self.misses(hand, settings, true)
    }

    /// All misses, or the first alone: that of each form is one of its nearest.
    fn misses(
        &self,
        hand: &Hand,
        settings: &Settings<'_>,
        first_alone: bool,
    ) -> Result<NearMisses, QuestionError> {
        let settings = settings.with_solver(SolverChoice::Ilp(NoGood::Bounds));
        let query = self.sized_query(hand, &settings)?;
        let models =
            partial_problems(hand, &query.prepared.rules, &query.prepared.wall, query.question());
        let query = ModelQuery::of_models(query, models);
        let limit = query.query().limit();
        let mut report = query.report();
        let mut fewest = hand.concealed().total();
        let mut misses: BTreeMap<(usize, Vec<_>), NearMiss> = BTreeMap::new();
        for (form, model) in query.models.iter().enumerate() {
            let weights: Vec<i64> = model
                .columns()
                .iter()
                .map(|column| -i64::from(matches!(column.meaning(), ColumnMeaning::Spare(_))))
                .collect();
            let mut ended_by = StoppedBy::Visitor;
            let visit = &mut |solution: Solution, value: i64| {
                let out = usize::try_from(-value).unwrap_or(usize::MAX);
                if out < fewest {
                    fewest = out;
                    misses.clear();
                }
                if out > fewest || (first_alone && !misses.is_empty()) {
                    return ControlFlow::Break(());
                }
                let spare = spare_tiles(model, &solution);
                let key = (form, spare.tiles().collect());
                if !misses.contains_key(&key) && misses.len() as u64 >= limit {
                    ended_by = StoppedBy::Limit;
                    return ControlFlow::Break(());
                }
                let placed = query.decomposition(model, &solution);
                misses.entry(key).or_insert(NearMiss { placed, out: spare });
                if first_alone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let run = Ilp::default().enumerate_ranked(model, &weights, settings.stop, visit)?;
            match ended_by {
                StoppedBy::Limit => note(&mut report, run, ended_by),
                // Whatever comes next is further off: that ends the list, it does not cut it short.
                _ if run.ended == Ended::ByVisitor => report.work += run.work,
                _ => note(&mut report, run, ended_by),
            }
        }
        Ok(NearMisses { out: fewest, list: misses.into_values().collect(), report })
    }
}

/// The tiles in spare columns.
fn spare_tiles(problem: &Problem, solution: &Solution) -> TileCounts {
    let content = solution.columns().iter().map(|&id| problem.column_at(id).meaning());
    content
        .filter_map(|content| match content {
            ColumnMeaning::Spare(tile) => Some(*tile),
            _ => None,
        })
        .collect()
}
