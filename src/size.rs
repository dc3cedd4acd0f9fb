//! What the number of a hand's concealed tiles says. Every module that divides it by three asks here.
//! (The checker counts for itself.)

/// What a hand is by its number of concealed tiles.
///
/// ```
/// use ginga::HandSize;
/// assert_eq!([13, 14, 15].map(HandSize::of), [Some(HandSize::Waiting), Some(HandSize::Complete), None]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandSize {
    /// 3n+2 tiles: melds and a pair, or another form of a full hand.
    Complete,
    /// 3n+1 tiles: one short of a complete hand.
    Waiting,
}

impl HandSize {
    /// The size of so many concealed tiles; `None` for 3n, which no hand has when it is asked about.
    #[inline]
    pub const fn of(concealed: usize) -> Option<HandSize> {
        match concealed % 3 {
            1 => Some(HandSize::Waiting),
            2 => Some(HandSize::Complete),
            _ => None,
        }
    }

    /// How many melds so many concealed tiles make, or will make with the tile that they wait for.
    #[inline]
    pub const fn melds_of(concealed: usize) -> usize {
        concealed / 3
    }

    /// How many concealed tiles a hand of this size has that is to have so many melds beside its called
    /// ones.
    ///
    /// ```
    /// use ginga::HandSize;
    /// assert_eq!(HandSize::Complete.tiles(4), 14);
    /// assert_eq!(HandSize::Waiting.tiles(4), 13);
    /// ```
    #[inline]
    pub const fn tiles(self, melds: usize) -> usize {
        3 * melds + 2 - self.lacking()
    }

    /// How many tiles such a hand lacks.
    #[inline]
    pub const fn lacking(self) -> usize {
        match self {
            HandSize::Complete => 0,
            HandSize::Waiting => 1,
        }
    }
}
