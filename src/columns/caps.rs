//! Caps: limits on how many tiles are used as wild, and how many are read as one kind.
//!
//! A cap is a sum over the groups chosen against a bound. The tile that fills a hole counts as well,
//! so that which holes a partial group has, and which tiles fill them, depends on whether the other
//! groups use a cap up. The partial group then comes as several columns, one a case; in each case the
//! caps that decide are either *used up* or *not used up*, which two linear constraints say:
//!
//! - not used up: the column itself takes one more of the cap;
//! - used up: with `G` groups in all, none of which takes more than 3, `Σ (3 − taken) = 3G − Σ taken`,
//!   and `Σ taken ≥ bound` is the same as `Σ (3 − taken) + bound ≤ 3G`. The column takes `bound` of
//!   that sum beside its own part.

use super::{Generator, ModelQuestion, SideConstraints};
use crate::group::{Group, GroupType, Hole, Slot, WaitShape};
use crate::problem::{ColumnSpec, Relation};
use crate::rules::Pattern;
use crate::tile::Kind;

/// The most that one group takes of a cap.
const MOST_TAKEN: u8 = 3;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// Tiles used as wild.
    Wilds,
    /// Tiles read as one kind.
    ReadAs(Kind),
}

impl Counted {
    fn of_slots(self, generator: &Generator<'_>, slots: &[Slot]) -> u8 {
        let counts = |slot: &&Slot| match self {
            Counted::Wilds => generator.rules.is_wild_use(slot.tile, slot.kind),
            Counted::ReadAs(kind) => slot.kind == kind,
        };
        slots.iter().filter(counts).count() as u8
    }
}

/// A limit that some choice of groups could exceed.
#[derive(Debug, Clone, Copy)]
struct Cap {
    counted: Counted,
    bound: u8,
}

/// The caps of a form for a hand.
pub(super) struct Caps {
    list: Vec<Cap>,
    /// How many groups a solution has.
    groups: u8,
}

/// A kind that would complete a group, before it is known which tiles may fill it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lacking {
    pub kind: Kind,
    pub shape: WaitShape,
    pub group: GroupType,
}

/// What a group takes of the caps, and the case in which an open one stands. By default nothing:
/// free tiles do not count.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// Of each cap, by place, how much.
    own: Vec<u8>,
    /// The caps, by place, of which the tile drawn takes one.
    spared: Vec<usize>,
    /// The caps, by place, that the groups use up.
    used_up: Vec<usize>,
}

impl Caps {
    /// The caps that bind; `None` when the called melds alone exceed one.
    pub fn new(generator: &Generator<'_>, counts: &[u8]) -> Option<Caps> {
        let rules = generator.rules;
        let drawn = u8::from(generator.context.question != ModelQuestion::Complete);
        let called: Vec<Slot> =
            generator.context.hand.called().flat_map(Group::slots).copied().collect();
        let mut list = Vec::new();
        let mut cap = |counted: Counted, most: u8, reach: u8| {
            let bound = match counted {
                // A kan's tiles count as the four that they are.
                Counted::ReadAs(_) => most.saturating_sub(counted.of_slots(generator, &called)),
                Counted::Wilds => most.checked_sub(counted.of_slots(generator, &called))?,
            };
            if reach.saturating_add(drawn) > bound {
                list.push(Cap { counted, bound });
            }
            Some(())
        };
        let tiles = || generator.concealed.iter();
        if let Some(most) = rules.most_wilds(generator.form) {
            let wilds = tiles().filter(|(tile, _)| rules.is_wild(*tile));
            cap(Counted::Wilds, most, wilds.map(|(_, count)| count).sum())?;
        }
        for kind in generator.context.readable.iter() {
            let Some(most) = rules.most_alike(kind) else { continue };
            let readers = generator.standing_for[kind.index()].iter();
            let reach = readers.map(|&tile| generator.concealed.get(tile)).sum();
            cap(Counted::ReadAs(kind), most, reach)?;
        }
        let groups = counts.iter().sum();
        Some(Caps { list, groups })
    }

