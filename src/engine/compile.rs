//! Compiling a rule set: what the engine keeps of it, and which rule sets the tables can serve.
//!
//! This runs once for each engine. A rule set with a key that the tables cannot express is refused
//! with [`NotServed`], and the search answers for it instead.

use crate::engine::digits::{KindDigits, MOST_PLAIN, digit_of};
use crate::engine::distance::MOST_FORMS;
use crate::engine::need::pairs_and_orphans::{Orphans, Pairs, PairsOrOrphans};
use crate::engine::packed_hand::{MOST_MELDS, PackedHand};
use crate::group::GroupType;
use crate::rules::{Count, DeadWaits, Form, Pattern, PatternSort, RuleSet, RunSort, Spacing};
use crate::tile::{Kind, KindSet, Mark, Suit, Suits, Tile};
use std::iter;

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
    /// A tile that may be used neither as its own kind alone, nor as its galaxy class, nor as every kind.
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
    /// A limit beyond what each tile may be used as. Examples: on the groups that wild tiles may be
    /// used in, on how many of them a hand may use, on kinds that must be absent, on the sort of runs.
    #[error("the engine has no table for {what}")]
    Limit {
        /// What is limited.
        what: &'static str,
    },
    /// Something in a form that no table and no sweep serves.
    #[error("the engine does not serve {what} in the form {form}")]
    InForm {
        /// The form's name.
        form: String,
        /// What it does not serve.
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
pub(super) enum CompiledForm {
    MeldsAndPair,
    PairsOrOrphans(PairsOrOrphans),
}

/// A rule set as the engine uses it.
#[derive(Debug, Clone)]
pub(super) struct CompiledRules {
    /// The forms in the rule set's order, for lists and counts.
    pub forms: Vec<CompiledForm>,
    /// The same forms without their order, for wins and waits: whether melds and a pair are one of
    /// them, and all the others.
    pub has_melds_and_pair: bool,
    pub pairs_and_orphans: Vec<PairsOrOrphans>,
    pub melds: u8,
    /// Every kind that some tile may be used as.
    pub playable: KindSet,
    /// The kinds whose plain tiles may be used as every kind.
    pub laizi: KindSet,
    /// The kinds of which the set has plain tiles, and how many copies each is short of four.
    pub plain: KindSet,
    pub short_of_four: KindDigits,
    /// The kinds of which the set has a blue tile.
    pub blue: KindSet,
    /// How many jokers can be drawn.
    pub jokers: u8,
    pub max_suits: u8,
    /// Where a hand's groups are all of the suit of its first tile: the suit of jokers alone.
    pub suit_of_jokers: Option<Suit>,
    /// Whether the rule set counts dead waits as waits.
    pub dead_count: bool,
    /// Whether the tables of distances know the set's tiles.
    pub tells_distances: bool,
}

impl CompiledRules {
    pub fn of(rules: &RuleSet) -> Result<CompiledRules, NotServed> {
        refuse_limits(rules)?;
        let present = || Tile::all().filter(|&tile| rules.copies(tile) > 0);
        let meanings = present().map(|tile| rules.stands_for(tile));
        let playable = meanings.fold(KindSet::EMPTY, KindSet::union);
        let mut compiled = CompiledRules {
            forms: Vec::new(),
            has_melds_and_pair: false,
            pairs_and_orphans: Vec::new(),
            melds: rules.melds(),
            playable,
            laizi: KindSet::EMPTY,
            plain: KindSet::EMPTY,
            short_of_four: KindDigits::EMPTY,
            blue: KindSet::EMPTY,
            jokers: rules.drawable(Tile::JOKER),
            max_suits: rules.max_suits(),
            // A rule set that is narrowed to the hand's suit already needs no restriction.
            suit_of_jokers: rules.shown_suit(iter::empty()).filter(|_| suits_of(playable) > 1),
            dead_count: rules.dead_waits() == DeadWaits::Count,
            tells_distances: false,
        };
        let mut any_wild = false;
        for tile in present() {
            any_wild |= compiled.admit(tile, rules)?;
        }
        if any_wild && let Some(kind) = part_of_suit(playable) {
            return Err(NotServed::PartOfSuit { kind });
        }
        for form in rules.forms() {
            let form = compiled.compile_form(form)?;
            compiled.forms.push(form);
            match form {
                CompiledForm::MeldsAndPair => compiled.has_melds_and_pair = true,
                CompiledForm::PairsOrOrphans(form) => compiled.pairs_and_orphans.push(form),
            }
        }
        if compiled.max_suits < 3 && (!compiled.blue.is_empty() || compiled.max_suits == 0) {
            return Err(NotServed::SuitLimit { most: compiled.max_suits });
        }
        compiled.tells_distances = compiled.has_whole_parts();
        Ok(compiled)
    }

    /// Notes a tile of the set: as a plain tile with its copies, as a laizi, as a blue tile or as a
    /// joker. True when it is wild.
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
                self.short_of_four.add(digit_of(kind), short.into());
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

    /// Whether suits, winds and dragons are each in play whole or not at all, with four plain tiles of each
    /// kind, or three and a blue one.
    fn has_whole_parts(&self) -> bool {
        let copies = u8::from(!self.blue.is_empty());
        let has_copies = |kind: Kind| {
            self.plain.contains(kind)
                && self.short_of_four.get(kind) == copies
                && self.blue.contains(kind) == (copies > 0)
        };
        // Winds and dragons together are the honours.
        let whole = |suit: Suit| {
            let kinds: KindSet = suit.kinds().collect();
            let here = self.playable.intersection(kinds);
            here.is_empty() || here == kinds
        };
        !self.dead_count
            && self.forms.len() <= MOST_FORMS
            && self.playable.iter().all(has_copies)
            && Suit::ALL.into_iter().all(whole)
            && (self.laizi.is_empty() || self.blue.is_empty())
    }

    fn compile_form(&self, form: &Form) -> Result<CompiledForm, NotServed> {
        let not_served = || NotServed::Form { form: form.name().to_owned() };
        let &Form {
            ref patterns,
            quads_as_two_pairs: quads_as_two,
            max_suits: None,
            called: None,
            least_called: 0,
            // `limits_wilds` asked for these.
            most_wilds: _,
            own_kind: _,
            name: _,
        } = form
        else {
            return Err(not_served());
        };
        let whole = |kinds: KindSet| self.playable.without(kinds).is_empty();
        let groups = patterns.iter().map(|pattern| {
            // `limits_wilds` asked for `wilds`; the wait is named where answers are made.
            let Pattern { sort, count, kinds, runs, apart, wilds: _, wait: _ } = pattern;
            let in_sequence = runs.as_deref().is_none_or(|runs| runs == [RunSort::Suit]);
            match sort {
                PatternSort::Groups(types) if *apart == Spacing::Free && in_sequence => {
                    Some((*types, *count, *kinds))
                }
                _ => None,
            }
        });
        let groups = groups.collect::<Option<Vec<_>>>().ok_or_else(not_served)?;
        match *groups.as_slice() {
            [(melds, Count::Melds, meld_kinds), ([GroupType::Pair], Count::Exactly(1), kinds)]
                if is_meld(melds) && whole(meld_kinds) && whole(kinds) =>
            {
                Ok(CompiledForm::MeldsAndPair)
            }
            [([GroupType::Pair], Count::Exactly(count), kinds)]
                if whole(kinds) && self.playable.len() >= usize::from(count) =>
            {
                Ok(CompiledForm::PairsOrOrphans(PairsOrOrphans::Pairs(Pairs {
                    count,
                    quads_as_two,
                })))
            }
            [
                ([GroupType::Single], Count::Exactly(singles), kinds),
                ([GroupType::Pair], Count::Exactly(1), of),
            ] if usize::from(singles) + 2 == Orphans::SIZE
                && kinds.len() + 1 == Orphans::SIZE
                && kinds == of
                && kinds.without(self.playable).is_empty()
                && !quads_as_two =>
            {
                if Suits::of(kinds.iter()).len() > self.max_suits {
                    return Err(NotServed::SuitLimit { most: self.max_suits });
                }
                Ok(CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(Orphans::new(kinds))))
            }
            _ => Err(not_served()),
        }
    }
}

