//! A problem as linear constraints over whole-number variables: what LP and MPS text both say.

use super::{Column, ColumnId, Problem};

/// A whole number from 0 to `most`.
pub(super) struct Variable {
    pub name: String,
    pub most: u8,
}

/// A sum of variables, by their places, with a bound that it reaches or does not exceed.
pub(super) struct Constraint {
    pub name: String,
    /// Factors other than 0; no variable twice.
    pub terms: Vec<(i64, usize)>,
    pub exact: bool,
    pub bound: i64,
}

/// One variable a column, in the columns' order, then one a suit where suits are limited.
pub(super) struct Linear {
    pub variables: Vec<Variable>,
    /// Where the variables of suits begin.
    pub columns: usize,
    pub constraints: Vec<Constraint>,
}

impl Linear {
    /// A line for each constraint; a limit on suits adds a variable a suit, 1 exactly when the suit is
    /// used.
    pub fn of(problem: &Problem) -> Linear {
        let variable = |(id, column): (ColumnId, &Column)| Variable {
            name: problem.column_name(id),
            most: column.most(),
        };
        let variables: Vec<Variable> = problem.columns_with_ids().map(variable).collect();
        let columns = variables.len();
        let mut linear = Linear { variables, columns, constraints: item_constraints(problem) };
        linear.limit_suits(problem);
        linear
    }

    fn limit_suits(&mut self, problem: &Problem) {
        let Some(limit) = problem.suit_limit() else { return };
        let mut suits = Vec::new();
        for suit in limit.free() {
            let letter = suit.letter();
            let place = self.variables.len();
            self.variables.push(Variable { name: format!("suit_{letter}"), most: 1 });
            suits.push((1, place));
            let of_suit = |(_, column): &(ColumnId, &Column)| column.suits().contains(suit);
            let columns: Vec<_> = problem.columns_with_ids().filter(of_suit).collect();
            let terms = |factor| columns.iter().map(move |(id, _)| (factor, id.index()));
            let all: i64 = columns.iter().map(|(_, column)| i64::from(column.most())).sum();
            let needs = terms(1).chain([(-all, place)].into_iter().filter(|_| all > 0)).collect();
            let shows = terms(-1).chain([(1, place)]).collect();
            for (name, terms) in [("needs", needs), ("shows", shows)] {
                let name = format!("{name}_suit_{letter}");
                self.constraints.push(Constraint { name, terms, exact: false, bound: 0 });
            }
        }
        let bound = i64::from(limit.most) - i64::from(limit.used.len());
        self.constraints.push(Constraint {
            name: "suits".into(),
            terms: suits,
            exact: false,
            bound,
        });
    }
}

fn item_constraints(problem: &Problem) -> Vec<Constraint> {
    let name = |constraint| problem.constraint_name(constraint);
    let constraint = |constraint: super::ConstraintId| {
        let super::Constraint { bound, exact } = problem.constraints()[constraint.index()];
        Constraint { name: name(constraint), terms: Vec::new(), exact, bound: bound.into() }
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
