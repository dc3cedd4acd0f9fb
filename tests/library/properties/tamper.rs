//! Decompositions with something wrong in them: tiles exchanged, groups lost, kinds, holes, types
//! and forms changed.

use ginga::{
    Call, Decomposition, Group, GroupType, Hole, Kind, PartialGroup, RuleSet, Slot, Tile, WaitShape,
};
use std::sync::Arc;

/// The parts of a decomposition, to be changed.
#[derive(Clone)]
struct Parts {
    form: Arc<str>,
    groups: Vec<Group>,
    open: Option<PartialGroup>,
}

impl Parts {
    fn of(decomposition: &Decomposition) -> Parts {
        Parts {
            form: decomposition.form().into(),
            groups: decomposition.groups().cloned().collect(),
            open: decomposition.partial().cloned(),
        }
    }

    fn whole(self) -> Decomposition {
        let groups = self.groups.into_iter().map(Arc::new).collect();
        Decomposition::new(self.form, groups, self.open.map(Arc::new))
    }

    /// The same with another group in a place.
    fn with(&self, place: usize, group: Option<Group>) -> Option<Parts> {
        let mut parts = self.clone();
        parts.groups[place] = group?;
        Some(parts)
    }

    fn with_open(&self, open: PartialGroup) -> Parts {
        Parts { open: Some(open), ..self.clone() }
    }
}

/// Everything that one small change makes of a decomposition. Some of it may be another right
/// decomposition of the hand, or the same; none needs to be.
pub fn tampered(decomposition: &Decomposition, rules: &RuleSet) -> Vec<Decomposition> {
    let parts = Parts::of(decomposition);
    let mut changed = forms(&parts, rules);
    for place in 0..parts.groups.len() {
        changed.extend(group_changes(&parts, place, rules));
        changed.extend(exchanges(&parts, place));
    }
    if let Some(open) = &parts.open {
        changed.extend(open_changes(&parts, open, rules));
    }
    changed.extend(opened(&parts));
    changed.into_iter().map(Parts::whole).collect()
}

/// Other forms, groups lost or doubled, all tiles as a free group.
fn forms(parts: &Parts, rules: &RuleSet) -> Vec<Parts> {
    let mut changed = Vec::new();
    let names = ["standard", "seven-pairs", "thirteen-orphans", "fourteen-blue", "no-form", ""];
    changed.extend(names.map(|name| Parts { form: name.into(), ..parts.clone() }));
    for place in 0..parts.groups.len() {
        let mut fewer = parts.clone();
        fewer.groups.remove(place);
        changed.push(fewer);
        let mut more = parts.clone();
        more.groups.push(parts.groups[place].clone());
        changed.push(more);
    }
    let own_face = |tile: Tile| Some(Slot { kind: tile.kind()?, tile });
    let (called, concealed): (Vec<_>, Vec<_>) =
        parts.groups.iter().cloned().partition(Group::is_called);
    let free: Option<Vec<Slot>> = concealed.iter().flat_map(Group::tiles).map(own_face).collect();
    let free = free.and_then(|slots| Group::new(GroupType::Rest, slots));
    for form in rules.forms() {
        let groups = called.iter().cloned().chain(free.clone()).collect();
        changed.push(Parts { form: form.name().into(), groups, open: parts.open.clone() });
    }
    changed
}

/// One group as another type, other kinds, another tile, called or not.
fn group_changes(parts: &Parts, place: usize, rules: &RuleSet) -> Vec<Parts> {
    const TYPES: [GroupType; 6] = [
        GroupType::Single,
        GroupType::Pair,
        GroupType::Triplet,
        GroupType::Run,
        GroupType::Kan,
        GroupType::Rest,
    ];
    let group = &parts.groups[place];
    let mut changed: Vec<Option<Group>> = Vec::new();
    for group_type in TYPES {
        changed.push(Group::new(group_type, group.slots().to_vec()));
    }
    for kind in Kind::all() {
        // Read as this kind throughout; a run moved so that it begins with it; a slot alone.
        let alike = group.tiles().map(|tile| Slot { kind, tile }).collect();
        changed.push(Group::new(group.group_type(), alike));
        let moved = group
            .tiles()
            .zip(0..)
            .map(|(tile, offset)| Some(Slot { kind: kind.shifted(offset)?, tile }));
        changed
            .push(moved.collect::<Option<_>>().and_then(|slots| Group::new(GroupType::Run, slots)));
        for at in 0..group.slots().len() {
            let mut slots = group.slots().to_vec();
            slots[at].kind = kind;
            changed.push(Group::new(group.group_type(), slots));
        }
    }
    for tile in Tile::all().filter(|&tile| rules.copies(tile) > 0) {
        let mut slots = group.slots().to_vec();
        slots[0].tile = tile;
        changed.push(Group::new(group.group_type(), slots));
    }
    let calls = [Call::Concealed, Call::Open, Call::ConcealedKan];
    let keep_call = |changed: Group| changed.called(group.call());
    let changed = changed.into_iter().map(|changed| changed.map(keep_call));
    let called = calls.map(|call| Some(group.clone().called(call)));
    changed.chain(called).filter_map(|group| parts.with(place, group)).collect()
}

