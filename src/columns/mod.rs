//! From a hand, a rule set and a form to a [`Problem`]: which groups could be made.

mod caps;
mod draws;
mod partial;
mod rest;
mod spacing;

use crate::group::{Group, GroupType, PartialGroup, Slot};
use crate::hand::Hand;
use crate::problem::{
    ColumnMeaning, ColumnSpec, Problem, Relation, Row, SideConstraint, SuitLimit,
};
use crate::rules::{DeadWaits, Form, Pattern, PatternSort, RuleSet, RunSort};
use crate::tile::{Kind, KindSet, Suits, Tile, TileCounts};
use crate::wall::{Unseen, Wall};
use caps::{Caps, Taken};
pub(crate) use draws::{Supply, draw_models};
use itertools::Itertools;
use std::sync::Arc;

/// What is asked of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelQuestion {
    /// Divide the tiles into complete groups.
    Complete,
    /// Divide them into complete groups and one partial group with a hole that counts under the
    /// rule set's `dead_waits`.
    Tenpai,
    /// As [`ModelQuestion::Tenpai`], but with a partial group that has this hole, whether a tile is left
    /// to fill it or not.
    TenpaiOn(Kind),
}

/// The problems of a hand, one for each of these forms, by place, that has its size, in the rule set's order.
///
/// The rules must be those that admit the hand, narrowed to its suit where they have but one; the
/// wall is theirs.
pub(crate) fn problems(
    hand: &Hand,
    rules: &RuleSet,
    wall: &Wall,
    question: ModelQuestion,
    forms: &dyn Fn(usize) -> bool,
) -> Vec<Problem> {
    let missing = usize::from(question != ModelQuestion::Complete);
    let tiles = hand.concealed().total() + missing;
    let called_kinds: KindSet = hand.called().flat_map(Group::kinds).collect();
    if !called_kinds.intersection(rules.absent()).is_empty() {
        return Vec::new();
    }
    let context = ModelContext::new(hand, rules, wall.unseen(hand), question);
    let of_form = |form: &Form| {
        let counts = form.counts(tiles, hand.called().len())?;
        let called = hand.called().all(|meld| form.takes_called(meld, rules));
        called.then(|| Generator::new(&context, form).problem(&counts))?
    };
    let chosen = rules.forms().iter().enumerate().filter(|(place, _)| forms(*place));
    chosen.filter_map(|(_, form)| of_form(form)).collect()
}

/// The problem whose solutions are the hands of a form that a tile set has: of all its tiles, all
/// but so many stay out. `None` when no group of the form can be made. Where a hand has one suit alone,
/// the rules must be narrowed to one.
pub(crate) fn problem_of_set(
    rules: &RuleSet,
    form: &Form,
    tiles: usize,
    called: usize,
) -> Option<Problem> {
    let counts = form.counts(tiles, called)?;
    let copies = |tile| std::iter::repeat_n(tile, rules.copies(tile).into());
    let hand = Hand::from_tiles(Tile::all().flat_map(copies), rules).ok()?;
    let unseen = Wall::of(rules).unseen(&hand);
    let context = ModelContext::new(&hand, rules, unseen, ModelQuestion::Complete);
    Generator { spares: true, ..Generator::new(&context, form) }.problem(&counts)
}

/// A group to be made: its type and the kinds it is read as.
type Shape = (GroupType, Vec<Kind>);

/// The side constraints of a problem in the making.
struct SideConstraints {
    list: Vec<SideConstraint>,
}

impl SideConstraints {
    /// Adds a side under its name, or with the first number that no other has taken.
    fn add(&mut self, name: &str, relation: Relation, bound: u8) -> usize {
        let taken = |name: &String| self.list.iter().any(|side| side.name == *name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let name = names.find(|name| !taken(name)).unwrap_or_default();
        self.list.push(SideConstraint { name, relation, bound });
        self.list.len() - 1
    }
}

/// A hand and what is asked of it: what all its forms have in common.
struct ModelContext<'a> {
    hand: &'a Hand,
    rules: &'a RuleSet,
    question: ModelQuestion,
    /// The kinds that groups may be read as.
    readable: KindSet,
    unseen: Unseen,
    /// The runs of patterns that do not say their own.
    runs: &'a [RunSort],
    dead_waits: DeadWaits,
    /// Whether tiles of one meaning differ: where uses are limited, each is natural as its own kind.
    tells_apart: bool,
}

