//! What went wrong, as a person reads it: the message, and the place under the text it is in.

use super::request::RequestFault;
use ginga::notation::{NotationError, Span};
use ginga::{HandError, QuestionError, RulesError, VerifyError};
use std::fmt;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The input or the call is at fault.
pub const AT_FAULT: u8 = 2;
/// A limit ended the run.
pub const INCOMPLETE: u8 = 3;
/// A fault of the program's own.
pub const OWN_FAULT: u8 = 4;

/// An error with its exit code.
#[derive(Debug)]
pub struct Failure {
    pub code: u8,
    pub message: String,
    /// The text that the place is in, and the place.
    pub place: Option<(String, Span)>,
}

impl Failure {
    /// A fault of the input or the call, without a place.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure { code: AT_FAULT, message: message.to_string(), place: None }
    }

    /// A fault in the notation of a text.
    pub fn notation(error: &NotationError, text: &str) -> Failure {
        let place = Some((text.to_owned(), error.span));
        Failure { code: AT_FAULT, message: error.to_string(), place }
    }

    /// A hand that the rules do not allow.
    pub fn hand(error: &HandError, text: &str) -> Failure {
        let place = error.span.map(|span| (text.to_owned(), span));
        Failure { code: AT_FAULT, message: error.to_string(), place }
    }

    /// A rule set that there is not; `source` is its file or its name.
    pub fn rules(error: &RulesError, source: &str) -> Failure {
        let message = match error {
            RulesError::Faults(faults) => {
                let lines = faults.iter().map(|fault| format!("{source}: {fault}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            other => other.to_string(),
        };
        Failure::input(message)
    }
}

impl From<RequestFault> for Failure {
    fn from(fault: RequestFault) -> Failure {
        match fault {
            RequestFault::Notation { text, error, .. } => Failure::notation(&error, &text),
            RequestFault::Hand { text, error } => Failure::hand(&error, &text),
            RequestFault::StandardInput(error) => {
                Failure::input(format!("standard input: {error}"))
            }
            RequestFault::SeveralLines => Failure::input(
                "standard input has several lines, and one hand is read here: `ginga batch waits` (or \
                 win, decompose) answers a hand a line",
            ),
            RequestFault::RuleFile { path, error } => Failure::input(format!("{path}: {error}")),
            RequestFault::Rules { name, error } => Failure::rules(&error, &name),
            RequestFault::LacksIndicator { name } => Failure::input(format!(
                "the rule set {name} finds its wild kinds by a tile turned up: say which, as in \
                 --indicator 3p, or name the wild kinds themselves, as in --wild 4p; --set \
                 wild.flip= plays without"
            )),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        let code = match &error {
            VerifyError::Question(QuestionError::Solver(_)) => OWN_FAULT,
            VerifyError::Question(_) => AT_FAULT,
            _ => OWN_FAULT,
        };
        Failure { code, message: error.to_string(), place: None }
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Failure {
        VerifyError::from(error).into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.place {
            Some((text, span)) if !text.trim().is_empty() => {
                let (line, marks) = pointed_at(text, *span);
                write!(f, "\n\n  {line}\n  {marks}")
            }
            _ => Ok(()),
        }
    }
}

/// The part of a text around a place, on one line, and a line of carets below the place.
fn pointed_at(text: &str, span: Span) -> (String, String) {
    /// How many characters are shown before and after the place's start.
    const AROUND: usize = 36;
    let visible = |c: char| if c.is_control() || is_invisible(c) { ' ' } else { c };
    let from = span.start.saturating_sub(AROUND);
    let to = span.start + AROUND;
    let cut_before = if from > 0 { "…" } else { "" };
    let window: String = text.chars().skip(from).take(to - from).map(visible).collect();
    let cut_after = if text.chars().nth(to).is_some() { "…" } else { "" };
    let shown_end = span.end.min(to).max(span.start + 1);
    // Kanji and full-width characters take two columns.
    let mut widths = window.chars().map(|character| character.width().unwrap_or(1));
    let before: usize = widths.by_ref().take(span.start - from).sum();
    let marked: usize = widths.take(shown_end - span.start).sum();
    let pad = " ".repeat(before + cut_before.width());
    let marks = "^".repeat(marked.max(1));
    (format!("{cut_before}{window}{cut_after}"), format!("{pad}{marks}"))
}

/// Characters that take no room or turn the direction of the line.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_far_into_a_text_is_shown_with_its_surroundings() {
        let text = format!("{}x{}", "1".repeat(1000), "2".repeat(1000));
        let (line, marks) = pointed_at(&text, Span::new(1000, 1001));
        assert_eq!(line.chars().nth(marks.chars().count() - 1), Some('x'));
        assert!(line.chars().count() < 80);
    }

    #[test]
    fn a_place_behind_wide_characters_is_marked_below_them() {
        let marked = |text: &str, start, end| pointed_at(text, Span::new(start, end)).1;
        assert_eq!(marked("一二萬x", 3, 4), "      ^");
        assert_eq!(marked("１２x", 0, 2), "^^^^");
        assert_eq!(marked("🀇🀇🀢", 2, 3), "  ^");
    }

    #[test]
    fn a_place_at_the_end_is_below_the_next_character() {
        assert_eq!(pointed_at("12", Span::new(2, 2)), ("12".to_owned(), "  ^".to_owned()));
    }
}
