//! Distances by tables, for the rule sets and hands that the engine's tables serve.
//!
//! The tables know wins of four tiles of a kind at most, of which all are left that the hand does not hold.
//! Where fewer are left, or where wild tiles could be a fifth, a test says whether that makes a difference;
//! if it may, the sweep answers.

mod half_suits;
mod lacking;
mod melds_and_pair;
mod pairs_and_orphans;
mod tables;

use crate::engine::Engine;
use crate::engine::compile::CompiledForm;
use crate::engine::digits::{KindDigits, NUMBERS};
use crate::engine::need::melds_and_pair::TilesByUse;
use crate::engine::need::pairs_and_orphans::{Pairs, PairsOrOrphans};
use crate::engine::packed_hand::PackedHand;
use crate::engine::unseen::WinningTiles;
use crate::size::HandSize;
use crate::tile::{Kind, KindSet, Suits, Tile};
use lacking::MOST_MELDS;
use melds_and_pair::{Tiles, suit_sets};
use pairs_and_orphans::Kinds;
use smallvec::SmallVec;
use std::cmp::Reverse;
use tables::Tables;

/// The plain copies of a kind of which wins are made.
const COPIES: u8 = 4;

/// How far a hand is from one form, and the kinds that bring it nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InForm {
    pub distance: u8,
    pub kinds: KindSet,
}

/// The tiles left to draw, as far as it matters that there are few.
#[derive(Debug, Clone)]
pub(crate) struct TilesLeft {
    /// Kinds of which fewer plain tiles are left than groups may need beside those of the hand, and how
    /// many; a laizi of the hand counts as left, for it may be its own kind.
    short: SmallVec<[(Kind, u8); 4]>,
    /// How many blue tiles of each number are left, for sets that have blue tiles.
    blue_numbers: Option<[u8; NUMBERS]>,
}

impl TilesLeft {
    /// The kinds of which few tiles are left.
    fn short(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.short.iter().copied()
    }
}

/// The answer for each of the rule set's forms, in their order; none for a form that has no hand of this
/// size.
pub(crate) type InForms = SmallVec<[Option<InForm>; 4]>;

/// How far a hand is from a win, and the tiles that bring it nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct PackedAcceptance {
    distance: u8,
    tiles: WinningTiles,
}

impl PackedAcceptance {
    /// How many tiles must be drawn; see [`Distance`](crate::Distance).
    pub fn distance(&self) -> u8 {
        self.distance
    }

    /// The tiles of which one brings the hand nearer; none for a complete hand.
    pub fn tiles(&self) -> WinningTiles {
        self.tiles
    }
}

/// What a discard leaves of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct PackedDiscard {
    tile: Tile,
    acceptance: PackedAcceptance,
    copies: u16,
}

impl PackedDiscard {
    /// The tile to discard.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// How far the other tiles are from a win, and which tiles help.
    pub fn acceptance(&self) -> PackedAcceptance {
        self.acceptance
    }

    /// How many copies are left of the tiles that help.
    pub fn copies(&self) -> u16 {
        self.copies
    }
}

