//! A problem as text in the free MPS format, which nearly every ILP solver reads.

use super::Problem;
use super::linear::Linear;
use std::fmt;

impl Problem {
    /// Writes the problem in free MPS format: the same objective, constraints, variables and names
    /// as [`Problem::write_lp`]. The variables stand between integer markers, each with both its
    /// bounds.
    ///
    /// # Errors
    /// Those of the writer alone.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let galaxy = RuleSet::builtin("galaxy")?;
    /// let model = &ginga::models(&Hand::parse("23m5p5P", &galaxy)?, &galaxy)?[0];
    /// let mut text = String::new();
    /// model.write_mps(&mut text)?;
    /// assert!(text.contains(" x0_pair_5p5P_as_5p5p row_5P 1\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_mps(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Linear::of(self).write_mps(&self.title(), out)
    }
}

impl Linear {
    /// Writes the constraints in free MPS format under this title.
    pub(super) fn write_mps(&self, title: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let Linear { variables, constraints, objective, .. } = self;
        let mut takes: Vec<Vec<(i64, &str)>> = vec![Vec::new(); variables.len()];
        objective.iter().for_each(|&(factor, variable)| takes[variable].push((factor, "obj")));
        writeln!(out, "* {}", title)?;
        // Some readers take the format for the fixed one unless this line says otherwise.
        writeln!(out, "NAME ginga FREE\nROWS\n N obj")?;
        for constraint in constraints {
            let sense = if constraint.exact { 'E' } else { 'L' };
            writeln!(out, " {sense} {}", constraint.name)?;
            for &(factor, variable) in &constraint.terms {
                takes[variable].push((factor, &constraint.name));
            }
        }
        writeln!(out, "COLUMNS\n begin 'MARKER' 'INTORG'")?;
        // A variable that is always 0 is there for the model without any column.
        writeln!(out, " nothing obj 0")?;
        for (variable, takes) in variables.iter().zip(&takes) {
            for (factor, constraint) in takes {
                writeln!(out, " {} {constraint} {factor}", variable.name)?;
            }
        }
        writeln!(out, " end 'MARKER' 'INTEND'\nRHS")?;
        for constraint in constraints.iter().filter(|constraint| constraint.bound != 0) {
            writeln!(out, " rhs {} {}", constraint.name, constraint.bound)?;
        }
        writeln!(out, "BOUNDS\n FX bounds nothing 0")?;
        for variable in variables {
            writeln!(out, " LO bounds {} 0", variable.name)?;
            writeln!(out, " UP bounds {} {}", variable.name, variable.most)?;
        }
        writeln!(out, "ENDATA")
    }
}
