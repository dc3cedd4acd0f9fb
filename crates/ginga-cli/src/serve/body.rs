//! The body of a request: the options of the command line as JSON.

use super::fault::Fault;
use super::limits::{LONGEST_BODY, Limits, MOST_COMPARED};
use axum::body::{Body as Incoming, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Everything that can be asked; which fields go with which question, [`Body::only`] says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    pub hand: Option<String>,
    pub also: Vec<String>,
    pub melds: Vec<String>,
    pub concealed_kans: Vec<String>,
    pub suit: Option<String>,
    pub rules: Option<OneOrMore>,
    pub wild: Option<String>,
    pub indicator: Option<String>,
    pub set: BTreeMap<String, Scalar>,
    pub visible: Option<String>,
    pub strict_visible: bool,
    pub limit: Option<NonZeroU64>,
    pub no_list: bool,
    pub time_limit: Option<String>,
    pub solver: Option<SolverWord>,
    pub kinds: bool,
    pub readings: bool,
    pub why: bool,
    pub list: bool,
    pub draws: Option<u8>,
    pub deep: bool,
    pub stats: bool,
    pub minimize: Option<String>,
    pub maximize: Option<String>,
    pub form: Option<String>,
}

/// A rule set, or several.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Value")]
pub enum OneOrMore {
    One(Named),
    More(Vec<Named>),
}

/// A rule set by its name, or its text. A name is never a file.
#[derive(Debug, Clone)]
pub enum Named {
    Name(String),
    Toml(String),
}

// By hand: what serde derives for a struct takes an array of its fields as well.
impl TryFrom<Value> for Named {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Named, Self::Error> {
        let wanted = "a rule set is a name or {\"toml\": text}";
        match value {
            Value::String(name) => Ok(Named::Name(name)),
            Value::Object(mut fields) if fields.len() == 1 => match fields.remove("toml") {
                Some(Value::String(text)) => Ok(Named::Toml(text)),
                _ => Err(wanted),
            },
            _ => Err(wanted),
        }
    }
}

impl TryFrom<Value> for OneOrMore {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<OneOrMore, Self::Error> {
        match value {
            Value::Array(all) => {
                let all: Result<Vec<Named>, _> = all.into_iter().map(Named::try_from).collect();
                Ok(OneOrMore::More(all?))
            }
            one => Ok(OneOrMore::One(Named::try_from(one)?)),
        }
    }
}

