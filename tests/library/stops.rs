//! A run that its caller stops never looks complete, whichever solver runs and whenever it stops.

use crate::common::{SOLVERS, rules, settings};
use ginga::{Completeness, Hand, Settings, Stop, StoppedBy};
use std::sync::atomic::{AtomicU64, Ordering};

/// Says stop at this look and, if it stays, at every later one.
struct AtLook {
    look: u64,
    stays: bool,
    looks: AtomicU64,
}

impl AtLook {
    fn new(look: u64, stays: bool) -> AtLook {
        AtLook { look, stays, looks: AtomicU64::new(0) }
    }
}

impl Stop for AtLook {
    fn should_stop(&self) -> bool {
        let look = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
        look == self.look || self.stays && look > self.look
    }
}

#[test]
fn a_stopped_count_is_no_answer() {
    let rules = rules("laizi", &[], "");
    let hand = Hand::parse("123456mjjjjjjjj", &rules).unwrap();
    for solver in SOLVERS {
        for (look, stays) in [(1, true), (2, true), (3, true), (2, false)] {
            let stop = AtLook::new(look, stays);
            let settings = Settings { stop: &stop, ..settings(solver) };
            let win = ginga::win(&hand, &rules, &settings).unwrap();
            let stopped = Completeness::Stopped(StoppedBy::Caller);
            assert_eq!(win.report.completeness, stopped, "{solver:?} at look {look}");
            assert!(win.counts.decompositions() <= 194_026, "{solver:?} at look {look}");
        }
    }
}

#[test]
fn a_stopped_list_is_marked_and_short() {
    let rules = rules("laizi", &[], "");
    let hand = Hand::parse("12345m45p7sjjjjjj", &rules).unwrap();
    for solver in SOLVERS {
        let all = ginga::decompose(&hand, &rules, &settings(solver)).unwrap();
        let stop = AtLook::new(2, true);
        let settings = Settings { stop: &stop, ..settings(solver) };
        let found = ginga::decompose(&hand, &rules, &settings).unwrap();
        assert!(all.list.len() > 1_000, "{solver:?}");
        assert_eq!(found.report.completeness, Completeness::Stopped(StoppedBy::Caller));
        assert!(found.list.len() < all.list.len(), "{solver:?}");
        assert!(found.list.iter().all(|one| all.list.contains(one)), "{solver:?}");
    }
}
