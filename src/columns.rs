//! From a hand, a rule set and a form to a [`Problem`]: which groups could be made.

use crate::group::{Group, GroupType, Hole, OpenGroup, Slot, WaitShape};
use crate::hand::Hand;
use crate::problem::{Content, Draft, Problem, Relation, Row, Side, SuitLimit, Suits};
use crate::rules::{DeadWaits, Form, Pattern, PatternSort, RuleSet};
use crate::tile::{Kind, KindSet, Tile, TileCounts};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is asked of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Divide the tiles into complete groups.
    Complete,
    /// Divide them into complete groups and one open group with a hole that counts under the
    /// rule set's `dead_waits`.
    Tenpai,
    /// As [`Question::Tenpai`], but with an open group that has this hole, whether a tile is left
    /// to fill it or not.
    TenpaiOn(Kind),
}

/// Whether tiles may stay out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cover {
    /// Every tile has its place, every group of the form is there.
    Whole,
    /// Tiles may stay out, each in a spare column, and groups may be lacking.
    Partial,
}

/// The problems of a hand, one for each form that has its size, in the rule set's order.
///
/// The rules must be those that admit the hand, narrowed to its suit where they have but one.
pub(crate) fn problems(hand: &Hand, rules: &RuleSet, question: Question) -> Vec<Problem> {
    problems_with(hand, rules, question, Cover::Whole)
}

/// As [`problems`], but tiles may stay out, each in a column of its own, and groups may be lacking:
/// what a nearest miss is found in.
pub(crate) fn partial_problems(hand: &Hand, rules: &RuleSet, question: Question) -> Vec<Problem> {
    problems_with(hand, rules, question, Cover::Partial)
}

fn problems_with(hand: &Hand, rules: &RuleSet, question: Question, cover: Cover) -> Vec<Problem> {
    let missing = usize::from(question != Question::Complete);
    let tiles = hand.concealed().total() + missing;
    let generator = Generator::new(hand, rules, question);
    let of_form = |form: &Form| {
        let counts = form.counts(tiles, hand.called().len())?;
        Some(generator.problem(form, &counts, cover))
    };
    rules.forms().iter().filter_map(of_form).collect()
}

/// The physical tiles left to draw: the set's copies less those in the hand and its melds.
pub(crate) fn copies_left(hand: &Hand, rules: &RuleSet) -> BTreeMap<Tile, u8> {
    let held = hand.all_tiles();
    Tile::all()
        .filter(|&tile| rules.drawable(tile) > 0)
        .map(|tile| (tile, rules.drawable(tile).saturating_sub(held.get(tile))))
        .collect()
}

/// A group to be made: its type and the kinds it is read as.
type Shape = (GroupType, Vec<Kind>);

struct Generator<'a> {
    rules: &'a RuleSet,
    question: Question,
    concealed: &'a TileCounts,
    in_play: KindSet,
    /// For each kind the hand's tiles that may stand for it.
    standing_for: Vec<Vec<Tile>>,
    left: BTreeMap<Tile, u8>,
    suit_limit: Option<SuitLimit>,
}

