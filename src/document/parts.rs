//! The parts of answers as JSON and back.
//!
//! Tiles and kinds are strings of the notation. Reading back goes through the same checks as
//! building a value in code: a pair of different kinds is an error, not a pair. What was read back is
//! well formed; whether it is right for a hand, [`check()`](crate::check()) says.

use crate::answer::{Counts, Decomposition, FormCounts, ReadGroup, Reading};
use crate::group::{Call, Group, GroupType, Hole, PartialGroup, Slot, WaitShape};
use crate::notation::{parse_kinds, parse_tiles};
use crate::tile::{Kind, KindSet, Tile};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        let text = String::deserialize(deserializer)?;
        let kinds = parse_kinds(&text).map_err(D::Error::custom)?;
        let kind = kinds.iter().next().filter(|kind| kind.to_string() == text);
        kind.ok_or_else(|| D::Error::custom(format!("{text:?} is not one kind such as \"4m\"")))
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let text = String::deserialize(deserializer)?;
        let placed = parse_tiles(&text, None).map_err(D::Error::custom)?;
        let tile = placed.first().map(|placed| placed.tile).filter(|tile| tile.to_string() == text);
        tile.ok_or_else(|| D::Error::custom(format!("{text:?} is not one tile such as \"4M\"")))
    }
}

impl Serialize for KindSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for KindSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KindSet, D::Error> {
        Ok(Vec::<Kind>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Writes an enum of names as its name.
macro_rules! by_name {
    ($type:ty, $all:expr, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let found = $all.into_iter().find(|known| known.name() == text);
                found.ok_or_else(|| D::Error::custom(format!("{text:?} is no {}", $what)))
            }
        }
    };
}

by_name!(GroupType, GroupType::ALL, "type of a group");
by_name!(WaitShape, WaitShape::ALL, "wait shape");

/// The kinds of some slots.
struct KindsOf<'a>(&'a [Slot]);

impl Serialize for KindsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|slot| slot.kind))
    }
}

/// The tiles of some slots.
struct TilesOf<'a>(&'a [Slot]);

impl Serialize for TilesOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|slot| slot.tile))
    }
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let concealed = self.call() == Call::ConcealedKan;
        let fields = 3 + usize::from(self.is_called()) + usize::from(concealed);
        let mut group = serializer.serialize_struct("Group", fields)?;
        group.serialize_field("type", &self.group_type())?;
        group.serialize_field("kinds", &KindsOf(self.slots()))?;
        group.serialize_field("tiles", &TilesOf(self.slots()))?;
        if self.is_called() {
            group.serialize_field("called", &true)?;
        }
        if concealed {
            group.serialize_field("concealed", &true)?;
        }
        group.end()
    }
}

impl Serialize for PartialGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut open = serializer.serialize_struct("PartialGroup", 3)?;
        open.serialize_field("kinds", &KindsOf(self.slots()))?;
        open.serialize_field("tiles", &TilesOf(self.slots()))?;
        open.serialize_field("holes", self.holes())?;
        open.end()
    }
}

impl Serialize for Decomposition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 2 + usize::from(self.partial().is_some());
        let mut decomposition = serializer.serialize_struct("Decomposition", fields)?;
        decomposition.serialize_field("form", self.form())?;
        decomposition.serialize_field("groups", &GroupsOf(self))?;
        if let Some(open) = self.partial() {
            decomposition.serialize_field("open", open)?;
        }
        decomposition.end()
    }
}

/// The groups of a decomposition.
struct GroupsOf<'a>(&'a Decomposition);

impl Serialize for GroupsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.groups())
    }
}

/// `tiles[i]` stands for `kinds[i]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupShape {
    #[serde(rename = "type")]
    group_type: GroupType,
    kinds: Vec<Kind>,
    tiles: Vec<Tile>,
    #[serde(default)]
    called: bool,
    #[serde(default)]
    concealed: bool,
}

/// Kinds and tiles put together; `None` when there are not equally many.
fn slots(kinds: Vec<Kind>, tiles: Vec<Tile>) -> Option<Vec<Slot>> {
    let alike = kinds.len() == tiles.len();
    let slots = kinds.into_iter().zip(tiles).map(|(kind, tile)| Slot { kind, tile });
    alike.then(|| slots.collect())
}

