//! What can be wrong with a decomposition.

use crate::group::WaitShape;
use crate::hand::HandError;
use crate::tile::{Kind, Tile};

/// What is wrong with a decomposition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckFault {
    /// The rule set does not have the hand's tiles.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The rule set has no such form, or it is not of the hand's size.
    #[error("there is no form {0:?} for this hand")]
    NoForm(String),
    /// The groups use other tiles than the hand has.
    #[error("the groups do not use exactly the hand's tiles")]
    OtherTiles,
    /// The called groups are not the hand's.
    #[error("the called groups are not those of the hand")]
    OtherCalled,
    /// A tile is read as a kind that it may not stand for.
    #[error("{tile} may not stand for {kind}")]
    MayNotStand {
        /// The tile.
        tile: Tile,
        /// The kind it is read as.
        kind: Kind,
    },
    /// A free tile is read as another kind than its face, or is plain where blue ones are free.
    #[error("{tile} as {kind} is none of the form's free tiles")]
    NotFree {
        /// The tile.
        tile: Tile,
        /// The kind it is read as.
        kind: Kind,
    },
    /// A group is none of its type.
    #[error("{0} is no group of its type")]
    NoGroup(String),
    /// The groups do not have the form's numbers.
    #[error("the groups do not make the form {0:?}")]
    WrongNumbers(String),
    /// Two pairs or singles are read as one kind.
    #[error("two pairs are read as {0}")]
    PairsAlike(Kind),
    /// Two groups are read too near each other.
    #[error("{0} and {1} are too near each other")]
    TooNear(Kind, Kind),
    /// A tile is read as a kind that must be absent.
    #[error("{0} must be absent")]
    MustBeAbsent(Kind),
    /// More tiles are read as a kind than there are copies, where the rules forbid it.
    #[error("more tiles are read as {0} than the set has copies")]
    TooManyAlike(Kind),
    /// More tiles are used as wild than the rules allow.
    #[error("more tiles are used as wild than the rules allow")]
    TooManyWilds,
    /// Fewer of the free tiles are wild than the form wants.
    #[error("fewer free tiles are wild than the form wants")]
    TooFewWilds,
    /// The groups are read in too many suits.
    #[error("the groups are read in more suits than the rules allow")]
    TooManySuits,
    /// A nearest win is not of the hand's size, or has other called melds.
    #[error("the win does not come from the hand by drawing and discarding")]
    OtherWin,
    /// A nearest win draws more copies of a tile than are left.
    #[error("so many of {0} cannot be drawn")]
    NotLeft(Tile),
    /// A nearest win is none: the same groups need fewer tiles to be drawn.
    #[error("the same groups need only {0} tiles drawn")]
    Nearer(usize),
    /// The partial group's holes, their shapes or their tiles are not what the rules say.
    #[error("the partial group [{0}] should have the holes {1:?}")]
    WrongHoles(String, Vec<(Kind, WaitShape, Vec<Tile>)>),
}