impl<'a> ModelContext<'a> {
    fn new(
        hand: &'a Hand,
        rules: &'a RuleSet,
        unseen: Unseen,
        question: ModelQuestion,
    ) -> ModelContext<'a> {
        let RuleSet {
            absent,
            runs,
            dead_waits,
            // What tiles may be used as, and where: `stands_for_in`, `allows` and `is_wild_use` ask.
            uses: _,
            // The copies that there are: the wall and the caps ask.
            stock: _,
            fifth_copy: _,
            // What a form may say anew is asked for with the form.
            max_suits: _,
            most_wilds: _,
            // Each form has problems of its own.
            forms: _,
            // The hand was checked against these before it came here.
            melds: _,
            calls: _,
            // `uses` has what these make of tiles.
            laizi: _,
            flips: _,
            blue_is_redefined: _,
            // Words about the rules.
            name: _,
            summary: _,
            source: _,
        } = rules;
        let readable = rules.kinds_in_play().without(*absent);
        let tells_apart = rules.limits_wilds();
        let dead_waits = *dead_waits;
        ModelContext { hand, rules, question, readable, unseen, runs, dead_waits, tells_apart }
    }
}

/// Makes the columns of one form for one hand.
struct Generator<'a> {
    context: &'a ModelContext<'a>,
    rules: &'a RuleSet,
    form: &'a Form,
    /// Whether tiles may stay out.
    spares: bool,
    concealed: &'a TileCounts,
    /// For each kind the hand's tiles that may stand for it.
    standing_for: Vec<Vec<Tile>>,
    suit_limit: Option<SuitLimit>,
}