impl CompiledRules {
    /// Whether a tile that is wild may be drawn.
    pub fn has_wilds(&self) -> bool {
        self.jokers > 0 || !self.laizi.is_empty() || !self.blue.is_empty()
    }

    /// The kinds that groups of this hand may be read as.
    #[inline]
    pub fn playable_by(&self, hand: &PackedHand) -> KindSet {
        match self.suit_of_jokers {
            None => self.playable,
            Some(suit) => self.of_suit(hand.first_suit().unwrap_or(suit)),
        }
    }

    #[inline(never)]
    fn of_suit(&self, suit: Suit) -> KindSet {
        self.playable.iter().filter(|kind| kind.suit() == suit).collect()
    }
}

/// Refuses what the tables have no place for, whatever the tiles and forms are.
fn refuse_limits(rules: &RuleSet) -> Result<(), NotServed> {
    let RuleSet {
        melds,
        runs,
        absent,
        // `limits_wilds` asks for these.
        most_wilds: _,
        fifth_copy: _,
        // Tile by tile, `admit` finds a place for these, or refuses.
        stock: _,
        uses: _,
        // `uses` has what these make of tiles.
        laizi: _,
        flips: _,
        blue_is_redefined: _,
        // `compile_form` takes or refuses each form; what is left of the suits, `of` does.
        forms: _,
        max_suits: _,
        // The walks take either.
        dead_waits: _,
        // Called melds come with the hand, which was checked.
        calls: _,
        // Words about the rules.
        name: _,
        summary: _,
        source: _,
    } = rules;
    let limit = |what| Err(NotServed::Limit { what });
    if rules.limits_wilds() {
        return limit("limits on the use of wild tiles");
    }
    if !absent.is_empty() {
        return limit("kinds that must be absent");
    }
    if *runs != [RunSort::Suit] {
        return limit("other runs than three numbers in sequence");
    }
    if *melds > MOST_MELDS {
        return Err(NotServed::Melds { melds: *melds });
    }
    Ok(())
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