/// A tile of one group exchanged with one of a later group or of the open one.
fn exchanges(parts: &Parts, place: usize) -> Vec<Parts> {
    let mut changed = Vec::new();
    let one = &parts.groups[place];
    for at in 0..one.slots().len() {
        for other_place in place + 1..parts.groups.len() {
            let other = &parts.groups[other_place];
            for other_at in 0..other.slots().len() {
                let (mut slots, mut others) = (one.slots().to_vec(), other.slots().to_vec());
                std::mem::swap(&mut slots[at].tile, &mut others[other_at].tile);
                let swapped = remade(one, slots).and_then(|one| parts.with(place, Some(one)));
                changed.extend(
                    swapped.and_then(|swapped| swapped.with(other_place, remade(other, others))),
                );
            }
        }
        let Some(open) = &parts.open else { continue };
        for open_at in 0..open.slots().len() {
            let (mut slots, mut others) = (one.slots().to_vec(), open.slots().to_vec());
            std::mem::swap(&mut slots[at].tile, &mut others[open_at].tile);
            let swapped = parts.with(place, remade(one, slots));
            let open = PartialGroup::new(others, open.holes().to_vec());
            changed.extend(swapped.map(|swapped| swapped.with_open(open)));
        }
    }
    changed
}

fn remade(group: &Group, slots: Vec<Slot>) -> Option<Group> {
    Some(Group::new(group.group_type(), slots)?.called(group.call()))
}

/// The partial group lost, filled, read as other kinds; holes lost, moved, of another shape, filled by
/// other tiles.
fn open_changes(parts: &Parts, open: &PartialGroup, rules: &RuleSet) -> Vec<Parts> {
    let mut changed = vec![Parts { open: None, ..parts.clone() }];
    for at in 0..open.slots().len() {
        for kind in Kind::all() {
            let mut slots = open.slots().to_vec();
            slots[at].kind = kind;
            changed.push(parts.with_open(PartialGroup::new(slots, open.holes().to_vec())));
        }
        let mut fewer = open.slots().to_vec();
        fewer.remove(at);
        changed.push(parts.with_open(PartialGroup::new(fewer, open.holes().to_vec())));
    }
    for at in 0..open.holes().len() {
        let mut fewer = open.holes().to_vec();
        fewer.remove(at);
        changed.push(parts.with_open(PartialGroup::new(open.slots().to_vec(), fewer)));
        for hole in hole_changes(&open.holes()[at], rules) {
            let mut holes = open.holes().to_vec();
            holes[at] = hole.clone();
            changed.push(parts.with_open(PartialGroup::new(open.slots().to_vec(), holes)));
            let more = open.holes().iter().cloned().chain([hole]).collect();
            changed.push(parts.with_open(PartialGroup::new(open.slots().to_vec(), more)));
        }
    }
    changed.extend(filled(parts, open));
    changed
}

fn hole_changes(hole: &Hole, rules: &RuleSet) -> Vec<Hole> {
    let mut changed: Vec<Hole> = Kind::all().map(|kind| Hole { kind, ..hole.clone() }).collect();
    changed.extend(WaitShape::ALL.map(|shape| Hole { shape, ..hole.clone() }));
    for at in 0..hole.tiles.len() {
        let mut fewer = hole.clone();
        fewer.tiles.remove(at);
        changed.push(fewer);
    }
    for tile in Tile::all().filter(|&tile| rules.copies(tile) > 0) {
        let mut more = hole.clone();
        more.tiles.push(tile);
        more.tiles.sort();
        changed.push(more);
    }
    changed
}

/// The partial group made whole by a tile that the hand does not have.
fn filled(parts: &Parts, open: &PartialGroup) -> Vec<Parts> {
    let types = [GroupType::Single, GroupType::Pair, GroupType::Triplet, GroupType::Run];
    let mut changed = Vec::new();
    for hole in open.holes() {
        let Some(&tile) = hole.tiles.first() else { continue };
        let mut slots = open.slots().to_vec();
        slots.push(Slot { kind: hole.kind, tile });
        for group in types.iter().filter_map(|&sort| Group::new(sort, slots.clone())) {
            let mut parts = Parts { open: None, ..parts.clone() };
            parts.groups.push(group);
            changed.push(parts);
        }
    }
    changed
}

/// A complete group opened: one of its tiles missing, and a hole in its place.
fn opened(parts: &Parts) -> Vec<Parts> {
    let mut changed = Vec::new();
    for place in 0..parts.groups.len() {
        let mut rest = parts.clone();
        let group = rest.groups.remove(place);
        for at in 0..group.slots().len() {
            let mut slots = group.slots().to_vec();
            let Slot { kind, tile } = slots.remove(at);
            let hole = Hole { kind, shape: WaitShape::Tanki, tiles: vec![tile] };
            changed.push(rest.with_open(PartialGroup::new(slots.clone(), vec![hole.clone()])));
            slots.push(Slot { kind, tile });
            changed.push(rest.with_open(PartialGroup::new(slots, vec![hole])));
        }
    }
    changed
}