impl<'a> Generator<'a> {
    fn new(context: &'a ModelContext<'a>, form: &'a Form) -> Generator<'a> {
        let ModelContext { hand, rules, .. } = *context;
        let Form {
            // The columns, and how many of each sort: `problem`.
            patterns: _,
            // The side constraints: how many suits, wild tiles, pairs of a kind.
            max_suits: _,
            most_wilds: _,
            quads_as_two_pairs: _,
            // What tiles may be used as: `stands_for_in` asks.
            own_kind: _,
            // How large a hand of the form is: `counts` asks.
            called: _,
            least_called: _,
            // The name of the problem.
            name: _,
        } = form;
        let most = rules.most_suits(form);
        let used = Suits::of(hand.called().flat_map(Group::kinds));
        let mut standing_for = vec![Vec::new(); Kind::COUNT];
        for (tile, _) in hand.concealed().iter() {
            let kinds = rules.stands_for_in(form, tile).intersection(context.readable);
            kinds.iter().for_each(|kind| standing_for[kind.index()].push(tile));
        }
        Generator {
            context,
            rules,
            form,
            spares: false,
            concealed: hand.concealed(),
            standing_for,
            suit_limit: (most < 3).then_some(SuitLimit { most, used }),
        }
    }

    /// The problem; `None` when the called melds alone exceed a limit.
    fn problem(&self, counts: &[u8]) -> Option<Problem> {
        let mut sides = SideConstraints { list: Vec::new() };
        let open_side = (self.context.question != ModelQuestion::Complete)
            .then(|| sides.add("open", Relation::Exactly, 1));
        let caps = Caps::new(self, counts)?;
        let mut specs = Vec::new();
        let mut found = Vec::new();
        let patterns = self.form.patterns().iter().zip(counts).filter(|(_, count)| **count > 0);
        for (pattern, &count) in patterns {
            let Pattern {
                sort,
                // Which groups there are, what fills them, what the wait for one is called:
                // `complete` and `open`.
                kinds: _,
                runs: _,
                wilds: _,
                wait: _,
                // How many: `counts` has it in numbers.
                count: _,
                // Which not together: `keep_apart`.
                apart: _,
            } = pattern;
            let side = sides.add(groups_name(*sort), Relation::Exactly, count);
            let spec = |meaning, open: Option<usize>| ColumnSpec {
                meaning,
                pattern: side,
                sides: open.map(|side| (side, 1)).into_iter().collect(),
            };
            for group in self.complete(pattern) {
                let taken = match group.group_type() {
                    GroupType::Rest => Taken::default(),
                    _ => caps.taken(self, group.slots()),
                };
                found.push((pattern, taken));
                specs.push(spec(ColumnMeaning::Complete(Arc::new(group)), None));
            }
            for (open, taken) in self.open(pattern, &caps) {
                found.push((pattern, taken));
                specs.push(spec(ColumnMeaning::Partial(Arc::new(open)), open_side));
            }
        }
        let groups = found.iter().zip(&specs);
        let groups =
            groups.map(|((pattern, _), spec)| (*pattern, spacing::first_kind(spec))).collect_vec();
        for (at, side) in spacing::keep_apart(self.form, counts, &groups, &mut sides) {
            specs[at].sides.push((side, 1));
        }
        caps.bind(found.into_iter().map(|(_, taken)| taken), &mut sides, &mut specs);
        if self.spares {
            self.spare(&mut sides, &mut specs);
        }
        Some(Problem::new(self.form.name(), self.rows(), sides.list, specs, self.suit_limit))
    }

    /// Lets every tile stay out.
    fn spare(&self, sides: &mut SideConstraints, specs: &mut Vec<ColumnSpec>) {
        let bound = u8::try_from(self.concealed.total()).unwrap_or(u8::MAX);
        let pattern = sides.add("spares", Relation::AtMost, bound);
        specs.extend(self.concealed.iter().map(|(tile, _)| ColumnSpec {
            meaning: ColumnMeaning::Spare(tile),
            pattern,
            sides: Vec::new(),
        }));
    }

    /// The kinds that a tile may be read as in this form.
    fn stands_for(&self, tile: Tile) -> KindSet {
        self.rules.stands_for_in(self.form, tile).intersection(self.context.readable)
    }

    /// Whether a tile may take the place of a kind in a group of this type and pattern.
    fn fits(&self, tile: Tile, kind: Kind, group: GroupType, pattern: &Pattern) -> bool {
        self.stands_for(tile).contains(kind) && self.may_be_used(tile, kind, group, pattern)
    }

    /// Whether a tile that may stand for a kind may do so in a group of this type and pattern.
    fn may_be_used(&self, tile: Tile, kind: Kind, group: GroupType, pattern: &Pattern) -> bool {
        self.rules.allows(tile, kind, group)
            && (pattern.wilds || !self.rules.is_wild_use(tile, kind))
    }

    fn rows(&self) -> Vec<Row> {
        let mut meanings: Vec<(KindSet, Option<Tile>)> = Vec::new();
        let mut row = |(tile, count)| {
            let told_apart = self.context.tells_apart.then_some(tile);
            let meaning = (self.stands_for(tile), told_apart);
            let known = meanings.iter().position(|&known| known == meaning);
            let meaning = known.unwrap_or_else(|| {
                meanings.push(meaning);
                meanings.len() - 1
            });
            Row { tile, count, meaning: meaning as u16 }
        };
        self.concealed.iter().map(&mut row).collect()
    }

    /// The types and kinds of the groups of a pattern, as far as tiles in play allow.
    fn shapes(&self, pattern: &Pattern) -> Vec<Shape> {
        let PatternSort::Groups(types) = pattern.sort else { return Vec::new() };
        let kinds = self.context.readable.intersection(pattern.kinds);
        let of_type = |&group_type: &GroupType| -> Vec<Shape> {
            if group_type == GroupType::Run {
                let inside = |run: &[Kind; 3]| run.iter().all(|&kind| kinds.contains(kind));
                let sorts = pattern.run_sorts(self.context.runs).iter();
                let runs = sorts.flat_map(|sort| sort.runs()).filter(inside).sorted().dedup();
                return runs.map(|run| (group_type, run.into())).collect();
            }
            let size = group_type.size().unwrap_or(0);
            kinds.iter().map(|kind| (group_type, vec![kind; size])).collect()
        };
        types.iter().flat_map(of_type).collect()
    }

    /// Every complete group of a pattern that the hand's tiles can make.
    fn complete(&self, pattern: &Pattern) -> Vec<Group> {
        if let PatternSort::Rest { .. } = pattern.sort {
            return self.rests(pattern);
        }
        let group = |(group_type, kinds): Shape| {
            let groups: Vec<Group> = self
                .fillings(&kinds, group_type, pattern)
                .filter_map(|slots| Group::new(group_type, slots))
                .collect();
            groups
        };
        self.shapes(pattern).into_iter().flat_map(group).collect()
    }

    /// Every partial group of a pattern that the hand's tiles can make and that has a hole asked for,
    /// with what it takes of the caps.
    fn open(&self, pattern: &Pattern, caps: &Caps) -> Vec<(PartialGroup, Taken)> {
        if self.context.question == ModelQuestion::Complete {
            return Vec::new();
        }
        if let PatternSort::Rest { .. } = pattern.sort {
            return self.open_rests(pattern);
        }
        self.open_groups(pattern, caps)
    }

    /// All ways to put tiles of the hand in the places of these kinds; equal kinds are filled in
    /// tile order, so that no filling comes twice.
    fn fillings(
        &self,
        kinds: &[Kind],
        group: GroupType,
        pattern: &Pattern,
    ) -> impl Iterator<Item = Vec<Slot>> {
        let kinds = kinds.to_vec();
        let fitting = |kind: &Kind| {
            let tiles = self.standing_for[kind.index()].iter().copied();
            tiles.filter(|&tile| self.may_be_used(tile, *kind, group, pattern)).collect::<Vec<_>>()
        };
        let choices: Vec<Vec<Tile>> = if kinds.is_empty() {
            vec![Vec::new()]
        } else {
            kinds.iter().map(fitting).multi_cartesian_product().collect()
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
}

/// What the side constraint is called that counts the groups of a pattern.
fn groups_name(sort: PatternSort) -> &'static str {
    match sort {
        PatternSort::Groups([GroupType::Single]) => "singles",
        PatternSort::Groups([GroupType::Pair]) => "pairs",
        PatternSort::Groups([GroupType::Triplet]) => "triplets",
        PatternSort::Groups([GroupType::Run]) => "runs",
        PatternSort::Groups(_) => "melds",
        PatternSort::Rest { .. } => "rest",
    }
}