impl<'a> Generator<'a> {
    fn new(hand: &'a Hand, rules: &'a RuleSet, question: Question) -> Generator<'a> {
        let tiles = || hand.concealed().iter().map(|(tile, _)| tile);
        let standing_for = |kind| {
            tiles().filter(|&tile| rules.stands_for(tile).contains(kind)).collect::<Vec<_>>()
        };
        let used = Suits::of(hand.called().flat_map(Group::kinds));
        let limited = rules.max_suits() < 3;
        Generator {
            rules,
            question,
            concealed: hand.concealed(),
            in_play: rules.kinds_in_play(),
            standing_for: Kind::all().map(standing_for).collect(),
            left: copies_left(hand, rules),
            suit_limit: limited.then_some(SuitLimit { most: rules.max_suits(), used }),
        }
    }

    fn problem(&self, form: &Form, counts: &[u8], cover: Cover) -> Problem {
        let relation = match cover {
            Cover::Whole => Relation::Exactly,
            Cover::Partial => Relation::AtMost,
        };
        let mut sides = Vec::new();
        let mut drafts = Vec::new();
        let open_side = (self.question != Question::Complete).then(|| {
            sides.push(Side { name: "open".into(), relation, bound: 1 });
            sides.len() - 1
        });
        for (pattern, &count) in form.patterns().iter().zip(counts).filter(|(_, count)| **count > 0)
        {
            let name = unused_name(pattern_name(pattern), &sides);
            sides.push(Side { name, relation, bound: count });
            let side = sides.len() - 1;
            let complete = self.complete(pattern).into_iter();
            drafts.extend(complete.map(|group| Draft {
                content: Content::Complete(Arc::new(group)),
                pattern: side,
                sides: Vec::new(),
            }));
            drafts.extend(self.open(pattern).into_iter().map(|open| Draft {
                content: Content::Open(Arc::new(open)),
                pattern: side,
                sides: open_side.into_iter().collect(),
            }));
        }
        if !form.quads_as_two_pairs() {
            keep_pairs_apart(form, counts, &mut sides, &mut drafts);
        }
        if cover == Cover::Partial {
            let pattern = sides.len();
            let bound = u8::try_from(self.concealed.total()).unwrap_or(u8::MAX);
            sides.push(Side { name: "spares".into(), relation, bound });
            drafts.extend(self.concealed.iter().map(|(tile, _)| Draft {
                content: Content::Spare(tile),
                pattern,
                sides: Vec::new(),
            }));
        }
        let rows = self.rows();
        Problem::new(form.name(), rows, sides, drafts, self.suit_limit)
    }

    fn rows(&self) -> Vec<Row> {
        let mut meanings: Vec<KindSet> = Vec::new();
        let mut row = |(tile, count)| {
            let kinds = self.rules.stands_for(tile);
            let known = meanings.iter().position(|&known| known == kinds);
            let meaning = known.unwrap_or_else(|| {
                meanings.push(kinds);
                meanings.len() - 1
            });
            Row { tile, count, meaning: meaning as u16 }
        };
        self.concealed.iter().map(&mut row).collect()
    }

    /// The types and kinds of the groups of a pattern, as far as tiles in play allow.
    fn shapes(&self, pattern: &Pattern) -> Vec<Shape> {
        let PatternSort::Groups(types) = pattern.sort else { return Vec::new() };
        let kinds = self.in_play.intersection(pattern.kinds);
        let of_type = |&group_type: &GroupType| -> Vec<Shape> {
            if group_type == GroupType::Run {
                let inside = |run: &[Kind; 3]| run.iter().all(|&kind| kinds.contains(kind));
                return self
                    .rules
                    .runs()
                    .filter(inside)
                    .map(|run| (group_type, run.into()))
                    .collect();
            }
            let size = group_type.size().unwrap_or(0);
            kinds.iter().map(|kind| (group_type, vec![kind; size])).collect()
        };
        types.iter().flat_map(of_type).collect()
    }

    /// Every complete group of a pattern that the hand's tiles can make.
    fn complete(&self, pattern: &Pattern) -> Vec<Group> {
        if let PatternSort::Rest { size, blue } = pattern.sort {
            let slots = self.rest(size, blue).unwrap_or_default();
            return Group::new(GroupType::Rest, slots).into_iter().collect();
        }
        let group = |(group_type, kinds): Shape| {
            let groups: Vec<Group> =
                self.fillings(&kinds).filter_map(|slots| Group::new(group_type, slots)).collect();
            groups
        };
        self.shapes(pattern).into_iter().flat_map(group).collect()
    }

    /// Every open group of a pattern that the hand's tiles can make and that has a hole asked for.
    fn open(&self, pattern: &Pattern) -> Vec<OpenGroup> {
        if self.question == Question::Complete {
            return Vec::new();
        }
        if let PatternSort::Rest { size, blue } = pattern.sort {
            return self.open_rest(size, blue).into_iter().collect();
        }
        // The same tiles under the same kinds are one open group, however many holes complete it.
        let mut holes_of: BTreeMap<Vec<Kind>, Vec<Hole>> = BTreeMap::new();
        for (group_type, kinds) in self.shapes(pattern) {
            for &kind in kinds.iter().dedup() {
                let mut has = kinds.clone();
                has.remove(kinds.iter().position(|&other| other == kind).unwrap_or(0));
                let shape = pattern.wait.unwrap_or_else(|| wait_shape(group_type, kind, &kinds));
                let holes = holes_of.entry(has).or_default();
                holes.extend(self.hole(kind, shape, |tile| self.rules.stands_for(tile)));
            }
        }
        let mut groups = Vec::new();
        for (kinds, holes) in holes_of.into_iter().filter(|(_, holes)| self.asks_for(holes)) {
            // Without tiles nothing joins the holes: each is an open group of its own.
            let joined = if kinds.is_empty() { 1 } else { holes.len() };
            for holes in holes.chunks(joined).filter(|holes| self.asks_for(holes)) {
                let open = |slots| OpenGroup::new(slots, holes.to_vec());
                groups.extend(self.fillings(&kinds).map(open));
            }
        }
        groups
    }

    fn asks_for(&self, holes: &[Hole]) -> bool {
        match self.question {
            Question::TenpaiOn(kind) => holes.iter().any(|hole| hole.kind == kind),
            _ => !holes.is_empty(),
        }
    }

    /// The hole of a kind, if it counts: some tile is left to fill it, or dead holes count as well.
    fn hole(
        &self,
        kind: Kind,
        shape: WaitShape,
        stands_for: impl Fn(Tile) -> KindSet,
    ) -> Option<Hole> {
        let could_fill = |&(&tile, _): &(&Tile, &u8)| stands_for(tile).contains(kind);
        let fillers = || self.left.iter().filter(could_fill);
        let mut tiles: Vec<Tile> =
            fillers().filter(|(_, left)| **left > 0).map(|(&tile, _)| tile).collect();
        if tiles.is_empty() {
            tiles = fillers().map(|(&tile, _)| tile).collect();
            // Where dead holes count, a tile must at least have been there for it.
            let counts = self.rules.dead_waits() == DeadWaits::Count && !tiles.is_empty();
            if !counts && self.question != Question::TenpaiOn(kind) {
                return None;
            }
        }
        Some(Hole { kind, shape, tiles })
    }

    /// All ways to put tiles of the hand in the places of these kinds; equal kinds are filled in
    /// tile order, so that no filling comes twice.
    fn fillings(&self, kinds: &[Kind]) -> impl Iterator<Item = Vec<Slot>> {
        let kinds = kinds.to_vec();
        let places = kinds.iter().map(|kind| self.standing_for[kind.index()].clone());
        let choices: Vec<Vec<Tile>> = if kinds.is_empty() {
            vec![Vec::new()]
        } else {
            places.multi_cartesian_product().collect()
        };
        choices.into_iter().filter_map(move |tiles| {
            let in_order =
                (1..kinds.len()).all(|i| kinds[i - 1] != kinds[i] || tiles[i - 1] <= tiles[i]);
            let used = |tile| tiles.iter().filter(|&&other| other == tile).count();
            let enough =
                || tiles.iter().all(|&tile| used(tile) <= usize::from(self.concealed.get(tile)));
            (in_order && enough())
                .then(|| kinds.iter().zip(tiles).map(|(&kind, tile)| Slot { kind, tile }).collect())
        })
    }

    /// All tiles of the hand, each as its own face, if there are `size` of them and the form
    /// accepts each.
    fn rest(&self, size: u8, blue: bool) -> Option<Vec<Slot>> {
        if self.concealed.total() != usize::from(size) {
            return None;
        }
        let accepted = |tile: Tile| {
            let kind = tile.kind().filter(|_| tile.is_galaxy() || !blue)?;
            Some(Slot { kind, tile })
        };
        self.concealed.tiles().map(accepted).collect()
    }

    /// All tiles of the hand as a free group that lacks any tile that the form accepts.
    fn open_rest(&self, size: u8, blue: bool) -> Option<OpenGroup> {
        let slots = self.rest(size.checked_sub(1)?, blue)?;
        let own_face = |tile: Tile| {
            tile.kind().filter(|_| tile.is_galaxy() || !blue).into_iter().collect::<KindSet>()
        };
        let suits = Suits::of(slots.iter().map(|slot| slot.kind));
        let allowed = |kind: &Kind| {
            let with_hole = suits.union(Suits::of([*kind]));
            self.suit_limit.is_none_or(|limit| with_hole.len() <= limit.most)
        };
        // A free tile is its own face, even one that may not stand for itself in a group.
        let hole = |kind| self.hole(kind, WaitShape::Any, own_face);
        let holes: Vec<Hole> = self.in_play.iter().filter(allowed).filter_map(hole).collect();
        self.asks_for(&holes).then(|| OpenGroup::new(slots, holes))
    }
}

