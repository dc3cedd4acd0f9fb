//! What an engine keeps of a rule set, and which rule sets the tables can serve.

use super::list::Setting;
use super::packed::{MOST_PLAIN, MOST_TILES};
use super::row::{Rows, role};
use super::special::{Layout, Orphans, Pairs};
use crate::group::GroupType;
use crate::problem::Suits;
use crate::rules::{Apart, Count, DeadWaits, Form, PatternSort, RuleSet, RunSort};
use crate::tile::{Kind, KindSet, Mark, Suit, Tile};

/// Why the tables cannot serve a rule set; the search can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotServed {
    /// A form that is neither melds and a pair, seven pairs, nor thirteen orphans.
    #[error("the engine has no table for the form {form}")]
    Form {
        /// The form's name.
        form: String,
    },
    /// A tile that stands neither for its own kind, nor for its galaxy class, nor for every kind.
    #[error("the engine has no table for what {tile} may be used as")]
    Meaning {
        /// The tile.
        tile: Tile,
    },
    /// More than four plain copies or one blue copy of a kind.
    #[error(
        "the engine has room for four plain copies of a kind and one blue; of {tile} there are {copies}"
    )]
    Copies {
        /// The tile.
        tile: Tile,
        /// How many copies there are.
        copies: u8,
    },
    /// A wild tile in a suit of which some numbers are not in play.
    #[error("the engine takes a suit whole where tiles are wild; {kind} is not in play")]
    PartOfSuit {
        /// The number that is not in play.
        kind: Kind,
    },
    /// More melds than five.
    #[error("the engine has tables for five melds, not {melds}")]
    Melds {
        /// How many melds the rule set has.
        melds: u8,
    },
    /// A limit that binds beside what the tiles may be used as: on the groups that wild tiles may be
    /// used in, on their number, on copies beyond those of the set; kinds that must be absent; runs
    /// of another sort.
    #[error("the engine has no table for {what}")]
    Limit {
        /// What is limited.
        what: &'static str,
    },
    /// A limit on suits beside blue tiles, or a form that needs more suits.
    #[error("the engine cannot limit the suits of these tiles and forms to {most}")]
    SuitLimit {
        /// How many suits may be used.
        most: u8,
    },
}

/// A form as the engine knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Melds and a pair.
    Standard,
    /// Groups that stand apart, pairs or orphans.
    Apart(Layout),
}

