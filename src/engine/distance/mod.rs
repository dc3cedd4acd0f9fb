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

    /// The least distance of all forms and the kinds that help.
    #[inline]
    fn far(&self, hand: &PackedHand, wants_kinds: bool) -> Option<InForm> {
        let forms = self.nearest(hand, &self.left_beside(hand), wants_kinds)?;
        let distance = forms.iter().flatten().map(|form| form.distance).min()?;
        let nearest = forms.iter().flatten().filter(|form| form.distance == distance);
        let kinds = nearest.fold(KindSet::EMPTY, |kinds, form| kinds.union(form.kinds));
        Some(InForm { distance, kinds })
    }

    /// What a hand leaves of the set.
    fn left_beside(&self, hand: &PackedHand) -> TilesLeft {
        let has_blue = !self.rules.blue.is_empty();
        if hand.called() == 0 && !has_blue {
            return TilesLeft { short: SmallVec::new(), blue_numbers: None };
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

    /// How far a hand is from each form; `None` where the tables do not tell.
    #[inline]
    pub(crate) fn nearest(
        &self,
        hand: &PackedHand,
        left: &TilesLeft,
        wants_kinds: bool,
    ) -> Option<InForms> {
        let size = hand.size()?;
        let melds = HandSize::melds_of(hand.tiles());
        if !self.rules.tells_distances
            || melds > MOST_MELDS
            || melds + hand.called() > usize::from(self.rules.melds)
        {
            return None;
        }
        let mut room = KindDigits::EMPTY;
        let tiles = TilesByUse::of(hand, self.rules.laizi, &mut room);
        let playable = self.rules.playable_by(hand);
        let complete = hand.tiles() + size.lacking();
        let mut kinds = None;
        let mut in_form = |form: &CompiledForm| {
            let CompiledForm::PairsOrOrphans(form) = form else {
                return self.melds_and_pair(hand, &tiles, playable, left, wants_kinds).map(Some);
            };
            if form.tiles() != complete || hand.called() > 0 {
                return Some(None);
            }
            let kinds = kinds.get_or_insert_with(|| Kinds::new(&tiles, hand.blue(), playable));
            let (answer, lacks_tiles) = match form {
                PairsOrOrphans::Pairs(form) => (
                    self.pairs_in_suits(*form, kinds),
                    pairs_and_orphans::pairs_lack_tiles(*form, tiles.fixed, left),
                ),
                PairsOrOrphans::Orphans(form) => (
                    pairs_and_orphans::orphans(form, kinds),
                    pairs_and_orphans::orphans_lack_tiles(form, tiles.fixed, left),
                ),
            };
            (!lacks_tiles).then_some(Some(answer))
        };
        self.rules.forms.iter().map(&mut in_form).collect()
    }

    /// The nearest pairs of as many suits as are allowed.
    fn pairs_in_suits(&self, form: Pairs, kinds: &Kinds) -> InForm {
        if self.rules.max_suits >= 3 {
            return pairs_and_orphans::pairs(form, kinds);
        }
        let mut nearest = InForm { distance: u8::MAX, kinds: KindSet::EMPTY };
        for suits in suit_sets(Suits::default(), self.rules.max_suits) {
            let in_suits = pairs_and_orphans::pairs(form, &kinds.in_suits(suits));
            if in_suits.distance < nearest.distance {
                nearest = in_suits;
            } else if in_suits.distance == nearest.distance {
                nearest.kinds = nearest.kinds.union(in_suits.kinds);
            }
        }
        nearest
    }

    #[inline]
    fn melds_and_pair(
        &self,
        hand: &PackedHand,
        tiles: &TilesByUse<'_>,
        playable: KindSet,
        left: &TilesLeft,
        wants_kinds: bool,
    ) -> Option<InForm> {
        let in_play = |part: usize| playable.bits() >> (part * NUMBERS) & 1 == 1;
        let tiles = Tiles {
            fixed: *tiles.fixed,
            blue: tiles.blue,
            wilds: u8::try_from(tiles.wilds).ok()?,
            melds: HandSize::melds_of(hand.tiles()),
            in_play: [0, 1, 2, 3].map(in_play),
            called_suits: hand.called_suits(),
            most_suits: self.rules.max_suits,
        };
        let answer = tiles.nearest(Tables::four_alike(), wants_kinds)?;
        let wild = tiles.wilds > 0 || self.rules.has_wilds();
        // A wild tile, held or drawn, could be a fifth of a kind, which the tables look up for honours alone.
        if wild && tiles.has_four_of_number() {
            return None;
        }
        if wild && tiles.nearest(Tables::any_alike(), wants_kinds)? != answer {
            return None;
        }
        (!tiles.lack_tiles(answer.distance, left)).then_some(answer)
    }
}

impl Tiles {
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
            let after = || self.with(kind, more).distance(Tables::four_alike());
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
