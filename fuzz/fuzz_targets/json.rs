//! Any text as the JSON of an answer's parts: what is read prints, and reads back to the same.

#![no_main]

use ginga::{Counts, Decomposition, Group, Hole, Kind, KindSet, PartialGroup, Reading, Tile, Wait};
use libfuzzer_sys::fuzz_target;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

fuzz_target!(|data: &[u8]| {
    round_trip::<Decomposition>(data);
    round_trip::<Group>(data);
    round_trip::<PartialGroup>(data);
    round_trip::<Hole>(data);
    round_trip::<Reading>(data);
    round_trip::<Counts>(data);
    round_trip::<Wait>(data);
    round_trip::<KindSet>(data);
    round_trip::<Kind>(data);
    round_trip::<Tile>(data);
});

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &[u8]) {
    let Ok(value) = serde_json::from_slice::<T>(data) else { return };
    let text = serde_json::to_string(&value).expect("what was read prints");
    let again: T = serde_json::from_str(&text).expect("what prints is read");
    assert_eq!(value, again, "{text}");
}