    /// What tiles in their places take.
    pub fn taken(&self, generator: &Generator<'_>, slots: &[Slot]) -> Taken {
        let own = self.list.iter().map(|cap| cap.counted.of_slots(generator, slots)).collect();
        Taken { own, ..Taken::default() }
    }

    /// The cases of a partial group: in each its holes, and what it takes.
    pub fn cases(
        &self,
        generator: &Generator<'_>,
        pattern: &Pattern,
        slots: &[Slot],
        lacking: &[Lacking],
    ) -> Vec<(Vec<Hole>, Taken)> {
        let taken = self.taken(generator, slots);
        let deciding = self.deciding(generator, lacking);
        let mut cases = Vec::new();
        for case in 0..1_u32 << deciding.len() {
            let is_used_up = |place: usize| {
                let at = deciding.iter().position(|&deciding| deciding == place);
                at.is_some_and(|at| case >> at & 1 == 1)
            };
            let holes = self.holes(generator, pattern, lacking, &is_used_up);
            if holes.is_empty() {
                continue;
            }
            let (used_up, spared) = deciding.iter().copied().partition(|&place| is_used_up(place));
            cases.push((holes, Taken { used_up, spared, ..taken.clone() }));
        }
        cases
    }

    /// The caps that decide which holes there are and what fills them.
    fn deciding(&self, generator: &Generator<'_>, lacking: &[Lacking]) -> Vec<usize> {
        let decides = |cap: &Cap| match cap.counted {
            Counted::ReadAs(kind) => lacking.iter().any(|lacking| lacking.kind == kind),
            Counted::Wilds => lacking.iter().any(|lacking| {
                generator.context.unseen.iter().any(|(tile, _)| {
                    generator.stands_for(tile).contains(lacking.kind)
                        && generator.rules.is_wild_use(tile, lacking.kind)
                })
            }),
        };
        (0..self.list.len()).filter(|&place| decides(&self.list[place])).collect()
    }

    fn holes(
        &self,
        generator: &Generator<'_>,
        pattern: &Pattern,
        lacking: &[Lacking],
        is_used_up: &dyn Fn(usize) -> bool,
    ) -> Vec<Hole> {
        let used_up = |counted: Counted| {
            let place = self.list.iter().position(|cap| cap.counted == counted);
            place.is_some_and(is_used_up)
        };
        let no_more_wilds = used_up(Counted::Wilds);
        let open = lacking.iter().filter(|lacking| !used_up(Counted::ReadAs(lacking.kind)));
        open.filter_map(|lacking| {
            generator.hole(lacking.kind, lacking.shape, |tile| {
                generator.fits(tile, lacking.kind, lacking.group, pattern)
                    && !(no_more_wilds && generator.rules.is_wild_use(tile, lacking.kind))
            })
        })
        .collect()
    }

    /// Adds the side constraints; `taken` says of each spec what it takes.
    pub fn bind(
        &self,
        taken: impl Iterator<Item = Taken>,
        sides: &mut SideConstraints,
        specs: &mut [ColumnSpec],
    ) {
        let taken: Vec<Taken> = taken.collect();
        for (place, &cap) in self.list.iter().enumerate() {
            let (name, up) = match cap.counted {
                Counted::Wilds => ("wilds".to_owned(), "up_wilds".to_owned()),
                Counted::ReadAs(kind) => (format!("as_{kind}"), format!("up_{kind}")),
            };
            let most = sides.add(&name, Relation::AtMost, cap.bound);
            let needed = taken.iter().any(|taken| taken.used_up.contains(&place));
            let groups = MOST_TAKEN.saturating_mul(self.groups);
            let used_up = needed.then(|| sides.add(&up, Relation::AtMost, groups));
            for (spec, taken) in specs.iter_mut().zip(&taken) {
                let own = taken.own.get(place).copied().unwrap_or(0);
                let more = u8::from(taken.spared.contains(&place));
                let mut add = |side, amount| {
                    if amount > 0 {
                        spec.sides.push((side, amount));
                    }
                };
                add(most, own + more);
                if let Some(side) = used_up {
                    let bound = if taken.used_up.contains(&place) { cap.bound } else { 0 };
                    add(side, MOST_TAKEN - own + bound);
                }
            }
        }
    }
}
