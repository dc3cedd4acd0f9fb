//! A model as linear constraints over whole-number variables: what LP and MPS text both say.

use super::{Column, ColumnId, Problem, SuitLimit};
use crate::tile::Suits;

/// A number from 0 to `most`.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub name: String,
    pub most: u8,
    /// Whether a solver must be told that it is a whole number; the others are in every best solution that
    /// is a vertex.
    pub whole: bool,
}

/// A sum of variables, by their places, with a bound that it reaches or does not exceed.
#[derive(Debug, Clone)]
pub(crate) struct Constraint {
    pub name: String,
    /// Factors other than 0; no variable twice.
    pub terms: Vec<(i64, usize)>,
    pub exact: bool,
    pub bound: i64,
}

impl Constraint {
    /// A sum of nothing yet.
    pub fn new(name: String, exact: bool, bound: i64) -> Constraint {
        Constraint { name, terms: Vec::new(), exact, bound }
    }

    /// Whether it holds for these values of the variables.
    #[cfg(feature = "ilp")]
    pub fn holds(&self, values: &[u8]) -> bool {
        let sum: i64 = self.terms.iter().map(|&(factor, at)| factor * i64::from(values[at])).sum();
        if self.exact { sum == self.bound } else { sum <= self.bound }
    }
}

/// Variables, with one a suit at the end where suits are limited, and their constraints.
#[derive(Debug, Clone, Default)]
pub(crate) struct Linear {
    pub variables: Vec<Variable>,
    /// How many variables at the end say of a suit whether it is used.
    pub suits: usize,
    pub constraints: Vec<Constraint>,
    /// A sum that is to be as small as possible; nothing where any solution will do.
    pub objective: Vec<(i64, usize)>,
}

impl Linear {
    /// A line for each constraint; a limit on suits adds a variable a suit, 1 exactly when the suit is
    /// used.
    pub fn of(problem: &Problem) -> Linear {
        let mut linear = Linear { constraints: item_constraints(problem), ..Linear::default() };
        for (id, column) in problem.columns_with_ids() {
            linear.variable(problem.column_name(id), column.most());
        }
        let suits = |(_, column): (ColumnId, &Column)| (column.suits(), column.most());
        let suits: Vec<_> = problem.columns_with_ids().map(suits).collect();
        linear.limit_suits(problem.suit_limit(), &suits);
        linear
    }

    /// Adds a variable; returns its place.
    pub fn variable(&mut self, name: String, most: u8) -> usize {
        self.variables.push(Variable { name, most, whole: true });
        self.variables.len() - 1
    }

    /// Limits the suits of the first variables: of each its suits and the most that it may be.
    pub fn limit_suits(&mut self, limit: Option<SuitLimit>, of: &[(Suits, u8)]) {
        let Some(limit) = limit else { return };
        let mut suits = Vec::new();
        for suit in limit.free() {
            let letter = suit.letter();
            let place = self.variable(format!("suit_{letter}"), 1);
            self.suits += 1;
            suits.push((1, place));
            let of_suit = || of.iter().enumerate().filter(|(_, (suits, _))| suits.contains(suit));
            let terms = |factor| of_suit().map(move |(number, _)| (factor, number));
            let all: i64 = of_suit().map(|(_, (_, most))| i64::from(*most)).sum();
            let needs = terms(1).chain([(-all, place)].into_iter().filter(|_| all > 0)).collect();
            let shows = terms(-1).chain([(1, place)]).collect();
            for (name, terms) in [("needs", needs), ("shows", shows)] {
                let name = format!("{name}_suit_{letter}");
                self.constraints.push(Constraint { name, terms, exact: false, bound: 0 });
            }
        }
        let bound = i64::from(limit.most) - i64::from(limit.used.len());
        let name = "suits".to_owned();
        self.constraints.push(Constraint { name, terms: suits, exact: false, bound });
    }
}

fn item_constraints(problem: &Problem) -> Vec<Constraint> {
    let name = |constraint| problem.constraint_name(constraint);
    let constraint = |constraint: super::ConstraintId| {
        let super::Constraint { bound, exact } = problem.constraints()[constraint.index()];
        Constraint::new(name(constraint), exact, bound.into())
    };
    let mut constraints: Vec<Constraint> = problem.constraint_ids().map(constraint).collect();
    for (id, column) in problem.columns_with_ids() {
        for entry in column.entries() {
            let terms = &mut constraints[entry.constraint.index()].terms;
            terms.push((entry.amount.into(), id.index()));
        }
    }
    constraints
}
