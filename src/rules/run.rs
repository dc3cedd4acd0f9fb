//! Runs: which three kinds make one.

use crate::tile::{Kind, Suit};

/// The word in rule files for no runs at all.
pub(super) const NO_RUNS: &str = "none";

/// A sort of run that a rule set has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunSort {
    /// Three numbers in sequence in one suit.
    Suit,
    /// Any three different winds (Nanchang).
    Winds,
    /// Three neighbours of East, South, West, North: East-South-West and South-West-North.
    WindsInOrder,
    /// The three dragons.
    Dragons,
    /// 1-4-7, 2-5-8 or 3-6-9 of one suit (MCR).
    Knitted,
    /// These three kinds, in order.
    Listed([Kind; 3]),
}

impl RunSort {
    /// The sorts with a name, and their names in rule files. A run of three kinds of its own is
    /// written as these kinds, `"1s2z3z"`.
    pub const NAMED: [(&'static str, RunSort); 5] = [
        ("suit", RunSort::Suit),
        ("winds", RunSort::Winds),
        ("winds-in-order", RunSort::WindsInOrder),
        ("dragons", RunSort::Dragons),
        ("knitted", RunSort::Knitted),
    ];

    /// Every run of the sort, each with its kinds in order.
    ///
    /// ```
    /// use ginga::RunSort;
    /// assert_eq!(RunSort::Suit.runs().len(), 21);
    /// assert_eq!(RunSort::Winds.runs().len(), 4);
    /// assert_eq!(RunSort::WindsInOrder.runs().len(), 2);
    /// assert_eq!(RunSort::Knitted.runs().len(), 9);
    /// ```
    pub fn runs(self) -> Vec<[Kind; 3]> {
        match self {
            RunSort::Suit => suited(1..=7, 1),
            RunSort::Knitted => suited(1..=3, 3),
            RunSort::Winds => [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]].map(honours).concat(),
            RunSort::WindsInOrder => [[1, 2, 3], [2, 3, 4]].map(honours).concat(),
            RunSort::Dragons => honours([5, 6, 7]),
            RunSort::Listed(run) => vec![run],
        }
    }
}

/// In each suit the runs that begin at these numbers and go on by so many.
fn suited(first: std::ops::RangeInclusive<u8>, step: u8) -> Vec<[Kind; 3]> {
    let of_suit = |suit| {
        let kind = move |number| Kind::new(suit, number);
        first
            .clone()
            .filter_map(move |at| Some([kind(at)?, kind(at + step)?, kind(at + 2 * step)?]))
    };
    Suit::NUMBERED.into_iter().flat_map(of_suit).collect()
}

fn honours(numbers: [u8; 3]) -> Vec<[Kind; 3]> {
    let [first, second, third] = numbers.map(|number| Kind::new(Suit::Honour, number));
    first.zip(second).zip(third).map(|((one, two), three)| [one, two, three]).into_iter().collect()
}
