//! What a hand needs to be complete: wins and waits, without a list of decompositions.

mod automaton;
mod half_suits;
pub(super) mod melds_and_pair;
pub(super) mod pairs_and_orphans;
pub(super) mod tables;