impl Engine {
    /// How many tiles a hand of 3n+1 or 3n+2 concealed tiles must draw to be complete: 0 for a win, 1 for a
    /// hand that waits. `None` where the tables do not tell; [`Game::distance`](crate::Game::distance) does
    /// for every hand. They tell it of up to four melds, where all copies that the hand does not hold are
    /// left and in nearly all cases where some are not.
    ///
    /// ```
    /// use ginga::Game;
    /// use ginga::engine::PackedHand;
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = PackedHand::of(&riichi.hand("159m147p258s1234z")?).unwrap();
    /// assert_eq!(riichi.engine().unwrap().distance(&hand), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, hand: &PackedHand) -> Option<u8> {
        self.far(hand, false).map(|far| far.distance)
    }

    /// How far a hand is from a win and which tiles that it does not hold bring it nearer. `None` as for
    /// [`Engine::distance`].
    ///
    /// ```
    /// use ginga::Game;
    /// use ginga::engine::PackedHand;
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = PackedHand::of(&riichi.hand("123m456789p1135s")?).unwrap();
    /// let acceptance = riichi.engine().unwrap().acceptance(&hand).unwrap();
    /// assert_eq!((acceptance.distance(), acceptance.tiles().kinds().to_string()), (1, "4s".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn acceptance(&self, hand: &PackedHand) -> Option<PackedAcceptance> {
        let InForm { distance, kinds } = self.far(hand, true)?;
        let tiles = match kinds.is_empty() {
            true => WinningTiles::default(),
            // Dead kinds are of no interest here.
            false => self.rules.winning_tiles(hand, kinds).live(),
        };
        Some(PackedAcceptance { distance, tiles })
    }

    /// What each discard from a hand of 3n+2 concealed tiles leaves, the best first: the nearest to a win,
    /// then the one with most copies that help, then in tile order. `None` as for [`Engine::distance`], and
    /// for a hand of another size.
    ///
    /// ```
    /// use ginga::Game;
    /// use ginga::engine::PackedHand;
    /// let riichi = Game::builtin("riichi")?;
    /// let hand = PackedHand::of(&riichi.hand("235m55p")?).unwrap();
    /// let discards = riichi.engine().unwrap().discards(&hand).unwrap();
    /// assert_eq!((discards[0].tile().to_string(), discards[0].copies()), ("5m".into(), 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn discards(&self, hand: &PackedHand) -> Option<Vec<PackedDiscard>> {
        if hand.size() != Some(HandSize::Complete) {
            return None;
        }
        let mut discards = Vec::with_capacity(hand.tiles());
        let mut complete = true;
        hand.each_tile(|tile, _| {
            let discard = self.discard(hand, tile);
            complete &= discard.is_some();
            discards.extend(discard);
        });
        discards.sort_by_key(|discard: &PackedDiscard| {
            (discard.acceptance.distance, Reverse(discard.copies), discard.tile)
        });
        complete.then_some(discards)
    }

    fn discard(&self, hand: &PackedHand, tile: Tile) -> Option<PackedDiscard> {
        let mut rest = *hand;
        rest.remove(tile);
        let left = match tile.kind() {
            // Of an honour three are enough, and those are there.
            Some(kind) if hand.called() == 0 && self.rules.blue.is_empty() => {
                let few = kind.suit().is_numbered() && self.rules.playable.contains(kind);
                let laizi = self.rules.laizi.contains(kind);
                let own = if laizi { rest.count(tile) } else { 0 };
                let short = few.then(|| (kind, own + self.unseen(hand, tile)));
                TilesLeft { short: short.into_iter().collect(), blue_numbers: None }
            }
            _ => self.left_of(&rest, |tile| self.unseen(hand, tile)),
        };
        let InForm { distance, kinds } = self.far_of(&rest, &left, true)?;
        // The tile discarded is not left.
        let tiles = match kinds.is_empty() {
            true => WinningTiles::default(),
            false => self.rules.winning_tiles(hand, kinds).live(),
        };
        let copies = tiles.tiles().map(|tile| u16::from(self.unseen(hand, tile))).sum();
        Some(PackedDiscard { tile, acceptance: PackedAcceptance { distance, tiles }, copies })
    }

    /// The least distance of all forms and the kinds that help.
    #[inline]
    fn far(&self, hand: &PackedHand, wants_kinds: bool) -> Option<InForm> {
        self.far_of(hand, &self.left_beside(hand), wants_kinds)
    }

    #[inline]
    fn far_of(&self, hand: &PackedHand, left: &TilesLeft, wants_kinds: bool) -> Option<InForm> {
        let mut room = KindDigits::EMPTY;
        let forms = Forms::new(self, hand, left, &mut room)?;
        let distances = forms.distances()?;
        let distance = forms.least(&distances)?;
        if !wants_kinds || distance == 0 {
            return Some(InForm { distance, kinds: KindSet::EMPTY });
        }
        let mut kinds = KindSet::EMPTY;
        for (form, of_form) in self.rules.forms.iter().zip(distances) {
            if of_form == Some(distance) {
                kinds = kinds.union(forms.helping(form, distance)?);
            }
        }
        Some(InForm { distance, kinds })
    }

    /// How far a hand is from each form, and of the nearest forms the kinds that help; `None` where the
    /// tables do not tell.
    pub(crate) fn nearest(&self, hand: &PackedHand, left: &TilesLeft) -> Option<InForms> {
        let mut room = KindDigits::EMPTY;
        let forms = Forms::new(self, hand, left, &mut room)?;
        let distances = forms.distances()?;
        let least = forms.least(&distances);
        let answer = |(form, distance): (&CompiledForm, Option<u8>)| {
            let Some(distance) = distance else { return Some(None) };
            let kinds = match distance > 0 && Some(distance) == least {
                true => forms.helping(form, distance)?,
                false => KindSet::EMPTY,
            };
            Some(Some(InForm { distance, kinds }))
        };
        self.rules.forms.iter().zip(distances).map(answer).collect()
    }

    /// What a hand leaves of the set.
    fn left_beside(&self, hand: &PackedHand) -> TilesLeft {
        let has_blue = !self.rules.blue.is_empty();
        if hand.called() == 0 {
            let held = hand.blue_by_class().numbers;
            let blue_numbers = has_blue.then(|| std::array::from_fn(|number| 3 - held.get(number)));
            return TilesLeft { short: SmallVec::new(), blue_numbers };
        }
        self.left_of(hand, |tile| self.unseen(hand, tile))
    }

    /// The tiles left for a hand, where so many copies of each are.
    pub(crate) fn left_of(&self, hand: &PackedHand, left: impl Fn(Tile) -> u8) -> TilesLeft {
        let has_blue = !self.rules.blue.is_empty();
        let mut short = SmallVec::new();
        for kind in self.rules.playable.iter() {
            let tile = Tile::plain(kind);
            // Honours are never in more groups than one. A blue tile is the fourth where there is one.
            let most = COPIES - u8::from(!kind.suit().is_numbered() || has_blue);
            let held = hand.count(tile);
            let own = if self.rules.laizi.contains(kind) { held } else { 0 };
            if held.saturating_add(left(tile)) < most {
                short.push((kind, own + left(tile)));
            }
        }
        let blue_of = |number: usize| -> u8 {
            let suits = [0, 1, 2].map(|suit| Kind::from_index(suit * NUMBERS + number));
            suits
                .into_iter()
                .flatten()
                .map(|kind| left(Tile::galaxy(kind)))
                .fold(0, u8::saturating_add)
        };
        TilesLeft { short, blue_numbers: has_blue.then(|| std::array::from_fn(blue_of)) }
    }
}