/// A value of an override.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "an override is a text, a whole number or a truth value")]
pub enum Scalar {
    Boolean(bool),
    Integer(i64),
    Text(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Boolean(value) => value.fmt(f),
            Scalar::Integer(value) => value.fmt(f),
            Scalar::Text(value) => value.fmt(f),
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverWord {
    Auto,
    Ilp,
    Search,
    Engine,
}

/// Fields that go with every question about a hand.
pub const ALWAYS: &[&str] = &["hand", "suit", "rules", "wild", "indicator", "set"];
/// Fields for called melds, with every question about one hand alone.
pub const MELDS: &[&str] = &["melds", "concealed_kans"];

impl Body {
    /// Reads JSON.
    pub fn parse(bytes: &[u8]) -> Result<Body, Fault> {
        // serde would take an array for the fields in their order.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            let message = "the body is an object, such as {\"hand\": \"123m406p77z\"}";
            return Err(Fault::new(StatusCode::BAD_REQUEST, "bad_body", message));
        }
        serde_json::from_slice(bytes).map_err(|error| {
            let code = if error.is_data() { "bad_body" } else { "bad_json" };
            Fault::new(StatusCode::BAD_REQUEST, code, error)
        })
    }

    fn given(&self) -> [(&'static str, bool); 25] {
        [
            ("hand", self.hand.is_some()),
            ("also", !self.also.is_empty()),
            ("melds", !self.melds.is_empty()),
            ("concealed_kans", !self.concealed_kans.is_empty()),
            ("suit", self.suit.is_some()),
            ("rules", self.rules.is_some()),
            ("wild", self.wild.is_some()),
            ("indicator", self.indicator.is_some()),
            ("set", !self.set.is_empty()),
            ("visible", self.visible.is_some()),
            ("strict_visible", self.strict_visible),
            ("limit", self.limit.is_some()),
            ("no_list", self.no_list),
            ("time_limit", self.time_limit.is_some()),
            ("solver", self.solver.is_some()),
            ("kinds", self.kinds),
            ("readings", self.readings),
            ("why", self.why),
            ("list", self.list),
            ("draws", self.draws.is_some()),
            ("deep", self.deep),
            ("stats", self.stats),
            ("minimize", self.minimize.is_some()),
            ("maximize", self.maximize.is_some()),
            ("form", self.form.is_some()),
        ]
    }

    /// Refuses fields that the question would ignore.
    pub fn only(&self, question: &str, more: &[&[&str]]) -> Result<(), Fault> {
        let given = self.given().into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
        let goes =
            |name: &&str| ALWAYS.contains(name) || more.iter().any(|group| group.contains(name));
        match given.into_iter().find(|name| !goes(name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!("`{name}` does not go with {question}");
                Err(Fault::field(name, message))
            }
        }
    }

    /// The hand's text.
    pub fn hand(&self) -> Result<&str, Fault> {
        let missing = || Fault::field("hand", "`hand` is missing, such as \"123m406p77z\"");
        self.hand.as_deref().ok_or_else(missing)
    }

    /// The one rule set, if one is named.
    pub fn one_rules(&self) -> Result<Option<Named>, Fault> {
        match &self.rules {
            None => Ok(None),
            Some(OneOrMore::One(named)) => Ok(Some(named.clone())),
            Some(OneOrMore::More(_)) => Err(Fault::field(
                "rules",
                "this question takes one rule set; compare takes several",
            )),
        }
    }

    /// The rule sets to compare.
    pub fn all_rules(&self) -> Result<Vec<Named>, Fault> {
        let wanted =
            || Fault::field("rules", format!("`rules` has 1 to {MOST_COMPARED} rule sets here"));
        let all = match &self.rules {
            None => return Err(wanted()),
            Some(OneOrMore::One(named)) => vec![named.clone()],
            Some(OneOrMore::More(all)) => all.clone(),
        };
        if (1..=MOST_COMPARED).contains(&all.len()) { Ok(all) } else { Err(wanted()) }
    }
}

/// Reads a request's body within the limits on size and time.
pub async fn read(request: Request<Incoming>, limits: &Limits) -> Result<Bytes, Fault> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        let message = "the body is JSON, with the header Content-Type: application/json";
        return Err(Fault::new(status, "not_json", message));
    }
    let length = parts.headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let announced = length.is_some_and(|length| length > LONGEST_BODY as u64);
    if announced && parts.headers.contains_key(header::EXPECT) {
        // The client asks before it sends.
        return Err(too_large());
    }
    match tokio::time::timeout(limits.patience, collect(body)).await {
        Ok(read) => read,
        Err(_) => {
            let message = "the body did not arrive in time";
            Err(Fault::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message))
        }
    }
}

/// Keeps what is within the limit. What is beyond it is read and dropped, so that a client that
/// sends before it listens gets to read the answer.
async fn collect(mut body: Incoming) -> Result<Bytes, Fault> {
    let mut kept = Vec::new();
    let mut beyond = false;
    while let Some(frame) = body.frame().await {
        let broken = |_| Fault::new(StatusCode::BAD_REQUEST, "broken", "the body broke off");
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        beyond |= kept.len() + data.len() > LONGEST_BODY;
        if beyond {
            kept = Vec::new();
        } else {
            kept.extend_from_slice(&data);
        }
    }
    if beyond { Err(too_large()) } else { Ok(kept.into()) }
}

fn too_large() -> Fault {
    let message = format!("a body has at most {LONGEST_BODY} bytes");
    Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}
