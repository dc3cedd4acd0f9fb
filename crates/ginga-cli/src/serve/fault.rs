//! Why a request has no answer: a status, and JSON that names the place in the input.

use crate::failure::{AT_FAULT, Failure};
use crate::request::{HandPart, RequestFault};
use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use ginga::RulesError;
use ginga::document::SCHEMA;
use ginga::notation::Span;
use ginga::rules::{RuleFault, RulePlace};
use serde::Serialize;

/// A fault as the interface answers it.
#[derive(Debug)]
pub struct Fault {
    pub status: StatusCode,
    detail: Detail,
}

/// What is wrong, and where.
#[derive(Debug, Serialize)]
struct Detail {
    /// A word for programs.
    code: &'static str,
    message: String,
    /// The field of the body that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The place in that field, in characters, from and up to.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    /// The faults of a rule set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultLine>,
}

/// One fault of a rule set: at a place of its text, or in the override of a key.
#[derive(Debug, Serialize)]
pub struct FaultLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    message: String,
}

impl FaultLine {
    /// The fault as the library names it.
    pub fn of(fault: &RuleFault) -> FaultLine {
        let (line, column, key) = match &fault.place {
            RulePlace::File { line, column } => (Some(*line), Some(*column), None),
            RulePlace::Override(key) => (None, None, Some(key.clone())),
        };
        FaultLine { line, column, key, message: fault.message.clone() }
    }
}

impl From<RequestFault> for Fault {
    fn from(fault: RequestFault) -> Fault {
        let field = match &fault {
            RequestFault::Notation { part: HandPart::Meld, .. } => "melds",
            RequestFault::Notation { part: HandPart::ConcealedKan, .. } => "concealed_kans",
            RequestFault::Notation { part: HandPart::Hand, .. }
            | RequestFault::Hand { .. }
            | RequestFault::StandardInput(_)
            | RequestFault::SeveralLines => "hand",
            RequestFault::Rules { error, .. } => return Fault::rules("rules", error),
            RequestFault::RuleFile { .. } => "rules",
            RequestFault::LacksIndicator { name } => {
                let message = format!(
                    "the rule set {name} finds its wild kinds by a tile turned up: say which by \
                     `indicator`, or name the wild kinds by `wild`"
                );
                return Fault::field("indicator", message);
            }
        };
        Fault::of(fault.into(), field)
    }
}

impl Fault {
    /// A fault without a place.
    pub fn new(status: StatusCode, code: &'static str, message: impl ToString) -> Fault {
        let message = message.to_string();
        let detail = Detail { code, message, field: None, span: None, faults: Vec::new() };
        Fault { status, detail }
    }

    /// A field of the body is at fault.
    pub fn field(field: &str, message: impl ToString) -> Fault {
        let fault = Fault::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_field", message);
        fault.within(field, None)
    }

    /// The same fault with its place.
    pub fn within(mut self, field: &str, span: Option<Span>) -> Fault {
        self.detail.field = Some(field.to_owned());
        self.detail.span = span.map(|span| [span.start, span.end]);
        self
    }

    /// A rule set that there is not.
    pub fn rules(field: &str, error: &RulesError) -> Fault {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let mut fault = Fault::new(status, "bad_rules", error).within(field, None);
        if let RulesError::Faults(faults) = error {
            fault.detail.faults = faults.iter().map(FaultLine::of).collect();
        }
        fault
    }

    /// What the command line would have said; `field` is where the hand or the option came from.
    pub fn of(failure: Failure, field: &str) -> Fault {
        if failure.code != AT_FAULT {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            return Fault::new(status, "own_fault", failure.message);
        }
        let span = failure.place.map(|(_, span)| span);
        Fault::field(field, failure.message).within(field, span)
    }

    /// The message alone.
    pub fn message(&self) -> &str {
        &self.detail.message
    }

    /// Whether it is a fault of the program's own.
    pub fn is_own(&self) -> bool {
        self.status.is_server_error()
    }

    /// The response to send.
    pub fn into_response(self) -> Response<Body> {
        #[derive(Serialize)]
        struct Document {
            schema: u8,
            error: Detail,
        }
        let document = Document { schema: SCHEMA, error: self.detail };
        let mut text = serde_json::to_vec(&document).unwrap_or_default();
        text.push(b'\n');
        let mut response = Response::new(Body::from(text));
        *response.status_mut() = self.status;
        let json = header::HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response
    }
}
