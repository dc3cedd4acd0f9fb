//! What the number of a hand's concealed tiles says: this is the only place that divides it by three.

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
    pub const fn of(concealed: usize) -> Option<HandSize> {
        match concealed % 3 {
            1 => Some(HandSize::Waiting),
            2 => Some(HandSize::Complete),
            _ => None,
        }
    }

    /// How many melds so many concealed tiles make, or will make with the tile that they wait for.
    pub const fn melds_of(concealed: usize) -> usize {
        concealed / 3
    }

    /// How many tiles such a hand lacks.
    pub const fn lacking(self) -> usize {
        match self {
            HandSize::Complete => 0,
            HandSize::Waiting => 1,
        }
    }
}
