//! The order in which counts go through the kinds.

use crate::tile::{Kind, KindSet};

/// The kinds in the order in which counts go through them; `blue` are the kinds of the blue tiles.
///
/// With blue numbers, which may be used in any suit, the order is number by number, 1m 1p 1s 2m … 9s, so
/// that each blue tile is soon used. Otherwise it is suit by suit, so that only one suit has unfinished
/// runs at a time. Honours come last in both.
pub(in crate::engine) fn kinds_in_order(blue: KindSet) -> impl Iterator<Item = Kind> + Clone {
    let by_number = blue.iter().any(|kind| kind.suit().is_numbered());
    let kind = move |at: usize| if by_number && at < 27 { at % 3 * 9 + at / 3 } else { at };
    (0..Kind::COUNT).map(kind).filter_map(Kind::from_index)
}

/// True for the last kind of its galaxy class, which is the same in both orders.
pub(in crate::engine) fn closes_class(kind: Kind) -> bool {
    kind.galaxy_class().iter().last() == Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_closed_by_the_last_of_its_kinds_in_order() {
        for blue in [KindSet::EMPTY, KindSet::ALL] {
            let order: Vec<Kind> = kinds_in_order(blue).collect();
            for (at, &kind) in order.iter().enumerate() {
                let later =
                    order[at + 1..].iter().any(|&other| kind.galaxy_class().contains(other));
                assert_eq!(closes_class(kind), !later, "{kind}");
            }
        }
    }
}