/// More forms than these have no tables.
pub(super) const MOST_FORMS: usize = 6;

/// A hand, and what the forms of a rule set have in common.
struct Forms<'a> {
    engine: &'a Engine,
    hand: &'a PackedHand,
    left: &'a TilesLeft,
    tiles: Tiles<'a>,
    kinds: Kinds<'a>,
    complete: usize,
    /// Whether a wild tile, held or drawn, could be a fifth of a kind.
    has_wilds: bool,
}

impl<'a> Forms<'a> {
    /// `None` where the tables do not tell. `room` is where tiles are stored if need be.
    #[inline]
    fn new(
        engine: &'a Engine,
        hand: &'a PackedHand,
        left: &'a TilesLeft,
        room: &'a mut KindDigits,
    ) -> Option<Forms<'a>> {
        let rules = &engine.rules;
        let melds = HandSize::melds_of(hand.tiles());
        let fits = melds <= MOST_MELDS && melds + hand.called() <= usize::from(rules.melds);
        if !rules.tells_distances || !fits {
            return None;
        }
        let by_use = TilesByUse::of(hand, rules.laizi, room);
        let playable = rules.playable_by(hand);
        let in_play = |part: usize| playable.bits() >> (part * NUMBERS) & 1 == 1;
        let tiles = Tiles {
            fixed: by_use.fixed,
            blue: by_use.blue,
            wilds: u8::try_from(by_use.wilds).ok()?,
            melds,
            in_play: [0, 1, 2, 3].map(in_play),
            called_suits: hand.called_suits(),
            most_suits: rules.max_suits,
        };
        Some(Forms {
            engine,
            hand,
            left,
            tiles,
            kinds: Kinds::new(&by_use, hand.blue(), playable),
            complete: hand.tiles() + hand.size()?.lacking(),
            has_wilds: tiles.wilds > 0 || rules.has_wilds(),
        })
    }

    /// How far each form is, in their order.
    #[inline]
    fn distances(&self) -> Option<[Option<u8>; MOST_FORMS]> {
        let mut distances = [None; MOST_FORMS];
        for (form, distance) in self.engine.rules.forms.iter().zip(&mut distances) {
            *distance = match form {
                CompiledForm::MeldsAndPair => Some(self.distance_from_melds()?),
                CompiledForm::PairsOrOrphans(form) => self.distance_from_kinds(form)?,
            };
        }
        Some(distances)
    }

    #[inline]
    fn least(&self, distances: &[Option<u8>]) -> Option<u8> {
        distances.iter().flatten().copied().min()
    }

    /// The kinds that bring the hand nearer to a form, which is so far away.
    #[inline]
    fn helping(&self, form: &CompiledForm, distance: u8) -> Option<KindSet> {
        match form {
            CompiledForm::MeldsAndPair => {
                let kinds = self.tiles.helping(Tables::four_alike())?;
                let alike = !self.has_wilds || self.tiles.helping(Tables::any_alike())? == kinds;
                alike.then_some(kinds)
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Pairs(form)) => {
                Some(self.helping_pairs(*form, distance))
            }
            CompiledForm::PairsOrOrphans(PairsOrOrphans::Orphans(form)) => {
                Some(pairs_and_orphans::helping_orphans(form, &self.kinds))
            }
        }
    }

    #[inline]
    fn distance_from_melds(&self) -> Option<u8> {
        let distance = self.tiles.distance(Tables::four_alike())?;
        // A fifth of a kind the tables look up for honours alone.
        if self.has_wilds
            && (self.tiles.has_four_of_number()
                || self.tiles.distance(Tables::any_alike())? != distance)
        {
            return None;
        }
        (!self.tiles.lack_tiles(distance, self.left)).then_some(distance)
    }

    /// `Some(None)` for a form that has no hand of this size.
    #[inline]
    fn distance_from_kinds(&self, form: &PairsOrOrphans) -> Option<Option<u8>> {
        if form.tiles() != self.complete || self.hand.called() > 0 {
            return Some(None);
        }
        if pairs_and_orphans::lack_tiles(form, self.tiles.fixed, self.left) {
            return None;
        }
        Some(Some(match form {
            PairsOrOrphans::Pairs(form) => self.distance_from_pairs(*form),
            PairsOrOrphans::Orphans(form) => pairs_and_orphans::from_orphans(form, &self.kinds),
        }))
    }

    /// The tiles of as many suits as are allowed.
    fn in_suits(&self) -> impl Iterator<Item = Kinds<'a>> + '_ {
        let sets = suit_sets(Suits::default(), self.tiles.most_suits);
        sets.map(|suits| self.kinds.in_suits(suits))
    }

    #[inline]
    fn distance_from_pairs(&self, form: Pairs) -> u8 {
        if self.tiles.most_suits >= 3 {
            return pairs_and_orphans::from_pairs(form, &self.kinds, true);
        }
        let distances =
            self.in_suits().map(|kinds| pairs_and_orphans::from_pairs(form, &kinds, false));
        distances.min().unwrap_or(u8::MAX)
    }

    /// The kinds that bring the hand nearer to pairs, which are so far away.
    fn helping_pairs(&self, form: Pairs, distance: u8) -> KindSet {
        if self.tiles.most_suits >= 3 {
            return pairs_and_orphans::helping_pairs(form, &self.kinds);
        }
        let nearest = self
            .in_suits()
            .filter(|kinds| pairs_and_orphans::from_pairs(form, kinds, false) == distance)
            .map(|kinds| pairs_and_orphans::helping_pairs(form, &kinds));
        nearest.fold(KindSet::EMPTY, KindSet::union)
    }
}