fn pattern_name(pattern: &Pattern) -> &'static str {
    match pattern.sort {
        PatternSort::Groups([GroupType::Single]) => "singles",
        PatternSort::Groups([GroupType::Pair]) => "pairs",
        PatternSort::Groups([GroupType::Triplet]) => "triplets",
        PatternSort::Groups([GroupType::Run]) => "runs",
        PatternSort::Groups(_) => "melds",
        PatternSort::Rest { .. } => "rest",
    }
}

/// The name itself, or with the first number that no side constraint has taken.
fn unused_name(name: &str, sides: &[Side]) -> String {
    let taken = |name: &String| sides.iter().any(|side| side.name == *name);
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

fn wait_shape(group_type: GroupType, hole: Kind, kinds: &[Kind]) -> WaitShape {
    match (group_type, kinds) {
        (GroupType::Run, &[first, second, third]) => {
            WaitShape::of_run(hole, [first, second, third])
        }
        (GroupType::Triplet, _) => WaitShape::Shanpon,
        (GroupType::Single, _) => WaitShape::OrphansSingle,
        _ => WaitShape::Tanki,
    }
}

/// At most one single or pair a kind, where a form has several of them.
fn keep_pairs_apart(form: &Form, counts: &[u8], sides: &mut Vec<Side>, drafts: &mut [Draft]) {
    const APART: [GroupType; 2] = [GroupType::Single, GroupType::Pair];
    let is_apart = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Groups(types) if types.iter().any(|t| APART.contains(t)));
    let several: u8 = form
        .patterns()
        .iter()
        .zip(counts)
        .filter(|(pattern, _)| is_apart(pattern))
        .map(|(_, &count)| count)
        .sum();
    if several < 2 {
        return;
    }
    let mut side_of: BTreeMap<Kind, usize> = BTreeMap::new();
    for draft in drafts {
        let kind = match &draft.content {
            Content::Complete(group) if APART.contains(&group.group_type()) => group.first_kind(),
            // An open single or pair has at most one tile; two are a triplet or a run.
            Content::Open(open) if open.slots().len() < 2 => open.first_kind(),
            _ => None,
        };
        let Some(kind) = kind else { continue };
        let side = *side_of.entry(kind).or_insert_with(|| {
            let name = format!("alike_{kind}");
            sides.push(Side { name, relation: Relation::AtMost, bound: 1 });
            sides.len() - 1
        });
        draft.sides.push(side);
    }
}