impl<'de> Deserialize<'de> for Group {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Group, D::Error> {
        let shape = GroupShape::deserialize(deserializer)?;
        Group::try_from(shape).map_err(D::Error::custom)
    }
}

impl TryFrom<GroupShape> for Group {
    type Error = &'static str;

    fn try_from(shape: GroupShape) -> Result<Group, Self::Error> {
        let call = match (shape.called, shape.concealed) {
            (false, false) => Call::Concealed,
            (true, false) => Call::Open,
            (true, true) => Call::ConcealedKan,
            (false, true) => return Err("only a called kan is marked as concealed"),
        };
        let slots = slots(shape.kinds, shape.tiles).ok_or("each kind needs its tile")?;
        let group = Group::new(shape.group_type, slots).ok_or("the kinds make no such group")?;
        Ok(group.called(call))
    }
}

/// A partial group: what it has, and the kinds that complete it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenShape {
    kinds: Vec<Kind>,
    tiles: Vec<Tile>,
    holes: Vec<Hole>,
}

impl<'de> Deserialize<'de> for PartialGroup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PartialGroup, D::Error> {
        let shape = OpenShape::deserialize(deserializer)?;
        PartialGroup::try_from(shape).map_err(D::Error::custom)
    }
}

impl TryFrom<OpenShape> for PartialGroup {
    type Error = &'static str;

    fn try_from(shape: OpenShape) -> Result<PartialGroup, Self::Error> {
        let slots = slots(shape.kinds, shape.tiles).ok_or("each kind needs its tile")?;
        Ok(PartialGroup::new(slots, shape.holes))
    }
}

/// A decomposition: its form, its groups, and the open one of a tenpai hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecompositionShape {
    form: String,
    groups: Vec<Group>,
    #[serde(default)]
    open: Option<PartialGroup>,
}

impl<'de> Deserialize<'de> for Decomposition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Decomposition, D::Error> {
        let shape = DecompositionShape::deserialize(deserializer)?;
        let groups = shape.groups.into_iter().map(Arc::new).collect();
        Ok(Decomposition::new(shape.form.into(), groups, shape.open.map(Arc::new)))
    }
}

/// A reading: types and kinds alone; of a partial group its kinds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadingShape<'a> {
    form: Cow<'a, str>,
    groups: Cow<'a, [ReadGroup]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<OpenKinds<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenKinds<'a> {
    kinds: Cow<'a, [Kind]>,
}

impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = ReadingShape {
            form: self.form().into(),
            groups: self.groups().into(),
            open: self.partial().map(|kinds| OpenKinds { kinds: kinds.into() }),
        };
        shape.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reading, D::Error> {
        let shape = ReadingShape::deserialize(deserializer)?;
        let open = shape.open.map(|open| open.kinds.into_owned());
        Ok(Reading::new(shape.form.into(), shape.groups.into_owned(), open))
    }
}

/// The counts of all forms, and of each by its name in the rule set's order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountsShape<'a> {
    decompositions: u128,
    readings: u128,
    by_form: ByForm<'a>,
}

/// A map that keeps the order of its entries.
struct ByForm<'a>(Cow<'a, [FormCounts]>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormShape {
    decompositions: u128,
    readings: u128,
}

impl Serialize for ByForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|form| {
            let FormCounts { form, decompositions, readings } = form;
            (&**form, FormShape { decompositions: *decompositions, readings: *readings })
        }))
    }
}

impl<'de> Deserialize<'de> for ByForm<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = ByForm<'static>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the counts of each form by its name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByForm<'static>, A::Error> {
                let mut forms = Vec::new();
                while let Some((form, shape)) = map.next_entry::<String, FormShape>()? {
                    let FormShape { decompositions, readings } = shape;
                    forms.push(FormCounts { form: form.into(), decompositions, readings });
                }
                Ok(ByForm(forms.into()))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = CountsShape {
            decompositions: self.decompositions(),
            readings: self.readings(),
            by_form: ByForm(self.by_form().into()),
        };
        shape.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Counts, D::Error> {
        let shape = CountsShape::deserialize(deserializer)?;
        let counts = Counts::new(shape.by_form.0.into_owned());
        let sums_hold = counts.checked_sums() == Some((shape.decompositions, shape.readings));
        let counts = Some(counts).filter(|_| sums_hold);
        counts.ok_or_else(|| D::Error::custom("the counts of the forms do not add up"))
    }
}
