//! A problem as text in the CPLEX LP format, which most ILP solvers read.

use super::Problem;
use super::linear::{Constraint, Linear, Variable};
use std::fmt;

/// Lines are broken before this column; the format allows 255 at least.
const LINE: usize = 90;

impl Problem {
    /// Writes the problem in LP format: objective 0, a line for each constraint, an integer variable a
    /// column; a limit on suits adds a binary a suit, set exactly when the suit is used. Columns
    /// have the names of [`Problem::column_name`].
    ///
    /// # Errors
    /// Those of the writer alone.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let galaxy = RuleSet::builtin("galaxy")?;
    /// let model = &ginga::models(&Hand::parse("23m5p5P", &galaxy)?, &galaxy)?[0];
    /// let mut text = String::new();
    /// model.write_lp(&mut text)?;
    /// assert!(text.contains("row_5P: 0 nothing + x0_pair_5p5P_as_5p5p = 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_lp(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Linear::of(self).write_lp(&self.title(), out)
    }
}

impl Linear {
    /// Writes the constraints in LP format under this title.
    pub(super) fn write_lp(&self, title: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "\\ {title}")?;
        // A variable that is always 0 keeps every line well formed, also without any column.
        writeln!(out, "Minimize")?;
        writeln!(out, "{}", sum("obj", self.objective.iter().copied(), &self.variables))?;
        writeln!(out, "Subject To")?;
        for constraint in &self.constraints {
            write_constraint(out, constraint, &self.variables)?;
        }
        writeln!(out, "Bounds\n 0 <= nothing <= 0")?;
        let (numbers, suits) = self.variables.split_at(self.variables.len() - self.suits);
        for Variable { name, most, .. } in numbers {
            writeln!(out, " 0 <= {name} <= {most}")?;
        }
        writeln!(out, "General")?;
        for Variable { name, .. } in numbers {
            writeln!(out, " {name}")?;
        }
        if !suits.is_empty() {
            writeln!(out, "Binary")?;
        }
        for Variable { name, .. } in suits {
            writeln!(out, " {name}")?;
        }
        writeln!(out, "End")
    }
}

/// A sum with its name, broken into lines.
fn sum(name: &str, terms: impl Iterator<Item = (i64, usize)>, variables: &[Variable]) -> String {
    let mut lines = String::new();
    let mut line = format!(" {name}: 0 nothing");
    for (factor, variable) in terms {
        let sign = if factor < 0 { '-' } else { '+' };
        let name = &variables[variable].name;
        let term = match factor.abs() {
            1 => format!(" {sign} {name}"),
            factor => format!(" {sign} {factor} {name}"),
        };
        if line.len() + term.len() > LINE {
            lines += &line;
            lines.push('\n');
            line = " ".to_owned();
        }
        line += &term;
    }
    lines + &line
}

/// Writes one constraint.
fn write_constraint(
    out: &mut dyn fmt::Write,
    constraint: &Constraint,
    variables: &[Variable],
) -> fmt::Result {
    let relation = if constraint.exact { "=" } else { "<=" };
    let sum = sum(&constraint.name, constraint.terms.iter().copied(), variables);
    writeln!(out, "{sum} {relation} {}", constraint.bound)
}