impl Shape {
    /// What is made in the end: groups but for the pair of melds, whether the pair is made, whether
    /// a group is open. An open group counts as made.
    pub fn full(self, setting: &Setting) -> (u8, bool, bool) {
        let waits = setting.waits;
        match self {
            Shape::Standard => ((setting.tiles / 3) as u8, true, waits),
            Shape::Apart(Layout::Pairs(pairs)) => (pairs.count, false, waits),
            Shape::Apart(Layout::Orphans(_)) => (Orphans::SIZE as u8 - 1, true, waits),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// The forms, in the rule set's order.
    pub shapes: Vec<Shape>,
    /// The same forms for questions that do not ask for an order: whether melds and a pair are one of
    /// them, and the layouts of the others.
    pub standard: bool,
    pub apart: Vec<Layout>,
    pub melds: u8,
    /// Every kind that some tile may be used as.
    pub playable: KindSet,
    /// The plain kinds that stand for every kind.
    pub laizi: KindSet,
    /// The kinds of which the set has plain tiles, and how many they are short of four.
    pub plain: KindSet,
    pub short_of_four: Rows,
    /// The kinds of which the set has a blue tile.
    pub blue: KindSet,
    /// How many jokers can be drawn.
    pub jokers: u8,
    pub max_suits: u8,
    pub one_suit: bool,
    pub dead_count: bool,
}

impl Plan {
    pub fn of(rules: &RuleSet) -> Result<Plan, NotServed> {
        let present = || Tile::all().filter(|&tile| rules.copies(tile) > 0);
        let stood_for = present().map(|tile| rules.stands_for(tile));
        let playable = stood_for.fold(KindSet::EMPTY, KindSet::union);
        let mut plan = Plan {
            shapes: Vec::new(),
            standard: false,
            apart: Vec::new(),
            melds: rules.melds(),
            playable,
            laizi: KindSet::EMPTY,
            plain: KindSet::EMPTY,
            short_of_four: Rows::EMPTY,
            blue: KindSet::EMPTY,
            jokers: rules.drawable(Tile::JOKER),
            max_suits: rules.max_suits(),
            // Narrowed to the hand's suit already, there is nothing left to narrow.
            one_suit: rules.is_one_suit() && suits_of(playable) > 1,
            dead_count: rules.dead_waits() == DeadWaits::Count,
        };
        let limit = |what| Err(NotServed::Limit { what });
        if rules.limits_wilds() {
            return limit("limits on the use of wild tiles");
        }
        if !rules.absent().is_empty() {
            return limit("kinds that must be absent");
        }
        if rules.run_sorts() != [RunSort::Suit] {
            return limit("other runs than three numbers in sequence");
        }
        if 3 * usize::from(plan.melds) + 2 > MOST_TILES {
            return Err(NotServed::Melds { melds: plan.melds });
        }
        let mut any_wild = false;
        for tile in present() {
            any_wild |= plan.admit(tile, rules)?;
        }
        if any_wild && let Some(kind) = part_of_suit(playable) {
            return Err(NotServed::PartOfSuit { kind });
        }
        for form in rules.forms() {
            let shape = plan.shape(form)?;
            plan.shapes.push(shape);
            match shape {
                Shape::Standard => plan.standard = true,
                Shape::Apart(layout) => plan.apart.push(layout),
            }
        }
        if plan.max_suits < 3 && (!plan.blue.is_empty() || plan.max_suits == 0) {
            return Err(NotServed::SuitLimit { most: plan.max_suits });
        }
        Ok(plan)
    }

    /// Finds a tile its place; true when it is wild.
    fn admit(&mut self, tile: Tile, rules: &RuleSet) -> Result<bool, NotServed> {
        let meaning = rules.stands_for(tile);
        let copies = rules.copies(tile);
        let universal = meaning == self.playable;
        let own = tile.kind().map(|kind| std::iter::once(kind).collect::<KindSet>());
        let is_own = own == Some(meaning);
        match (tile.mark(), tile.kind()) {
            (Mark::Plain, Some(kind)) => {
                let Some(short) = MOST_PLAIN.checked_sub(copies) else {
                    return Err(NotServed::Copies { tile, copies });
                };
                self.plain.insert(kind);
                self.short_of_four.add(role(kind), short.into());
                if is_own {
                    return Ok(false);
                }
                self.laizi.insert(kind);
                if universal { Ok(true) } else { Err(NotServed::Meaning { tile }) }
            }
            (Mark::Galaxy, Some(kind)) => {
                self.blue.insert(kind);
                match copies {
                    _ if meaning != kind.galaxy_class() => Err(NotServed::Meaning { tile }),
                    1 => Ok(true),
                    _ => Err(NotServed::Copies { tile, copies }),
                }
            }
            _ if universal && tile == Tile::JOKER => Ok(true),
            _ => Err(NotServed::Meaning { tile }),
        }
    }

    fn shape(&self, form: &Form) -> Result<Shape, NotServed> {
        let not_served = || NotServed::Form { form: form.name().to_owned() };
        let whole = |kinds: KindSet| self.playable.without(kinds).is_empty();
        let plain = form.patterns().iter().all(|pattern| {
            pattern.apart == Apart::Free
                && pattern.runs.as_deref().is_none_or(|runs| runs == [RunSort::Suit])
        });
        if !plain
            || form.max_suits().is_some()
            || form.called().is_some()
            || form.least_called() > 0
        {
            return Err(not_served());
        }
        let groups = form.patterns().iter().map(|pattern| match pattern.sort {
            PatternSort::Groups(types) => Some((types, pattern.count, pattern.kinds)),
            PatternSort::Rest { .. } => None,
        });
        let groups = groups.collect::<Option<Vec<_>>>().ok_or_else(not_served)?;
        match *groups.as_slice() {
            [(melds, Count::Melds, meld_kinds), ([GroupType::Pair], Count::Exactly(1), kinds)]
                if is_meld(melds) && whole(meld_kinds) && whole(kinds) =>
            {
                Ok(Shape::Standard)
            }
            [([GroupType::Pair], Count::Exactly(count), kinds)]
                if whole(kinds) && self.playable.len() >= usize::from(count) =>
            {
                let quads_as_two = form.quads_as_two_pairs();
                Ok(Shape::Apart(Layout::Pairs(Pairs { count, quads_as_two })))
            }
            [
                ([GroupType::Single], Count::Exactly(singles), kinds),
                ([GroupType::Pair], Count::Exactly(1), of),
            ] if usize::from(singles) + 2 == Orphans::SIZE
                && kinds.len() + 1 == Orphans::SIZE
                && kinds == of
                && kinds.without(self.playable).is_empty()
                && !form.quads_as_two_pairs() =>
            {
                if Suits::of(kinds.iter()).len() > self.max_suits {
                    return Err(NotServed::SuitLimit { most: self.max_suits });
                }
                Ok(Shape::Apart(Layout::Orphans(Orphans::new(kinds))))
            }
            _ => Err(not_served()),
        }
    }
}

fn is_meld(types: &[GroupType]) -> bool {
    types.len() == 2 && types.contains(&GroupType::Triplet) && types.contains(&GroupType::Run)
}

fn suits_of(kinds: KindSet) -> usize {
    let has = |suit: &Suit| kinds.iter().any(|kind| kind.suit() == *suit);
    Suit::ALL.iter().filter(|suit| has(suit)).count()
}

/// A number that is not in play, of a suit that has others in play.
fn part_of_suit(playable: KindSet) -> Option<Kind> {
    Suit::NUMBERED.into_iter().find_map(|suit| {
        let of_suit = || Kind::all().filter(move |kind| kind.suit() == suit);
        let used = of_suit().any(|kind| playable.contains(kind));
        of_suit().find(|&kind| used && !playable.contains(kind))
    })
}