impl Tiles<'_> {
    /// Whether some number of a suit has four tiles, blue ones that may be used as it among them.
    fn has_four_of_number(&self) -> bool {
        let suits = &self.fixed.parts()[..3];
        (0..NUMBERS).any(|number| {
            let blue = self.blue.numbers.get(number);
            suits.iter().any(|suit| suit.get(number) + blue >= COPIES)
        })
    }

    /// Whether some nearest win may need more tiles of a kind than are left.
    fn lack_tiles(&self, distance: u8, left: &TilesLeft) -> bool {
        let draws = |kind: Kind, more: u8| {
            let after = || self.distance_with(kind, more, Tables::four_alike());
            distance >= more && after().is_none_or(|after| after + more <= distance)
        };
        if left.short().any(|(kind, left)| draws(kind, left + 1)) {
            return true;
        }
        let Some(blue) = left.blue_numbers else { return false };
        (0..NUMBERS).filter(|&number| blue[number] < 3).any(|number| {
            let suits = [0, 1, 2].map(|suit| self.fixed.parts()[suit].get(number));
            self.lacks_fourths(suits, blue[number], distance)
        })
    }

    /// Whether a nearest win may hold four tiles of a number in more suits than blue tiles of the number
    /// are left, where there are so many plain ones of three in each suit.
    fn lacks_fourths(&self, held: [u8; 3], blue: u8, distance: u8) -> bool {
        let mut lacking = held.map(|held| (COPIES).saturating_sub(held));
        lacking.sort_unstable();
        let all: u8 = lacking[..=usize::from(blue)].iter().sum();
        all <= distance
    }
}
