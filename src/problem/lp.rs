//! A problem as text in the CPLEX LP format, which most ILP solvers read.

use super::Problem;
use super::linear::{Constraint, Linear, Variable};
use std::fmt::{self, Write as _};

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
        let linear = Linear::of(self);
        writeln!(out, "\\ {}", self.title())?;
        // A variable that is always 0 keeps every line well formed, also without any column.
        writeln!(out, "Minimize\n obj: 0 nothing\nSubject To")?;
        for constraint in &linear.constraints {
            write_constraint(out, constraint, &linear.variables)?;
        }
        writeln!(out, "Bounds\n 0 <= nothing <= 0")?;
        let (columns, suits) = linear.variables.split_at(linear.columns);
        for Variable { name, most } in columns {
            writeln!(out, " 0 <= {name} <= {most}")?;
        }
        writeln!(out, "General")?;
        for Variable { name, .. } in columns {
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

/// Writes one constraint, broken into lines.
fn write_constraint(
    out: &mut dyn fmt::Write,
    constraint: &Constraint,
    variables: &[Variable],
) -> fmt::Result {
    let mut line = format!(" {}: 0 nothing", constraint.name);
    for &(factor, variable) in &constraint.terms {
        let sign = if factor < 0 { '-' } else { '+' };
        let name = &variables[variable].name;
        let term = match factor.abs() {
            1 => format!(" {sign} {name}"),
            factor => format!(" {sign} {factor} {name}"),
        };
        if line.len() + term.len() > LINE {
            writeln!(out, "{line}")?;
            line = " ".to_owned();
        }
        line.write_str(&term)?;
    }
    let relation = if constraint.exact { "=" } else { "<=" };
    writeln!(out, "{line} {relation} {}", constraint.bound)
}
